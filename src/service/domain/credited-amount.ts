import { isSamePair, paidSoFar, quoteOf, worthIn } from './payment-assets.ts'
import { quoteAt } from './quotes.ts'
import type { ChargeRecord, PaymentRecord, Quote } from './records.ts'

/**
 * Returns what a payment counts in the charge's own token, in base units, by the prices that held when it was mined.
 * Payments in one token at one price are converted as one sum, from which the amount credited before is subtracted: if
 * each were rounded by itself, the whole price paid in two parts would be too little.
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

/** Returns the price in a payment's token when it was mined; the current price when none was valid at that time. */
function priceOf(charge: ChargeRecord, payment: PaymentRecord): Quote {
  const pair = quoteOf(charge, payment)
  return (payment.minedAt && quoteAt(charge, pair, payment.minedAt)) ?? pair
}

/** Returns what is still owed in a token, rounded up to its base unit; 0 when nothing is asked or missing. */
export function owedIn(charge: ChargeRecord, pair: Quote): bigint {
  const missing = charge.quote.amount - paidSoFar(charge)
  if (missing <= 0n || charge.quote.amount === 0n) return 0n
  return (missing * pair.amount + charge.quote.amount - 1n) / charge.quote.amount
}
