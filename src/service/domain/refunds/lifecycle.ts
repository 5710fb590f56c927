import { formatAmount } from '../../../amount.ts'
import { PayError } from '../../../errors.ts'
import type { Address } from '../chain/address.ts'
import type { PendingTransaction } from '../chain/transactions.ts'
import { getQuote, isSameToken } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PaymentRecord } from '../charges/records.ts'
import { computeReference } from '../charges/reference.ts'
import { createId } from '../id.ts'
import { createInputError } from '../input-error.ts'
import type {
  LockedRefund,
  RefundAttempt,
  RefundRecord,
  RefundTransfer,
  RefundUpdate,
} from './records.ts'

// The rules of refunds. All are called under the lock of the charge:
// - what the refunds of a charge send or may send is never more than what was credited to it, in each token;
// - a refund goes to an address that a paying account has signed for, or that the merchant has approved;
// - a wallet is asked for one transfer of a refund, and for another one only when it is known that there will be none of
//   the first.

/** A token on a chain. */
interface Asset {
  chainId: number
  token: Address
}

/** What a merchant asks for. Without an asset, the one that the charge was paid in. */
export interface NewRefundInput {
  asset: Asset | undefined
  /** Base units; undefined for all that can be refunded. */
  readAmount: (decimals: number) => bigint | undefined
  reason: string
  now: Date
}

/** Returns the base units of a token that were credited to a charge by confirmed payments, of one payer or of all. */
export function sumCredited(
  charge: Pick<ChargeRecord, 'payments'>,
  asset: Asset,
  payer?: Address,
): bigint {
  return charge.payments
    .filter(
      (payment) =>
        payment.status === 'COMPLETED' &&
        isSameToken(payment, asset) &&
        (payer === undefined || isSameAddress(payment.payerAddress, payer)),
    )
    .reduce((sum, { countedAmount }) => sum + countedAmount, 0n)
}

/** Returns the base units of a token that refunds have sent or may still send. */
export function sumRefunds(refunds: readonly RefundRecord[], asset: Asset): bigint {
  return refunds
    .filter((refund) => refund.status !== 'CANCELLED' && isSameToken(refund, asset))
    .reduce((sum, { amount, transfer }) => sum + (transfer?.amount ?? amount), 0n)
}

/** Returns the base units of a token that can still be refunded. */
export function computeRefundable(
  charge: Pick<ChargeRecord, 'payments'>,
  refunds: readonly RefundRecord[],
  asset: Asset,
): bigint {
  const left = sumCredited(charge, asset) - sumRefunds(refunds, asset)
  return left > 0n ? left : 0n
}

/** What can still be refunded of a charge in one token. */
export interface Refundable extends Asset {
  symbol: string
  decimals: number
  /** Base units. */
  amount: bigint
}

/** Returns what can still be refunded of a charge, in each token of its confirmed payments. */
export function listRefundable(
  charge: ChargeRecord,
  refunds: readonly RefundRecord[],
): Refundable[] {
  const paid = charge.payments.filter(({ status }) => status === 'COMPLETED')
  return paid
    .filter((payment, index) => paid.findIndex((other) => isSameToken(payment, other)) === index)
    .map((payment) => {
      const { chainId, token } = payment
      const { symbol, decimals } = getQuote(charge, payment)
      return {
        chainId,
        token,
        symbol,
        decimals,
        amount: computeRefundable(charge, refunds, payment),
      }
    })
}

/**
 * Creates a refund of a charge.
 *
 * @throws PayError `invalid_request` where the token must be named; `conflict` for more than can be refunded
 */
export function createRefund(
  charge: ChargeRecord,
  refunds: readonly RefundRecord[],
  { asset, readAmount, reason, now }: NewRefundInput,
): RefundRecord {
  const payment = findRefundedPayment(charge, asset)
  const { chainId, token } = payment
  const { decimals, symbol } = getQuote(charge, payment)
  const refundable = computeRefundable(charge, refunds, payment)
  const amount = readAmount(decimals) ?? refundable
  if (amount > refundable || amount <= 0n) {
    const left = `${formatAmount(refundable, decimals)} ${symbol}`
    throw new PayError(
      'conflict',
      refundable > 0n
        ? `At most ${left} of this charge can be refunded.`
        : 'All that was credited to this charge is refunded already, or a refund of it is under way.',
      { field: 'amount', details: { refundable: formatAmount(refundable, decimals) } },
    )
  }
  const id = createId()
  return {
    id,
    accountId: charge.accountId,
    chargeId: charge.id,
    livemode: charge.livemode,
    reference: computeReference(id),
    status: 'NEW',
    chainId,
    token,
    decimals,
    symbol,
    amount,
    reason,
    recipient: undefined,
    recipientProof: undefined,
    attempt: undefined,
    hash: undefined,
    transfer: undefined,
    failure: '',
    createdAt: now,
  }
}

function findRefundedPayment(charge: ChargeRecord, asset: Asset | undefined): PaymentRecord {
  const paid = charge.payments.filter(({ status }) => status === 'COMPLETED')
  const inAsset = asset ? paid.filter((payment) => isSameToken(payment, asset)) : paid
  const [first] = inAsset
  if (!first)
    throw new PayError(
      'conflict',
      asset
        ? 'No confirmed payment of this charge was made in this token.'
        : 'No payment of this charge is confirmed, so there is nothing to refund.',
    )
  if (inAsset.some((payment) => !isSameToken(payment, first)))
    throw createInputError(
      'tokenAddress',
      'and chainId are required: this charge was paid in several tokens, and each is refunded by itself',
    )
  return first
}

/**
 * Returns a refund whose payer has named an address without proof. The last one counts: the merchant decides.
 *
 * @throws PayError `conflict` once it was approved
 */
export function nameRecipient(
  { refund }: LockedRefund,
  recipient: Address,
): RefundUpdate | undefined {
  if (refund.status !== 'NEW' && refund.status !== 'NAMED')
    throw new PayError(
      'conflict',
      refund.status === 'APPROVED'
        ? 'An address was approved already. It can be changed by the signature of the account that paid.'
        : describeEnd(refund),
    )
  if (refund.status === 'NAMED' && refund.recipient === recipient) return undefined
  return { refund: { ...refund, status: 'NAMED', recipient }, step: 'named' }
}

/**
 * Returns a refund whose address a paying account has signed for. A signature counts as far as the account's own payments
 * go: who has paid a cent of somebody's charge cannot have the rest of it.
 *
 * @throws PayError `conflict` where the account did not pay that much, where another one has signed, or a wallet was asked
 */
export function proveRecipient(
  { refund, charge, refunds }: LockedRefund,
  recipient: Address,
  signer: Address,
): RefundUpdate | undefined {
  const { recipientProof: proof } = refund
  if (!isBeforeSigning(refund)) throw new PayError('conflict', describeEnd(refund))
  if (proof?.kind === 'merchant')
    throw new PayError('conflict', 'The store has approved an address for this refund already.')
  if (proof && !isSameAddress(proof.signer, signer))
    throw new PayError('conflict', 'Another account that paid has signed for an address already.')
  const others = refunds.filter(
    ({ id, recipientProof }) =>
      id !== refund.id &&
      recipientProof?.kind === 'signature' &&
      isSameAddress(recipientProof.signer, signer),
  )
  if (sumCredited(charge, refund, signer) - sumRefunds(others, refund) < refund.amount)
    throw new PayError(
      'conflict',
      'This account has not paid as much of this order as is refunded. Send the address without a signature: the store decides.',
    )
  if (proof && refund.recipient === recipient) return undefined
  const recipientProof = { kind: 'signature', signer } as const
  return { refund: { ...refund, status: 'APPROVED', recipient, recipientProof }, step: 'named' }
}

/**
 * Returns a refund whose address the merchant has approved.
 *
 * @throws PayError `conflict` once a wallet was asked
 */
export function approveRecipient(
  { refund }: LockedRefund,
  recipient: Address,
): RefundUpdate | undefined {
  if (!isBeforeSigning(refund)) throw new PayError('conflict', describeEnd(refund))
  if (refund.status === 'APPROVED' && refund.recipient === recipient) return undefined
  const recipientProof = { kind: 'merchant' } as const
  return { refund: { ...refund, status: 'APPROVED', recipient, recipientProof }, step: 'approved' }
}

/** Returns a canceled refund. @throws PayError `conflict` once a wallet was asked */
export function cancelRefund({ refund }: LockedRefund): RefundUpdate | undefined {
  if (refund.status === 'CANCELLED') return undefined
  if (!isBeforeSigning(refund)) throw new PayError('conflict', describeEnd(refund))
  return { refund: { ...refund, status: 'CANCELLED' }, step: 'canceled' }
}

/**
 * Returns a refund for whose transfer a wallet may be asked: once, until it is known what came of it.
 *
 * @throws PayError `conflict`
 */
export function startSigning(
  { refund, charge, refunds }: LockedRefund,
  attempt: RefundAttempt,
): RefundUpdate | undefined {
  const { status, attempt: earlier } = refund
  // The same call again, because its answer was lost.
  if (earlier?.id === attempt.id) return undefined
  if (status === 'SIGNING' && earlier)
    throw new PayError(
      'conflict',
      `The wallet of ${earlier.account} was asked for this refund at ${earlier.startedAt.toISOString()}, and what came of it is not known yet. If it has sent nothing, say so: POST /refunds/:uuid/release.`,
      { details: { senderAddress: earlier.account } },
    )
  if (status !== 'APPROVED')
    throw new PayError(
      'conflict',
      status === 'NEW' || status === 'NAMED'
        ? 'The address of this refund is not approved: the paying account signs for it, or you approve it.'
        : describeEnd(refund),
    )
  if (isSameAddress(attempt.account, refund.recipient ?? ''))
    throw new PayError(
      'conflict',
      'The refund goes to this account, and nothing moves by a transfer of an account to itself.',
      { field: 'senderAddress' },
    )
  if (sumRefunds(refunds, refund) > sumCredited(charge, refund))
    throw new PayError(
      'conflict',
      'The payments of this charge no longer cover its refunds: the chain has taken one back. Try again when it is confirmed.',
    )
  return {
    refund: { ...refund, status: 'SIGNING', attempt, hash: undefined, failure: '' },
    step: 'signing',
  }
}

/** Returns a refund whose transaction was reported. @throws PayError `conflict` where no wallet was asked */
export function reportTransaction(
  { refund }: LockedRefund,
  hash: string,
): RefundUpdate | undefined {
  const { attempt, status, transfer } = refund
  if (refund.hash === hash || transfer) return undefined
  if (status !== 'SIGNING' || !attempt)
    throw new PayError('conflict', 'No wallet was asked for this refund.')
  return { refund: { ...refund, hash, attempt: { ...attempt, seen: undefined } }, step: 'reported' }
}

/** A reported transaction that no node has shown for so long is taken for one that does not exist. */
const unseenLimitMs = 60 * 60_000

/**
 * Returns a refund of which the merchant says that the wallet has sent nothing. It can be sent again once the chain was
 * searched up to this moment.
 *
 * @param head the newest block
 * @throws PayError `conflict`
 */
export function requestRelease(
  { refund }: LockedRefund,
  head: bigint,
  now: Date,
): RefundUpdate | undefined {
  const { attempt, status, hash } = refund
  if (status === 'APPROVED') return undefined
  if (status !== 'SIGNING' || !attempt) throw new PayError('conflict', describeEnd(refund))
  if (attempt.seen)
    throw new PayError(
      'conflict',
      `The transaction ${hash} was sent. The refund is sent again only when it is known that this one is never mined: cancel it in the wallet, by another transaction with its nonce.`,
    )
  if (hash !== undefined && now.getTime() - attempt.startedAt.getTime() < unseenLimitMs)
    throw new PayError(
      'conflict',
      `The transaction ${hash} was reported, and may still be mined. If no node shows it within an hour, say again that nothing was sent.`,
    )
  if (attempt.releaseAt !== undefined) return undefined
  return { refund: { ...refund, attempt: { ...attempt, releaseAt: head } }, step: 'released' }
}

/** What the chain shows of an attempt, when its newest block was `head`. */
export type RefundOutcome =
  | { kind: 'mined'; hash: string; transfer: RefundTransfer; isConfirmed: boolean }
  /**
   * No block has it: it waits, was never sent, or a reorganization took it. `isSearched`: all accounts were looked at, because
   * the merchant says that nothing was sent.
   */
  | { kind: 'unseen'; head: bigint; seen: PendingTransaction | undefined; isSearched: boolean }
  /** The transaction that was reported is another one. The transfer may still be mined. */
  | { kind: 'mistaken'; reason: string }
  /** It was mined and has failed, or it will never be mined. */
  | { kind: 'ended'; reason: string }

/** Returns a refund after a look at the chain; undefined where nothing has changed. */
export function settleRefund(
  { refund }: LockedRefund,
  outcome: RefundOutcome,
): RefundUpdate | undefined {
  const { attempt } = refund
  if (!attempt) return undefined
  if (outcome.kind === 'ended')
    return { refund: withoutAttempt(refund, outcome.reason), step: 'failed' }
  if (outcome.kind === 'mistaken')
    return {
      refund: {
        ...refund,
        status: 'SIGNING',
        hash: undefined,
        transfer: undefined,
        failure: outcome.reason,
      },
      step: undefined,
    }
  if (outcome.kind === 'unseen') {
    const { head, seen = attempt.seen, isSearched } = outcome
    // What the merchant has said while the chain was searched counts the next time.
    const isReleased =
      isSearched && attempt.releaseAt !== undefined && head >= attempt.releaseAt && !seen
    if (isReleased) return { refund: withoutAttempt(refund, ''), step: undefined }
    if (!refund.transfer && attempt.searchedTo === head && attempt.seen === seen) return undefined
    const searched = { ...attempt, searchedTo: head, seen }
    return {
      refund: { ...refund, status: 'SIGNING', transfer: undefined, attempt: searched },
      step: undefined,
    }
  }
  const { hash, transfer, isConfirmed } = outcome
  const status = isConfirmed ? 'COMPLETED' : 'PENDING'
  const isKnown = refund.transfer?.block.hash === transfer.block.hash && refund.hash === hash
  if (isKnown && refund.status === status) return undefined
  return {
    refund: { ...refund, status, hash, transfer },
    step: isConfirmed ? 'confirmed' : 'pending',
  }
}

function withoutAttempt(refund: RefundRecord, failure: string): RefundRecord {
  return {
    ...refund,
    status: 'APPROVED',
    attempt: undefined,
    hash: undefined,
    transfer: undefined,
    failure,
  }
}

function isBeforeSigning({ status }: RefundRecord): boolean {
  return status === 'NEW' || status === 'NAMED' || status === 'APPROVED'
}

/** Returns why a refund cannot be changed any more. */
function describeEnd({ status }: RefundRecord): string {
  if (status === 'CANCELLED') return 'This refund was canceled.'
  return status === 'SIGNING'
    ? 'A wallet was asked for this refund, so it cannot be changed.'
    : 'This refund was sent.'
}

function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
