import { PayError } from '../../errors.ts'
import { paidSoFar } from './pairs.ts'
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
import { worthOf } from './worth.ts'

// A charge's life: NEW -> PENDING (a payment is attached) -> COMPLETED (confirmed payments reach the price).
// A failed transfer leaves the charge payable, expiry and cancellation end the waiting, and money is recorded whenever
// it comes.

/** How long a payment whose block was reorganised away may stay off the chain before it fails. */
export const unseenLimitMs = 60 * 60 * 1000

/** A payment of what a mined transaction brings to a charge in one token. */
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

/** Attaches a payment that waits for its confirmations. A charge that expired stays so until they are there. */
export function attach(charge: ChargeRecord, payment: PaymentRecord): Change {
  const moves = charge.status === 'NEW' || charge.status === 'FAILED'
  return { payment, move: moves ? move('PENDING', payment.createdAt) : undefined }
}

/**
 * Credits a payment whose block is confirmed with its transfers; undefined when it was settled already.
 *
 * @param transfers all that belong to it
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

/** Ends the waiting for a payment that the chain does not hold any more; undefined while it may still come back. */
export function giveUp(
  charge: ChargeRecord,
  paymentId: string,
  reason: string,
  now: Date,
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'PENDING') return undefined
  const others = charge.payments.filter((one) => one.id !== paymentId)
  // With other money under way or here, the charge stays what that money makes it; an expired one stays expired.
  const moves = others.every((one) => one.status === 'FAILED') && charge.status !== 'EXPIRED'
  return {
    payment: { ...payment, status: 'FAILED', reason, block: undefined, verifiedAt: now },
    move: moves ? move('FAILED', now) : undefined,
  }
}

/** Ends the waiting of a charge whose time is over; undefined for one that is settled, or has money under way. */
export function expire(charge: ChargeRecord, now: Date): Change | undefined {
  const open = charge.status === 'NEW' || charge.status === 'PENDING' || charge.status === 'FAILED'
  const over = now.getTime() >= charge.expiresAt.getTime()
  if (!open || !over || charge.payments.some((one) => one.status === 'PENDING')) return undefined
  const context = paidSoFar(charge) > 0n ? 'UNDERPAID' : undefined
  return { payment: undefined, move: move('EXPIRED', now, context) }
}

/**
 * Ends a charge at its merchant's word; undefined for one that was ended so before.
 *
 * @throws PayError `conflict` for a charge that money came for, or is on its way to
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

/** Returns whether somebody may still be asked to pay a charge. */
export function isPayable({ status, expiresAt }: ChargeRecord, now: Date): boolean {
  return status !== 'COMPLETED' && status !== 'CANCELLED' && status !== 'EXPIRED' && now < expiresAt
}

/** Takes back a credit: the chain reorganised, or more of the same transaction has been proved. */
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

/** Follows a payment to the block that its transfers were mined in after all; undefined for one that failed. */
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
  // That it is late the payment says, and the charge too where nothing is missing.
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
  // The payer of no_price chooses: any amount is the right one.
  if (charge.pricingType === 'no_price' || total === charge.quote.amount) return undefined
  return total < charge.quote.amount ? 'UNDERPAID' : 'OVERPAID'
}

function move(status: Move['status'], time: Date, context?: Context): Move {
  return { status, time, context }
}
