import { normalizeAmount, parseAmount } from '../../../amount.ts'
import { hashPattern, referencePattern, trimEnd, uuidPattern } from '../../../api/formats.ts'
import { getCurrencyDigits } from '../../rates/currency-digits.ts'

// What a person types or pastes to find a row: an order's number with or without `#`, an amount as their language or the desk writes
// it, an address in its short form, a link of an explorer. This file alone knows these forms; the indexes keep what it returns.

/** A text that somebody typed, in the forms by which rows are found. */
export interface TypedSearch {
  /** As typed, without blanks around it and without invisible signs. */
  text: string
  /** Of a charge, a refund, an event or an unmatched transfer. */
  id?: string | undefined
  /** Of a charge or a refund. */
  reference?: string | undefined
  /** Lower case. */
  hash?: string | undefined
  /** Lower case. */
  address?: string | undefined
  /** An address, a hash or an id, as {@link shorten} writes it. */
  short?: string | undefined
  /** A number, and the currency or token after it; '' for none. */
  amount?: { value: string; symbol: string } | undefined
  /** The words, each as an index keeps it: in the reader's way of writing numbers, then in the other one where that differs. */
  words: readonly (readonly string[])[]
}

/** The sign before the decimals of the person's language; a point for programs. */
export type DecimalSign = '.' | ','

/** Shortens an address, a hash or an id to its recognizable ends: `0xf39F…2266`. */
export function shorten(text: string): string {
  return text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}

const onChain = /0x(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/i
const anyUuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** At least the six and four characters of the short form. */
const shortForm = /^([\da-z][\da-z-]{5})[\da-z-]*…[\da-z-]*([\da-z-]{4})$/

/** Reads what a person typed. */
export function readTypedSearch(typed: string, decimalSign: DecimalSign = '.'): TypedSearch {
  const text = clean(typed)
  const named = readName(text)
  if (named) return { text, words: [], ...named }
  const words = splitWords(text)
  const signs: readonly DecimalSign[] = decimalSign === '.' ? ['.', ','] : [',', '.']
  const readings = signs.map((sign) => words.map((word) => readWord(word, sign)))
  const differ = new Set(readings.map((reading) => JSON.stringify(reading)))
  const amount = readTypedAmount(words, decimalSign)
  return { text, amount, words: differ.size === 1 ? readings.slice(0, 1) : readings }
}

/** Returns the words of a text as an index keeps them. */
export function listWords(text: string): string[] {
  return splitWords(clean(text)).map((word) => readWord(word, '.'))
}

/** Reads the name of one thing: an id, a reference, a hash, an address or a short form, also within the address of a page. */
function readName(text: string): Omit<TypedSearch, 'text' | 'words'> | undefined {
  const isLink = /^[a-z][a-z\d+.-]*:\/\/|^[\w.-]+\.[a-z]+\//i.test(text)
  const name = (
    isLink ? (onChain.exec(text)?.[0] ?? anyUuid.exec(text)?.[0] ?? '') : text
  ).toLowerCase()
  if (uuidPattern.test(name)) return { id: name }
  if (referencePattern.test(name)) return { reference: name }
  if (hashPattern.test(name)) return { hash: name }
  if (/^[0-9a-f]{64}$/.test(name)) return { hash: `0x${name}` }
  if (/^0x[0-9a-f]{40}$/.test(name)) return { address: name }
  const [, start, end] = shortForm.exec(name.replaceAll('...', '…')) ?? []
  return start && end ? { short: `${start}…${end}` } : undefined
}

/** Without signs that nobody sees, and with the digits of English. */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '’')
    .trim()
}

/** Each script has its ten digits in a row, and the first one at a multiple of its own (Unicode, 4.6). */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return code < 128 ? digit : String((code - zero) % 10)
}

/** The dollar as languages write it, and signs of other currencies: `$`, `US$`, `$US`, `USD`, `€`. */
const currencySign = /^(?:usd|(?:[a-z]{1,3})?\p{Sc}(?:[a-z]{1,3})?)$/iu
/** Returns whether a word is the code of a currency (ISO 4217), such as `EUR`; some are words of a language, too. */
const isCurrencyCode = (word: string) => getCurrencyDigits(word.toUpperCase()) !== undefined

/** Splits at blanks, but not within a number: `1 234,50` has one, often one that does not break. */
function splitWords(text: string): string[] {
  const words = text
    .replace(/(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=^\D?\d{1,3}) (?=\d{3}[.,]\d{1,2}\b)/g, '')
    .split(/[\s\u00a0]+/)
    .map(trimWord)
  const hasNumber = words.some((word) => /^[\d.,]*\d$/.test(word))
  const isSaid = (word: string) =>
    word !== '' && !currencySign.test(word) && !(hasNumber && isCurrencyCode(word))
  const said = words.filter(isSaid)
  return said.length > 0 ? said : words.filter((word) => word !== '')
}

/** Quotes, brackets and marks that follow a word. */
const marksBehind = `"'“”«»)],;:!?`

/** Without the signs around a word, of a number also without its currency. */
function trimWord(word: string): string {
  const bare = trimEnd(word.replace(/^[#"'“”„«»([,;:]+/u, ''), marksBehind)
  const number = /^(?:[a-z]{0,3}\p{Sc}[a-z]{0,3})?([\d.,]*\d)(?:[a-z]{0,3}\p{Sc}[a-z]{0,3})?$/iu
  return number.exec(bare)?.[1] ?? bare
}

/** A word as an index keeps it: in lower case, and `20.00` as `20`. */
function readWord(word: string, decimalSign: DecimalSign): string {
  return readNumber(word, decimalSign) ?? word.toLowerCase()
}

/** Reads a number with grouped digits or a decimal comma; undefined for any other word, such as `00123`. */
export function readNumber(word: string, decimalSign: DecimalSign): string | undefined {
  const signs = word.replace(/\d/g, '')
  if (!/^[\d.,]+$/.test(word) || !/\d$/.test(word)) return undefined
  const decimals = findDecimalSign(word, signs, decimalSign)
  const plain = [...word]
    .map((sign) => (/\d/.test(sign) ? sign : sign === decimals ? '.' : ''))
    .join('')
  return /^(0|[1-9]\d{0,77})(\.\d{1,78})?$/.test(plain) ? normalizeAmount(plain) : undefined
}

/** Returns the sign before the decimals of a number; '' where all its signs group digits. */
function findDecimalSign(word: string, signs: string, decimalSign: DecimalSign): string {
  const last = signs.at(-1) ?? ''
  if (new Set(signs).size > 1) return last
  if (signs.length > 1) return ''
  const isGrouped = last !== decimalSign && /^[1-9]\d{0,2}[.,]\d{3}$/.test(word)
  return isGrouped ? '' : last
}

/** Reads one number, and the symbol before or after it; undefined for any other text. */
function readTypedAmount(
  words: readonly string[],
  decimalSign: DecimalSign,
): TypedSearch['amount'] {
  if (words.length > 2) return undefined
  const values = words.map((word) => readNumber(word, decimalSign))
  const value = values.find((number) => number !== undefined)
  if (
    value === undefined ||
    values.every((number) => number !== undefined) !== (words.length === 1)
  )
    return undefined
  const symbol = words.find((_, index) => values[index] === undefined) ?? ''
  return { value, symbol }
}

/** Returns an amount in base units by decimals: for each number of decimals that has room for it. */
export function listBaseUnits(value: string): Map<number, bigint> {
  const places = value.split('.')[1]?.length ?? 0
  const decimals = Array.from({ length: maxDecimals + 1 }, (_, index) => index)
  return new Map(
    decimals.filter((one) => one >= places).map((one) => [one, parseAmount(value, one)] as const),
  )
}

/** More than any token has that is paid with. */
const maxDecimals = 77
