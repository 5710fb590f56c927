import {
  type Config,
  type Connector,
  connect,
  getConnection,
  getConnectors,
  switchChain,
  watchConnection,
  watchConnectors,
} from '@wagmi/core'
import type { Chain } from 'viem'
import type { ConnectedAccount, WalletInfo } from '../../checkout/ports.ts'
import { PayError } from '../../errors.ts'
import { getShortMessage, hasCode, toWalletError } from '../errors.ts'
import type { WalletsOptions } from '../options.ts'
import { findChain } from './chains.ts'

/** EIP-6963 wallets answer a request at once. Wallets that load a moment later still get into the first list. */
const announcementWaitMs = 100

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
  config: Config,
  { projectId }: WalletsOptions,
  onWallets: (wallets: WalletInfo[]) => void,
): () => void {
  let lastConnectorId: string | undefined | null
  const notifyWallets = () => {
    const wallets = filterUsable(getConnectors(config)).map(toWalletInfo)
    // The wallet that was used last comes first; the others follow in the order of their announcements.
    wallets.sort((a, b) => Number(b.id === lastConnectorId) - Number(a.id === lastConnectorId))
    onWallets(projectId ? [...wallets, walletConnectInfo] : wallets)
  }
  let stopWatching = () => {}
  const timer = setTimeout(async () => {
    let isStopped = false
    stopWatching = () => {
      isStopped = true
    }
    lastConnectorId = await config.storage?.getItem('recentConnectorId')
    if (isStopped) return
    stopWatching = watchConnectors(config, { onChange: notifyWallets })
    notifyWallets()
  }, announcementWaitMs)
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}

/** Returns the announced wallets. window.ethereum is used only where none announced itself, else it is one of them. */
function filterUsable(connectors: readonly Connector[]): Connector[] {
  const announced = connectors.filter(({ id }) => id !== 'injected' && id !== walletConnectInfo.id)
  const legacy = 'ethereum' in window ? connectors.filter(({ id }) => id === 'injected') : []
  return announced.length > 0 ? announced : legacy
}

/** Describes a connector for the payer's list. */
function toWalletInfo({ id, name, icon }: Connector): WalletInfo {
  if (id === walletConnectInfo.id) return walletConnectInfo
  const label = id === 'injected' ? 'Browser wallet' : name
  // EIP-6963 icons are data: URIs. Any other URL would make the browser call a foreign host.
  return { id, name: label, ...(icon?.startsWith('data:image/') && { icon }) }
}

/**
 * Asks a wallet for its accounts and returns the first, which is the one that pays.
 *
 * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
 */
export async function connectWallet(
  config: Config,
  connector: Connector,
): Promise<ConnectedAccount> {
  try {
    const connection = getConnection(config)
    if (connection.isConnected && connection.connector?.uid === connector.uid) {
      const [accounts, chainId] = await Promise.all([
        connector.getAccounts(),
        connector.getChainId(),
      ])
      if (accounts[0]) return { address: accounts[0], chainId, wallet: toWalletInfo(connector) }
    }
    const { accounts, chainId } = await connect(config, { connector })
    const [address] = accounts
    if (!address)
      throw new PayError('wallet_failed', 'Your wallet shared no account. Unlock it and try again.')
    return { address, chainId, wallet: toWalletInfo(connector) }
  } catch (cause) {
    throw toWalletError(cause)
  }
}

/** Finds the connector of a listed wallet. @throws PayError `wallet_failed` when it is no longer there */
export function findConnector(config: Config, walletId: string): Connector {
  const connector = getConnectors(config).find(({ id }) => id === walletId)
  if (connector) return connector
  throw new PayError('wallet_failed', 'This wallet is no longer available. Choose it again.')
}

/**
 * Calls back with the connected account whenever it changes, and with undefined when the wallet is locked or
 * disconnected. Returns a function that stops it.
 */
export function watchAccount(
  config: Config,
  onAccount: (account: ConnectedAccount | undefined) => void,
): () => void {
  return watchConnection(config, {
    onChange(connection, previous) {
      if (connection.status === 'connected') {
        const { address, chainId, connector } = connection
        onAccount({ address, chainId, wallet: toWalletInfo(connector) })
      } else if (connection.status === 'disconnected' && previous.status === 'connected')
        onAccount(undefined)
    },
  })
}

/**
 * Switches the wallet to a chain (EIP-3326), and adds the chain (EIP-3085) where the wallet answers 4902.
 *
 * @throws PayError `chain_refused`, `chain_unknown`, `wallet_busy`
 */
export async function switchWalletChain(
  config: Config,
  customChains: readonly Chain[],
  chainId: number,
): Promise<void> {
  // An unknown chain is reported before the wallet is asked.
  const chain = findChain(chainId, customChains)
  try {
    await switchChain(config, { chainId })
  } catch (cause) {
    if (hasCode(cause, [4001])) {
      const text =
        'You declined the network change, so your wallet is still on a different network.'
      throw new PayError('chain_refused', text, { cause, retryable: true })
    }
    const error = toWalletError(cause, 'chain_refused')
    if (error.code === 'wallet_busy') throw error
    // wagmi wraps the wallet's error in a generic one (SwitchChainError); the wallet's own message tells more.
    const walletFailure = (cause as { cause?: unknown }).cause ?? cause
    const text = `Your wallet couldn’t switch to ${chain.name}: ${getShortMessage(walletFailure)}`
    throw new PayError('chain_refused', text, { cause, retryable: true })
  }
}
