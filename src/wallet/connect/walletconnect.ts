import type { ConnectedAccount } from '../../checkout/ports/wallets.ts'
import { toWalletError } from '../errors.ts'
import { connectWallet } from './connect.ts'
import type { Connections } from './connections.ts'
import type { Connector } from './connector.ts'
import {
  createMissingChainsError,
  createWalletConnectConnector,
  getApprovedChainIds,
  selectChain,
  unsuitableSessionTopics,
} from './walletconnect-connector.ts'
import { connectToRelay, pair } from './walletconnect-pairing.ts'
import {
  openWalletConnect,
  type WalletConnectOptions,
  type WalletConnectProvider,
} from './walletconnect-provider.ts'

export type { WalletConnectOptions } from './walletconnect-provider.ts'

// Wallets on other devices, through a relay. This file and its imports are loaded only when the payer chooses
// WalletConnect, or used it on this page before. No request is made earlier.

/** WalletConnect as one of the page's wallets. */
export interface WalletConnect {
  readonly connector: Connector
  /**
   * Connects the wallet of the existing session, else asks for a new session by a code.
   *
   * @param onUri receives the code for the payer's wallet
   * @param chainIds ids of the chains that the charge can be paid on, the best first. A wallet that has none of them is
   * disconnected. A wallet that is on none of them is switched to the first that it has.
   * @throws PayError `wallet_refused`, `wallet_failed`
   */
  connect(onUri: (uri: string) => void, chainIds?: readonly number[]): Promise<ConnectedAccount>
  /** Ends the session, so that the next `connect` shows a new code. */
  disconnect(): Promise<void>
}

/** Adds WalletConnect to the page's connectors. Call it once. No request is made before it connects or reconnects. */
export function addWalletConnect(
  connections: Connections,
  options: WalletConnectOptions,
): WalletConnect {
  const connector = createWalletConnectConnector(options)
  connections.add(connector)
  const endSession = async () => {
    await connector.disconnect?.()
    connections.remove(connector)
  }
  return {
    connector,
    disconnect: endSession,
    async connect(onUri, chainIds = []) {
      const provider = await openWalletConnect(options).catch((cause: unknown) => {
        throw toWalletError(cause)
      })
      if (isStale(provider)) await endSession()
      if (provider.session) await connectToRelay(provider, options)
      else await pair(provider, options, onUri)
      const acceptedChainIds = chainIds.length > 0 ? chainIds : options.chains.map(({ id }) => id)
      const chainId = chooseChainId(provider, acceptedChainIds)
      if (chainId === undefined) {
        await endSession()
        throw createMissingChainsError(acceptedChainIds, options)
      }
      if (chainId !== provider.chainId) await selectChain(provider, chainId)
      const account = await connectWallet(connections, connector)
      // The name that the payer knows. The wallet chooses it, so it is bounded.
      const name = provider.session?.peer.metadata.name.slice(0, 40)
      return name ? { ...account, wallet: { ...account.wallet, name } } : account
    },
  }
}

/**
 * Returns whether a session is no longer usable: it lacks our chain, or its wallet left a transfer request unanswered, as a wallet
 * that has forgotten the session does. The library keeps unanswered requests across reloads.
 */
function isStale({ session, signer }: WalletConnectProvider): boolean {
  if (!session) return false
  const { topic } = session
  const { pending } = signer.client.core.history
  return (
    unsuitableSessionTopics.has(topic) ||
    pending.some((request) => request.topic === topic && isTransferRequest(request))
  )
}

/**
 * Returns whether an unanswered request asked for a transfer. Only such a request shows that the session is stale:
 * wallets also leave others unanswered, for example those for their capabilities.
 */
function isTransferRequest({ request: { method, params } }: { request: SessionRequest }): boolean {
  if (method !== 'wc_sessionRequest') return false
  const { request } = params as { request: { method: string } }
  return ['eth_sendTransaction', 'wallet_sendCalls'].includes(request.method)
}

interface SessionRequest {
  method: string
  params?: unknown
}

/**
 * Returns the wallet's current chain if the charge can be paid on it, else the first approved chain on which it can.
 */
function chooseChainId(
  provider: WalletConnectProvider,
  acceptedChainIds: readonly number[],
): number | undefined {
  const approvedChainIds = getApprovedChainIds(provider)
  const usableChainIds = acceptedChainIds.filter((id) => approvedChainIds.includes(id))
  return usableChainIds.includes(provider.chainId) ? provider.chainId : usableChainIds[0]
}
