import type { Verdict } from './judge.ts'
import type { Change, ChargeRecord, Context, Move, PaymentRecord } from './records.ts'

// A charge's life: NEW -> PENDING (a payment is attached) -> COMPLETED (confirmed payments reach the price).
// A failed transfer leaves the charge payable; money that comes after completion is recorded all the same.

/** How long a hash may stay unseen before its payment fails, in milliseconds. */
export const unseenLimit = 24 * 60 * 60 * 1000

/** Attaches a payment that is to be judged. */
export function attach(charge: ChargeRecord, payment: PaymentRecord): Change {
  const moves = charge.status === 'NEW' || charge.status === 'FAILED'
  return { payment, move: moves ? move('PENDING', payment.createdAt) : undefined }
}

/** What a verdict changes; undefined while there is nothing to tell, or when the payment was settled already. */
export function settle(
  charge: ChargeRecord,
  paymentId: string,
  verdict: Verdict,
  now: Date,
): Change | undefined {
  const payment = charge.payments.find((one) => one.id === paymentId)
  if (payment?.status !== 'PENDING') return undefined
  switch (verdict.kind) {
    case 'pending':
      return undefined
    case 'unseen':
      return now.getTime() - payment.createdAt.getTime() < unseenLimit
        ? undefined
        : fail(charge, payment, 'The transaction was never seen on the chain.', now)
    case 'failed':
      return fail(charge, { ...payment, block: verdict.block }, verdict.reason, now)
    case 'paid':
      return pay(charge, { ...payment, ...arrived(verdict) }, now)
    default:
      return verdict satisfies never
  }
}

function arrived(verdict: Extract<Verdict, { kind: 'paid' }>) {
  return { paid: verdict.amount, payer: verdict.payer, block: verdict.block }
}

function fail(charge: ChargeRecord, payment: PaymentRecord, reason: string, now: Date): Change {
  const others = charge.payments.filter((one) => one.id !== payment.id)
  // With other money under way or here, the charge stays what that money makes it.
  const alone = others.every((one) => one.status === 'FAILED')
  return {
    payment: { ...payment, status: 'FAILED', reason, verifiedAt: now },
    move: alone ? move('FAILED', now) : undefined,
  }
}

function pay(charge: ChargeRecord, payment: PaymentRecord, now: Date): Change {
  const before = paidSoFar(charge)
  const context = compare(charge, before + payment.paid)
  const status = context === 'UNDERPAID' ? 'PENDING' : 'COMPLETED'
  return {
    payment: { ...payment, status: 'COMPLETED', reason: context ?? '', verifiedAt: now },
    move: move(status, now, context),
  }
}

/** Base units that confirmed payments brought. */
export function paidSoFar(charge: ChargeRecord): bigint {
  return charge.payments
    .filter((one) => one.status === 'COMPLETED')
    .reduce((sum, one) => sum + one.paid, 0n)
}

function compare(charge: ChargeRecord, total: bigint): Context | undefined {
  // The payer of no_price chooses: any amount is the right one.
  if (charge.pricingType === 'no_price' || total === charge.quote.amount) return undefined
  return total < charge.quote.amount ? 'UNDERPAID' : 'OVERPAID'
}

function move(status: Move['status'], time: Date, context?: Context): Move {
  return { status, time, context }
}
