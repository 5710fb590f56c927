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

/** Returns whether the page may use local storage. Some browsers throw on the mere access. */
function mayStore(): boolean {
  try {
    return window.localStorage !== null
  } catch {
    return false
  }
}

/** Converts one of the page's own wallets to a wagmi connector. */
function asConnector(own: CreateConnectorFn | EIP1193Provider, at: number): CreateConnectorFn {
  if (typeof own === 'function') return own
  const name = at > 0 ? `Wallet ${at + 1}` : 'Wallet'
  return injected({ target: { id: `page.${at}`, name, provider: own } })
}

/**
 * Creates the access to wallets on other devices. Its code is loaded only when the payer chooses WalletConnect, or
 * used it on this page before.
 */
function remoteWallets(config: Config, { projectId, relayUrl, rpcUrls }: WalletsOptions) {
  let opened: Promise<WalletConnect> | undefined
  const { chains } = config
  function open(): Promise<WalletConnect> {
    if (!projectId) throw new PayError('wallet_failed', 'This wallet is gone. Choose it again.')
    opened ??= import('./connect/walletconnect.ts').then(
      ({ addWalletConnect }) => addWalletConnect(config, { projectId, relayUrl, rpcUrls, chains }),
      (cause) => {
        // So that the next click loads the code again.
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

/**
 * Creates the checkout's port to the wallets, on @wagmi/core and viem: wallets that announce themselves by EIP-6963,
 * window.ethereum where none does, the page's own wallets, and WalletConnect where a project id is given.
 *
 * @example
 * const wallets = createWallets({ rpcUrls: { 8453: 'https://base.example.com' }, projectId: 'abc123' })
 * const account = await wallets.connect('walletConnect', (uri) => showQrCode(uri))
 */
export function createWallets(options: WalletsOptions = {}): Wallets {
  const own = options.chains ?? []
  const attribution = options.attribution ?? true
  const config: Config = createConfig({
    chains: allChains(own),
    // discovery.ts does it instead, and says why.
    multiInjectedProviderDiscovery: false,
    connectors: [injected(), ...(options.wallets ?? []).map(asConnector)],
    // Where the page may store nothing, wagmi's own storage would throw. Without storage it remembers no wallet.
    ...(!mayStore() && { storage: null }),
    // wagmi requires one, but nothing here uses it: chains are read only through the wallet or the page's rpcUrls.
    client: ({ chain }) => createClient({ chain, transport: http(options.rpcUrls?.[chain.id]) }),
  })
  discoverWallets(config)
  const remote = remoteWallets(config, options)
  const reader = async (chainId: number) => {
    await remote.restore()
    return openReader(config, chainId, options.rpcUrls)
  }
  // The wallet knows the status of its batches. Where none is connected, only the chain can show it.
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
