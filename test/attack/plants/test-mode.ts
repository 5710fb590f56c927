import type { Plant } from './plant.ts'

const test = 'test/service/accounts/test-mode.test.ts'

/** Rules about test mode. */
export const plants: Plant[] = [
  {
    rule: 'a live account is paid on no test chain',
    file: 'src/service/chain/rules/modes.ts',
    from: 'if (livemode !== isTestChain(chainId)) return',
    to: 'if (livemode || !isTestChain(chainId)) return',
    test,
  },
  {
    rule: 'a charge is held to its account’s chains in every token that it accepts',
    file: 'src/service/charges/new-charge.ts',
    from: '...input.accepts.map(({ path, destination: { chainId } }) => ({ path, chainId })),',
    to: '',
    test,
  },
  {
    rule: 'the database keeps the modes of a chain apart',
    file: 'src/service/db/migrations/0001/chain-modes.ts',
    from: 'if mode is distinct from is_live then',
    to: 'if false then',
    test: 'test/service/charges/chain-modes.test.ts',
  },
  {
    rule: 'a test event is signed and told as one',
    file: 'src/service/charges/events.ts',
    from: 'livemode: charge.livemode,',
    to: 'livemode: true,',
    test,
  },
  {
    rule: 'only its own merchant is told that something is of the other mode',
    file: 'src/service/accounts/store/modes.ts',
    from: "join.on('own.id', '=', accountId)",
    to: "join.on('own.id', '<>', accountId)",
    test,
  },
  {
    rule: 'a live key sends no sample',
    file: 'src/service/webhooks/routes/events.ts',
    from: 'if (account.livemode)',
    to: 'if (!account.livemode && account.id === undefined)',
    test,
    name: 'a live key sends no sample, and the command says which one to use',
  },
  {
    rule: 'a sample is not mistaken for money that came',
    file: 'src/service/unmatched/store/events.ts',
    from: "    .where('isSample', '=', false)\n",
    to: '',
    test,
    name: 'a sample is about nothing: no charge, no money and no number of another event is its',
  },
]
