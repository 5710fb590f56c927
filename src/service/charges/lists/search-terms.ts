import { createHash } from 'node:crypto'
import { formatAmount, normalizeAmount } from '../../../amount.ts'
import { findQuote, isSameToken } from '../pricing/payment-assets.ts'
import type { ChargeRecord, PaymentRecord, PriceQuote } from '../records.ts'
import { listWords, shorten } from './typed-search.ts'

// The texts by which a merchant finds a charge: an order number in its metadata, the payer's address, the words of the order. The
// database keeps a hash of each with the charge: it has the same size for every text, and a reader of the table learns nothing from
// it. A term finds equal texts only, regardless of case. Texts are kept whole and word by word.

/** How many entries of a charge's metadata can be found, from the first. */
const searchedEntries = 10
/** Longer texts are not order numbers, and cannot be found. */
const maxTextLength = 200

/** How many words of a charge can be found one by one, from the first: an order may have hundreds of lines. */
const searchedWords = 48

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

/** The term of the charges that ask for money on a chain, or were paid on it. */
export function createChainTerm(chainId: number | string): SearchTerm {
  return hashTerm('chain', String(chainId))
}

/** The term of the charges that ask for a token, or were paid in it, on any chain. */
export function createTokenTerm(token: string): SearchTerm {
  return hashTerm('token', token.toLowerCase())
}

/** The term of the charges whose price is in a currency other than US dollars. */
export function createCurrencyTerm(currency: string): SearchTerm {
  return hashTerm('currency', currency)
}

/** The term of the charges that an api-key of a shop has created. */
export function createShopTerm(shop: string): SearchTerm {
  return hashTerm('shop', shop)
}

/** The term of the charges that a payment link has created. */
export function createLinkTerm(linkId: string): SearchTerm {
  return hashTerm('link', linkId)
}

/** Lists the terms of a new charge. Those of its payments are added with them. */
export function listChargeTerms(charge: ChargeRecord): SearchTerm[] {
  const { id, reference, shop, metadata, order, localAmount, localCurrency } = charge
  const { quote, paymentLinkId } = charge
  const entries = Object.entries(metadata).flatMap(([key, value]) => {
    const text = toSearchedText(value)
    return text === undefined ? [] : [[key, text] as const]
  })
  const searched = entries.slice(0, searchedEntries)
  const texts = [...searched.map(([, text]) => text), order.name, order.payerEmail, localAmount]
  const terms = [
    ...searched.map(([key, text]) => createMetadataTerm(key, text)),
    ...texts.filter((text) => text !== '').map(createTextTerm),
    ...[shorten(id), reference.slice(0, 6), shorten(reference), quote.symbol].map(createTextTerm),
    ...listOrderWords(charge, texts).map(createTextTerm),
    createChainTerm(quote.chainId),
    createTokenTerm(quote.token),
    ...(shop === '' ? [] : [createShopTerm(shop)]),
    ...(paymentLinkId === undefined ? [] : [createLinkTerm(paymentLinkId)]),
    ...(localCurrency === 'USD' ? [] : [createCurrencyTerm(localCurrency)]),
  ]
  return [...new Set(terms)]
}

/** The words of the order: those of its texts, the person's part of the e-mail address, the names of its items, its price in tokens. */
function listOrderWords({ order, quote }: ChargeRecord, texts: readonly string[]): string[] {
  const [person = ''] = order.payerEmail.split('@')
  const amount = quote.amount === 0n ? '' : formatAmount(quote.amount, quote.decimals)
  const names = order.lineItems.map(({ name }) => name)
  const words = [...texts, person, amount, ...names].flatMap(listWords)
  return [...new Set(words)].slice(0, searchedWords)
}

/** Lists the terms that a payment adds to its charge: its account, its transaction, its amount and its token. */
export function listPaymentTerms(charge: ChargeRecord, payment: PaymentRecord): SearchTerm[] {
  const { payerAddress, hash, receivedAmount } = payment
  const isOfToken = (quote: PriceQuote) => isSameToken(quote, payment)
  const quote = findQuote(charge, payment) ?? charge.decided?.find(isOfToken)
  const texts = [
    ...(payerAddress === '' ? [] : [payerAddress, shorten(payerAddress)]),
    shorten(hash),
    ...(quote && receivedAmount > 0n
      ? [formatAmount(receivedAmount, quote.decimals), quote.symbol]
      : []),
  ]
  const { chainId, token } = payment
  return [...texts.map(createTextTerm), createChainTerm(chainId), createTokenTerm(token)]
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
