import type { Plant } from './plant.ts'

const pairing = {
  file: 'src/service/domain/payments/proof/authorizations.ts',
  test: 'test/service/domain/payments/proof/authorizations.test.ts',
  name: 'an authorization proves the transfer directly behind it, and nothing else',
}
const running = 'test/service/payments/authorized.test.ts'

/** Signed transfers (EIP-3009): which transfer an authorization proves, and for which charge. */
export const plants: Plant[] = [
  {
    ...pairing,
    rule: 'an authorization of one account proves no transfer of another',
    from: 'return authorizer === transfer.topics[1]?.toLowerCase() ? nonce : undefined',
    to: 'return authorizer ? nonce : undefined',
  },
  {
    ...pairing,
    rule: 'an authorization of one token proves no transfer of another',
    from: 'if (used.address.toLowerCase() !== transfer.address.toLowerCase()) return undefined',
    to: '',
  },
  {
    ...pairing,
    rule: 'only an authorization that was used proves a transfer',
    from: 'if (used.topics.length !== 3 || topic !== authorizationUsedTopic) return undefined',
    to: 'if (used.topics.length !== 3 || topic === undefined) return undefined',
  },
  {
    ...pairing,
    rule: 'logs with one missing between them prove nothing',
    from: 'if (!used || !transfer || used.index + 1 !== transfer.index) return undefined',
    to: 'if (!used || !transfer) return undefined',
    name: 'logs between which the node left one out prove nothing',
  },
  {
    rule: 'the nonce of an authorization is of one token and recipient',
    file: 'src/api/authorizations.ts',
    from: '    toAddressWord(recipient),',
    to: '    toAddressWord(token),',
    test: 'test/service/domain/charges/authorization-nonce.test.ts',
    name: 'every field of the charge makes another nonce; how an address is written does not',
  },
  {
    rule: 'an authorization that nobody reported finds its charge',
    file: 'src/service/watcher/credit/unmatched-transfers.ts',
    from: '      !authorizedHashes.has(hash) &&',
    to: '',
    test: running,
    name: 'pay the charge that the nonce is derived from, whatever the sender writes behind the call',
  },
  {
    rule: 'an account that names two charges has named none',
    file: 'src/service/domain/payments/credit.ts',
    from: '  if (transfer.references.some((reference) => reference !== charge.reference))\n',
    to: '  if (transfer.references.length > 8)\n',
    test: running,
    name: 'with the name of another charge, by the same account, are the merchant’s to decide',
  },
  {
    rule: 'only the charge’s own nonce is relayed: the token then takes one of an account',
    file: 'src/service/domain/relayer/rules.ts',
    from: '  if (nonce !== expectedNonce) throw',
    to: '  if (nonce === undefined) throw',
    test: 'test/service/watcher/relay-schedules.test.ts',
    name: 'over all schedules no account pays a charge twice, and nothing that was accepted is lost',
  },
  {
    rule: 'a nonce of the relayer is taken once',
    file: 'src/service/store/relayer/relays.ts',
    from: 'greatest(relayed_accounts.next_nonce + 1, excluded.next_nonce)',
    to: 'excluded.next_nonce',
    test: 'test/service/payments/relayed.test.ts',
    name: 'of many payers at once take each its own nonce',
  },
  {
    rule: 'what became useless while it waited frees its nonce',
    file: 'src/service/domain/relayer/rules.ts',
    from: "  if (newest.kind === 'relay' && kind === 'cancel') return { do: 'sign', kind }\n",
    to: '',
    test: 'test/service/domain/relayer/rules.test.ts',
    name: 'a slot is always led to a transaction that uses up its nonce',
  },
  {
    rule: 'a charge that somebody else has paid debits no second payer',
    file: 'src/service/watcher/relayer/relayer.ts',
    from: '(await readWanted(slot)) && (await isUsable(slot, head))',
    to: 'await isUsable(slot, head)',
    test: 'test/service/watcher/relay-schedules.test.ts',
    name: 'over all schedules no account pays a charge twice, and nothing that was accepted is lost',
  },
  {
    rule: 'a fee that was offered is honored after another one was set',
    file: 'src/service/domain/relayer/fees.ts',
    from: '    .map(({ fee }) => fee)',
    to: '    .map(({ fee }) => fee)\n    .slice(0, 1)',
    test: 'test/service/payments/relay-fees.test.ts',
    name: 'is honored as it was offered, also after another one was set, and by whoever sends it',
  },
  {
    rule: 'a fee is taken out of no transfer that was signed without one',
    file: 'src/service/domain/payments/offered-fees.ts',
    from: 'const included = surplus < fee ? surplus : fee',
    to: 'const included = fee',
    test: 'test/service/payments/relay-fees.test.ts',
    name: 'is not taken out of what a payer has signed without one',
  },
]
