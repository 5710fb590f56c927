import type { Chain } from 'viem'
import type { ConnectedAccount, WalletInfo } from '../../checkout/ports/wallets.ts'
import { type FailureDetails, PayError } from '../../errors.ts'
import { createGoneError, createLockedError, hasCode, toWalletError } from '../errors.ts'
import type { WalletsOptions } from '../options.ts'
import { recall, remember } from '../storage.ts'
import { findChain } from './chains.ts'
import { type Connection, type Connections, legacyConnectorId } from './connections.ts'
import type { Connector } from './connector.ts'
import { isAmbiguous } from './wallet-names.ts'

/**
 * EIP-6963 wallets answer a request immediately. Wallets that load a moment later still get into the first list. The time runs from
 * the request on, so that a payer whose pointer was on the card before the click does not wait.
 */
const announcementWaitMs = 100

/** The event of wallets that set window.ethereum late: https://docs.metamask.io/wallet/reference/provider-api/ */
const arrivalEvent = 'ethereum#initialized'
/** Milliseconds between two looks for window.ethereum. */
const legacyPollMs = 500

/** The entry for wallets on other devices. It is listed before its code is loaded. */
const walletConnectInfo: WalletInfo = {
  id: 'walletConnect',
  name: 'WalletConnect',
  connectsByUri: true,
}

/**
 * Calls back with the list of wallets after a short wait, and again whenever the list changes. Returns a function that
 * stops it.
 */
export function watchWallets(
  connections: Connections,
  { projectId }: WalletsOptions,
  onWallets: (wallets: WalletInfo[]) => void,
): () => void {
  const lastId = recall('last-wallet')
  const notifyWallets = () => {
    const connectors = filterUsable(connections.connectors)
    const announcedWallets = connectors.map((connector): WalletInfo => {
      const { rdns } = connector
      return { ...toWalletInfo(connector), ...(isAmbiguous(connector, connectors) && { rdns }) }
    })
    const wallets = projectId ? [...announcedWallets, walletConnectInfo] : announcedWallets
    // The wallet that was used last comes first; the others follow in the order of their announcements.
    const lastWallets = wallets.filter(({ id }) => id === lastId)
    const otherWallets = wallets.filter(({ id }) => id !== lastId)
    onWallets([...lastWallets.map((wallet) => ({ ...wallet, wasLastUsed: true })), ...otherWallets])
  }
  let isStopped = false
  let stopWatching = () => {}
  const startWatching = () => {
    if (isStopped) return
    const stopWatchingList = connections.watchConnectors(notifyWallets)
    const stopAwaiting = awaitLegacyWallet(notifyWallets)
    stopWatching = () => {
      stopWatchingList()
      stopAwaiting()
    }
    notifyWallets()
  }
  const waitMs = connections.startedAtMs + announcementWaitMs - performance.now()
  // A timer takes several milliseconds even for a time in the past.
  if (waitMs > 0) setTimeout(startWatching, waitMs)
  else queueMicrotask(startWatching)
  return () => {
    isStopped = true
    stopWatching()
  }
}

/**
 * Calls back once window.ethereum is there, where it comes late: some wallets set it after the page has loaded, and announce it by
 * an event that MetaMask has made common, or not at all. Returns a function that stops it.
 */
function awaitLegacyWallet(onArrival: () => void): () => void {
  const stop = () => {
    clearInterval(timer)
    removeEventListener(arrivalEvent, look)
  }
  const look = () => {
    if (!('ethereum' in window)) return
    stop()
    onArrival()
  }
  // As long as the payer looks at the list.
  const timer = setInterval(look, legacyPollMs)
  addEventListener(arrivalEvent, look)
  look()
  return stop
}

/** Returns the announced wallets. window.ethereum is used only where none announced itself, else it is one of them. */
function filterUsable(connectors: readonly Connector[]): Connector[] {
  const ownIds = [legacyConnectorId, walletConnectInfo.id]
  const announcedWallets = connectors.filter(({ id }) => !ownIds.includes(id))
  const legacy = 'ethereum' in window ? connectors.filter(({ id }) => id === legacyConnectorId) : []
  return announcedWallets.length > 0 ? announcedWallets : legacy
}

/** Describes a connector for the payer's list. */
function toWalletInfo({ id, name, icon }: Connector): WalletInfo {
  if (id === walletConnectInfo.id) return walletConnectInfo
  const label = id === legacyConnectorId ? 'Browser wallet' : name
  // EIP-6963 icons are data: URIs. Any other URL would make the browser call a foreign host.
  return { id, name: label, ...(icon?.startsWith('data:image/') && { icon }) }
}

/**
 * Asks a wallet for its accounts and returns the first, which is the one that pays.
 *
 * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
 */
export async function connectWallet(
  connections: Connections,
  connector: Connector,
): Promise<ConnectedAccount> {
  const connection = await openConnection(connections, connector).catch((cause: unknown) => {
    // Some wallets reject with nothing when the payer closes their window. Nothing can have been sent here; of a transfer
    // this would leave the outcome unknown.
    throw toWalletError(cause ?? { code: 4001 })
  })
  if (!connection) throw createLockedError()
  remember('last-wallet', connector.id)
  return toConnectedAccount(connection)
}

/** Reads the account of the connected wallet, or asks the wallet for one. */
async function openConnection(
  connections: Connections,
  connector: Connector,
): Promise<Connection | undefined> {
  if (connections.connection?.connector === connector) {
    const [[address], chainId] = await Promise.all([
      connector.getAccounts(),
      connector.getChainId(),
    ])
    if (address) return { connector, address, chainId }
  }
  return connections.connect(connector)
}

function toConnectedAccount({ address, chainId, connector }: Connection): ConnectedAccount {
  return { address, chainId, wallet: toWalletInfo(connector) }
}

/** Finds the connector of a listed wallet. @throws PayError `wallet_failed` when it is no longer there */
export function findConnector({ connectors }: Connections, walletId: string): Connector {
  const connector = connectors.find(({ id }) => id === walletId)
  if (connector) return connector
  throw createGoneError()
}

/**
 * Calls back with the connected account whenever it changes, and with undefined when the wallet is locked or
 * disconnected. Returns a function that stops it.
 */
export function watchAccount(
  connections: Connections,
  onAccount: (account: ConnectedAccount | undefined) => void,
): () => void {
  return connections.watchConnection((connection) =>
    onAccount(connection && toConnectedAccount(connection)),
  )
}

/**
 * Switches the wallet to a chain (EIP-3326), and adds the chain (EIP-3085) where the wallet answers 4902.
 *
 * @throws PayError `wallet_refused`, `chain_refused`, `chain_unknown`, `wallet_busy`
 */
export async function switchWalletChain(
  connections: Connections,
  customChains: readonly Chain[],
  chainId: number,
): Promise<void> {
  // An unknown chain is reported before the wallet is asked.
  const chain = findChain(chainId, customChains)
  try {
    const connection = await connections.restore()
    if (!connection) throw createLockedError()
    await connection.connector.switchChain(chain)
  } catch (cause) {
    if (hasCode(cause, [4001])) {
      const text = 'You declined the network change.'
      throw new PayError('wallet_refused', text, { cause, retryable: true })
    }
    const error = toWalletError(cause, 'chain_refused')
    if (error.code === 'wallet_busy' || error.code === 'wallet_locked') throw error
    const isMissing = (error.details as FailureDetails | undefined)?.kind === 'networks_missing'
    const text = isMissing
      ? error.message
      : `Your wallet couldn’t switch to ${chain.name}. Switch in your wallet, or use another one.`
    const details: FailureDetails = { kind: isMissing ? 'networks_missing' : 'switch_failed' }
    throw new PayError('chain_refused', text, { cause, retryable: true, details })
  }
}
