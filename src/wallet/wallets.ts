import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  getConnection,
  injected,
} from '@wagmi/core'
import { type Client, createClient, type EIP1193Provider, http } from 'viem'
import type { Wallets } from '../checkout/ports.ts'
import { createLoadError, PayError } from '../errors.ts'
import { readFunds } from './balance/funds.ts'
import { readOptionBalances, saveChoice } from './balance/payment-choices.ts'
import { mergeChains } from './connect/chains.ts'
import {
  connectWallet,
  findConnector,
  switchWalletChain,
  watchAccount,
  watchWallets,
} from './connect/connect.ts'
import { discoverWallets } from './connect/discovery.ts'
import type { WalletConnect } from './connect/walletconnect.ts'
import type { WalletsOptions } from './options.ts'
import { createReadClient, getConnectedProvider, requireProvider } from './reader.ts'
import { sendTransfer } from './send/send.ts'
import { signMessage } from './send/sign.ts'
import { isSponsored } from './send/sponsor.ts'
import { findIncomingTransfers } from './track/incoming-transfers.ts'
import { searchTransfer } from './track/search-transfer.ts'
import { inspectSubmittedHash } from './track/submitted-hash.ts'
import { readTransactionStatus } from './track/transaction-status.ts'

/** Returns whether the page may use local storage. Some browsers throw on the mere access. */
function hasLocalStorage(): boolean {
  try {
    return window.localStorage !== null
  } catch {
    return false
  }
}

/** Converts one of the page's own wallets to a wagmi connector. */
function toConnector(
  wallet: CreateConnectorFn | EIP1193Provider,
  index: number,
): CreateConnectorFn {
  if (typeof wallet === 'function') return wallet
  const name = index > 0 ? `Wallet ${index + 1}` : 'Wallet'
  return injected({ target: { id: `page.${index}`, name, provider: wallet } })
}

/**
 * Creates the access to wallets on other devices. Its code is loaded only when the payer chooses WalletConnect, or
 * used it on this page before.
 */
function createLazyWalletConnect(config: Config, { projectId, relayUrl, rpcUrls }: WalletsOptions) {
  let loading: Promise<WalletConnect> | undefined
  const { chains } = config
  function open(): Promise<WalletConnect> {
    if (!projectId)
      throw new PayError('wallet_failed', 'This wallet is no longer available. Choose it again.')
    loading ??= import('./connect/walletconnect.ts').then(
      ({ addWalletConnect }) => addWalletConnect(config, { projectId, relayUrl, rpcUrls, chains }),
      (cause) => {
        // So that the next click loads the code again.
        loading = undefined
        throw createLoadError(cause)
      },
    )
    return loading
  }
  return {
    open,
    async restore() {
      if (loading || !projectId || getConnection(config).isConnected) return
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
  const customChains = options.chains ?? []
  const attribution = options.attribution ?? true
  const config: Config = createConfig({
    chains: mergeChains(customChains),
    // discovery.ts does it instead, and says why.
    multiInjectedProviderDiscovery: false,
    connectors: [injected(), ...(options.wallets ?? []).map(toConnector)],
    // Where the page may store nothing, wagmi's own storage would throw. Without storage it remembers no wallet.
    ...(!hasLocalStorage() && { storage: null }),
    // wagmi requires one, but nothing here uses it: chains are read only through the wallet or the page's rpcUrls.
    client: ({ chain }) => createClient({ chain, transport: http(options.rpcUrls?.[chain.id]) }),
  })
  discoverWallets(config)
  const lazyWalletConnect = createLazyWalletConnect(config, options)
  const getReadClient = async (chainId: number) => {
    await lazyWalletConnect.restore()
    return createReadClient(config, chainId, options.rpcUrls)
  }
  // The wallet knows the status of its batches. Where none is connected, only the chain can show it.
  const findProvider = () => getConnectedProvider(config).catch(() => undefined)
  const getPaymasterUrl = (chainId: number) => {
    const { paymasterUrl } = options
    return typeof paymasterUrl === 'string' ? paymasterUrl : paymasterUrl?.[chainId]
  }
  const isFeeSponsored = async (client: Client, chainId: number, from: string) =>
    isSponsored(client, await findProvider(), {
      from,
      chainId,
      paymasterUrl: getPaymasterUrl(chainId),
    })
  return {
    watch: (onWallets) => watchWallets(config, options, onWallets),
    connect: async (walletId, onUri, chainIds) =>
      walletId === 'walletConnect'
        ? (await lazyWalletConnect.open()).connect(onUri, chainIds)
        : connectWallet(config, findConnector(config, walletId)),
    watchAccount: (onAccount) => watchAccount(config, onAccount),
    switchChain: (chainId) => switchWalletChain(config, customChains, chainId),
    readFunds: async (quote, from) => {
      const client = await getReadClient(quote.chainId)
      const funds = await readFunds(client, quote, from, attribution)
      return (await isFeeSponsored(client, quote.chainId, from)) ? { ...funds, fee: 0n } : funds
    },
    readBalances: (paymentOptions, from) =>
      readOptionBalances(config, { getReadClient, isFeeSponsored }, paymentOptions, from),
    inspectTransaction: (paymentOptions, text) =>
      inspectSubmittedHash(getReadClient, paymentOptions, text),
    findIncomingTransfers: async (quote, from) =>
      findIncomingTransfers(await getReadClient(quote.chainId), quote, { from }),
    searchTransfer: async (intent, range) => {
      const client = await getReadClient(intent.quote.chainId)
      return searchTransfer(client, intent, attribution, range, await findProvider())
    },
    getTransactionStatus: async (chainId, hash, intent, depth) => {
      const client = await getReadClient(chainId)
      const provider = intent?.proposal && (await findProvider())
      return readTransactionStatus(client, hash, intent, depth, attribution, provider)
    },
    signMessage: async (account, message) => {
      await lazyWalletConnect.restore()
      return signMessage(config, account, message)
    },
    transfer: async (intent, isWanted, onProposal, onWithoutData) => {
      const { quote, from } = intent
      const { chainId } = quote
      const provider = await requireProvider(config, chainId, from)
      const client = await getReadClient(chainId)
      const sender = { client, provider, attribution, paymasterUrl: getPaymasterUrl(chainId) }
      await saveChoice(config, quote)
      return sendTransfer(sender, intent, isWanted, onProposal, onWithoutData)
    },
  }
}
