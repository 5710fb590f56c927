import * as z from 'zod/mini'
import { parseAmount } from '../../amount.ts'
import { type ChainAccount, parseAccount } from '../../api/accounts.ts'
import { hashPattern, isNative, nativeAddress } from '../../api/formats.ts'
import { describeRepeatedName, findRepeatedName } from '../../api/json-names.ts'
import { Address } from '../../api/schemas/fields.ts'
import { createQuoteSigner } from '../../api/signed-quote/sign.ts'
import { PayError } from '../../errors.ts'
import { parseAddress } from '../chain/address.ts'
import { checkRpcUrls } from '../chain/nodes/rpc-urls.ts'
import type { ChainMode } from '../chain/rules/modes.ts'
import type { PriceFeed } from '../chain/tokens/feeds.ts'
import type { FinalityLimits } from '../chain/types/chains.ts'
import type { KnownToken } from '../chain/types/tokens.ts'
import { getCurrencyDigits } from '../rates/currency-digits.ts'
import type { RelayFee } from '../relayer/records.ts'
import { type ServiceRole, serviceRoles } from './roles/service-role.ts'

// Parsers for the texts of environment variables. Each throws an Error whose message continues after the variable's
// name.

/** Parses a TCP port. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`must be a port from 0 to 65535, not "${text}"`)
}

/** Parses roles separated by commas. */
export function parseRoles(text: string): readonly ServiceRole[] {
  const names = text.split(',').map((name) => name.trim())
  const roles = serviceRoles.filter((role) => names.includes(role))
  const isRole = (name: string) => roles.some((role) => role === name)
  const unknown = names.find((name) => !isRole(name))
  if (unknown === undefined) return roles
  throw new Error(
    `must list roles (${serviceRoles.join(', ')}), separated by commas, not "${unknown.slice(0, 40)}"`,
  )
}

/** Parses a decimal number within bounds. */
export function parseNumber(text: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number >= min && number <= max) return number
  throw new Error(`must be a number from ${min} to ${max}, not "${text.slice(0, 40)}"`)
}

/** Parses a whole number within bounds. */
export function parseCount(text: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new Error(`must be a whole number from ${min} to ${max}, not "${text.slice(0, 40)}"`)
}

/** Parses `on` or `off`. */
export function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error(`must be on or off, not "${text.slice(0, 40)}"`)
}

/** Parses host names separated by commas, in the form of a Host header, without a port. */
export function parseHosts(text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim())
  const invalidHost = hosts.find((host) => !/^([\w.-]+|\[[\da-f:.]+\])$/i.test(host))
  if (invalidHost === undefined) return hosts
  throw new Error(`must be host names such as pay.example,[::1], not "${invalidHost.slice(0, 80)}"`)
}

/** Parses addresses separated by commas. Checks the checksum: a mistyped address would trust an unknown contract. */
export function parseAddresses(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '').map((item) => parseAddress(item, ''))
}

/**
 * Creates a parser of URLs with one of these protocols. Its error does not contain the text, which may hold a password.
 */
export function parseUrl(...protocols: readonly string[]): (value: unknown) => string {
  const prefixes = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return (value) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    if (url && protocols.includes(url.protocol)) return value as string
    throw new Error(`must be a URL that begins with ${prefixes}`)
  }
}

/** Parses the URL of a node, or a list of URLs. */
export function parseRpcUrls(value: unknown): readonly string[] {
  const urls = (Array.isArray(value) ? value : [value]).map(parseUrl('https:', 'http:'))
  checkRpcUrls(urls)
  return urls
}

/** Parses a log level of pino. */
export function parseLogLevel(text: string): string {
  if (/^(trace|debug|info|warn|error|fatal|silent)$/.test(text)) return text
  throw new Error(
    `must be trace, debug, info, warn, error, fatal or silent, not "${text.slice(0, 40)}"`,
  )
}

/** Checks a number of blocks that make a transfer final, and returns it. */
export function checkConfirmations(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000) return Number(value)
  throw new Error('must be a whole number from 1 to 10000')
}

/** Checks the mode of a chain, and returns it. */
export function checkChainModeName(value: unknown): ChainMode {
  if (value === 'live' || value === 'test') return value
  throw new Error('must be "live" or "test"')
}

/** Parses JSON. Of a chain or a currency that it has twice, only one would count. */
export function parseJson(text: string, example: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`must be JSON, such as ${example}`)
  }
  const repeated = findRepeatedName(text)
  if (repeated === undefined) return json
  throw new Error(describeRepeatedName(repeated))
}

const FinalityLimitsJson = z.strictObject({
  safe: z.number().check(z.gte(0)),
  finalized: z.number().check(z.gte(0)),
})

/** Parses US dollars by level of finality. */
export function parseFinalityLimits(text: string): FinalityLimits {
  const example = '{"safe":10000,"finalized":100000}'
  const { data } = FinalityLimitsJson.safeParse(parseJson(text, example))
  if (data && data.safe <= data.finalized) return data
  throw new Error(`must be two amounts of which finalized is not the lower one, such as ${example}`)
}

/** Returns an amount of whole coins as wei. */
export function checkCoins(value: unknown): bigint {
  try {
    return parseAmount(String(value), 18)
  } catch {
    throw new Error('must be an amount of the chain’s coin as text, such as "0.0005"')
  }
}

/** Parses private keys, separated by commas. Error messages never contain a key. */
export function parsePrivateKeys(text: string): `0x${string}`[] {
  return text.split(',').map((key, index) => {
    const trimmed = key.trim()
    if (!hashPattern.test(trimmed))
      throw new Error(`has a key, number ${index + 1}, that is not 0x and 64 hex digits`)
    return trimmed as `0x${string}`
  })
}

/** Parses a JSON object whose keys are chain ids (EIP-155). */
export function parseChainMap<T>(
  text: string,
  parseValue: (value: unknown) => T,
): ReadonlyMap<number, T> {
  const json = parseJson(text, '{"31337":…}')
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Error('must be a JSON object whose keys are chain ids, such as {"31337":…}')
  }
  return new Map(
    Object.entries(json).map(([key, value]) => {
      if (!/^[1-9]\d{0,14}$/.test(key))
        throw new Error(`has the key "${key}": use chain ids as keys`)
      try {
        return [Number(key), parseValue(value)]
      } catch (cause) {
        throw new Error(`of chain ${key} ${cause instanceof Error ? cause.message : cause}`)
      }
    }),
  )
}

const TokensJson = z.array(
  z.strictObject({
    chainId: z.int().check(z.positive()),
    address: Address,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
    decimals: z.optional(z.int().check(z.gte(0), z.lte(77))),
    peg: z
      .string()
      .check(
        z.refine(
          (code) => getCurrencyDigits(code) !== undefined,
          'must be the ISO 4217 code of a currency, such as "USD"',
        ),
      ),
  }),
)

/** Parses tokens that are worth one unit of a currency. */
export function parseTokens(text: string): readonly KnownToken[] {
  const example = '[{"chainId":8453,"address":"0x…","peg":"USD"}]'
  const parsed = TokensJson.safeParse(parseJson(text, example))
  if (parsed.success) {
    // A mistyped address would silently leave the intended token without a price.
    return parsed.data.map((token, index) => ({
      ...token,
      address: parseAddress(token.address, `${index}.address`),
    }))
  }
  throw createFormError(parsed.error, example)
}

/** Returns the error for JSON of another form, such as with an unknown field. */
export function createFormError({ issues: [issue] }: z.core.$ZodError, example: string): Error {
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const place = [...(issue?.path ?? []), ...keys.slice(0, 1)].join('.') || 'its root'
  return new Error(`is not valid at ${place}: write it like ${example}`)
}

const FeedsJson = z.array(
  z.strictObject({
    chainId: z.int().check(z.positive()),
    tokenAddress: Address,
    feed: Address,
    // At most a year: a longer age would not be a real limit.
    maxAgeSeconds: z.int().check(z.positive(), z.lte(31_536_000)),
    min: z.number().check(z.positive()),
    max: z.number().check(z.positive()),
    sequencerFeed: z.optional(Address),
  }),
)

/** Parses Chainlink price feeds of tokens that have no fixed price. */
export function parseFeeds(text: string): readonly PriceFeed[] {
  const example =
    '[{"chainId":1,"tokenAddress":"0x…","feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]'
  const parsed = FeedsJson.safeParse(parseJson(text, example))
  if (!parsed.success) throw createFormError(parsed.error, example)
  const feeds = parsed.data.map(({ sequencerFeed, ...feed }, index) => ({
    ...feed,
    tokenAddress: isNative(feed.tokenAddress)
      ? nativeAddress
      : parseAddress(feed.tokenAddress, `${index}.tokenAddress`),
    feed: parseAddress(feed.feed, `${index}.feed`),
    ...(sequencerFeed !== undefined && {
      sequencerFeed: parseAddress(sequencerFeed, `${index}.sequencerFeed`),
    }),
  }))
  const invalidIndex = feeds.findIndex(({ min, max }) => min >= max)
  if (invalidIndex >= 0)
    throw new Error(`is not valid at ${invalidIndex}.max: it must be more than min`)
  const names = feeds.map(({ chainId, tokenAddress }) => `${tokenAddress} on chain ${chainId}`)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate) throw new Error(`names token ${duplicate} twice`)
  return feeds
}

/** Checks a private quote key, and returns its text. The message never contains the key. */
export function parseQuoteKey(text: string): string {
  try {
    createQuoteSigner(text)
    return text
  } catch (cause) {
    throw new Error(PayError.from(cause, 'invalid_setting').message)
  }
}

/** Parses accounts (CAIP-10), separated by commas or white space. */
export function parseAccounts(text: string): ChainAccount[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((item) => {
      const account = parseAccount(item)
      if (account) return account
      throw new Error(`must be accounts such as eip155:8453:0x…, not "${item}"`)
    })
}

/** Parses the fee that a payer adds for a transfer that the relayer sends. */
export function parseRelayFee(text: string): RelayFee {
  if (text === 'none' || text === 'estimated') return text
  if (/^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return { usd: text }
  throw new Error('must be none, estimated, or US dollars such as 0.05')
}
