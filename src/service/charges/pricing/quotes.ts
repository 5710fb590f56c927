import { unmatchedReasons } from '../../kernel/unmatched-reasons.ts'
import type {
  ChargeRecord,
  ChargeUpdate,
  LocalRate,
  PriceQuote,
  PriceQuotePeriod,
} from '../records.ts'
import { type AcceptedToken, findQuote, isSameToken, listQuotes } from './payment-assets.ts'

// An amount computed by a rate is valid for some minutes, and is renewed while the charge is open. A transfer is measured
// against the amount that was valid when it was mined, so that no payer can wait for a better price.

/** How long an amount still counts after its end: a transfer needs time to get from the wallet into a block. */
export const quoteGraceMs = 5 * 60_000

/**
 * Differences up to this between the machine's clock and a chain's are not corrected (`watcher/clock.ts`): a new block takes time
 * to arrive, so a small difference may be that delay alone.
 */
export const clockToleranceMs = 60_000
/** How much earlier than its transfers a block's timestamp may be: it is the start of the block's slot (12 s on Ethereum). */
const maxSlotMs = 30_000
/** How much earlier than the charge a block's timestamp may be: the sum of both uncorrected differences. */
export const clockSlackMs = clockToleranceMs + maxSlotMs

/**
 * Returns the price of a charge in a token when a transfer was mined; undefined when no price was valid then. While an old amount
 * overlaps the new one, the smaller is returned, so that payers who sent the amount they were shown have not underpaid.
 */
export function findQuoteAt(
  charge: ChargeRecord,
  quote: PriceQuote,
  minedAt: Date,
): PriceQuote | undefined {
  if (quote.priceSource !== 'feed') return quote
  const period = findPeriodAt(charge, quote, minedAt)
  return period && { ...quote, amount: period.amount }
}

function findPeriodAt(
  charge: Pick<ChargeRecord, 'quotePeriods'>,
  token: AcceptedToken,
  minedAt: Date,
): PriceQuotePeriod | undefined {
  const at = minedAt.getTime()
  const [cheapest] = charge.quotePeriods
    .filter((period) => isSameToken(period, token))
    .filter(
      (period) => at >= +period.validFrom - clockSlackMs && at < +period.validUntil + quoteGraceMs,
    )
    .toSorted((a, b) => (a.amount < b.amount ? -1 : 1))
  return cheapest
}

/**
 * Returns why a transfer came too late to count by this price; undefined when it did not. The value of a token that is
 * pegged to the charge's currency does not change. With any other token, a payer who could wait would have a free option on its price.
 */
export function findLateReason(
  charge: ChargeRecord,
  quote: PriceQuote,
  minedAt: Date,
): string | undefined {
  if (charge.pricingType === 'no_price' || isAtPar(quote)) return undefined
  if (quote.priceSource === 'feed') {
    return findQuoteAt(charge, quote, minedAt) ? undefined : unmatchedReasons.late_quote
  }
  const isOver = minedAt.getTime() > charge.expiresAt.getTime() + quoteGraceMs
  return isOver ? unmatchedReasons.late : undefined
}

/** Returns whether an amount is in a token that is pegged to its charge's currency, so that its value does not change. */
export function isAtPar({ priceSource }: Pick<PriceQuote, 'priceSource'>): boolean {
  return priceSource === 'usd_peg' || priceSource === 'peg'
}

/**
 * Returns the periods for which the amounts by rates hold for a new charge.
 *
 * @param rates of the charge's currency, as each of its amounts was computed by one
 */
export function createQuotePeriods(
  charge: Pick<ChargeRecord, 'quote' | 'accepts' | 'createdAt' | 'expiresAt'>,
  rates: readonly (LocalRate | undefined)[],
  quoteLifetimeMs: number,
): Pick<ChargeRecord, 'quoteExpiresAt' | 'quotePeriods'> {
  const { createdAt: validFrom } = charge
  const validUntil = computeQuoteEnd(charge, validFrom, quoteLifetimeMs)
  const quotePeriods = listQuotes(charge).flatMap(
    ({ priceSource, chainId, token, amount }, index) =>
      priceSource === 'feed' && amount > 0n
        ? [{ chainId, token, amount, rate: rates[index], validFrom, validUntil }]
        : [],
  )
  return { quoteExpiresAt: quotePeriods.length > 0 ? validUntil : undefined, quotePeriods }
}

/** Returns whether new amounts by feeds are due: the old ones have expired, and no payment is pending. */
export function needsQuoteRenewal(charge: ChargeRecord, now: Date): boolean {
  const { status, quoteExpiresAt, expiresAt, payments } = charge
  const isOpen = status === 'NEW' || status === 'PENDING' || status === 'FAILED'
  if (!isOpen || !quoteExpiresAt || now < quoteExpiresAt || now >= expiresAt) return false
  return payments.every(({ status }) => status !== 'PENDING')
}

/**
 * Returns an update with new amounts by rates, in which earlier payments count the same fraction of the price as
 * before. An amount that would hardly change stays as it is. Undefined when no new amounts are due.
 */
export function renewQuotes(
  charge: ChargeRecord,
  amounts: readonly QuoteRenewal[],
  now: Date,
  quoteLifetimeMs: number,
): ChargeUpdate | undefined {
  if (!needsQuoteRenewal(charge, now)) return undefined
  const expiresAt = computeQuoteEnd(charge, now, quoteLifetimeMs)
  const periods: PriceQuotePeriod[] = amounts
    .filter((renewal) => findQuote(charge, renewal)?.priceSource === 'feed')
    .map((renewal) => ({
      ...(findLasting(charge, renewal) ?? renewal),
      validFrom: now,
      validUntil: expiresAt,
    }))
  const ownPeriod = periods.find((period) => isSameToken(period, charge.quote))
  const previousAmount = charge.quote.amount
  const creditedPayments = charge.payments.filter(({ status }) => status === 'COMPLETED')
  const creditedAmounts =
    ownPeriod && previousAmount > 0n
      ? creditedPayments.map(
          ({ id, creditedAmount }) =>
            [id, (creditedAmount * ownPeriod.amount) / previousAmount] as const,
        )
      : []
  return {
    payment: undefined,
    statusChange: undefined,
    quotes: { periods, expiresAt, creditedAmounts: new Map(creditedAmounts) },
  }
}

/** Returns the rate of the charge's currency by which an amount in a token was computed; undefined for none. */
export function findRate(
  charge: Pick<ChargeRecord, 'quotePeriods'>,
  quote: AcceptedToken & { amount: bigint },
): LocalRate | undefined {
  return findPeriod(charge, quote)?.rate
}

/** Returns the rate of the charge's currency by which money counts that was mined at a time; undefined for none. */
export function findRateAt(
  charge: Pick<ChargeRecord, 'quotePeriods'>,
  quote: AcceptedToken & { amount: bigint },
  minedAt: Date | undefined,
): LocalRate | undefined {
  const period = minedAt && findPeriodAt(charge, quote, minedAt)
  return period ? period.rate : findRate(charge, quote)
}

/** Not simply the last period: that may be of money which was mined while no amount held. */
const findPeriod = (
  { quotePeriods }: Pick<ChargeRecord, 'quotePeriods'>,
  quote: AcceptedToken & { amount: bigint },
): PriceQuotePeriod | undefined =>
  quotePeriods.findLast((period) => isSameToken(period, quote) && period.amount === quote.amount)

/** A new amount in a token, and the rate of the charge's currency by which it was computed. */
export type QuoteRenewal = Omit<PriceQuotePeriod, 'validFrom' | 'validUntil'>

/** An amount stays the same while it has moved by less than a four hundredth, so that a payer is not asked for another one for nothing. */
const lastingShare = 400n

/** Returns the current period of a token where a new amount hardly differs from it. */
function findLasting(charge: ChargeRecord, renewal: QuoteRenewal): PriceQuotePeriod | undefined {
  const quote = findQuote(charge, renewal)
  const current = quote && findPeriod(charge, quote)
  if (!current) return undefined
  const moved = renewal.amount - current.amount
  return (moved < 0n ? -moved : moved) * lastingShare < current.amount ? current : undefined
}

function computeQuoteEnd(
  { expiresAt }: Pick<ChargeRecord, 'expiresAt'>,
  from: Date,
  lifeMs: number,
): Date {
  const end = Math.min(from.getTime() + lifeMs, expiresAt.getTime())
  // A charge may expire before a quote would, but a period must end after its start.
  return new Date(Math.max(end, from.getTime() + 1))
}
