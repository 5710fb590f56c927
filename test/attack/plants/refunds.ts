import type { Plant } from './plant.ts'

const lifecycle = 'src/service/refunds/lifecycle.ts'
const amounts = 'src/service/refunds/amounts.ts'
const attempts = 'src/service/refunds/attempts.ts'
const recipients = 'src/service/refunds/recipients.ts'
const settle = 'src/service/refunds/settle.ts'
const follow = 'src/service/refunds/watch/follow-refunds.ts'
const readTransfer = 'src/service/refunds/watch/read-transfer.ts'
const release = 'src/service/refunds/watch/release.ts'
const askWallet = 'src/service/refunds/routes/ask-wallet.ts'
const earlier = 'src/service/refunds/routes/earlier.ts'
const test = 'test/service/refunds/refunds.test.ts'
const faults = 'test/service/refunds/faults.test.ts'

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
    file: amounts,
    from: 'let left = sumCredited(charge, refund, signer)',
    to: 'let left = sumCredited(charge, refund)',
    test,
    name: 'who has paid a little of somebody’s order cannot have the rest of it',
  },
  {
    rule: 'a wallet is asked once',
    file: attempts,
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
    file: attempts,
    from: 'if (attempt.seen) throw',
    to: 'if (attempt.seen && !hash) throw',
    test,
    name: 'a transaction that is replaced in the wallet frees the refund, and one that fails does',
  },
  {
    rule: 'a little in the name of a refund does not send it',
    file: readTransfer,
    from: 'return isNamed && isWhole',
    to: 'return isNamed',
    test,
    name: 'a little that somebody else sends in the refund’s name does not count, nor does what was sent before',
  },
  {
    rule: 'one transfer sends one refund',
    file: readTransfer,
    from: '({ position }) => !taken.positions.includes(position),',
    to: '() => true,',
    test,
    name: 'a transfer that nobody reports is found: named, or of the same amount',
  },
  {
    rule: 'what the merchant’s word refunded counts against every payer',
    file: amounts,
    from: 'isSameAddress(payer, signer) ? 0n : sumCredited',
    to: 'payer === undefined ? 0n : sumCredited',
    test: faults,
    name: 'who was refunded by the merchant’s word signs for nobody else’s part',
  },
  {
    rule: 'a payer’s address takes no more than that payer’s part from the others',
    file: amounts,
    from: 'if (sent > theirs) left -= sent - theirs',
    to: 'if (theirs === 0n) left -= sent',
    test: faults,
    name: 'who has paid a part takes no more than that from what the others sign for',
  },
  {
    rule: 'a signature is held against the payments once more when a wallet is asked',
    file: attempts,
    from: "if (proof?.kind === 'signature' && computeCovered",
    to: "if (proof?.kind !== 'signature' && computeCovered",
    test: faults,
    name: 'a signature that covered a refund covers it no longer once the money was approved for its signer',
  },
  {
    rule: 'addresses are named with a link only so often',
    file: recipients,
    from: 'if (count <= maxNamings)',
    to: 'if (count <= 2 * maxNamings)',
    test: faults,
    name: 'addresses that are named with the link are told at once, then gathered, and not without end',
  },
  {
    rule: 'a transaction that waits in a pool may be the refund',
    file: release,
    from: 'if (answer.pending !== answer.mined)',
    to: 'if (answer.pending < answer.mined)',
    test: faults,
    name: 'not while a node counts a transaction that waits',
  },
  {
    rule: 'nothing is proven by logs that lag',
    file: release,
    from: 'const isEnough = from - 1n > (attempt.release?.block ?? 0n)',
    to: 'const isEnough = true; from = head + 1n',
    test: faults,
    name: 'not by a node whose logs lag behind its blocks',
  },
  {
    rule: 'of two transactions of a refund one can be mined',
    file: askWallet,
    from: 'if (released?.account === account && released.nonce >= mined) return released.nonce',
    to: 'if (released?.account === account && released.nonce >= mined) return released.nonce + 1',
    test: faults,
    name: 'then the same account is asked for the same nonce, and one of both is mined',
  },
  {
    rule: 'what the chain takes back is told',
    file: settle,
    from: "const taken = refund.transfer ? 'reopened' : undefined",
    to: 'const taken = refund.transfer ? undefined : undefined',
    test: faults,
    name: 'is told, and ends when another transaction has its nonce',
  },
  {
    rule: 'a transfer that was mined keeps its sender and nonce',
    file: readTransfer,
    from: 'seen: isOwn ? { sender: from, nonce, seenAtBlock: receipt.block.number } : undefined,',
    to: 'seen: undefined,',
    test: faults,
    name: 'is told, and ends when another transaction has its nonce',
  },
  {
    rule: 'what may be the refund is shown before it is freed',
    file: attempts,
    from: 'const undecided = listUndecided(refund, refunds)\n  if (undecided.length > 0) throw',
    to: 'const undecided = listUndecided(refund, refunds)\n  if (undecided.length > 99) throw',
    test: faults,
    name: 'is shown before the refund is freed, and is the refund if the merchant says so',
  },
  {
    rule: 'the chain is searched before a wallet is asked',
    file: askWallet,
    from: '    await search(context, readStart(), question, author, isHistoryKnown)\n',
    to: '',
    test: faults,
    name: 'a refund of the same charge is known for the one that was sent since',
  },
  {
    rule: 'a node that does not prove what it shows lets no wallet be asked',
    file: earlier,
    from: 'const isAfter = time !== undefined && time',
    to: 'const isAfter = time === undefined || time !== undefined || time',
    test: faults,
    name: 'nothing is asked by the word of a node that lags or does not prove what it shows',
  },
  {
    rule: 'a fully refunded order opens nothing',
    file: 'src/proxy/require-payment.ts',
    from: 'if (isPaid && data.refunds?.is_full && !opensRefunded)',
    to: 'if (isPaid && data.refunds?.is_full && opensRefunded)',
    test,
    name: '“paid” is said together with what was sent back; a fully refunded order opens nothing, unless its shop says so',
  },
  {
    rule: 'a list says what was sent back',
    file: 'src/service/charges/store/list.ts',
    from: '    refunds: refundsOf(row.id),\n',
    to: '    refunds: undefined,\n',
    test,
    name: '“paid” is said together with what was sent back; a fully refunded order opens nothing, unless its shop says so',
  },
  {
    rule: 'a wallet is asked for the nonce of its own account',
    file: 'src/wallet/send/transfer-call.ts',
    from: 'asked.account.toLowerCase() === from.toLowerCase() && {',
    to: 'asked.account && {',
    test: 'test/wallet/send/send.test.ts',
    name: 'a nonce that is asked for is the transaction’s, of its own account alone',
  },
]
