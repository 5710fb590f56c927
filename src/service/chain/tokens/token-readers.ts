import { isNative } from '../../../api/formats.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { ChainNodes } from '../nodes/nodes.ts'
import type { Chains } from '../types/chains.ts'
import {
  type AuthorizationDomain,
  dollar,
  type KnownToken,
  type TokenMetadata,
  toTokenKey,
} from '../types/tokens.ts'
import { agreeOnRate, agreeOnToken, readAtEachNode } from './agreement.ts'
import { agreeOnDomain, readAuthorizationDomain } from './authorizations.ts'
import { type PriceFeed, readCurrencyAnswer, readRate } from './feeds.ts'
import { readToken } from './tokens.ts'

// What is read of tokens at each node of their chain, and kept.

/** Returns the nodes of a chain. @throws PayError for a chain without nodes */
type GetNodes = (chainId: number) => ChainNodes
/** Known tokens by {@link toTokenKey}. */
type KnownTokens = ReadonlyMap<string, KnownToken>

/** Limit of tokens kept in memory, because callers choose which addresses are read. */
const maxCachedTokens = 10_000
const minuteMs = 60_000
/** Milliseconds for which a token's domain is kept: an upgrade of the token may change it. */
const domainLifetimeMs = 10 * minuteMs

/**
 * Creates the reader of tokens' decimals and symbols, which never change, so an answer is kept for ever. An answer that a
 * node is missing from is kept for a minute, and that there is no token is not kept at all.
 */
export function createTokenReader(
  getNodes: GetNodes,
  knownTokens: KnownTokens,
): Chains['getToken'] {
  const cache = new Map<string, { token: TokenMetadata; until: number }>()
  return async (chainId, address) => {
    const key = toTokenKey(chainId, address)
    const cached = cache.get(key)
    if (cached && performance.now() < cached.until) return cached.token
    const nodes = getNodes(chainId)
    const read = (node: ChainClient) => readToken(node, address, knownTokens.get(key))
    const answers = await readAtEachNode(nodes, read)
    const token = agreeOnToken(chainId, address, answers)
    const until = answers.length === nodes.each.length ? Infinity : performance.now() + minuteMs
    if (token && cache.size < maxCachedTokens) cache.set(key, { token, until })
    return token
  }
}

/** Creates the reader of the domains in which tokens have authorizations signed (EIP-712). */
export function createDomainReader(getNodes: GetNodes): Chains['getAuthorizationDomain'] {
  const domains = new Map<string, { domain: AuthorizationDomain | undefined; until: number }>()
  return async (chainId, token) => {
    if (isNative(token)) return undefined
    const key = toTokenKey(chainId, token)
    const cached = domains.get(key)
    if (cached && performance.now() < cached.until) return cached.domain
    const read = (node: ChainClient) => readAuthorizationDomain(node, token)
    const domain = agreeOnDomain(chainId, token, await readAtEachNode(getNodes(chainId), read))
    if (domains.size < maxCachedTokens || cached)
      domains.set(key, { domain, until: performance.now() + domainLifetimeMs })
    return domain
  }
}

/** Creates the reader of currencies' feeds. */
export function createCurrencyReader(getNodes: GetNodes): Chains['getCurrencyRate'] {
  return async (feed) => {
    const read = (node: ChainClient) => readCurrencyAnswer(node, feed, new Date())
    return agreeOnRate(feed, await readAtEachNode(getNodes(feed.chainId), read))
  }
}

/** Creates the readers of values in US dollars: 1 for tokens that are pegged to it, else by the token's feed. */
export function createPriceReaders(
  getNodes: GetNodes,
  knownTokens: KnownTokens,
  feeds: readonly PriceFeed[],
): Pick<Chains, 'getRate' | 'getUsdPriceAt'> {
  const feedsByToken = new Map(
    feeds.map((feed) => [toTokenKey(feed.chainId, feed.tokenAddress), feed]),
  )
  return {
    async getRate(chainId, token) {
      const key = toTokenKey(chainId, token)
      if (knownTokens.get(key)?.peg === 'USD') return dollar
      const feed = feedsByToken.get(key)
      if (!feed) return undefined
      const read = (node: ChainClient) => readRate(node, feed, new Date())
      return agreeOnRate(feed, await readAtEachNode(getNodes(chainId), read))
    },
    async getUsdPriceAt(chainId, token, { number, time }) {
      const key = toTokenKey(chainId, token)
      if (knownTokens.get(key)?.peg === 'USD') return { source: 'peg', rate: dollar }
      const feed = feedsByToken.get(key)
      if (!feed) return { source: 'none' }
      const read = (node: ChainClient) => readRate(node, feed, time, number)
      try {
        const answers = await readAtEachNode(getNodes(chainId), read)
        return { source: 'feed', rate: agreeOnRate(feed, answers) }
      } catch {
        // The feed has no good answer of that time, or the node no longer keeps the state of that block.
        return { source: 'unavailable' }
      }
    },
  }
}
