import { formatAmount } from '../../amount.ts'
import type { PayError } from '../../errors.ts'
import { createRefusal } from '../kernel/refusals.ts'
import { computeCovered, isSameAddress, sumCredited, sumRefunds } from './amounts.ts'
import { createEndError } from './lifecycle.ts'
import type {
  LockedRefund,
  RefundAttempt,
  RefundRecord,
  RefundUpdate,
  UnclearTransfer,
} from './records.ts'

// A wallet is asked for one transfer of a refund, and for another only when it is certain that the first will not be made. All are
// called under the lock of the charge.

/**
 * Returns a refund for whose transfer a wallet may be asked: once, until the outcome is known.
 *
 * @throws PayError `conflict`
 */
export function startSigning(
  locked: LockedRefund,
  attempt: RefundAttempt,
): RefundUpdate | undefined {
  const { refund } = locked
  const { status, attempt: earlier } = refund
  // The same call again, because its answer was lost.
  if (earlier?.id === attempt.id) return undefined
  if (status === 'SIGNING' && earlier)
    throw createRefusal(
      'outcome_unknown',
      { account: earlier.account, time: earlier.startedAt.toISOString() },
      { details: { senderAddress: earlier.account } },
    )
  if (status !== 'APPROVED')
    throw status === 'NEW' || status === 'NAMED'
      ? createRefusal('not_approved')
      : createEndError(refund)
  if (isSameAddress(attempt.account, refund.recipient ?? ''))
    throw createRefusal('to_itself', {}, { field: 'senderAddress' })
  checkCovered(locked)
  return {
    refund: { ...refund, status: 'SIGNING', attempt, hash: undefined, failure: '', unclear: [] },
    step: 'signing',
  }
}

/** Throws when the remaining payments no longer cover the refund, or those of the account that signed for its address do not. */
function checkCovered(locked: LockedRefund): void {
  const { refund, charge, refunds } = locked
  if (sumRefunds(refunds, refund) > sumCredited(charge, refund)) throw createRefusal('not_covered')
  const { recipientProof: proof } = refund
  if (proof?.kind === 'signature' && computeCovered(locked, proof.signer) < refund.amount)
    throw createRefusal('signer_not_covered', { account: proof.signer })
}

/** Returns the transfers that the merchant has to identify as the refund or not; transfers of other refunds are left out. */
export function listUndecided(
  { id, unclear, dismissed }: RefundRecord,
  refunds: readonly RefundRecord[],
): readonly UnclearTransfer[] {
  const taken = refunds.flatMap((other) =>
    other.id !== id && other.transfer && other.hash ? [other.hash] : [],
  )
  return unclear.filter(({ hash }) => !dismissed.includes(hash) && !taken.includes(hash))
}

/** The largest number of transactions that a merchant can mark as not being a refund. */
const maxDismissed = 100

/**
 * Returns a refund for which the merchant has stated that these transactions are not it. @throws PayError `conflict` once it was
 * sent
 */
export function dismissTransactions(
  { refund }: LockedRefund,
  hashes: readonly string[],
): RefundUpdate | undefined {
  const { status, dismissed } = refund
  if (status === 'PENDING' || status === 'COMPLETED' || status === 'CANCELLED')
    throw createEndError(refund)
  const all = new Set([...dismissed, ...hashes.map((hash) => hash.toLowerCase())])
  if (all.size === dismissed.length) return undefined
  return { refund: { ...refund, dismissed: [...all].slice(-maxDismissed) }, step: 'dismissed' }
}

/** Returns the error that shows the merchant transfers which may be the refund. */
export function createUnclearError(
  { decimals, symbol }: RefundRecord,
  transfers: readonly UnclearTransfer[],
): PayError {
  const list = transfers.map(
    ({ hash, amount, sender, recipient }) =>
      `${hash}, ${formatAmount(amount, decimals)} ${symbol} from ${sender} to ${recipient}`,
  )
  return createRefusal(
    'maybe_sent',
    { transfers: list.join('; ') },
    {
      details: {
        transactions: transfers.map(({ hash, amount, sender, recipient }) => ({
          hash,
          amount: formatAmount(amount, decimals),
          senderAddress: sender,
          recipientAddress: recipient,
        })),
      },
    },
  )
}

/**
 * Returns a refund whose transaction was reported.
 *
 * @param isRefund whether the merchant confirms that it is the refund, although the transaction may not name it
 * @throws PayError `conflict` where no wallet was asked
 */
export function reportTransaction(
  { refund }: LockedRefund,
  hash: string,
  now: Date,
  isRefund = false,
): RefundUpdate | undefined {
  const { attempt, status, transfer, unclear } = refund
  const earlier = unclear.find((found) => found.hash === hash)
  if (status === 'APPROVED' && isRefund && earlier)
    return adoptTransfer({ refund }, earlier, now, true)
  if (transfer || (refund.hash === hash && (!isRefund || attempt?.isAccepted))) return undefined
  if (status !== 'SIGNING' || !attempt) throw createRefusal('never_asked')
  const isSame = refund.hash === hash
  const reported = {
    ...attempt,
    seen: isSame ? attempt.seen : undefined,
    isAccepted: isRefund,
    release: undefined,
  }
  return { refund: { ...refund, hash, attempt: reported }, step: 'reported' }
}

/**
 * Returns a refund whose transfer was found on the chain before a wallet was asked, as after a restore. It is followed from there
 * as if its wallet had been asked just before it.
 */
export function adoptTransfer(
  { refund }: Pick<LockedRefund, 'refund'>,
  { hash, sender, recipient, block }: UnclearTransfer,
  now: Date,
  isAccepted = false,
): RefundUpdate | undefined {
  if (refund.status !== 'APPROVED') return undefined
  const attempt: RefundAttempt = {
    id: crypto.randomUUID(),
    account: sender,
    nonce: undefined,
    askedNonce: undefined,
    fromBlock: block > 0n ? block - 1n : 0n,
    startedAt: now,
    searchedTo: undefined,
    searchedNonce: undefined,
    seen: undefined,
    isAccepted,
    release: undefined,
  }
  // The merchant's own wallet has sent it, so its recipient is newer than the one in the database.
  const isOther = !isSameAddress(recipient, refund.recipient ?? '')
  const proof = isOther ? ({ kind: 'merchant' } as const) : refund.recipientProof
  const found = { ...refund, recipient, recipientProof: proof, attempt, hash, unclear: [] }
  return { refund: { ...found, status: 'SIGNING', failure: '' }, step: 'found' }
}

/** A reported transaction that no node has shown for this long is assumed not to exist. */
const unseenLimitMs = 60 * 60_000

/**
 * Returns a refund for which the merchant has stated that the wallet sent nothing. It can be sent again once the chain has proven
 * that, with blocks after this moment.
 *
 * @param head the newest block that any node shows
 * @throws PayError `conflict`
 */
export function requestRelease(
  { refund, refunds }: LockedRefund,
  head: bigint,
  now: Date,
): RefundUpdate | undefined {
  const { status, attempt, hash } = refund
  if (status === 'APPROVED') return undefined
  if (status !== 'SIGNING' || !attempt) throw createEndError(refund)
  if (attempt.seen) throw createRefusal('transaction_sent', { hash: hash ?? '' })
  if (hash !== undefined && now.getTime() - attempt.startedAt.getTime() < unseenLimitMs)
    throw createRefusal('transaction_reported', { hash })
  const undecided = listUndecided(refund, refunds)
  if (undecided.length > 0) throw createUnclearError(refund, undecided)
  if (attempt.release) return undefined
  const release = { at: now, block: head, provenTo: undefined, waitsFor: '' }
  return { refund: { ...refund, attempt: { ...attempt, release } }, step: 'released' }
}
