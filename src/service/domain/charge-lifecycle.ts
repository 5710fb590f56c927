import { PayError } from '../../errors.ts'
import { worthOf } from './credited-amount.ts'
import { paidSoFar } from './payment-assets.ts'
import type {
  Block,
  Change,
  ChargeRecord,
  Context,
  Move,
  PaymentRecord,
  Proof,
  TransferRecord,
} from './records.ts'

// The lifecycle of a charge: NEW -> PENDING (a payment is attached) -> COMPLETED (confirmed payments reach the price).
// A failed transfer leaves the charge payable. A charge that expired or was canceled is not payable, but money that
// arrives is recorded at any time.

/** How long a payment may be missing from the chain after a reorganization before it fails. */
export const unseenLimitMs = 60 * 60 * 1000

/** Creates the payment of what a mined transaction transfers to a charge in one token. */
export function newPayment(
  { id: chargeId }: Pick<ChargeRecord, 'id'>,
  transfer: Pick<TransferRecord, 'chainId' | 'hash' | 'token' | 'sender' | 'block' | 'minedAt'>,
  proof: Proof,
  now: Date,
  id: string = crypto.randomUUID(),
): PaymentRecord {
  return {
    id,
    chargeId,
    chainId: transfer.chainId,
    hash: transfer.hash,
    token: transfer.token,
    status: 'PENDING',
    reason: '',
    paid: 0n,
    counted: 0n,
    worth: 0n,
    payer: transfer.sender,
    block: transfer.block,
    minedAt: transfer.minedAt,
    proof,
    createdAt: now,
    verifiedAt: undefined,
  }
}

/** Attaches a payment that waits for confirmations. An expired charge stays expired until the payment has them. */
export function attach(charge: ChargeRecord, payment: PaymentRecord): Change {
  const moves = charge.status === 'NEW' || charge.status === 'FAILED'
  return { payment, move: moves ? move('PENDING', payment.createdAt) : undefined }
}

/**
 * Credits the transfers of a payment whose block is confirmed; undefined when the payment is not pending.
 *
 * @param transfers all transfers of the payment
 */
export function settle(
  charge: ChargeRecord,
  paymentId: string,
  transfers: readonly TransferRecord[],
  now: Date,
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  const [first] = transfers
  if (payment?.status !== 'PENDING' || !first) return undefined
  const sum = (values: (bigint | undefined)[]) =>
    values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)
  const confirmed: PaymentRecord = {
    ...payment,
    paid: sum(transfers.map(({ amount }) => amount)),
    counted: sum(transfers.map(({ counted }) => counted)),
    payer: first.sender,
    block: first.block,
    minedAt: first.minedAt,
  }
  return pay(charge, confirmed, now)
}

/** Marks a payment that is no longer on the chain as failed; undefined when it is not pending. */
export function giveUp(
  charge: ChargeRecord,
  paymentId: string,
  reason: string,
  now: Date,
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'PENDING') return undefined
  const others = charge.payments.filter((one) => one.id !== paymentId)
  // When other payments are pending or completed, they determine the status. An expired charge stays expired.
  const moves = others.every((one) => one.status === 'FAILED') && charge.status !== 'EXPIRED'
  return {
    payment: { ...payment, status: 'FAILED', reason, block: undefined, verifiedAt: now },
    move: moves ? move('FAILED', now) : undefined,
  }
}

/** Expires a charge whose time is over; undefined when it is already completed or ended, or has a pending payment. */
export function expire(charge: ChargeRecord, now: Date): Change | undefined {
  const open = charge.status === 'NEW' || charge.status === 'PENDING' || charge.status === 'FAILED'
  const over = now.getTime() >= charge.expiresAt.getTime()
  if (!open || !over || charge.payments.some((one) => one.status === 'PENDING')) return undefined
  const context = paidSoFar(charge) > 0n ? 'UNDERPAID' : undefined
  return { payment: undefined, move: move('EXPIRED', now, context) }
}

/**
 * Cancels a charge for its merchant; undefined when it was already canceled.
 *
 * @throws PayError `conflict` for a charge with a pending or completed payment
 */
export function cancel(charge: ChargeRecord, now: Date): Change | undefined {
  if (charge.status === 'CANCELLED') return undefined
  if (charge.payments.some(({ status }) => status === 'PENDING')) {
    throw new PayError('conflict', 'A payment of this charge is on its way: wait for its end.')
  }
  if (charge.payments.some(({ status }) => status === 'COMPLETED')) {
    throw new PayError('conflict', 'Money was credited to this charge: it cannot be canceled.')
  }
  return { payment: undefined, move: move('CANCELLED', now) }
}

/** Returns whether a payer may still be asked to pay a charge. */
export function isPayable({ status, expiresAt }: ChargeRecord, now: Date): boolean {
  return status !== 'COMPLETED' && status !== 'CANCELLED' && status !== 'EXPIRED' && now < expiresAt
}

/**
 * Sets a completed payment back to pending, after a reorganization or when more transfers of the same transaction were
 * credited to the charge.
 */
export function reopen(charge: ChargeRecord, paymentId: string, now: Date): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'COMPLETED') return undefined
  const again: PaymentRecord = {
    ...payment,
    status: 'PENDING',
    reason: '',
    paid: 0n,
    counted: 0n,
    worth: 0n,
    block: undefined,
    verifiedAt: undefined,
  }
  const rest = paidSoFar(charge) - payment.worth
  const context = compare(charge, rest)
  const stays = charge.status === 'EXPIRED' || (context !== 'UNDERPAID' && rest > 0n)
  const short = rest > 0n ? context : undefined
  return { payment: again, move: stays ? undefined : move('PENDING', now, short) }
}

/** Moves a payment to the block in which its transfers are now; undefined when the payment failed. */
export function follow(
  charge: ChargeRecord,
  paymentId: string,
  to: { block: Block | undefined; minedAt?: Date },
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (!payment || payment.status === 'FAILED') return undefined
  return { payment: { ...payment, ...to }, move: undefined }
}

function pay(charge: ChargeRecord, payment: PaymentRecord, now: Date): Change {
  const worth = worthOf(charge, payment)
  const context = compare(charge, paidSoFar(charge) + worth)
  const late = payment.minedAt !== undefined && payment.minedAt > charge.expiresAt
  // A late payment is marked DELAYED; so is the charge, when the price is fully paid.
  const delayed = late && charge.status !== 'COMPLETED' ? 'DELAYED' : undefined
  const settled = { ...payment, worth, reason: delayed ?? context ?? '', verifiedAt: now }
  const to = (status: Move['status'], why?: Context): Change => ({
    payment: { ...settled, status: 'COMPLETED' },
    move: move(status, now, why),
  })
  if (context !== 'UNDERPAID') return to('COMPLETED', delayed ?? context)
  return to(charge.status === 'EXPIRED' ? 'EXPIRED' : 'PENDING', context)
}

function compare(charge: ChargeRecord, total: bigint): Context | undefined {
  // For no_price the payer chooses the amount, so every amount is right.
  if (charge.pricingType === 'no_price' || total === charge.quote.amount) return undefined
  return total < charge.quote.amount ? 'UNDERPAID' : 'OVERPAID'
}

function move(status: Move['status'], time: Date, context?: Context): Move {
  return { status, time, context }
}
