import { chainFacts } from '../../api/chains.ts'
import { PayError } from '../../errors.ts'
import type { Chains, TokenFacts } from '../domain/ports.ts'
import type { KnownToken } from '../domain/tokens.ts'
import { readAddress } from './address.ts'
import { type ChainClient, chainClient } from './client.ts'
import { readFacts } from './facts.ts'
import { type Feed, readRate } from './feeds.ts'
import { ensReader } from './names.ts'
import { readBlockBefore, readBlockHash, readBlockTime, readReplacement } from './search.ts'
import { verifySignature } from './signature.ts'
import { readIsContract, readToken } from './tokens.ts'
import { readCoinBlock, readTransfers } from './transfers.ts'
import { readProvenTransfers } from './witness.ts'

export interface ChainsOptions {
  /** JSON-RPC URL of each chain. */
  rpcUrls: ReadonlyMap<number, string>
  /** Blocks that make a transfer final, by chain. @default the value of `chainFacts` for the chain */
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
  /** Price feeds of tokens that have no fixed price. */
  feeds: readonly Feed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names; undefined to resolve none. */
  ensRpcUrl: string | undefined
}

/** Limit of tokens kept in memory, because callers choose which addresses are read. */
const cacheLimit = 10_000

/**
 * Creates the {@link Chains} port on JSON-RPC nodes. Sends no request yet.
 *
 * @throws PayError `invalid_setting` for a price feed that could never be used
 */
export function createChains(options: ChainsOptions): Chains {
  const clients = new Map<number, ChainClient>()
  for (const [id, url] of options.rpcUrls) clients.set(id, chainClient(id, url))
  const known = new Map(options.tokens.map((one) => [tokenKey(one.chainId, one.address), one]))
  const feeds = new Map(options.feeds.map((one) => [tokenKey(one.chainId, one.tokenAddress), one]))
  for (const feed of options.feeds) checkFeed(feed, options.rpcUrls, known)
  const cache = new Map<string, TokenFacts>()
  return {
    ids: [...clients.keys()],
    confirmations: (id) => options.confirmations.get(id) ?? chainFacts(id).confirmations,
    address: readAddress,
    async token(chainId, address) {
      const key = tokenKey(chainId, address)
      const cached = cache.get(key)
      if (cached) return cached
      const token = await readToken(client(clients, chainId), address, known.get(key))
      // A token's decimals and symbol never change. That there is no token may change, so it is not cached.
      if (token && cache.size < cacheLimit) cache.set(key, token)
      return token
    },
    async rate(chainId, token) {
      const feed = feeds.get(tokenKey(chainId, token))
      return feed && (await readRate(client(clients, chainId), feed, new Date()))
    },
    isContract: (chainId, address) => readIsContract(client(clients, chainId), address),
    ens: options.ensRpcUrl === undefined ? undefined : ensReader(options.ensRpcUrl),
    head: (chainId) => client(clients, chainId).read((chain) => chain.getBlockNumber()),
    facts: (chainId, hash, head, recipients) =>
      readFacts(client(clients, chainId), hash, head, recipients),
    verifySignature: (chainId, account, message, signature) =>
      verifySignature(client(clients, chainId), account, message, signature),
    blockTime: (chainId, number) => readBlockTime(client(clients, chainId), number),
    blockHash: (chainId, number) => readBlockHash(client(clients, chainId), number),
    blockBefore: (chainId, time, head) => readBlockBefore(client(clients, chainId), time, head),
    replacement: (chainId, trace, head) => readReplacement(client(clients, chainId), trace, head),
    transfers: (chainId, range, wanted) => readTransfers(client(clients, chainId), range, wanted),
    provenTransfers: (chainId, range, wanted, former) =>
      readProvenTransfers(client(clients, chainId), range, wanted, former),
    coinBlock: (chainId, number) => readCoinBlock(client(clients, chainId), number),
  }
}

/** Throws for a feed that would never be read: the mistake would only show at the first charge, or never. */
function checkFeed(
  { chainId, tokenAddress }: Feed,
  rpcUrls: ReadonlyMap<number, string>,
  known: ReadonlyMap<string, KnownToken>,
): void {
  const wrong = (why: string) =>
    new PayError(
      'invalid_setting',
      `FEEDS names token ${tokenAddress} on chain ${chainId}, ${why}`,
      {
        field: 'FEEDS',
      },
    )
  if (!rpcUrls.has(chainId)) throw wrong('which CHAIN_RPC_URLS does not name.')
  if (known.has(tokenKey(chainId, tokenAddress))) {
    throw wrong('which is taken 1:1 for US dollars (TOKENS, or built in): a feed is not asked.')
  }
}

function tokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}

function client(clients: ReadonlyMap<number, ChainClient>, chainId: number): ChainClient {
  const found = clients.get(chainId)
  if (found) return found
  throw new PayError('invalid_setting', `Chain ${chainId} has no address in CHAIN_RPC_URLS.`)
}
