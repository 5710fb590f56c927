import type { Verdict } from './judge.ts'
import { paidSoFar, worthOf } from './pairs.ts'
import { HashTaken } from './ports.ts'
import type { Block, Change, ChargeRecord, Context, Move, PaymentRecord } from './records.ts'

// A charge's life: NEW -> PENDING (a payment is attached) -> COMPLETED (confirmed payments reach the price).
// A failed transfer leaves the charge payable, expiry ends the waiting, and money is recorded whenever it comes.

/** What a charge's life depends on beside the chain; milliseconds. */
export interface Terms {
  /** From a charge's creation until what is mined is late. */
  expiry: number
}

/** How long a hash may stay unseen before its payment fails and the hash is free again, in milliseconds. */
export const unseenLimit = 60 * 60 * 1000

/** A payment that is to be judged, in the pair of `quote`; `hash` in lower case. */
export function newPayment(
  { id, quote }: Pick<ChargeRecord, 'id' | 'quote'>,
  hash: string,
  now: Date,
): PaymentRecord {
  return {
    id: crypto.randomUUID(),
    chargeId: id,
    chainId: quote.chainId,
    hash,
    token: quote.token,
    status: 'PENDING',
    reason: '',
    paid: 0n,
    worth: 0n,
    payer: '',
    block: undefined,
    shared: false,
    reported: true,
    createdAt: now,
    verifiedAt: undefined,
  }
}

/** Attaches a payment that is to be judged. A charge that expired stays so until money is confirmed. */
export function attach(charge: ChargeRecord, payment: PaymentRecord): Change {
  const moves = charge.status === 'NEW' || charge.status === 'FAILED'
  return { payment, move: moves ? move('PENDING', payment.createdAt) : undefined }
}

/**
 * Attaches a payment that somebody reports. One that was found on the chain before is taken for the report's own.
 *
 * @throws HashTaken for a transaction that was reported for this charge already
 */
export function report(charge: ChargeRecord, payment: PaymentRecord): Change {
  const found = charge.payments.find((one) => isSameHash(one, payment) && one.status !== 'FAILED')
  if (!found) return attach(charge, payment)
  if (found.reported) throw new HashTaken('The hash already pays this charge.')
  return { payment: { ...found, reported: true }, move: undefined }
}

/** True for one transaction: the same hash on another chain is another. */
export function isSameHash(
  one: Pick<PaymentRecord, 'chainId' | 'hash'>,
  other: Pick<PaymentRecord, 'chainId' | 'hash'>,
): boolean {
  return one.chainId === other.chainId && one.hash === other.hash
}

/**
 * What a verdict changes; undefined while there is nothing to tell, or when the payment was settled already.
 *
 * @param unseenSince when the chain knew the hash last, or else when it was reported
 */
export function settle(
  charge: ChargeRecord,
  paymentId: string,
  verdict: Verdict,
  { now, unseenSince, expiry }: Terms & { now: Date; unseenSince: Date },
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'PENDING') return undefined
  switch (verdict.kind) {
    case 'pending':
      return undefined
    case 'unseen':
      return now.getTime() - unseenSince.getTime() < unseenLimit
        ? undefined
        : fail(charge, payment, 'The transaction is not on the chain.', now)
    case 'failed':
      return fail(charge, { ...payment, block: verdict.block }, verdict.reason, now)
    case 'paid':
      return pay(charge, { ...payment, ...arrived(verdict) }, now, isLate(charge, verdict, expiry))
    default:
      return verdict satisfies never
  }
}

/** Ends the waiting of a charge whose time is over; undefined for one that is settled, or has money under way. */
export function expire(charge: ChargeRecord, { now, expiry }: Terms & { now: Date }) {
  const open = charge.status === 'NEW' || charge.status === 'PENDING' || charge.status === 'FAILED'
  const over = now.getTime() >= charge.createdAt.getTime() + expiry
  if (!open || !over || charge.payments.some((one) => one.status === 'PENDING')) return undefined
  const context = paidSoFar(charge) > 0n ? 'UNDERPAID' : undefined
  return { payment: undefined, move: move('EXPIRED', now, context) } satisfies Change
}

/** Takes back a credit: the chain reorganised, and the transfer is not, or not safely, on it any more. */
export function reopen(charge: ChargeRecord, paymentId: string, now: Date): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'COMPLETED') return undefined
  const again: PaymentRecord = {
    ...payment,
    status: 'PENDING',
    reason: '',
    paid: 0n,
    worth: 0n,
    payer: '',
    block: undefined,
    verifiedAt: undefined,
  }
  const rest = paidSoFar(charge) - payment.worth
  const context = compare(charge, rest)
  const stays = charge.status === 'EXPIRED' || (context !== 'UNDERPAID' && rest > 0n)
  const short = rest > 0n ? context : undefined
  return { payment: again, move: stays ? undefined : move('PENDING', now, short) }
}

/** Follows a payment to the hash or the block that its transfer was mined in after all. */
export function follow(
  charge: ChargeRecord,
  paymentId: string,
  to: { hash: string } | { block: Block },
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  const settled = 'hash' in to ? 'PENDING' : 'COMPLETED'
  if (payment?.status !== settled) return undefined
  return { payment: { ...payment, ...to }, move: undefined }
}

function arrived(verdict: Extract<Verdict, { kind: 'paid' }>) {
  return { paid: verdict.amount, payer: verdict.payer, block: verdict.block }
}

function isLate(charge: ChargeRecord, { minedAt }: { minedAt: Date }, expiry: number): boolean {
  return minedAt.getTime() > charge.createdAt.getTime() + expiry
}

function fail(charge: ChargeRecord, payment: PaymentRecord, reason: string, now: Date): Change {
  const others = charge.payments.filter((one) => one.id !== payment.id)
  // With other money under way or here, the charge stays what that money makes it; an expired one stays expired.
  const moves = others.every((one) => one.status === 'FAILED') && charge.status !== 'EXPIRED'
  return {
    payment: { ...payment, status: 'FAILED', reason, verifiedAt: now },
    move: moves ? move('FAILED', now) : undefined,
  }
}

function pay(charge: ChargeRecord, payment: PaymentRecord, now: Date, late: boolean): Change {
  const worth = worthOf(charge, payment)
  const context = compare(charge, paidSoFar(charge) + worth)
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
