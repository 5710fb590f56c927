import type { ChargeRecord, PaymentRecord, PriceQuote } from '../records.ts'
import {
  convertToChargeToken,
  getQuote,
  isSameToken,
  sumCreditedAmounts,
} from './payment-assets.ts'
import { findQuoteAt } from './quotes.ts'

/**
 * Returns the credited amount of a payment, in base units of the charge's own token, by the prices when it was mined.
 * Payments in one token at one price are converted as one sum, from which the amount credited before is subtracted: if
 * each were rounded on its own, the whole price paid in two parts would be too little.
 */
export function computeCreditedAmount(charge: ChargeRecord, payment: PaymentRecord): bigint {
  const quote = getQuoteWhenMined(charge, payment)
  if (isSameToken(quote, charge.quote) && quote.amount === charge.quote.amount)
    return payment.countedAmount
  const earlierPayments = charge.payments.filter(
    (candidate) =>
      candidate.status === 'COMPLETED' &&
      candidate.id !== payment.id &&
      isSameToken(candidate, payment) &&
      getQuoteWhenMined(charge, candidate).amount === quote.amount,
  )
  const totalCounted = earlierPayments.reduce(
    (sum, { countedAmount }) => sum + countedAmount,
    payment.countedAmount,
  )
  const alreadyCredited = earlierPayments.reduce(
    (sum, { creditedAmount }) => sum + creditedAmount,
    0n,
  )
  const amount = convertToChargeToken(charge.quote, totalCounted, quote) - alreadyCredited
  return amount > 0n ? amount : 0n
}

/** Returns the price in a payment's token when it was mined; the current price when none was valid at that time. */
function getQuoteWhenMined(charge: ChargeRecord, payment: PaymentRecord): PriceQuote {
  const quote = getQuote(charge, payment)
  return (payment.minedAt && findQuoteAt(charge, quote, payment.minedAt)) ?? quote
}

/**
 * Returns the received amount of a payment, in base units of the charge's own token. In another token it is worth its
 * credited amount, in proportion to the part that counts.
 */
export function convertReceivedAmount(payment: PaymentRecord, ownQuote: PriceQuote): bigint {
  const { receivedAmount, countedAmount, creditedAmount } = payment
  if (isSameToken(payment, ownQuote)) return receivedAmount
  return countedAmount > 0n ? (creditedAmount * receivedAmount) / countedAmount : 0n
}

/** Returns the amount due in a token, rounded up to its base unit; 0 when nothing is due. */
export function computeOwedAmount(charge: ChargeRecord, quote: PriceQuote): bigint {
  const missingAmount = charge.quote.amount - sumCreditedAmounts(charge)
  if (missingAmount <= 0n || charge.quote.amount === 0n) return 0n
  return (missingAmount * quote.amount + charge.quote.amount - 1n) / charge.quote.amount
}
