import {
  type CreateConnectorFn,
  createConfig,
  ProviderNotFoundError,
  type Connector as WagmiConnector,
} from '@wagmi/core'
import { type Chain, createClient, http } from 'viem'
import { PayError } from '../../errors.ts'
import type { Connector } from './connector.ts'
import { limitReads, type Provider } from './provider.ts'

// The page's own wagmi connectors. This file, and wagmi with it, is loaded only for a page that gives some.

/** Creates the connectors that a page gives as wagmi connectors. */
export function createPageConnectors(
  creators: readonly CreateConnectorFn[],
  chains: readonly Chain[],
): Connector[] {
  const { _internal: internal } = createConfig({
    chains: chains as readonly [Chain, ...Chain[]],
    multiInjectedProviderDiscovery: false,
    // wagmi requires one, but nothing here uses it: chains are read only through the wallet or the page's rpcUrls.
    client: ({ chain }) => createClient({ chain, transport: http() }),
  })
  return creators.map((create) => adaptConnector(internal.connectors.setup(create)))
}

/** wagmi's own errors are written for developers. The wallet's own message is passed on. */
function rejectInOurWords(cause: unknown): never {
  if (cause instanceof ProviderNotFoundError)
    throw new PayError(
      'wallet_failed',
      'This wallet isn’t available in this browser. Choose another one.',
    )
  throw cause
}

function adaptConnector(connector: WagmiConnector): Connector {
  const { emitter, id, name } = connector
  return {
    id,
    name,
    get icon() {
      return connector.icon
    },
    getProvider: async () => limitReads((await connector.getProvider()) as Provider),
    connect: () => connector.connect().catch(rejectInOurWords),
    getAccounts: async () => ((await connector.isAuthorized()) ? connector.getAccounts() : []),
    getChainId: () => connector.getChainId(),
    async switchChain({ id: chainId }) {
      try {
        if (!connector.switchChain) throw new Error('It can’t switch networks.')
        await connector.switchChain({ chainId })
      } catch (cause) {
        // wagmi wraps the wallet's error in a generic one (SwitchChainError); the wallet's own message is more
        // specific.
        throw (cause as { cause?: unknown }).cause ?? cause
      }
    },
    disconnect: () => connector.disconnect(),
    // Each payment sets the page's connectors up again, with new emitters, so no listener has to be removed.
    listen({ onAccounts, onChain, onDisconnect }) {
      emitter.on('connect', ({ accounts }) => onAccounts(accounts))
      emitter.on('change', ({ accounts, chainId }) => {
        if (accounts) onAccounts(accounts)
        if (chainId !== undefined) onChain(chainId)
      })
      emitter.on('disconnect', onDisconnect)
    },
  }
}
