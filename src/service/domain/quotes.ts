import { isSamePair, pairsOf, quoteIn } from './pairs.ts'
import type { Change, ChargeRecord, Quote, QuotePeriod } from './records.ts'

// An amount that a price feed gave holds for some minutes, and is renewed while the charge is open. A transfer is
// judged by the amount that held when it was mined, so that nobody can wait and see which way a price goes.

/** How long after its end an amount still counts: a transfer takes its time from the wallet into a block. */
export const graceMs = 5 * 60_000

/**
 * How much earlier than its cause a block may say it was made: a block's time is the start of its slot (12 s on
 * Ethereum), and clocks differ.
 */
export const clockSlackMs = 30_000

/**
 * Returns what a charge asked in a pair when a transfer was mined; undefined where it asked nothing any more. While an
 * old amount still counts beside its successor it is the smaller of both: nobody who paid what they were shown has
 * underpaid.
 */
export function quoteAt(charge: ChargeRecord, pair: Quote, minedAt: Date): Quote | undefined {
  if (pair.basis !== 'feed') return pair
  const at = minedAt.getTime()
  const [cheapest] = charge.quotePeriods
    .filter((one) => isSamePair(one, pair))
    .filter(({ from, until }) => at >= +from - clockSlackMs && at < +until + graceMs)
    .toSorted((one, other) => (one.amount < other.amount ? -1 : 1))
  return cheapest && { ...pair, amount: cheapest.amount }
}

/**
 * Returns why money in this pair came too late to be the price, undefined where it did not. A dollar is worth what it
 * was; whoever may wait with anything else has an option on its price for nothing.
 */
export function lateness(charge: ChargeRecord, pair: Quote, minedAt: Date): string | undefined {
  if (charge.pricingType === 'no_price' || pair.basis === 'dollar') return undefined
  if (pair.basis === 'feed') {
    return quoteAt(charge, pair, minedAt)
      ? undefined
      : 'LATE: the quoted amount was not valid any more.'
  }
  const over = minedAt.getTime() > charge.expiresAt.getTime() + graceMs
  return over ? 'LATE: the charge had expired.' : undefined
}

/** Returns the amounts of a new charge that feeds gave, and how long they hold. */
export function firstQuotes(
  charge: Pick<ChargeRecord, 'quote' | 'accepts' | 'createdAt' | 'expiresAt'>,
  quoteLifeMs: number,
): Pick<ChargeRecord, 'quoteExpiresAt' | 'quotePeriods'> {
  const { createdAt: from } = charge
  const until = endOf(charge, from, quoteLifeMs)
  const quotePeriods = pairsOf(charge)
    .filter(({ basis, amount }) => basis === 'feed' && amount > 0n)
    .map(({ chainId, token, amount }) => ({ chainId, token, amount, from, until }))
  return { quoteExpiresAt: quotePeriods.length > 0 ? until : undefined, quotePeriods }
}

/** Returns whether new amounts are due: nothing is on its way, and somebody may still pay. */
export function needsQuotes(charge: ChargeRecord, now: Date): boolean {
  const { status, quoteExpiresAt, expiresAt, payments } = charge
  const open = status === 'NEW' || status === 'PENDING' || status === 'FAILED'
  if (!open || !quoteExpiresAt || now < quoteExpiresAt || now >= expiresAt) return false
  return payments.every((one) => one.status !== 'PENDING')
}

/**
 * Renews the amounts that feeds give, and what earlier payments count, so that each stays the share of the price that it
 * was. Undefined where no new ones are due (any more).
 */
export function renewQuotes(
  charge: ChargeRecord,
  amounts: readonly { chainId: number; token: string; amount: bigint }[],
  now: Date,
  quoteLifeMs: number,
): Change | undefined {
  if (!needsQuotes(charge, now)) return undefined
  const expiresAt = endOf(charge, now, quoteLifeMs)
  const periods: QuotePeriod[] = amounts
    .filter((one) => quoteIn(charge, one)?.basis === 'feed')
    .map((one) => ({ ...one, from: now, until: expiresAt }))
  const own = periods.find((one) => isSamePair(one, charge.quote))
  const former = charge.quote.amount
  const credited = charge.payments.filter(({ status }) => status === 'COMPLETED')
  const worths =
    own && former > 0n
      ? credited.map(({ id, worth }) => [id, (worth * own.amount) / former] as const)
      : []
  return {
    payment: undefined,
    move: undefined,
    quotes: { periods, expiresAt, worths: new Map(worths) },
  }
}

function endOf({ expiresAt }: Pick<ChargeRecord, 'expiresAt'>, from: Date, lifeMs: number): Date {
  const end = Math.min(from.getTime() + lifeMs, expiresAt.getTime())
  // A charge's time may be shorter than a quote's, but a period has an end after its beginning.
  return new Date(Math.max(end, from.getTime() + 1))
}
