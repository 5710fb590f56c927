import { getChainMetadata } from '../../api/chains.ts'
import { PayError } from '../../errors.ts'
import type { Chains, TokenFacts } from '../domain/ports.ts'
import type { KnownToken } from '../domain/tokens.ts'
import { parseAddress } from './address.ts'
import { type ChainClient, createChainClient } from './client.ts'
import { lookUpTransaction } from './facts.ts'
import { type PriceFeed, readRate } from './feeds.ts'
import { createEnsReader } from './names.ts'
import { findBlockBefore, findReplacement, readBlockHash, readBlockTime } from './search.ts'
import { verifySignature } from './signature.ts'
import { readIsContract, readToken } from './tokens.ts'
import { findTransfers, readBlockWithTransactions } from './transfers.ts'
import { findCompleteTransfers } from './witness.ts'

export interface ChainsOptions {
  /** JSON-RPC URL of each chain. */
  rpcUrls: ReadonlyMap<number, string>
  /** Blocks that make a transfer final, by chain. @default the value of `chainFacts` for the chain */
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
  /** Price feeds of tokens that have no fixed price. */
  feeds: readonly PriceFeed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names; undefined to resolve none. */
  ensRpcUrl: string | undefined
}

/** Limit of tokens kept in memory, because callers choose which addresses are read. */
const maxCachedTokens = 10_000

/**
 * Creates the {@link Chains} port on JSON-RPC nodes. Sends no request yet.
 *
 * @throws PayError `invalid_setting` for a price feed that could never be used
 */
export function createChains(options: ChainsOptions): Chains {
  const clients = new Map<number, ChainClient>()
  for (const [id, url] of options.rpcUrls) clients.set(id, createChainClient(id, url))
  const knownTokens = new Map(
    options.tokens.map((one) => [toTokenKey(one.chainId, one.address), one]),
  )
  const feedsByToken = new Map(
    options.feeds.map((one) => [toTokenKey(one.chainId, one.tokenAddress), one]),
  )
  for (const feed of options.feeds) checkFeed(feed, options.rpcUrls, knownTokens)
  const tokenCache = new Map<string, TokenFacts>()
  return {
    ids: [...clients.keys()],
    getConfirmations: (id) => options.confirmations.get(id) ?? getChainMetadata(id).confirmations,
    parseAddress: parseAddress,
    async getToken(chainId, address) {
      const key = toTokenKey(chainId, address)
      const cached = tokenCache.get(key)
      if (cached) return cached
      const token = await readToken(getClient(clients, chainId), address, knownTokens.get(key))
      // A token's decimals and symbol never change. That there is no token may change, so it is not cached.
      if (token && tokenCache.size < maxCachedTokens) tokenCache.set(key, token)
      return token
    },
    async getRate(chainId, token) {
      const feed = feedsByToken.get(toTokenKey(chainId, token))
      return feed && (await readRate(getClient(clients, chainId), feed, new Date()))
    },
    isContract: (chainId, address) => readIsContract(getClient(clients, chainId), address),
    getEnsAddress: options.ensRpcUrl === undefined ? undefined : createEnsReader(options.ensRpcUrl),
    getBlockNumber: (chainId) =>
      getClient(clients, chainId).read((chain) => chain.getBlockNumber()),
    lookUpTransaction: (chainId, hash, head, recipients) =>
      lookUpTransaction(getClient(clients, chainId), hash, head, recipients),
    verifySignature: (chainId, account, message, signature) =>
      verifySignature(getClient(clients, chainId), account, message, signature),
    getBlockTime: (chainId, number) => readBlockTime(getClient(clients, chainId), number),
    getBlockHash: (chainId, number) => readBlockHash(getClient(clients, chainId), number),
    findBlockBefore: (chainId, time, head) =>
      findBlockBefore(getClient(clients, chainId), time, head),
    findReplacement: (chainId, pendingTransaction, head) =>
      findReplacement(getClient(clients, chainId), pendingTransaction, head),
    findTransfers: (chainId, range, filter) =>
      findTransfers(getClient(clients, chainId), range, filter),
    findCompleteTransfers: (chainId, range, filter, previousWitness) =>
      findCompleteTransfers(getClient(clients, chainId), range, filter, previousWitness),
    getBlockWithTransactions: (chainId, number) =>
      readBlockWithTransactions(getClient(clients, chainId), number),
  }
}

/** Throws for a feed that would never be read: the mistake would only show at the first charge, or never. */
function checkFeed(
  { chainId, tokenAddress }: PriceFeed,
  rpcUrls: ReadonlyMap<number, string>,
  knownTokens: ReadonlyMap<string, KnownToken>,
): void {
  const createFeedError = (why: string) =>
    new PayError(
      'invalid_setting',
      `FEEDS names token ${tokenAddress} on chain ${chainId}, ${why}`,
      {
        field: 'FEEDS',
      },
    )
  if (!rpcUrls.has(chainId)) throw createFeedError('but CHAIN_RPC_URLS has no such chain.')
  if (knownTokens.has(toTokenKey(chainId, tokenAddress))) {
    throw createFeedError(
      'which is taken 1:1 for US dollars (TOKENS, or built in): a feed is not asked.',
    )
  }
}

function toTokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}

function getClient(clients: ReadonlyMap<number, ChainClient>, chainId: number): ChainClient {
  const found = clients.get(chainId)
  if (found) return found
  throw new PayError('invalid_setting', `Chain ${chainId} has no URL in CHAIN_RPC_URLS.`)
}
