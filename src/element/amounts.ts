import { formatAmount, parseAmount } from '../amount.ts'
import type { Deal, Token } from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'
import type { Formats } from './i18n/format.ts'
import { counted } from './i18n/languages/plural.ts'
import type { Words } from './i18n/languages/words.ts'
import { fill } from './i18n/messages.ts'

/** The page's options for an amount that the payer chooses: decimal text, in whole units of the charge's token. */
export interface AmountOptions {
  /** Amounts that are offered as buttons. */
  suggested?: readonly string[] | undefined
  min?: string | undefined
  max?: string | undefined
  /** US dollars that one whole token is worth. @default derived from the charge's own price, where it has one */
  worth?: string | undefined
}

/** The amount options in base units. */
export interface Bounds {
  suggested: bigint[]
  min: bigint | undefined
  max: bigint | undefined
}

/** Parses the amount options of the page. @throws PayError `invalid_attribute` */
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
 * Parses an amount as the payer types it: digits of any script, with the decimal separator of their language or a
 * point.
 *
 * Grouping separators are refused. The comma of 1,000 and the point of 1.000 mean a thousand in one language and one in
 * another, and an amount is never guessed.
 *
 * @throws PayError `invalid_amount`, with a message for the payer
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
  // The Arabic decimal separator is accepted in every language.
  const plain = ascii.replaceAll(separator, '.').replaceAll('\u066b', '.')
  if (grouped || !/^\d*\.?\d*$/.test(plain) || !/\d/.test(plain))
    throw wrong(fill(words.likeThis, { example: format.format(12.5) }))
  const [, places = ''] = plain.split('.')
  if (places.length > decimals) throw wrong(counted(words, words.places, decimals, { symbol }))
  return parseAmount(plain.replace(/^\./, '0.').replace(/\.$/, ''), decimals)
}

/** Converts a digit of any script to 0 to 9. Each script has its ten digits in a row (Unicode, 4.6). */
function digit(one: string): string {
  const code = one.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

function wrong(text: string): PayError {
  return new PayError('invalid_amount', text, { field: 'amount' })
}

/**
 * Formats the value of an amount in the charge's currency, for display only. Returns undefined where no price is
 * known.
 */
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
  // 18 decimal places are finer than any cent, and keep whole numbers exact.
  const value = (units * parseAmount(dollars, 18)) / parseAmount(tokens, decimals)
  const cents = value / 10n ** 16n
  return formats.money(formatAmount(cents, 2), local?.currency ?? 'USD')
}
