import type { PendingTransaction } from '../chain/types/transactions.ts'
import { listUndecided } from './attempts.ts'
import type {
  LockedRefund,
  RefundAttempt,
  RefundRecord,
  RefundRelease,
  RefundTransfer,
  RefundUpdate,
  UnclearTransfer,
} from './records.ts'

/** The state of an attempt on the chain, when its newest block was `head`. */
export type RefundOutcome =
  | {
      kind: 'mined'
      hash: string
      transfer: RefundTransfer
      isConfirmed: boolean
      /** The asked account's own transaction: one that a reorganization takes is followed by its nonce. */
      seen?: PendingTransaction | undefined
    }
  /** No block has it: it waits, was never sent, or a reorganization took it. */
  | {
      kind: 'unseen'
      head: bigint
      seen: PendingTransaction | undefined
      searchedNonce?: number | undefined
      /** How far the chain has proven the merchant's statement that nothing was sent; undefined if that was not searched. */
      release?: RefundRelease | undefined
      isProven?: boolean | undefined
      unclear?: readonly UnclearTransfer[] | undefined
    }
  /** The transaction that was reported is another one. The transfer may still be mined. */
  | { kind: 'mistaken'; reason: string; unclear?: readonly UnclearTransfer[] | undefined }
  /** It was mined and has failed, or it will never be mined. */
  | { kind: 'ended'; reason: string }

/**
 * Returns a refund after a look at the chain; undefined when nothing has changed. A transfer that a reorganization removed sends an
 * event, since the merchant may have closed the case at `refund:confirmed`.
 */
export function settleRefund(
  { refund, refunds }: LockedRefund,
  outcome: RefundOutcome,
): RefundUpdate | undefined {
  const { attempt } = refund
  if (!attempt) return undefined
  const taken = refund.transfer ? 'reopened' : undefined
  if (outcome.kind === 'ended')
    return { refund: withoutAttempt(refund, outcome.reason, undefined), step: 'failed' }
  if (outcome.kind === 'mistaken')
    return {
      refund: {
        ...refund,
        status: 'SIGNING',
        hash: undefined,
        transfer: undefined,
        failure: outcome.reason,
        attempt: { ...attempt, isAccepted: false },
        unclear: addUnclear(refund, outcome.unclear),
      },
      step: taken,
    }
  if (outcome.kind === 'unseen') return settleUnseen({ refund, refunds }, attempt, outcome, taken)
  const { hash, transfer, isConfirmed, seen = attempt.seen } = outcome
  const status = isConfirmed ? 'COMPLETED' : 'PENDING'
  const isKnown = refund.transfer?.block.hash === transfer.block.hash && refund.hash === hash
  if (isKnown && refund.status === status) return undefined
  const found = { ...attempt, seen, release: undefined }
  return {
    refund: { ...refund, status, hash, transfer, attempt: found, unclear: [], failure: '' },
    step: isConfirmed ? 'confirmed' : 'pending',
  }
}

function settleUnseen(
  { refund, refunds }: Pick<LockedRefund, 'refund' | 'refunds'>,
  attempt: RefundAttempt,
  {
    head,
    seen = attempt.seen,
    searchedNonce = attempt.searchedNonce,
    release,
    isProven = false,
    unclear,
  }: Extract<RefundOutcome, { kind: 'unseen' }>,
  step: RefundUpdate['step'],
): RefundUpdate | undefined {
  const all = addUnclear(refund, unclear)
  const isUndecided = listUndecided({ ...refund, unclear: all }, refunds).length > 0
  // A statement that the merchant made while the chain was searched counts at the next look.
  const isCurrent = release !== undefined && release.at.getTime() === attempt.release?.at.getTime()
  if (isCurrent && isProven && !isUndecided && !seen) {
    const { account, askedNonce } = attempt
    const released = askedNonce === undefined ? undefined : { account, nonce: askedNonce }
    return { refund: withoutAttempt(refund, '', released), step: undefined }
  }
  // The merchant has not seen the found transfer yet, and has to release the refund again.
  const awaited = isUndecided ? undefined : isCurrent ? release : attempt.release
  const next = { ...attempt, searchedTo: head, searchedNonce, seen, release: awaited }
  if (!refund.transfer && isSame(next, attempt) && all === refund.unclear) return undefined
  return {
    refund: { ...refund, status: 'SIGNING', transfer: undefined, attempt: next, unclear: all },
    step,
  }
}

const isSame = (one: object, other: object) => toText(one) === toText(other)
const toText = (value: object) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))

/** The most transfers that a merchant is shown. */
const maxUnclear = 20

function addUnclear(
  { unclear }: RefundRecord,
  found: readonly UnclearTransfer[] = [],
): readonly UnclearTransfer[] {
  const added = found.filter(({ hash }) => !unclear.some((known) => known.hash === hash))
  return added.length === 0 ? unclear : [...unclear, ...added].slice(0, maxUnclear)
}

function withoutAttempt(
  refund: RefundRecord,
  failure: string,
  released: RefundRecord['released'],
): RefundRecord {
  return {
    ...refund,
    status: 'APPROVED',
    attempt: undefined,
    hash: undefined,
    transfer: undefined,
    failure,
    unclear: [],
    released,
  }
}
