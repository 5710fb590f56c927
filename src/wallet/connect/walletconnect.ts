import { type Config, type Connector, disconnect } from '@wagmi/core'
import type { Account } from '../../checkout/ports.ts'
import { walletError } from '../errors.ts'
import { connectWallet } from './connect.ts'
import {
  chainsOf,
  createWalletConnect,
  foundLacking,
  lacking,
  putOn,
} from './walletconnect-connector.ts'
import { pair, reach } from './walletconnect-pairing.ts'
import { openRemote, type Remote, type WalletConnectOptions } from './walletconnect-provider.ts'

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
  connect(tell: (uri: string) => void, needed?: readonly number[]): Promise<Account>
  /** Ends the session, so that the next `connect` shows a new code. */
  disconnect(): Promise<void>
}

/** Adds WalletConnect to the page's connectors. Call it once. No request is made before it connects or reconnects. */
export function addWalletConnect(config: Config, options: WalletConnectOptions): WalletConnect {
  const { connectors } = config._internal
  const connector = connectors.setup(createWalletConnect(options))
  connectors.setState((others) => [...others, connector])
  const end = () => disconnect(config, { connector })
  return {
    connector,
    disconnect: end,
    async connect(tell, needed = []) {
      const remote = await openRemote(options).catch((cause: unknown) => {
        throw walletError(cause)
      })
      if (isStale(remote)) await end()
      if (remote.session) await reach(remote, options)
      else await pair(remote, options, tell)
      const wanted = needed.length > 0 ? needed : options.chains.map(({ id }) => id)
      const chainId = chosenChain(remote, wanted)
      if (chainId === undefined) {
        await end()
        throw lacking(wanted, options)
      }
      if (chainId !== remote.chainId) await putOn(remote, chainId)
      const account = await connectWallet(config, connector)
      // The name that the payer knows. The wallet chooses it, so it is bounded.
      const name = remote.session?.peer.metadata.name.slice(0, 40)
      return name ? { ...account, wallet: { ...account.wallet, name } } : account
    },
  }
}

/**
 * Returns whether a session is no longer usable: it lacks our chain, or its wallet left a transfer request
 * unanswered, as a wallet does that has forgotten the session. The library keeps unanswered requests across reloads.
 */
function isStale({ session, signer }: Remote): boolean {
  if (!session) return false
  const { topic } = session
  const { pending } = signer.client.core.history
  return foundLacking.has(topic) || pending.some((one) => one.topic === topic && isTransfer(one))
}

/**
 * Returns whether an unanswered request asked for a transfer. Only such a request says something about the session:
 * wallets also leave others unanswered, for example those for their capabilities.
 */
function isTransfer({ request: { method, params } }: { request: Asked }): boolean {
  if (method !== 'wc_sessionRequest') return false
  const { request } = params as { request: { method: string } }
  return ['eth_sendTransaction', 'wallet_sendCalls'].includes(request.method)
}

interface Asked {
  method: string
  params?: unknown
}

/**
 * Returns the wallet's current chain if the charge can be paid on it, else the first approved chain on which it can.
 */
function chosenChain(remote: Remote, wanted: readonly number[]): number | undefined {
  const has = chainsOf(remote)
  const will = wanted.filter((id) => has.includes(id))
  return will.includes(remote.chainId) ? remote.chainId : will[0]
}
