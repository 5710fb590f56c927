import type { Client, EIP1193Provider } from 'viem'
import type { Intent } from '../checkout/ports/intent.ts'
import type { Wallets } from '../checkout/ports/wallets.ts'
import { loadPart, PayError } from '../errors.ts'
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
import { Connections, legacyConnectorId } from './connect/connections.ts'
import type { Connector } from './connect/connector.ts'
import { discoverWallets } from './connect/discovery.ts'
import { createInjectedConnector } from './connect/injected.ts'
import type { Provider } from './connect/provider.ts'
import type { WalletConnect } from './connect/walletconnect.ts'
import { createGoneError } from './errors.ts'
import type { WalletsOptions } from './options.ts'
import { throwUnreachable } from './read.ts'
import {
  createPageClient,
  createReadClient,
  getConnectedProvider,
  openReadClient,
  requireProvider,
} from './reader.ts'
import { Preparations } from './send/preparations.ts'
import { createUnreadError, finishPreparation, type Sender } from './send/prepare-transfer.ts'
import { sendTransfer } from './send/send.ts'
import { signMessage } from './send/sign.ts'
import { isPreparedTransferSponsored, isSponsored } from './send/sponsor.ts'
import { recall } from './storage.ts'
import { compareTransfer } from './track/compare-transfer.ts'
import { findIncomingTransfers } from './track/incoming-transfers.ts'
import { searchTransfer } from './track/search-transfer.ts'
import { inspectSubmittedHash } from './track/submitted-hash.ts'
import { readTransactionStatus } from './track/transaction-status.ts'

/** Loads the code for transfers that a payer signs and the relayer sends: few payers need it. */
const loadAuthorizations = () => loadPart(import('./authorize/authorizations.ts'))

/** Creates the connector of one of the page's own EIP-1193 providers. */
function createProviderConnector(provider: EIP1193Provider, index: number): Connector {
  const name = index > 0 ? `Wallet ${index + 1}` : 'Wallet'
  return createInjectedConnector({ id: `page.${index}`, name, findProvider: () => provider })
}

/** Creates the connector of window.ethereum, which is read again each time, as it may be set late. */
function createLegacyConnector(): Connector {
  return createInjectedConnector({
    id: legacyConnectorId,
    name: 'Injected',
    findProvider: () => (window as { ethereum?: unknown }).ethereum as EIP1193Provider | undefined,
    listensLate: true,
  })
}

/**
 * Creates the access to wallets on other devices. Its code is loaded only when the payer chooses WalletConnect, or
 * used it on this page before.
 */
function createLazyWalletConnect(
  connections: Connections,
  { projectId, relayUrl, rpcUrls }: WalletsOptions,
) {
  let moduleLoad: Promise<WalletConnect> | undefined
  const { chains } = connections
  function open(): Promise<WalletConnect> {
    if (!projectId) throw createGoneError()
    moduleLoad ??= loadPart(import('./connect/walletconnect.ts')).then(
      ({ addWalletConnect }) =>
        addWalletConnect(connections, { projectId, relayUrl, rpcUrls, chains }),
      (cause) => {
        // So that the next click loads the code again.
        moduleLoad = undefined
        throw cause
      },
    )
    return moduleLoad
  }
  return {
    open,
    async restore() {
      if (moduleLoad || !projectId || connections.connection) return
      if (recall('last-wallet') === 'walletConnect') await open()
    },
  }
}

/**
 * Creates the checkout's port to the wallets: wallets that announce themselves by EIP-6963, window.ethereum where none
 * does, the page's own wallets, and WalletConnect where a project id is given.
 *
 * @param pageConnectors the page's own wagmi connectors, which {@link loadWallets} creates
 * @example
 * const wallets = createWallets({ rpcUrls: { 8453: 'https://base.example.com' }, projectId: 'abc123' })
 * const account = await wallets.connect('walletConnect', (uri) => showQrCode(uri))
 */
export function createWallets(
  options: WalletsOptions = {},
  pageConnectors: readonly Connector[] = [],
): Wallets {
  const customChains = options.chains ?? []
  const attribution = options.attribution ?? true
  const connections = new Connections(mergeChains(customChains))
  connections.add(createLegacyConnector())
  for (const [index, wallet] of (options.wallets ?? []).entries())
    if (typeof wallet !== 'function') connections.add(createProviderConnector(wallet, index))
  for (const connector of pageConnectors) connections.add(connector)
  discoverWallets(connections)
  const lazyWalletConnect = createLazyWalletConnect(connections, options)
  const preparations = new Preparations()
  const getConnector = () => connections.connection?.connector
  const getReadClient = async (chainId: number) => {
    await lazyWalletConnect.restore()
    return createReadClient(connections, chainId, options.rpcUrls)
  }
  // The wallet knows the status of its batches. If none is connected, only the chain can show it.
  const findProvider = () => getConnectedProvider(connections).catch(() => undefined)
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
  const createSender = (client: Client, provider: Provider, chainId: number): Sender => {
    const { askedNonce } = options
    return { client, provider, attribution, askedNonce, paymasterUrl: getPaymasterUrl(chainId) }
  }
  const findSigned = async ({ quote }: Intent) => ({
    client: await getReadClient(quote.chainId),
    authorizations: await loadAuthorizations(),
  })
  return {
    dispose: () => connections.dispose(),
    watch: (onWallets) => watchWallets(connections, options, onWallets),
    connect: async (walletId, onUri, chainIds) =>
      walletId === 'walletConnect'
        ? (await lazyWalletConnect.open()).connect(onUri, chainIds)
        : connectWallet(connections, findConnector(connections, walletId)),
    watchAccount: (onAccount) => watchAccount(connections, onAccount),
    switchChain: (chainId) => switchWalletChain(connections, customChains, chainId),
    readFunds: async (quote, from) => {
      const { chainId } = quote
      await lazyWalletConnect.restore()
      const { client, chainCheck } = await openReadClient(connections, chainId, options.rpcUrls)
      const provider = await getConnectedProvider(connections)
      // All reads in parallel, and in parallel to the check of the chain.
      const sender = createSender(client, provider, chainId)
      const { preparation } = preparations.start(getConnector(), sender, quote, from)
      const fundsRead = Promise.all([
        readFunds(client, quote, from, attribution, preparation.call),
        isPreparedTransferSponsored(preparation, sender.paymasterUrl),
      ])
      // A wallet's answers for another chain are ignored, balances as well as errors.
      fundsRead.catch(() => undefined)
      await chainCheck.catch((cause: unknown) => {
        preparations.clear()
        throw cause
      })
      const [funds, isFree] = await fundsRead
      return isFree ? { ...funds, fee: 0n } : funds
    },
    readBalances: (paymentOptions, from) =>
      readOptionBalances({ getReadClient, isFeeSponsored }, paymentOptions, from),
    compareTransfer: async (intent, hash) => {
      // The wallet has sent nothing, and the token moves only the signed amount.
      if (intent.authorization) return { result: 'notMisdirected' }
      const client = createPageClient(connections, intent.quote.chainId, options.rpcUrls)
      return client ? compareTransfer(client, intent, hash) : { result: 'unreadable' }
    },
    inspectTransaction: (paymentOptions, text) =>
      inspectSubmittedHash(getReadClient, paymentOptions, text),
    findIncomingTransfers: async (quote, from) =>
      findIncomingTransfers(await getReadClient(quote.chainId), quote, { from }).catch(
        throwUnreachable,
      ),
    searchTransfer: async (intent, range) => {
      if (intent.authorization) {
        const { client, authorizations } = await findSigned(intent)
        return authorizations.searchAuthorization(client, intent, range).catch(throwUnreachable)
      }
      const client = await getReadClient(intent.quote.chainId)
      const provider = await findProvider()
      return searchTransfer(client, intent, attribution, range, provider).catch(throwUnreachable)
    },
    getTransactionStatus: async (chainId, hash, intent, depth) => {
      if (intent?.authorization) {
        const { client, authorizations } = await findSigned(intent)
        return authorizations
          .readAuthorizedStatus(client, hash, intent, depth)
          .catch(throwUnreachable)
      }
      const client = await getReadClient(chainId)
      const provider = intent?.proposal && (await findProvider())
      return readTransactionStatus(client, hash, intent, depth, attribution, provider).catch(
        throwUnreachable,
      )
    },
    signMessage: async (account, message) => {
      await lazyWalletConnect.restore()
      return signMessage(connections, account, message)
    },
    prepareAuthorization: async (quote, from, offer) => {
      const client = await getReadClient(quote.chainId)
      return (await loadAuthorizations()).prepareAuthorization(client, quote, from, offer)
    },
    signAuthorization: async (intent, isWanted) => {
      const { signAuthorization } = await loadAuthorizations()
      await lazyWalletConnect.restore()
      const provider = await requireProvider(connections, intent.quote.chainId, intent.from)
      return signAuthorization(provider, intent, isWanted)
    },
    findAuthorizationRefusal: async (intent) => {
      const { client, authorizations } = await findSigned(intent)
      return authorizations.findAuthorizationRefusal(client, intent)
    },
    transfer: async (intent, isWanted, onProposal, onWithoutData) => {
      const { quote, from } = intent
      const { chainId } = quote
      let entry = preparations.find(getConnector(), quote, from)
      if (!entry) {
        const provider = await requireProvider(connections, chainId, from)
        const client = await getReadClient(chainId).catch((cause: unknown) => {
          throw createUnreadError(cause)
        })
        const sender = createSender(client, provider, chainId)
        entry = preparations.start(getConnector(), sender, quote, from)
      }
      const { connector, preparation } = entry
      const preparedTransfer = await finishPreparation(preparation)
      // Account and chain are checked last of all: nothing that takes time lies between this and the request.
      const provider = await requireProvider(connections, chainId, from)
      if (getConnector() !== connector) {
        const text = 'Your wallet is no longer connected. Nothing was sent.'
        throw new PayError('chain_refused', text, { retryable: true })
      }
      saveChoice(quote)
      const sender = { ...entry.sender, provider, prepared: preparedTransfer }
      return sendTransfer(sender, intent, isWanted, onProposal, onWithoutData)
    },
  }
}
