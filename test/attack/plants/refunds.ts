import type { Plant } from './plant.ts'

const lifecycle = 'src/service/domain/refunds/lifecycle.ts'
const follow = 'src/service/watcher/refunds/follow-refunds.ts'
const test = 'test/service/refunds/refunds.test.ts'

/** Rules about refunds. */
export const plants: Plant[] = [
  {
    rule: 'no more is refunded than was credited',
    file: lifecycle,
    from: 'if (amount > refundable || amount <= 0n) {',
    to: 'if (amount <= 0n) {',
    test,
    name: 'no more is refunded than was credited, however it is split, and whoever asks at once',
  },
  {
    rule: 'a refund is signed for by who has paid as much',
    file: lifecycle,
    from: 'if (sumCredited(charge, refund, signer) - sumRefunds(others, refund) < refund.amount)',
    to: 'if (sumCredited(charge, refund) - sumRefunds(others, refund) < refund.amount)',
    test,
    name: 'who has paid a little of somebody’s order cannot have the rest of it',
  },
  {
    rule: 'a wallet is asked once',
    file: lifecycle,
    from: "if (status === 'SIGNING' && earlier)",
    to: "if (status === 'SIGNING' && !earlier)",
    test,
    name: 'of two people who sign at once, one asks a wallet',
  },
  {
    rule: 'the failure of an earlier attempt says nothing of this one',
    file: follow,
    from: '    nonce >= (attempt.nonce ?? 0) &&\n',
    to: '',
    test,
    name: 'a transaction that is replaced in the wallet frees the refund, and one that fails does',
  },
  {
    rule: 'a transaction that was seen is not taken for unsent',
    file: lifecycle,
    from: 'if (attempt.seen)\n',
    to: 'if (attempt.seen && !hash)\n',
    test,
    name: 'a transaction that is replaced in the wallet frees the refund, and one that fails does',
  },
  {
    rule: 'a little in the name of a refund does not send it',
    file: follow,
    from: 'return isNamed && isWhole',
    to: 'return isNamed',
    test,
    name: 'a little that somebody else sends in the refund’s name does not count, nor does what was sent before',
  },
  {
    rule: 'one transfer sends one refund',
    file: follow,
    from: '!taken.positions.includes(candidate.position) &&',
    to: '',
    test,
    name: 'a transfer that nobody reports is found: named, or of the same amount',
  },
]
