import { createHash } from 'node:crypto'
import { normalizeAmount } from '../../../amount.ts'
import type { ChargeRecord } from '../records.ts'

// The texts by which a merchant finds a charge: an order number in its metadata, the payer's address, the words of the order. The
// database keeps a hash of each with the charge: it has the same size for every text, and a reader of the table learns nothing from
// it. A term finds equal texts only, regardless of case.

/** How many entries of a charge's metadata can be found, from the first. */
const searchedEntries = 10
/** Longer texts are not order numbers, and cannot be found. */
const maxTextLength = 200

/** A term as the database keeps it: 16 bytes, hex. */
export type SearchTerm = string

/** The term of any text of a charge: a value of its metadata, its order's name, its price, a paying account. */
export function createTextTerm(text: string): SearchTerm {
  return hashTerm('text', normalizeText(text))
}

/** The term of one entry of the metadata. */
export function createMetadataTerm(key: string, value: string): SearchTerm {
  return hashTerm('metadata', key, normalizeText(value))
}

/** Lists the terms of a new charge. The terms of paying accounts are added with their payments. */
export function listChargeTerms({ metadata, order, localAmount }: ChargeRecord): SearchTerm[] {
  const entries = Object.entries(metadata).flatMap(([key, value]) => {
    const text = toSearchedText(value)
    return text === undefined ? [] : [[key, text] as const]
  })
  const searched = entries.slice(0, searchedEntries)
  const texts = [...searched.map(([, text]) => text), order.name, order.payerEmail, localAmount]
  const terms = [
    ...searched.map(([key, text]) => createMetadataTerm(key, text)),
    ...texts.filter((text) => text !== '').map(createTextTerm),
  ]
  return [...new Set(terms)]
}

/** Returns a metadata value as it can be searched for; undefined for anything but a short text, a number or a boolean. */
function toSearchedText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isSearched = typeof value === 'string' && value !== '' && value.length <= maxTextLength
  return isSearched ? value : undefined
}

/** In any case, without blanks around it; and `20.00` is the same number as `20`. */
function normalizeText(text: string): string {
  const trimmed = text.normalize('NFC').trim()
  return /^(0|[1-9]\d{0,77})(\.\d{1,78})?$/.test(trimmed)
    ? normalizeAmount(trimmed)
    : trimmed.toLowerCase()
}

function hashTerm(...parts: readonly string[]): SearchTerm {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
