import { parseAmount } from '../../amount.ts'
import { createId } from '../kernel/id.ts'
import { createRefusal } from '../kernel/refusals.ts'
import { computeCreditedAmount } from './pricing/credited-amount.ts'
import { isSameToken, sumCreditedAmounts } from './pricing/payment-assets.ts'
import type {
  ChargeRecord,
  ChargeUpdate,
  PaymentProof,
  PaymentRecord,
  PriceQuote,
  StatusChange,
  StatusContext,
  TransferRecord,
} from './records.ts'

// The lifecycle of a charge: NEW -> PENDING (a payment is attached) -> COMPLETED (confirmed payments reach the price).
// A failed transfer leaves the charge payable. A charge that expired or was canceled is not payable, but money that
// arrives is recorded at any time.

/** How long a payment may be missing from the chain after a reorganization before it fails. */
export const unseenLimitMs = 60 * 60 * 1000

/** Creates the payment for the transfers of a mined transaction to a charge in one token. */
export function createPaymentRecord(
  { id: chargeId }: Pick<ChargeRecord, 'id'>,
  transfer: Pick<TransferRecord, 'chainId' | 'hash' | 'token' | 'sender' | 'block' | 'minedAt'>,
  proof: PaymentProof,
  now: Date,
  id: string = createId(),
): PaymentRecord {
  return {
    id,
    chargeId,
    chainId: transfer.chainId,
    hash: transfer.hash,
    token: transfer.token,
    status: 'PENDING',
    reason: '',
    receivedAmount: 0n,
    countedAmount: 0n,
    creditedAmount: 0n,
    payerAddress: transfer.sender,
    block: transfer.block,
    minedAt: transfer.minedAt,
    proof,
    createdAt: now,
    verifiedAt: undefined,
  }
}

/** Attaches a payment that waits for confirmations. An expired charge stays expired until the payment has them. */
export function attachPayment(charge: ChargeRecord, payment: PaymentRecord): ChargeUpdate {
  const changesStatus = charge.status === 'NEW' || charge.status === 'FAILED'
  return {
    payment,
    statusChange: changesStatus ? createStatusChange('PENDING', payment.createdAt) : undefined,
  }
}

/**
 * Credits the transfers of a payment whose block is confirmed; undefined when the payment is not pending.
 *
 * @param transfers all transfers of the payment
 */
export function settlePayment(
  charge: ChargeRecord,
  paymentId: string,
  transfers: readonly TransferRecord[],
  now: Date,
): ChargeUpdate | undefined {
  const payment = charge.payments.find(({ id }) => id === paymentId)
  const [first] = transfers
  if (payment?.status !== 'PENDING' || !first) return undefined
  const sum = (values: (bigint | undefined)[]) =>
    values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)
  const confirmedPayment: PaymentRecord = {
    ...payment,
    receivedAmount: sum(transfers.map(({ amount }) => amount)),
    countedAmount: sum(transfers.map(({ countedAmount }) => countedAmount)),
    payerAddress: first.sender,
    minedAt: first.minedAt,
  }
  return creditPayment(charge, confirmedPayment, now)
}

/** Marks a payment that is no longer on the chain as failed; undefined when it is not pending. */
export function failPayment(
  charge: ChargeRecord,
  paymentId: string,
  reason: string,
  now: Date,
): ChargeUpdate | undefined {
  const payment = charge.payments.find(({ id }) => id === paymentId)
  if (payment?.status !== 'PENDING') return undefined
  const otherPayments = charge.payments.filter(({ id }) => id !== paymentId)
  // When other payments are pending or completed, they determine the status. An expired charge stays expired.
  const changesStatus =
    otherPayments.every(({ status }) => status === 'FAILED') && charge.status !== 'EXPIRED'
  return {
    payment: { ...payment, status: 'FAILED', reason, block: undefined, verifiedAt: now },
    statusChange: changesStatus ? createStatusChange('FAILED', now) : undefined,
  }
}

/**
 * Takes a payment without transfers out of a charge, after the merchant has undone a decision: it fails, and the charge's other payments decide its status. Undefined where
 * the payment has failed already.
 */
export function withdrawPayment(
  charge: ChargeRecord,
  paymentId: string,
  reason: string,
  now: Date,
): ChargeUpdate | undefined {
  const reopening = reopenPayment(charge, paymentId, now)
  const reopened = reopening ? applyUpdate(charge, reopening) : charge
  const failure = failPayment(reopened, paymentId, reason, now)
  if (!failure) return undefined
  // No payment has failed: without one, the charge is as open as before the decision.
  const open = now < charge.expiresAt ? 'NEW' : 'EXPIRED'
  const statusChange = failure.statusChange
    ? createStatusChange(open, now)
    : reopening?.statusChange
  return {
    payment: failure.payment,
    otherPayments: reopening?.otherPayments,
    statusChange,
    isUndo: true,
  }
}

/** Returns a charge after a change of it. */
export function applyUpdate(charge: ChargeRecord, update: ChargeUpdate): ChargeRecord {
  const { payment, otherPayments = [], statusChange, quotes } = update
  const saved = [...(payment ? [payment] : []), ...otherPayments]
  const byId = new Map([...charge.payments, ...saved].map((changed) => [changed.id, changed]))
  const renew = <Q extends PriceQuote>(quote: Q): Q => {
    const period = quotes?.periods.find((candidate) => isSameToken(candidate, quote))
    return period ? { ...quote, amount: period.amount } : quote
  }
  return {
    ...charge,
    status: statusChange?.status ?? charge.status,
    timeline: statusChange ? [...charge.timeline, statusChange] : charge.timeline,
    acceptedAmount: readAcceptedAmount(charge, update),
    payments: [...byId.values()].map((changed) => ({
      ...changed,
      creditedAmount: quotes?.creditedAmounts.get(changed.id) ?? changed.creditedAmount,
    })),
    quote: renew(charge.quote),
    accepts: charge.accepts.map(renew),
    quoteExpiresAt: quotes?.expiresAt ?? charge.quoteExpiresAt,
    quotePeriods: [...charge.quotePeriods, ...(quotes?.periods ?? [])],
  }
}

/** Returns what the merchant accepts as the price after a change: as large a part of a renewed price as of the one before. */
function readAcceptedAmount(
  { acceptedAmount, quote }: ChargeRecord,
  { acceptedAmount: changed = acceptedAmount, quotes }: ChargeUpdate,
): bigint | undefined {
  const renewed = quotes?.periods.find((period) => isSameToken(period, quote))
  if (changed === null || changed === undefined || !renewed) return changed ?? undefined
  return (changed * renewed.amount) / quote.amount
}

/** Expires a charge whose time is over; undefined when it is already completed or ended, or has a pending payment. */
export function expireCharge(charge: ChargeRecord, now: Date): ChargeUpdate | undefined {
  const isOpen =
    charge.status === 'NEW' || charge.status === 'PENDING' || charge.status === 'FAILED'
  const isOver = now.getTime() >= charge.expiresAt.getTime()
  if (!isOpen || !isOver || charge.payments.some(({ status }) => status === 'PENDING'))
    return undefined
  const context = sumCreditedAmounts(charge) > 0n ? 'UNDERPAID' : undefined
  return { payment: undefined, statusChange: createStatusChange('EXPIRED', now, context) }
}

/**
 * Cancels a charge for its merchant; undefined when it was already canceled.
 *
 * @throws PayError `conflict` for a charge with a pending or completed payment
 */
export function cancelUnpaidCharge(charge: ChargeRecord, now: Date): ChargeUpdate | undefined {
  if (charge.status === 'CANCELLED') return undefined
  if (charge.payments.some(({ status }) => status === 'PENDING')) {
    throw createRefusal('payment_awaited')
  }
  if (charge.payments.some(({ status }) => status === 'COMPLETED')) {
    throw createRefusal('money_credited')
  }
  return { payment: undefined, statusChange: createStatusChange('CANCELLED', now) }
}

/** Returns whether a payer may still be asked to pay a charge. */
export function isPayable({ status, expiresAt }: ChargeRecord, now: Date): boolean {
  return status !== 'COMPLETED' && status !== 'CANCELLED' && status !== 'EXPIRED' && now < expiresAt
}

/** Milliseconds for which a payment is still looked for often after its charge has expired. */
const lateAttentionMs = 60 * 60_000

/** Returns whether a client that requests this charge may be waiting for its payment. */
export function mayAwaitPayment(
  { status, expiresAt }: Pick<ChargeRecord, 'status' | 'expiresAt'>,
  now: Date,
): boolean {
  if (status === 'COMPLETED' || status === 'CANCELLED') return false
  return now.getTime() < expiresAt.getTime() + lateAttentionMs
}

/**
 * Sets a completed payment back to pending, after a reorganization or when more transfers of the same transaction were
 * credited to the charge.
 */
export function reopenPayment(
  charge: ChargeRecord,
  paymentId: string,
  now: Date,
): ChargeUpdate | undefined {
  const payment = charge.payments.find(({ id }) => id === paymentId)
  if (payment?.status !== 'COMPLETED') return undefined
  const reopenedPayment: PaymentRecord = {
    ...payment,
    status: 'PENDING',
    reason: '',
    receivedAmount: 0n,
    countedAmount: 0n,
    creditedAmount: 0n,
    verifiedAt: undefined,
  }
  const remainingAmount = sumCreditedAmounts(charge) - payment.creditedAmount
  const context = remainingAmount > 0n ? compareToPrice(charge, remainingAmount) : undefined
  const otherPayments = updateReasons(charge, paymentId)
  if (charge.status === 'EXPIRED')
    return { payment: reopenedPayment, otherPayments, statusChange: undefined }
  const isPaid = remainingAmount > 0n && isPaidBy(charge, remainingAmount)
  // Still paid: only the difference may have changed. A charge that was paid late stays late.
  const isSame = [context, 'DELAYED'].includes(charge.timeline.at(-1)?.context)
  const statusChange = createStatusChange(isPaid ? 'COMPLETED' : 'PENDING', now, context)
  return {
    payment: reopenedPayment,
    otherPayments,
    statusChange: isPaid && isSame ? undefined : statusChange,
  }
}

/**
 * Returns the completed payments whose reason changes when one is removed: their reasons were computed with its amount.
 */
function updateReasons(charge: ChargeRecord, removedId: string): PaymentRecord[] {
  let total = 0n
  return charge.payments
    .filter(({ id, status }) => status === 'COMPLETED' && id !== removedId)
    .toSorted((a, b) => (a.verifiedAt?.getTime() ?? 0) - (b.verifiedAt?.getTime() ?? 0))
    .flatMap((payment) => {
      total += payment.creditedAmount
      const reason = compareToPrice(charge, total) ?? ''
      return payment.reason === reason || payment.reason === 'DELAYED'
        ? []
        : [{ ...payment, reason }]
    })
}

function creditPayment(charge: ChargeRecord, payment: PaymentRecord, now: Date): ChargeUpdate {
  const creditedAmount = computeCreditedAmount(charge, payment)
  const total = sumCreditedAmounts(charge) + creditedAmount
  const context = compareToPrice(charge, total)
  const isLate = payment.minedAt !== undefined && payment.minedAt > charge.expiresAt
  // A late payment is marked DELAYED; so is the charge, when the price is fully paid.
  const delayedContext = isLate && charge.status !== 'COMPLETED' ? 'DELAYED' : undefined
  const creditedPayment: PaymentRecord = {
    ...payment,
    creditedAmount,
    reason: delayedContext ?? context ?? '',
    verifiedAt: now,
  }
  const toUpdate = (
    status: StatusChange['status'],
    statusContext?: StatusContext,
  ): ChargeUpdate => ({
    payment: { ...creditedPayment, status: 'COMPLETED' },
    statusChange: createStatusChange(status, now, statusContext),
  })
  if (isPaidBy(charge, total)) return toUpdate('COMPLETED', delayedContext ?? context)
  return toUpdate(charge.status === 'EXPIRED' ? 'EXPIRED' : 'PENDING', context)
}

function compareToPrice(charge: ChargeRecord, total: bigint): StatusContext | undefined {
  // For no_price the payer chooses the amount, so every amount is right.
  if (charge.pricingType === 'no_price' || total === charge.quote.amount) return undefined
  return total < charge.quote.amount ? 'UNDERPAID' : 'OVERPAID'
}

/** Returns whether a sum pays a charge: it may fall short by the merchant's tolerance, or be what the merchant has accepted. */
export function isPaidBy(charge: ChargeRecord, total: bigint): boolean {
  const { quote, localAmount, toleratedAmount, acceptedAmount, pricingType } = charge
  if (pricingType === 'no_price' || total >= quote.amount) return true
  if (acceptedAmount !== undefined && total >= acceptedAmount) return true
  const [tolerated, price] = [parseAmount(toleratedAmount, 78), parseAmount(localAmount, 78)]
  return (quote.amount - total) * price <= quote.amount * tolerated
}

/** Creates a change of the status of a charge. */
export function createStatusChange(
  status: StatusChange['status'],
  time: Date,
  context?: StatusContext,
): StatusChange {
  return { status, time, context }
}
