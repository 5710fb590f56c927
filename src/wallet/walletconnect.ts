import { type Config, type Connector, type CreateConnectorFn, disconnect } from '@wagmi/core'
import { type Address, type Chain, getAddress, numberToHex } from 'viem'
import type { Account } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { connectWallet } from './connect.ts'
import { walletError } from './errors.ts'
import { pair, reach } from './walletconnect-pairing.ts'
import { openRemote, type Remote, type WalletConnectOptions } from './walletconnect-provider.ts'

export type { WalletConnectOptions } from './walletconnect-provider.ts'

// Wallets on other devices, through a relay. This file and what it imports load when the payer asks for it, or has done so
// on this page before: nothing of it, and no request, comes earlier. wagmi's own connector would load each chain's public
// RPC address, and takes every failed change of the chain for a refusal.

/** Milliseconds for the relay to hear that a session is over. */
const endLimit = 2000

/** Sessions whose wallet turned out to lack the chain that is needed. */
const lackingTopics = new Set<string>()

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
      return connectWallet(config, connector)
    },
  }
}

/**
 * True for a session that is of no more use: it lacks our chain, or its wallet has left a question unanswered, as one
 * does that has forgotten the session. The library keeps what is unanswered over reloads.
 */
function isStale({ session, signer }: Remote): boolean {
  if (!session) return false
  const { topic } = session
  const { pending } = signer.client.core.history
  return lackingTopics.has(topic) || pending.some((one) => one.topic === topic)
}

/** The chain that the wallet is on, if that will do; else the first that will. */
function chosenChain(remote: Remote, wanted: readonly number[]): number | undefined {
  const has = chainsOf(remote)
  const will = wanted.filter((id) => has.includes(id))
  return will.includes(remote.chainId) ? remote.chainId : will[0]
}

/** The chains that the wallet has approved. */
function chainsOf({ session }: Remote): number[] {
  const accounts = Object.values(session?.namespaces ?? {}).flatMap((one) => one.accounts)
  // CAIP-10: eip155:1:0x…
  return accounts
    .map((account) => account.split(':'))
    .filter(([namespace]) => namespace === 'eip155')
    .map(([, id]) => Number(id))
}

/** Asks nobody: with WalletConnect each request names its chain. */
async function putOn(remote: Remote, chainId: number): Promise<void> {
  const params = [{ chainId: numberToHex(chainId) }]
  await remote.request({ method: 'wallet_switchEthereumChain', params })
}

function lacking(chainIds: readonly number[], { chains }: WalletConnectOptions): PayError {
  const names = chainIds.map((id) => chains.find((one) => one.id === id)?.name ?? `chain ${id}`)
  const which = names.length > 3 ? 'any network that this shop takes' : names.join(' or ')
  const text = `Your wallet has connected without ${which}. Turn it on in your wallet and scan a new code, or use another wallet.`
  return new PayError('wallet_failed', text, { retryable: true })
}

/** The connector for wagmi: the session, as far as there is one. A session is made by {@link addWalletConnect}. */
export function createWalletConnect(options: WalletConnectOptions): CreateConnectorFn {
  return ({ emitter, chains }) => {
    let heard: Remote | undefined
    const onAccountsChanged = (accounts: string[]) =>
      accounts.length > 0
        ? emitter.emit('change', { accounts: checksummed(accounts) })
        : onDisconnect()
    const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) })
    const onDisconnect = () => emitter.emit('disconnect')

    async function getProvider(): Promise<Remote> {
      const remote = await openRemote(options)
      if (heard !== remote) {
        heard = remote
        remote.on('accountsChanged', onAccountsChanged)
        remote.on('chainChanged', onChainChanged)
        remote.on('disconnect', onDisconnect)
        // Where the wallet has taken back the chain that it was on, it is put on another: then that is what is said.
        remote.events.on('session_update', () => {
          const [first] = chainsOf(remote)
          if (first !== undefined && !chainsOf(remote).includes(remote.chainId))
            void putOn(remote, first)
        })
      }
      return remote
    }
    const getAccounts = async () => checksummed((await getProvider()).accounts)

    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect() {
        const { session, accounts, chainId } = await getProvider()
        if (!session)
          throw new PayError('wallet_failed', 'No wallet is connected by WalletConnect.')
        return { accounts: checksummed(accounts) as never, chainId }
      },
      disconnect: async () => endSession(await getProvider()),
      getAccounts,
      getChainId: async () => (await getProvider()).chainId,
      getProvider,
      isAuthorized: async () => (await getAccounts()).length > 0,
      async switchChain({ chainId }) {
        const remote = await getProvider()
        const chain = chains.find(({ id }) => id === chainId)
        if (chain && chainsOf(remote).includes(chainId)) {
          await putOn(remote, chainId)
          return chain as Chain
        }
        if (remote.session) lackingTopics.add(remote.session.topic)
        throw lacking([chainId], { ...options, chains })
      },
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    }
  }
}

const checksummed = (accounts: readonly string[]): Address[] =>
  accounts.map((one) => getAddress(one))

/** Tells the wallet that the session is over, and forgets it here also where the relay does not answer. */
async function endSession(remote: Remote): Promise<void> {
  const { session, signer } = remote
  if (!session) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(resolve, endLimit, 'silence')
  })
  const failure = remote.disconnect().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const left = await Promise.race([failure, silence])
  clearTimeout(timer)
  if (left === undefined) return
  const reason = { code: 6000, message: 'User disconnected.' }
  await signer.client.session.delete(session.topic, reason)
  delete signer.session
}
