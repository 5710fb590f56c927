import { isSamePair, paidSoFar, quoteOf, worthIn } from './pairs.ts'
import { quoteAt } from './quotes.ts'
import type { ChargeRecord, PaymentRecord, Quote } from './records.ts'

/**
 * What a payment counts in the charge's own token, in base units, by the amounts that held when it was mined. The parts
 * that came in one pair at one price are reckoned as one sum, of which the former ones counted theirs: each rounded by
 * itself, the whole price in two parts would be too little.
 */
export function worthOf(charge: ChargeRecord, payment: PaymentRecord): bigint {
  const pair = priceOf(charge, payment)
  if (isSamePair(pair, charge.quote) && pair.amount === charge.quote.amount) return payment.counted
  const former = charge.payments.filter(
    (one) =>
      one.status === 'COMPLETED' &&
      one.id !== payment.id &&
      isSamePair(one, payment) &&
      priceOf(charge, one).amount === pair.amount,
  )
  const total = former.reduce((sum, { counted }) => sum + counted, payment.counted)
  const reckoned = former.reduce((sum, { worth }) => sum + worth, 0n)
  const worth = worthIn(charge.quote, total, pair) - reckoned
  return worth > 0n ? worth : 0n
}

/** What the charge asked in a payment's pair when it was mined; what it asks now, for money that came at no valid time. */
function priceOf(charge: ChargeRecord, payment: PaymentRecord): Quote {
  const pair = quoteOf(charge, payment)
  return (payment.minedAt && quoteAt(charge, pair, payment.minedAt)) ?? pair
}

/** What is still owed in a pair, rounded up to its unit; 0 where nothing is asked or missing. */
export function owedIn(charge: ChargeRecord, pair: Quote): bigint {
  const missing = charge.quote.amount - paidSoFar(charge)
  if (missing <= 0n || charge.quote.amount === 0n) return 0n
  return (missing * pair.amount + charge.quote.amount - 1n) / charge.quote.amount
}
