import type * as z from 'zod/mini'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import { type AcceptedToken, acceptedQuotes } from './accepts.ts'
import type { Destination } from './destination.ts'
import type { TokenFacts } from './ports.ts'
import { basisOf, type PriceSources, price } from './pricing.ts'
import { firstQuotes } from './quotes.ts'
import type { Account, ChargeRecord } from './records.ts'
import { referenceOf } from './reference.ts'

/** Bytes of metadata as JSON. */
const metadataLimit = 16 * 1024

/**
 * A charge at its beginning.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function newCharge(given: {
  body: z.output<typeof NewCharge>
  account: Account
  destination: Destination
  token: TokenFacts
  sources: PriceSources
  accepts: readonly AcceptedToken[]
  now: Date
  /** Milliseconds until it expires, and that an amount from a feed holds. */
  expiry: number
  quoteLifeMs: number
}): ChargeRecord {
  const { body, account, destination, token, sources, now } = given
  const metadata = body.metadata ?? {}
  checkMetadata(metadata)
  const amount = price(body, token, sources)
  const id = crypto.randomUUID()
  const charge = {
    id,
    accountId: account.id,
    reference: referenceOf(id),
    requestId: body.requestId?.toLowerCase(),
    status: 'NEW' as const,
    pricingType: body.pricing_type,
    localAmount: body.local_price.amount,
    localCurrency: 'USD' as const,
    quote: {
      ...destination,
      decimals: token.decimals,
      symbol: token.symbol,
      amount,
      basis: basisOf(token, sources.rate),
    },
    accepts: acceptedQuotes(body, { amount, dollar: token.dollar }, given.accepts),
    baseUrl: body.baseUrl === undefined ? undefined : readBaseUrl(body.baseUrl),
    metadata,
    successUrl: body.redirect_url === undefined ? '' : readUrl(body.redirect_url, 'redirect_url'),
    cancelUrl: body.cancel_url === undefined ? '' : readUrl(body.cancel_url, 'cancel_url'),
    createdAt: now,
    expiresAt: new Date(now.getTime() + given.expiry),
    payments: [],
    timeline: [],
  }
  return { ...charge, ...firstQuotes(charge, given.quoteLifeMs) }
}

function checkMetadata(metadata: Record<string, unknown>): void {
  const size = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (size > metadataLimit) {
    throw invalid('metadata', `metadata has ${size} bytes as JSON; at most ${metadataLimit} fit.`)
  }
}

/** The text as given: a URL that a parser rewrote is not the merchant's any more. */
function readUrl(text: string, field: string): string {
  // Parsers drop tabs and line breaks, and trim (URL Standard 4.1); a page's header or a database does not.
  if (/[\p{Cc} ]/u.test(text)) {
    throw invalid(field, `${field} must be a URL without blanks and control characters.`)
  }
  return text
}

function readBaseUrl(text: string): string {
  const { search, hash } = new URL(text)
  if (search || hash) {
    throw invalid('baseUrl', 'baseUrl must have no query and no fragment: a path is added to it.')
  }
  return readUrl(text, 'baseUrl').replace(/[/?#]+$/, '')
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
