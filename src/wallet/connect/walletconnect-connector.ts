import { type Address, getAddress, numberToHex, withTimeout } from 'viem'
import { type FailureDetails, PayError } from '../../errors.ts'
import { createLockedError } from '../errors.ts'
import type { Connector, ConnectorListener } from './connector.ts'
import { limitReads, type Provider, readMethods } from './provider.ts'
import {
  openWalletConnect,
  type WalletConnectOptions,
  type WalletConnectProvider,
} from './walletconnect-provider.ts'

// Our own connector, because wagmi's would read chains at their public RPC URLs, which the page has not chosen, and
// treats every failed chain switch as a rejection by the user.

/** How long to wait for the relay to take the end of a session. */
const disconnectTimeoutMs = 2000

/** Topics of the sessions whose wallet turned out not to have a chain that was needed. */
export const unsuitableSessionTopics = new Set<string>()

/**
 * Creates the connector, which uses the existing session. It does not create a session: pairing does (see
 * walletconnect-pairing.ts).
 */
export function createWalletConnectConnector(options: WalletConnectOptions): Connector {
  let listener: ConnectorListener | undefined
  let observedProvider: WalletConnectProvider | undefined

  async function getProvider(): Promise<WalletConnectProvider> {
    const provider = await openWalletConnect(options)
    if (observedProvider !== provider) {
      observedProvider = provider
      provider.on('accountsChanged', (accounts: string[]) => listener?.onAccounts(accounts))
      provider.on('chainChanged', (chainId: string) => listener?.onChain(Number(chainId)))
      provider.on('disconnect', () => listener?.onDisconnect())
      // When the wallet withdraws the chain that it was on, another is selected, so that the page shows the change.
      provider.events.on('session_update', () => {
        const [first] = getApprovedChainIds(provider)
        if (first !== undefined && !getApprovedChainIds(provider).includes(provider.chainId))
          void selectChain(provider, first)
      })
    }
    return provider
  }

  return {
    id: 'walletConnect',
    name: 'WalletConnect',
    async connect() {
      const { session, accounts, chainId } = await getProvider()
      if (!session) throw createLockedError()
      return { accounts: toChecksumAddresses(accounts), chainId }
    },
    disconnect: async () => endSession(await getProvider()),
    getAccounts: async () => toChecksumAddresses((await getProvider()).accounts),
    getChainId: async () => (await getProvider()).chainId,
    getProvider: async () => limitReads(askWalletOnly(await getProvider())),
    async switchChain({ id }) {
      const provider = await getProvider()
      if (getApprovedChainIds(provider).includes(id)) return selectChain(provider, id)
      if (provider.session) unsuitableSessionTopics.add(provider.session.topic)
      throw createMissingChainsError([id], options)
    },
    listen(newListener) {
      listener = newListener
    },
  }
}

const toChecksumAddresses = (accounts: readonly string[]): Address[] =>
  accounts.map((account) => getAddress(account))

/** Notifies the wallet that the session is over. Deletes it on this side even if the relay does not answer. */
async function endSession(provider: WalletConnectProvider): Promise<void> {
  const { session, signer } = provider
  if (!session) return
  const hasEnded = await withTimeout(() => provider.disconnect(), {
    timeout: disconnectTimeoutMs,
  }).then(
    () => true,
    () => false,
  )
  if (hasEnded) return
  const reason = { code: 6000, message: 'User disconnected.' }
  await signer.client.session.delete(session.topic, reason)
  delete signer.session
}

/**
 * Returns the provider without its detour: the library sends methods that the wallet has not approved to the page's node. A request
 * for a person goes to the wallet, or is refused according to EIP-1193.
 */
function askWalletOnly(provider: WalletConnectProvider): Provider {
  const request = async (ask: { method: string }): Promise<unknown> => {
    const namespaces = Object.values(provider.session?.namespaces ?? {})
    const isApproved = namespaces.some(({ methods }) => methods.includes(ask.method))
    if (isApproved || readMethods.includes(ask.method)) return provider.request(ask as never)
    throw Object.assign(new Error(`The session has no ${ask.method}.`), { code: 4200 })
  }
  return { request: request as Provider['request'] }
}

/** Returns the ids of the chains that the wallet has approved. */
export function getApprovedChainIds({ session }: WalletConnectProvider): number[] {
  const accounts = Object.values(session?.namespaces ?? {}).flatMap(
    (namespace) => namespace.accounts,
  )
  // CAIP-10: eip155:1:0x…
  return accounts
    .map((account) => account.split(':'))
    .filter(([namespace]) => namespace === 'eip155')
    .map(([, id]) => Number(id))
}

/** Selects the provider's chain. The wallet is not asked: with WalletConnect each request names its chain. */
export async function selectChain(provider: WalletConnectProvider, chainId: number): Promise<void> {
  const params = [{ chainId: numberToHex(chainId) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
}

/** Creates the error for a payer whose wallet has none of the given chains. */
export function createMissingChainsError(
  chainIds: readonly number[],
  { chains }: WalletConnectOptions,
): PayError {
  const names = chainIds.map((id) => chains.find((chain) => chain.id === id)?.name ?? `chain ${id}`)
  const missingNetworks =
    names.length > 3 ? 'any network that this store accepts' : names.join(' or ')
  const text = `Your wallet has connected without ${missingNetworks}. Turn it on in your wallet and scan a new code, or use another wallet.`
  const details = { kind: 'networks_missing' } satisfies FailureDetails
  return new PayError('wallet_failed', text, { retryable: true, details })
}
