import type * as z from 'zod/mini'
import { trimEnd } from '../../api/formats.ts'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import { computeToleratedAmount } from '../accounts/tolerance.ts'
import { checkChainMode, type IsTestChain } from '../chain/rules/modes.ts'
import type { TokenMetadata, UsdRate } from '../chain/types/tokens.ts'
import { createId } from '../kernel/id.ts'
import { createInputError } from '../kernel/input-error.ts'
import { computeReference } from '../kernel/reference.ts'
import { type AcceptedDestinationWithToken, createAcceptedQuotes } from './accepts.ts'
import type { ChargeDestination } from './destination.ts'
import { readOrderDetails } from './order-details.ts'
import {
  computePrice,
  getLocalAmount,
  getLocalCurrency,
  getPriceSource,
  type PriceSources,
  toLocalRate,
} from './pricing/pricing.ts'
import { createQuotePeriods } from './pricing/quotes.ts'
import type { ChargeRecord } from './records.ts'

/** When charges expire, in milliseconds from their creation. */
export interface ExpiryBounds {
  /** Without `expires_at`. */
  defaultMs: number
  /** The bounds of `expires_at`. */
  minMs: number
  maxMs: number
}

/** Maximum size of metadata as JSON, in bytes. */
const maxMetadataBytes = 16 * 1024

/**
 * Creates a new charge.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function createChargeRecord(input: {
  body: z.output<typeof NewCharge>
  account: MerchantAccount
  /** Of the api-key; '' for none. */
  shop: string
  destination: ChargeDestination
  token: TokenMetadata
  sources: PriceSources
  accepts: readonly AcceptedDestinationWithToken[]
  /** What a unit of the currency is worth; undefined where that is not known. */
  unit: UsdRate | undefined
  isTestChain: IsTestChain
  now: Date
  expiry: ExpiryBounds
  /** How many milliseconds an amount by a price feed holds. */
  quoteLifetimeMs: number
}): ChargeRecord {
  const { body, account, destination, token, sources, now, isTestChain } = input
  for (const { path, chainId } of [
    { path: 'requestProps', chainId: destination.chainId },
    ...input.accepts.map(({ path, destination: { chainId } }) => ({ path, chainId })),
  ])
    checkChainMode(account, chainId, isTestChain, `${path}.chainId`)
  const metadata = body.metadata ?? {}
  checkMetadata(metadata)
  const amount = computePrice(body, token, sources)
  const id = createId()
  const charge = {
    id,
    accountId: account.id,
    livemode: account.livemode,
    reference: computeReference(id),
    requestId: body.requestId?.toLowerCase(),
    shop: input.shop,
    status: 'NEW' as const,
    pricingType: body.pricing_type,
    localAmount: getLocalAmount(body),
    localCurrency: getLocalCurrency(body),
    quote: {
      ...destination,
      decimals: token.decimals,
      symbol: token.symbol,
      amount,
      priceSource: getPriceSource(body, token, sources.rate),
    },
    accepts: createAcceptedQuotes(body, { amount, peg: token.peg }, input.accepts),
    baseUrl: body.baseUrl === undefined ? undefined : readBaseUrl(body.baseUrl),
    order: readOrderDetails(body),
    metadata,
    successUrl: body.redirect_url === undefined ? '' : readUrl(body.redirect_url, 'redirect_url'),
    cancelUrl: body.cancel_url === undefined ? '' : readUrl(body.cancel_url, 'cancel_url'),
    createdAt: now,
    expiresAt: readExpiry(body.expires_at, now, input.expiry),
    toleratedAmount:
      body.pricing_type === 'fixed_price'
        ? computeToleratedAmount(account.tolerance, getLocalAmount(body), input.unit)
        : '0',
    acceptedAmount: undefined,
    shippedAt: undefined,
    payments: [],
    timeline: [],
  }
  const rates = [sources, ...input.accepts].map(({ rate }) => toLocalRate(rate))
  return { ...charge, ...createQuotePeriods(charge, rates, input.quoteLifetimeMs) }
}

/** @throws PayError `invalid_request` with the bounds */
function readExpiry(text: string | undefined, now: Date, bounds: ExpiryBounds): Date {
  if (text === undefined) return new Date(now.getTime() + bounds.defaultMs)
  const expiresAt = new Date(text)
  const [earliest, latest] = [bounds.minMs, bounds.maxMs].map((ms) => new Date(now.getTime() + ms))
  if (earliest && latest && expiresAt >= earliest && expiresAt <= latest) return expiresAt
  const [from, to] = [earliest, latest].map((time) => time?.toISOString())
  throw createInputError('expires_at', `expires_at must be a time from ${from} to ${to}.`)
}

function checkMetadata(metadata: Record<string, unknown>): void {
  const size = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (size > maxMetadataBytes) {
    throw createInputError(
      'metadata',
      `metadata has ${size} bytes as JSON; at most ${maxMetadataBytes} are allowed.`,
    )
  }
}

/** Returns the URL as given. The form that a parser writes may differ from what the merchant expects. */
function readUrl(text: string, field: string): string {
  // Parsers drop tabs and line breaks, and trim (URL Standard 4.1); a page's header or a database does not.
  if (/[\p{Cc} ]/u.test(text)) {
    throw createInputError(field, `${field} must be a URL without spaces or control characters.`)
  }
  return text
}

function readBaseUrl(text: string): string {
  const { search, hash } = new URL(text)
  if (search || hash) {
    throw createInputError(
      'baseUrl',
      'baseUrl must have no query and no fragment: a path is added to it.',
    )
  }
  return trimEnd(readUrl(text, 'baseUrl'), '/?#')
}
