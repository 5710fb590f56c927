import { formatAmount } from '../../amount.ts'
import type { PayError } from '../../errors.ts'
import { getQuote, isSameToken } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PaymentRecord } from '../charges/records.ts'
import { createId } from '../kernel/id.ts'
import { createInputError } from '../kernel/input-error.ts'
import { createRefusal } from '../kernel/refusals.ts'
import { type Asset, computeExcess, computeRefundable } from './amounts.ts'
import type { LockedRefund, RefundRecord, RefundUpdate } from './records.ts'
import { computeRefundReference } from './references.ts'

// Refunds are begun, changed and canceled under the lock of the charge. Their sum, sent or possible, never exceeds the sum credited
// to the charge, in each token (amounts.ts). A refund goes to an address that a paying account signed for, or that the merchant
// approved (recipients.ts). A wallet is asked once (attempts.ts).

/** A merchant's request for a refund. Without an asset, it is in the one that the charge was paid in. */
export interface NewRefundInput {
  asset: Asset | undefined
  /** Base units; undefined for the whole refundable amount, or for the excess. */
  readAmount: (decimals: number) => bigint | undefined
  /** Whether it sends back what the charge was overpaid by, in the charge's own token. */
  isOfExcess: boolean
  reason: string
  now: Date
}

/**
 * Creates a refund of a charge.
 *
 * @throws PayError `invalid_request` where the token must be named; `conflict` for more than can be refunded
 */
export function createRefund(
  charge: ChargeRecord,
  refunds: readonly RefundRecord[],
  { asset, readAmount, isOfExcess, reason, now }: NewRefundInput,
): RefundRecord {
  const payment = findRefundedPayment(charge, isOfExcess ? charge.quote : asset)
  const { chainId, token } = payment
  const { decimals, symbol } = getQuote(charge, payment)
  const refundable = computeRefundable(charge, refunds, payment)
  const amount = isOfExcess ? computeExcess(charge) : (readAmount(decimals) ?? refundable)
  if (isOfExcess && amount === 0n) throw createRefusal('no_excess')
  if (amount > refundable || amount <= 0n) {
    const left = `${formatAmount(refundable, decimals)} ${symbol}`
    throw createRefusal(
      refundable > 0n ? 'refund_at_most' : 'all_refunded',
      refundable > 0n ? { amount: left } : {},
      { field: 'amount', details: { refundable: formatAmount(refundable, decimals) } },
    )
  }
  const id = createId()
  return {
    id,
    accountId: charge.accountId,
    chargeId: charge.id,
    livemode: charge.livemode,
    shop: charge.shop,
    reference: computeRefundReference(charge.id, refunds.length + 1),
    status: 'NEW',
    chainId,
    token,
    decimals,
    symbol,
    amount,
    reason,
    recipient: undefined,
    recipientProof: undefined,
    namings: { signed: 0, unsigned: 0 },
    attempt: undefined,
    released: undefined,
    hash: undefined,
    transfer: undefined,
    failure: '',
    unclear: [],
    dismissed: [],
    searched: undefined,
    createdAt: now,
  }
}

function findRefundedPayment(charge: ChargeRecord, asset: Asset | undefined): PaymentRecord {
  const paid = charge.payments.filter(({ status }) => status === 'COMPLETED')
  const inAsset = asset ? paid.filter((payment) => isSameToken(payment, asset)) : paid
  const [first] = inAsset
  if (!first) throw createRefusal(asset ? 'none_in_token' : 'none_confirmed')
  if (inAsset.some((payment) => !isSameToken(payment, first)))
    throw createInputError(
      'tokenAddress',
      'tokenAddress and chainId are required: this charge was paid in several tokens, and each is refunded separately.',
    )
  return first
}

/** Returns a canceled refund. @throws PayError `conflict` once a wallet was asked */
export function cancelRefund({ refund }: LockedRefund): RefundUpdate | undefined {
  if (refund.status === 'CANCELLED') return undefined
  if (!isBeforeSigning(refund)) throw createEndError(refund)
  return { refund: { ...refund, status: 'CANCELLED' }, step: 'canceled' }
}

/** Returns whether no wallet was asked for a refund yet, so that it can be changed. */
export function isBeforeSigning({ status }: RefundRecord): boolean {
  return status === 'NEW' || status === 'NAMED' || status === 'APPROVED'
}

/** Returns the error that a refund cannot be changed any more. */
export function createEndError({ status }: RefundRecord): PayError {
  if (status === 'CANCELLED') return createRefusal('refund_canceled')
  return createRefusal(status === 'SIGNING' ? 'refund_asked' : 'refund_sent')
}
