import { parseAmount } from '../../../amount.ts'
import { unmatchedReasons } from '../../kernel/unmatched-reasons.ts'
import { getCurrencyDigits } from '../../rates/currency-digits.ts'
import { computeOwedAmount } from '../pricing/credited-amount.ts'
import { isAtPar } from '../pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from '../records.ts'

// Anyone can send transfers with a charge's reference, and the payments of a charge are always read together. So their number is
// bounded, and an attacker cannot use up the bound against an honest payer: a larger payment takes the place of a smaller one.
// Money without a place is unmatched, and the merchant decides.

/** A transfer to a charge with a price brings at least this part of it: a hundredth. */
const smallestShare = 100n

/**
 * How many payments a charge has at most that have not failed. A price is reached by a hundred of the smallest ones, so that the
 * bound of a charge with a price only refuses transfers after its completion.
 */
const maxPayments = { fixed_price: 120, no_price: 500 } as const
/** How many it has at most with those that the merchant assigns. */
const maxAssignedPayments = { fixed_price: 200, no_price: 600 } as const

/**
 * If the payer chooses the amount, the smallest credited amount doubles after every batch of payments: filling a charge of 500
 * costs some hundred dollars, which its merchant receives.
 */
const paymentsPerDoubling = 50

/** How many payments of a charge a reply shows: as many as can count toward a price. Lists and events show fewer. */
export const shownPayments = maxAssignedPayments.fixed_price
export const listedPayments = 20
/** How many status changes of a charge they show, the newest. */
export const shownStatusChanges = 100

/** The reason for a transfer that is too small for its charge to keep. */
export const tooSmallReason = unmatchedReasons.too_small
/** The reason for a transfer to a charge that cannot keep more payments. */
export const tooManyReason = unmatchedReasons.too_many

/**
 * Returns why a charge does not keep a payment of this amount; undefined when it does.
 *
 * @param quote its price in the token of the transfer
 */
export function findBoundReason(
  charge: ChargeRecord,
  quote: PriceQuote,
  amount: bigint,
): string | undefined {
  const count = countKept(charge)
  if (count >= maxPayments[charge.pricingType]) return tooManyReason
  return amount < computeLeastAmount(charge, quote, count) ? tooSmallReason : undefined
}

/** Returns whether the merchant may assign one more payment to a charge. */
export function hasRoomToAssign(charge: ChargeRecord): boolean {
  return countKept(charge) < maxAssignedPayments[charge.pricingType]
}

const countKept = ({ payments }: ChargeRecord) =>
  payments.filter(({ status }) => status !== 'FAILED').length

function computeLeastAmount(charge: ChargeRecord, quote: PriceQuote, count: number): bigint {
  if (charge.pricingType === 'no_price')
    return computeCent(charge, quote) << BigInt(Math.floor(count / paymentsPerDoubling))
  const share = (quote.amount + smallestShare - 1n) / smallestShare
  const owedAmount = computeOwedAmount(charge, quote)
  // A payment that completes the price is never too small.
  return owedAmount > 0n && owedAmount < share ? owedAmount : share
}

/**
 * Returns the smallest unit of the charge's currency (ISO 4217) in base units of the token, such as a cent; a millionth of the token
 * where its value is not known. At least one base unit.
 */
function computeCent({ localAmount, localCurrency }: ChargeRecord, quote: PriceQuote): bigint {
  const whole = 10n ** BigInt(quote.decimals)
  const digits = getCurrencyDigits(localCurrency) ?? 2
  const cents = parseAmount(localAmount, 78) / 10n ** BigInt(78 - digits)
  const cent = isAtPar(quote)
    ? whole / 10n ** BigInt(digits)
    : quote.priceSource === 'feed' && quote.amount > 0n && cents > 0n
      ? quote.amount / cents
      : whole / 1_000_000n
  return cent > 0n ? cent : 1n
}

/** Returns the newest payments, those that have not failed before the others, in the order oldest first; and whether there are more. */
export function selectShown<Payment extends { status: string }>(
  payments: readonly Payment[],
  limit: number,
): { shown: readonly Payment[]; hasMore: boolean } {
  if (payments.length <= limit) return { shown: payments, hasMore: false }
  const byImportance = payments.toReversed().toSorted((a, b) => rank(a) - rank(b))
  const selection = new Set(byImportance.slice(0, limit))
  return { shown: payments.filter((payment) => selection.has(payment)), hasMore: true }
}

const rank = ({ status }: { status: string }) => Number(status === 'FAILED')
