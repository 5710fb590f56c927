import { formatAmount, parseAmount } from '../amount.ts'
import type { Deal, Token } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'
import type { Formats } from './format.ts'
import { counted } from './languages/plural.ts'
import type { Words } from './languages/words.ts'
import { fill } from './messages.ts'

/** What a page says of the amount that a payer names, each in whole units of the charge's token, as decimal text. */
export interface AmountOptions {
  /** Offered as buttons. */
  suggested?: readonly string[] | undefined
  min?: string | undefined
  max?: string | undefined
  /** US dollars that one whole token is worth. @default by the charge's own price, where it has one */
  worth?: string | undefined
}

/** The same in base units. */
export interface Bounds {
  suggested: bigint[]
  min: bigint | undefined
  max: bigint | undefined
}

/** Reads what the page says. @throws PayError `invalid_attribute` */
export function readBounds(options: AmountOptions = {}, { decimals }: Token): Bounds {
  const read = (text: string, places = decimals) => {
    try {
      return parseAmount(text, places)
    } catch (cause) {
      const message = `amounts: ${PayError.from(cause, 'invalid_amount').message}`
      throw new PayError('invalid_attribute', message, { cause, field: 'amounts' })
    }
  }
  const { suggested = [], min, max, worth } = options
  if (worth !== undefined) read(worth, 18)
  return {
    suggested: suggested.map((one) => read(one)),
    min: min === undefined ? undefined : read(min),
    max: max === undefined ? undefined : read(max),
  }
}

/**
 * Reads an amount in the payer's own writing: digits of any script, and the decimal separator, or a point. Grouping is not read: the
 * comma of 1,000 and the point of 1.000 mean a thousand here and one there, and an amount is never guessed.
 *
 * @throws PayError `invalid_amount`, its message for the payer
 */
export function readAmount(
  text: string,
  token: Token,
  bounds: Bounds,
  formats: Formats,
  words: Words,
): bigint {
  const amount = parse(text, token, formats, words)
  const shown = (units: bigint) => formats.token(units, token)
  if (amount === 0n) throw wrong(words.aboveZero)
  if (bounds.min !== undefined && amount < bounds.min)
    throw wrong(fill(words.atLeast, { amount: shown(bounds.min) }))
  if (bounds.max !== undefined && amount > bounds.max)
    throw wrong(fill(words.atMost, { amount: shown(bounds.max) }))
  return amount
}

function parse(
  text: string,
  { decimals, symbol }: Token,
  { locale }: Formats,
  words: Words,
): bigint {
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 })
  const separator = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const ascii = text.trim().replace(/\p{Nd}/gu, digit)
  const grouped = separator !== '.' && /\.\d{3}$/.test(ascii)
  // The Arabic separator is one in every language.
  const plain = ascii.replaceAll(separator, '.').replaceAll('\u066b', '.')
  if (grouped || !/^\d*\.?\d*$/.test(plain) || !/\d/.test(plain))
    throw wrong(fill(words.likeThis, { example: format.format(12.5) }))
  const [, places = ''] = plain.split('.')
  if (places.length > decimals) throw wrong(counted(words, words.places, decimals, { symbol }))
  return parseAmount(plain.replace(/^\./, '0.').replace(/\.$/, ''), decimals)
}

/** A digit of any script as 0 to 9: each script has its ten in a row (Unicode, 4.6). */
function digit(one: string): string {
  const code = one.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

function wrong(text: string): PayError {
  return new PayError('invalid_amount', text, { field: 'amount' })
}

/** What an amount is worth in the charge's currency, for reading; undefined where nobody knows. */
export function worth(
  units: bigint,
  { charge, quote }: Deal,
  formats: Formats,
  given: string | undefined,
): string | undefined {
  const { decimals } = quote.token
  const { local, settlement } = charge.pricing ?? {}
  const priced =
    local && settlement && /[1-9]/.test(settlement.amount) && /[1-9]/.test(local.amount)
  if (given === undefined && !priced) return undefined
  const [dollars, tokens] =
    given !== undefined ? [given, '1'] : [local?.amount ?? '0', settlement?.amount ?? '1']
  // 18 places are beyond any cent, and keep whole numbers whole.
  const value = (units * parseAmount(dollars, 18)) / parseAmount(tokens, decimals)
  const cents = value / 10n ** 16n
  return formats.money(formatAmount(cents, 2), local?.currency ?? 'USD')
}
