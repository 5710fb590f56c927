import { type Config, createConfig, injected } from '@wagmi/core'
import { type Chain, createClient, http, isHash } from 'viem'
import type { Wallets } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { transactionRequest, transferCall } from './call.ts'
import { allChains } from './chains.ts'
import { changeChain, connectWallet, watchWallets } from './connect.ts'
import { walletError } from './errors.ts'
import { readFate } from './fate.ts'
import { readFunds } from './funds.ts'
import { openReader, providerOn } from './reader.ts'
import { searchTransfer } from './search.ts'

export interface WalletsOptions {
  /** viem chains beyond the built-in ones; an own one wins over ours of the same id. */
  chains?: readonly Chain[] | undefined
  /** RPC addresses by chain id: where given, the chain is read there and not through the wallet. */
  rpcUrls?: Record<number, string> | undefined
  /** Put the charge's uuid behind the calldata (ERC-8021). @default true */
  attribution?: boolean | undefined
}

function mayStore(): boolean {
  try {
    return window.localStorage !== null
  } catch {
    return false
  }
}

/** Wallets announced by EIP-6963, and window.ethereum where nothing announces itself; by @wagmi/core and viem. */
export function createWallets(options: WalletsOptions = {}): Wallets {
  const own = options.chains ?? []
  const attribution = options.attribution ?? true
  const config: Config = createConfig({
    chains: allChains(own),
    connectors: [injected()],
    // Where the page may store nothing, wagmi's own storage would throw: then it remembers no wallet.
    ...(!mayStore() && { storage: null }),
    // wagmi asks for one, and nothing here uses it: a reader goes through the wallet or the page's rpcUrls only.
    client: ({ chain }) => createClient({ chain, transport: http(options.rpcUrls?.[chain.id]) }),
  })
  const reader = (chainId: number) => openReader(config, chainId, options.rpcUrls)
  return {
    watch: (tell) => watchWallets(config, tell),
    connect: (walletId) => connectWallet(config, walletId),
    switchChain: (chainId) => changeChain(config, own, chainId),
    funds: async (quote, from) => readFunds(await reader(quote.chainId), quote, from, attribution),
    search: async (intent, range) => {
      const client = await reader(intent.quote.chainId)
      return searchTransfer(client, intent, attribution, range)
    },
    fate: async (chainId, hash, intent, depth) =>
      readFate(await reader(chainId), hash, intent, depth, attribution),
    transfer: async ({ quote, from }, isWanted) => {
      const provider = await providerOn(config, quote.chainId)
      const call = await transferCall(await reader(quote.chainId), quote, attribution).catch(
        (cause) => {
          throw new PayError(
            'chain_refused',
            'The network could not be read, so nothing was sent.',
            { cause },
          )
        },
      )
      if (!isWanted()) throw new PayError('wallet_refused', 'This try was given up.')
      try {
        // Asked straight of the provider, once: a transport that repeats after a fault could pay twice.
        const hash = await provider.request({
          method: 'eth_sendTransaction',
          params: [transactionRequest(call, from, quote.chainId)],
        })
        if (isHash(hash)) return hash
        throw new PayError('wallet_failed', 'The wallet answered without a transaction hash.')
      } catch (cause) {
        throw walletError(cause)
      }
    },
  }
}
