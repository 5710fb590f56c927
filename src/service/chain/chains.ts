import { chainFacts } from '../../api/chains.ts'
import { PayError } from '../../errors.ts'
import type { Chains, TokenFacts } from '../domain/ports.ts'
import type { KnownToken } from '../domain/tokens.ts'
import { readAddress } from './address.ts'
import { type ChainClient, chainClient } from './client.ts'
import { readFacts } from './facts.ts'
import { readToken } from './tokens.ts'

export interface ChainsOptions {
  /** JSON-RPC address of each chain. */
  rpcUrls: ReadonlyMap<number, string>
  /** Blocks to wait for. @default what `chainFacts` says of the chain */
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
}

/** Tokens kept in memory. Callers choose addresses, so there has to be an end. */
const cacheLimit = 10_000

/** Makes the {@link Chains} of JSON-RPC nodes. Nothing is asked of them yet. */
export function createChains(options: ChainsOptions): Chains {
  const clients = new Map<number, ChainClient>()
  for (const [id, url] of options.rpcUrls) clients.set(id, chainClient(id, url))
  const known = new Map(options.tokens.map((one) => [tokenKey(one.chainId, one.address), one]))
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
    head: (chainId) => client(clients, chainId).read((chain) => chain.getBlockNumber()),
    facts: (chainId, hash, head) => readFacts(client(clients, chainId), hash, head),
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
