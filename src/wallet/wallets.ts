import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  getConnection,
  injected,
} from '@wagmi/core'
import { type Chain, type Client, createClient, type EIP1193Provider, http } from 'viem'
import type { Wallets } from '../checkout/ports.ts'
import { notLoaded, PayError } from '../errors.ts'
import { findArrivals } from './arrivals.ts'
import { allChains } from './chains.ts'
import { keepChoice, readChoices } from './choices.ts'
import { inspectAmong } from './claims.ts'
import { changeChain, connectorOf, connectWallet, watchAccount, watchWallets } from './connect.ts'
import { discoverWallets } from './discovery.ts'
import { readFate } from './fate.ts'
import { readFunds } from './funds.ts'
import { connectedProvider, openReader, providerOn } from './reader.ts'
import { searchTransfer } from './search.ts'
import { sendTransfer } from './send.ts'
import { signMessage } from './sign.ts'
import { isSponsored } from './sponsor.ts'
import type { WalletConnect } from './walletconnect.ts'

export interface WalletsOptions {
  /** viem chains beyond the built-in ones; an own one wins over ours of the same id. */
  chains?: readonly Chain[] | undefined
  /** RPC addresses by chain id: where given, the chain is read there and not through the wallet. */
  rpcUrls?: Record<number, string> | undefined
  /** Wallets of the page's own: wagmi connectors, or EIP-1193 providers. */
  wallets?: readonly (CreateConnectorFn | EIP1193Provider)[] | undefined
  /** Turns WalletConnect on. */
  projectId?: string | undefined
  /** A WalletConnect relay in place of the library's own. */
  relayUrl?: string | undefined
  /** Who pays the network's fee for smart accounts (ERC-7677): a URL, or one by chain id. */
  paymasterUrl?: string | Record<number, string> | undefined
  /** Put the charge's reference behind the calldata (ERC-8021). @default true */
  attribution?: boolean | undefined
}

function mayStore(): boolean {
  try {
    return window.localStorage !== null
  } catch {
    return false
  }
}

/** A wallet of the page's own, as wagmi takes one. */
function asConnector(own: CreateConnectorFn | EIP1193Provider, at: number): CreateConnectorFn {
  if (typeof own === 'function') return own
  const name = at > 0 ? `Wallet ${at + 1}` : 'Wallet'
  return injected({ target: { id: `page.${at}`, name, provider: own } })
}

/** Wallets on other devices. Their code is loaded when the payer asks for it, or has paid so on this page before. */
function remoteWallets(config: Config, { projectId, relayUrl, rpcUrls }: WalletsOptions) {
  let opened: Promise<WalletConnect> | undefined
  const { chains } = config
  function open(): Promise<WalletConnect> {
    if (!projectId) throw new PayError('wallet_failed', 'This wallet is gone. Choose it again.')
    opened ??= import('./walletconnect.ts').then(
      ({ addWalletConnect }) => addWalletConnect(config, { projectId, relayUrl, rpcUrls, chains }),
      (cause) => {
        // So that the next click asks for the code again.
        opened = undefined
        throw notLoaded(cause)
      },
    )
    return opened
  }
  return {
    open,
    async restore() {
      if (opened || !projectId || getConnection(config).isConnected) return
      if ((await config.storage?.getItem('recentConnectorId')) === 'walletConnect') await open()
    },
  }
}

/** Wallets announced by EIP-6963, and window.ethereum where nothing announces itself; by @wagmi/core and viem. */
export function createWallets(options: WalletsOptions = {}): Wallets {
  const own = options.chains ?? []
  const attribution = options.attribution ?? true
  const config: Config = createConfig({
    chains: allChains(own),
    // They are discovered here: see discovery.ts.
    multiInjectedProviderDiscovery: false,
    connectors: [injected(), ...(options.wallets ?? []).map(asConnector)],
    // Where the page may store nothing, wagmi's own storage would throw: then it remembers no wallet.
    ...(!mayStore() && { storage: null }),
    // wagmi asks for one, and nothing here uses it: a reader goes through the wallet or the page's rpcUrls only.
    client: ({ chain }) => createClient({ chain, transport: http(options.rpcUrls?.[chain.id]) }),
  })
  discoverWallets(config)
  const remote = remoteWallets(config, options)
  const reader = async (chainId: number) => {
    await remote.restore()
    return openReader(config, chainId, options.rpcUrls)
  }
  // It tells of its batches. Where none is connected, the chain alone tells.
  const wallet = () => connectedProvider(config).catch(() => undefined)
  const paymasterOn = (chainId: number) => {
    const { paymasterUrl } = options
    return typeof paymasterUrl === 'string' ? paymasterUrl : paymasterUrl?.[chainId]
  }
  const sponsored = async (client: Client, chainId: number, from: string) =>
    isSponsored(client, await wallet(), { from, chainId, paymasterUrl: paymasterOn(chainId) })
  return {
    watch: (tell) => watchWallets(config, options, tell),
    connect: async (walletId, tell, chainIds) =>
      walletId === 'walletConnect'
        ? (await remote.open()).connect(tell, chainIds)
        : connectWallet(config, connectorOf(config, walletId)),
    account: (tell) => watchAccount(config, tell),
    switchChain: (chainId) => changeChain(config, own, chainId),
    funds: async (quote, from) => {
      const client = await reader(quote.chainId)
      const funds = await readFunds(client, quote, from, attribution)
      return (await sponsored(client, quote.chainId, from)) ? { ...funds, fee: 0n } : funds
    },
    holdings: (deals, from) => readChoices(config, { reader, sponsored }, deals, from),
    inspect: (deals, text) => inspectAmong(reader, deals, text),
    arrivals: async (quote, from) => findArrivals(await reader(quote.chainId), quote, { from }),
    search: async (intent, range) => {
      const client = await reader(intent.quote.chainId)
      return searchTransfer(client, intent, attribution, range, await wallet())
    },
    fate: async (chainId, hash, intent, depth) => {
      const client = await reader(chainId)
      const provider = intent?.proposal && (await wallet())
      return readFate(client, hash, intent, depth, attribution, provider)
    },
    sign: async (account, message) => {
      await remote.restore()
      return signMessage(config, account, message)
    },
    transfer: async (intent, isWanted, tell, onWithoutData) => {
      const { quote, from } = intent
      const { chainId } = quote
      const provider = await providerOn(config, chainId, from)
      const client = await reader(chainId)
      const sender = { client, provider, attribution, paymasterUrl: paymasterOn(chainId) }
      await keepChoice(config, quote)
      return sendTransfer(sender, intent, isWanted, tell, onWithoutData)
    },
  }
}
