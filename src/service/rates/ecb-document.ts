import { parseAmount } from '../../amount.ts'
import type { DatedRate } from '../chain/types/tokens.ts'

/** A document of daily reference rates: how much of each currency one euro was worth on a day. */
export interface EcbDocument {
  /** About the time at which the rates were agreed on, on the document's day. */
  at: Date
  /** Decimal texts by ISO 4217 code. */
  perEuro: ReadonlyMap<string, string>
}

/** Decimal places of a computed rate: eight digits of the smallest currencies. */
const rateDecimals = 12
/** Central banks agree on the rates at 14:15 in Frankfurt, which is 12:15 UTC in summer and 13:15 in winter. */
const agreedAt = 'T12:15:00Z'

const dayPattern = /<Cube\s+time=(["'])(\d{4}-\d\d-\d\d)\1\s*>/g
const ratePattern =
  /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])(\d{1,12}(?:\.\d{1,12})?)\3\s*\/>/g

/**
 * Reads a document in the form of https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. It has one form since 1999, so
 * anything else is refused instead of understood: comments, entities, several days, a currency twice.
 *
 * @throws Error whose message follows the document's name
 */
export function parseEcbDocument(xml: string): EcbDocument {
  if (!xml.includes('<gesmes:Envelope') || xml.includes('<!'))
    throw new Error('is no document of reference rates')
  const days = [...xml.matchAll(dayPattern)]
  const [, , day = ''] = days[0] ?? []
  const at = new Date(`${day}${agreedAt}`)
  // A day that no month has would be one of the next month.
  if (days.length !== 1 || !isDay(at, day)) throw new Error('is not of one day')
  const rates = [...xml.matchAll(ratePattern)].map(
    ([, , code = '', , rate = '']) => [code, rate] as const,
  )
  const perEuro = new Map(rates)
  // What was skipped is a tag of another form.
  if (perEuro.size === 0 || perEuro.size !== rates.length || rates.length !== countTags(xml) - 2)
    throw new Error('has a rate that cannot be read')
  return { at, perEuro }
}

const isDay = (at: Date, day: string): boolean =>
  !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)

/** Counts the elements of the rates: one around all, one for the day, and one for each currency. */
const countTags = (xml: string): number => xml.split('<Cube').length - 1

/**
 * Returns the value of a currency in US dollars by a document, rounded up at its last place.
 *
 * @throws Error whose message follows the document's name
 */
export function readEcbRate({ at, perEuro }: EcbDocument, currency: string): DatedRate {
  const read = (code: string) => {
    const units = parseAmount(code === 'EUR' ? '1' : (perEuro.get(code) ?? '0'), rateDecimals)
    if (units > 0n) return units
    throw new Error(`has no rate of ${code}`)
  }
  const [dollars, own] = [read('USD'), read(currency)]
  const answer = (dollars * 10n ** BigInt(rateDecimals) + own - 1n) / own
  return { answer, decimals: rateDecimals, at }
}
