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
  /** JSON-RPC address of each chain. */
  rpcUrls: ReadonlyMap<number, string>
  /** Blocks to wait for. @default what `chainFacts` says of the chain */
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
  /** Of tokens that are worth no fixed sum. */
  feeds: readonly Feed[]
  /** A node of Ethereum's main network, for ENS names; undefined for none. */
  ensRpcUrl: string | undefined
}

/** Tokens kept in memory. Callers choose addresses, so there has to be an end. */
const cacheLimit = 10_000

/**
 * Makes the {@link Chains} of JSON-RPC nodes. Nothing is asked of them yet.
 *
 * @throws PayError `invalid_setting` for a feed that could never be used
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
      // A token's decimals and symbol never change; that no token is there may.
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

/** A feed that nothing reads is a mistake that would only show in the first charge, or never. */
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
