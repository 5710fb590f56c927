import * as z from 'zod/mini'
import { Address, isNative, nativeAddress } from '../api/fields.ts'
import { readAddress } from './chain/address.ts'
import type { Feed } from './chain/feeds.ts'
import type { KnownToken } from './domain/tokens.ts'

// How the texts of environment variables are read. Each reader throws an Error whose message goes on after the
// variable's name.

/** A TCP port. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`must be a port from 0 to 65535, not "${text}"`)
}

/** A decimal number within bounds. */
export function readNumber(text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number
  throw new Error(`must be a number from ${least} to ${most}, not "${text.slice(0, 40)}"`)
}

/** on or off. */
export function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error(`must be on or off, not "${text.slice(0, 40)}"`)
}

/** open or closed. */
export function readOpenOrClosed(text: string): boolean {
  if (text === 'open' || text === 'closed') return text === 'open'
  throw new Error(`must be open or closed, not "${text.slice(0, 40)}"`)
}

/** Host names by commas, as a Host header has them, without a port. */
export function readHosts(text: string): readonly string[] | undefined {
  if (text === '') return undefined
  const hosts = text.split(',').map((host) => host.trim())
  const wrong = hosts.find((host) => !/^([\w.-]+|\[[\da-f:.]+\])$/i.test(host))
  if (wrong === undefined) return hosts
  throw new Error(`must be host names such as pay.example,[::1], not "${wrong.slice(0, 80)}"`)
}

/** Addresses by commas. A digit written wrong would trust a contract that nobody knows. */
export function readAddresses(text: string): readonly string[] {
  const given = text.split(',').map((one) => one.trim())
  return given.filter((one) => one !== '').map((one) => readAddress(one, ''))
}

/** Who has money that names no charge. */
export function readUnnamed(text: string): 'proof' | 'first-report' {
  if (text === 'proof' || text === 'first-report') return text
  throw new Error(`must be proof or first-report, not "${text.slice(0, 40)}"`)
}

/** Seconds by commas, in milliseconds. */
export function readWaits(text: string): readonly number[] {
  return text.split(',').map((one) => readNumber(one.trim(), 0, 7 * 86_400) * 1000)
}

/** Never repeats the text: it may hold a password. */
export function readUrl(value: unknown, protocols: readonly string[]): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url && protocols.includes(url.protocol)) return value as string
  const shown = protocols.map((one) => `${one}//`).join(' or ')
  throw new Error(`must be a URL that begins with ${shown}`)
}

/** A level of pino. */
export function readLogLevel(text: string): string {
  if (/^(trace|debug|info|warn|error|fatal|silent)$/.test(text)) return text
  throw new Error(
    `must be trace, debug, info, warn, error, fatal or silent, not "${text.slice(0, 40)}"`,
  )
}

/** Blocks that make a transfer final. */
export function readConfirmations(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000) return Number(value)
  throw new Error('must be a whole number from 1 to 10000')
}

function readJson(text: string, example: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`must be JSON, such as ${example}`)
  }
}

/** A JSON object whose keys are chain ids (EIP-155). */
export function readChainMap<T>(text: string, read: (value: unknown) => T): ReadonlyMap<number, T> {
  const given = readJson(text, '{"31337":…}')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error('must be a JSON object whose keys are chain ids, such as {"31337":…}')
  }
  return new Map(
    Object.entries(given).map(([key, value]) => {
      if (!/^[1-9]\d{0,14}$/.test(key)) throw new Error(`has the key "${key}": give chain ids`)
      try {
        return [Number(key), read(value)]
      } catch (cause) {
        throw new Error(`of chain ${key} ${cause instanceof Error ? cause.message : cause}`)
      }
    }),
  )
}

const Tokens = z.array(
  z.object({
    chainId: z.int().check(z.positive()),
    address: Address,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
    decimals: z.optional(z.int().check(z.gte(0), z.lte(77))),
    peg: z.literal('USD'),
  }),
)

/** Tokens that are worth one US dollar. */
export function readTokens(text: string): readonly KnownToken[] {
  const example = '[{"chainId":8453,"address":"0x…","peg":"USD"}]'
  const parsed = Tokens.safeParse(readJson(text, example))
  if (parsed.success) {
    // A digit written wrong would leave the token without its price, in silence.
    return parsed.data.map((token, index) => ({
      ...token,
      address: readAddress(token.address, `${index}.address`),
    }))
  }
  const [issue] = parsed.error.issues
  throw new Error(`is wrong at ${issue?.path.join('.') || 'its root'}: give ${example}`)
}

const Feeds = z.array(
  z.object({
    chainId: z.int().check(z.positive()),
    tokenAddress: Address,
    feed: Address,
    // A year: beyond, it is no bound.
    maxAgeSeconds: z.int().check(z.positive(), z.lte(31_536_000)),
    min: z.number().check(z.positive()),
    max: z.number().check(z.positive()),
    sequencerFeed: z.optional(Address),
  }),
)

/** Chainlink aggregators of tokens that are not. */
export function readFeeds(text: string): readonly Feed[] {
  const example =
    '[{"chainId":1,"tokenAddress":"0x…","feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]'
  const parsed = Feeds.safeParse(readJson(text, example))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`is wrong at ${issue?.path.join('.') || 'its root'}: give ${example}`)
  }
  const feeds = parsed.data.map(({ sequencerFeed, ...one }, index) => ({
    ...one,
    tokenAddress: isNative(one.tokenAddress)
      ? nativeAddress
      : readAddress(one.tokenAddress, `${index}.tokenAddress`),
    feed: readAddress(one.feed, `${index}.feed`),
    ...(sequencerFeed !== undefined && {
      sequencerFeed: readAddress(sequencerFeed, `${index}.sequencerFeed`),
    }),
  }))
  const upside = feeds.findIndex(({ min, max }) => min >= max)
  if (upside >= 0) throw new Error(`is wrong at ${upside}.max: it must be more than min`)
  const names = feeds.map(({ chainId, tokenAddress }) => `${tokenAddress} on chain ${chainId}`)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`names token ${twice} twice`)
  return feeds
}
