import { type Config, type Connector, disconnect } from '@wagmi/core'
import type { Account } from '../checkout/ports.ts'
import { connectWallet } from './connect.ts'
import { walletError } from './errors.ts'
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

// Wallets on other devices, through a relay. This file and what it imports load when the payer asks for it, or has done so
// on this page before: nothing of it, and no request, comes earlier.

/** WalletConnect among the wallets of a page. */
export interface WalletConnect {
  readonly connector: Connector
  /**
   * Connects the wallet of the session that there is, else asks for one by a code.
   *
   * @param tell hears the code for the payer's wallet
   * @param needed ids of the chains that the charge can be paid on, the best first: a wallet that has none of them is let
   * go, and one that has several is put on the first
   * @throws PayError `wallet_refused`, `wallet_failed`
   */
  connect(tell: (uri: string) => void, needed?: readonly number[]): Promise<Account>
  /** Ends the session, so that the next `connect` shows a code. */
  disconnect(): Promise<void>
}

/** Adds WalletConnect to the wallets of a page, once. No request is made before it is connected, or reconnected. */
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
      // As the payer knows it. It is the wallet's own word, so it is bounded.
      const name = remote.session?.peer.metadata.name.slice(0, 40)
      return name ? { ...account, wallet: { ...account.wallet, name } } : account
    },
  }
}

/**
 * True for a session that is of no more use: it lacks our chain, or its wallet has left a transfer unanswered, as one
 * does that has forgotten the session. The library keeps what is unanswered over reloads.
 */
function isStale({ session, signer }: Remote): boolean {
  if (!session) return false
  const { topic } = session
  const { pending } = signer.client.core.history
  return foundLacking.has(topic) || pending.some((one) => one.topic === topic && isTransfer(one))
}

/** What a wallet can do it may leave unanswered, too: that says nothing. */
function isTransfer({ request: { method, params } }: { request: Asked }): boolean {
  if (method !== 'wc_sessionRequest') return false
  const { request } = params as { request: { method: string } }
  return ['eth_sendTransaction', 'wallet_sendCalls'].includes(request.method)
}

interface Asked {
  method: string
  params?: unknown
}

/** The chain that the wallet is on, if that will do; else the first that will. */
function chosenChain(remote: Remote, wanted: readonly number[]): number | undefined {
  const has = chainsOf(remote)
  const will = wanted.filter((id) => has.includes(id))
  return will.includes(remote.chainId) ? remote.chainId : will[0]
}
