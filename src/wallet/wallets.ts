import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  getConnection,
  injected,
} from '@wagmi/core'
import { type Client, createClient, type EIP1193Provider, http } from 'viem'
import type { Wallets } from '../checkout/ports.ts'
import { notLoaded, PayError } from '../errors.ts'
import { readFunds } from './balance/funds.ts'
import { keepChoice, readChoices } from './balance/payment-choices.ts'
import { allChains } from './connect/chains.ts'
import {
  changeChain,
  connectorOf,
  connectWallet,
  watchAccount,
  watchWallets,
} from './connect/connect.ts'
import { discoverWallets } from './connect/discovery.ts'
import type { WalletConnect } from './connect/walletconnect.ts'
import type { WalletsOptions } from './options.ts'
import { connectedProvider, openReader, providerOn } from './reader.ts'
import { sendTransfer } from './send/send.ts'
import { signMessage } from './send/sign.ts'
import { isSponsored } from './send/sponsor.ts'
import { findArrivals } from './track/incoming-transfers.ts'
import { searchTransfer } from './track/search-transfer.ts'
import { inspectAmong } from './track/submitted-hash.ts'
import { readFate } from './track/transaction-status.ts'

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
    opened ??= import('./connect/walletconnect.ts').then(
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
