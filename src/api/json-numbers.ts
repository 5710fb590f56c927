import { trimEnd } from './formats.ts'

/**
 * A string or a number of JSON (RFC 8259). Digits occur nowhere else in JSON. The quote at a string's end may be missing, so that
 * a match never fails after it has run through the text: it would begin again at each of its quotes.
 */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g

/** The number of digits that every double keeps. A number with more digits was not written from a double. */
const maxDigits = 17

/**
 * Returns the first number of a JSON text that `JSON.parse` would change, such as an id of 64 bits; undefined for none. Stored data
 * must be returned exactly as it was sent, so a body with such a number is refused.
 */
export function findInexactNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(textOrNumber))
    if (!token.startsWith('"') && !isExact(token)) return token
  return undefined
}

/** Returns the error text for a number of {@link findInexactNumber}. */
export function describeInexactNumber(token: string): string {
  return `holds the number ${token.slice(0, 40)}, which many JSON readers change: send it as text, in quotes`
}

function isExact(token: string): boolean {
  const value = Math.abs(Number(token))
  const [mantissa = ''] = token.split(/e/i)
  const digits = trimEnd(mantissa.replace(/[-.]/g, '').replace(/^0+/, ''), '0')
  if (digits === '') return true
  return value > 0 && value <= Number.MAX_SAFE_INTEGER && digits.length <= maxDigits
}
