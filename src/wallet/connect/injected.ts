import { type Chain, type EIP1193Provider, getAddress, numberToHex, withTimeout } from 'viem'
import { createGoneError, hasCode } from '../errors.ts'
import type { Connector, ConnectorListener } from './connector.ts'
import { limitReads, type Provider } from './provider.ts'

/** The code with which MetaMask reports a break that it repairs itself: https://github.com/MetaMask/providers/pull/120 */
const temporaryDisconnectCode = 1013

/** Milliseconds in which a wallet that has agreed to switch is on the other chain, if it keeps its word. */
const arrivalMs = 5000

/** Milliseconds in which no payer reads and answers the question of a wallet. */
const fastestPayerMs = 300

/** A wallet with an EIP-1193 provider in this page. */
export interface InjectedWallet {
  id: string
  name: string
  rdns?: string | undefined
  icon?: string | undefined
  /** Returns its provider. Undefined while it is not in the page. */
  findProvider: () => EIP1193Provider | undefined
  /**
   * Whether its events are of interest only once it was asked for something. True for window.ethereum, which may be the
   * provider of another connector, too.
   */
  listensLate?: boolean | undefined
}

/** Creates the connector of a wallet in this page (EIP-1193). */
export function createInjectedConnector({
  findProvider,
  listensLate = false,
  ...info
}: InjectedWallet): Connector {
  let listener: ConnectorListener | undefined
  let signal: AbortSignal | undefined
  let observedProvider: EIP1193Provider | undefined
  const chainWaiters = new Set<(chainId: number) => void>()

  const requireProvider = (): Provider => {
    const provider = findProvider()
    if (provider) return limitReads(observe(provider))
    throw createGoneError()
  }
  const getAccounts = async () => {
    const accounts = await requireProvider().request({ method: 'eth_accounts' })
    return accounts.map((account) => getAddress(account))
  }
  const getChainId = async () => Number(await requireProvider().request({ method: 'eth_chainId' }))

  /** Listens to a provider's events (EIP-1193), once. */
  function observe(provider: EIP1193Provider): EIP1193Provider {
    if (observedProvider === provider || !listener || signal?.aborted) return provider
    observedProvider = provider
    const { onAccounts, onDisconnect } = listener
    const handlers = Object.entries({
      accountsChanged: onAccounts,
      chainChanged: (chainId: string) => handleChain(Number(chainId)),
      disconnect: async (error: unknown) => {
        const isTemporary = hasCode(error, [temporaryDisconnectCode])
        if (!isTemporary || (await getAccounts().catch(() => [])).length === 0) onDisconnect()
      },
      // Some wallets report by this event alone that the payer lets the page see the account.
      connect: () => void getAccounts().then(handleConnect, () => undefined),
    })
    const forEachEvent = (method: 'on' | 'removeListener') => {
      try {
        for (const [event, handler] of handlers) provider[method](event as never, handler as never)
      } catch {
        // A wallet that refuses listeners can still be used: account and chain are read again before a transfer. One
        // without removeListener may still call these handlers after disconnecting; they then do nothing.
      }
    }
    forEachEvent('on')
    signal?.addEventListener('abort', () => forEachEvent('removeListener'))
    return provider
  }

  function handleConnect(accounts: readonly string[]) {
    if (accounts.length > 0) listener?.onAccounts(accounts)
  }

  function handleChain(chainId: number) {
    for (const notify of chainWaiters) notify(chainId)
    listener?.onChain(chainId)
  }

  /** Switches by EIP-3326, and adds the chain (EIP-3085) where the wallet answers 4902. */
  async function switchChain(chain: Chain) {
    const provider = requireProvider()
    const { promise: arrival, resolve } = Promise.withResolvers<void>()
    const onChain = (chainId: number) => chainId === chain.id && resolve()
    chainWaiters.add(onChain)
    try {
      const params = [{ chainId: numberToHex(chain.id) }] as const
      const isAdded = await provider
        .request({ method: 'wallet_switchEthereumChain', params: [...params] })
        .then(
          () => false,
          (cause) => addUnknownChain(provider, chain, cause),
        )
      // MetaMask reports no change where its own read of the chain fails:
      // https://github.com/MetaMask/metamask-extension/issues/24247
      if ((await getChainId()) === chain.id) handleChain(chain.id)
      else if (isAdded) throw createDeclinedError()
      // Some wallets agree and stay on their chain. The payer would be stuck: only Back is shown while switching.
      const errorInstance = new Error('It agreed, and is still on another network.')
      await withTimeout(() => arrival, { timeout: arrivalMs, errorInstance })
    } finally {
      chainWaiters.delete(onChain)
    }
  }

  return {
    ...info,
    getProvider: async () => requireProvider(),
    async connect() {
      const startedAtMs = performance.now()
      let earlyChainId: number | undefined
      // Some wallets refuse every request before the payer has let the page see the account.
      getChainId().then(
        (chainId) => {
          earlyChainId = chainId
        },
        () => undefined,
      )
      const accounts = await requireProvider().request({ method: 'eth_requestAccounts' })
      // A payer whom the wallet asks takes longer, and may change the network meanwhile.
      const wasAsked = performance.now() - startedAtMs > fastestPayerMs
      return {
        accounts: accounts.map((account) => getAddress(account)),
        chainId: (wasAsked ? undefined : earlyChainId) ?? (await getChainId()),
      }
    },
    getAccounts,
    getChainId,
    switchChain,
    listen(newListener, newSignal) {
      listener = newListener
      signal = newSignal
      const provider = listensLate ? undefined : findProvider()
      if (provider) observe(provider)
    },
  }
}

/** Adds a chain that the wallet does not know. Throws any other failure again. */
async function addUnknownChain(
  provider: Provider,
  { id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain,
  cause: unknown,
): Promise<true> {
  if (!hasCode(cause, [4902])) throw cause
  const explorers = Object.values(blockExplorers ?? {}).map(({ url }) => url)
  const parameters = {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency,
    rpcUrls: [rpcUrls.default.http[0] ?? ''],
    ...(explorers.length > 0 && { blockExplorerUrls: explorers }),
  }
  await provider.request({ method: 'wallet_addEthereumChain', params: [parameters] })
  return true
}

/** Creates the error of a payer who adds a chain and then stays on another. */
function createDeclinedError(): Error {
  return Object.assign(new Error('The network was added, but not switched to.'), { code: 4001 })
}
