import { type Client, createClient, custom } from 'viem'
import { PayError } from '../errors.ts'
import { createBatchTransport } from './batch-transport.ts'
import type { Connections } from './connect/connections.ts'
import type { Provider } from './connect/provider.ts'
import { createLockedError, hasCode, toWalletError } from './errors.ts'
import type { ByChain } from './options.ts'

/**
 * Creates a client that reads a chain: through the page's own RPC URL where it gave one, else through the connected
 * wallet. A wallet on another chain is not asked, because it would answer for that chain.
 *
 * @throws PayError `chain_unreachable`
 */
export async function createReadClient(
  connections: Connections,
  chainId: number,
  rpcUrls?: ByChain<string>,
): Promise<Client> {
  const { client, chainCheck } = await openReadClient(connections, chainId, rpcUrls)
  await chainCheck
  return client
}

/**
 * Creates the same client, which may be read while the wallet is still asked for its chain. The results count only once
 * `chainCheck` has resolved: it rejects if the wallet is on another chain, whose data it has then returned.
 *
 * @throws PayError `chain_unreachable`
 */
export async function openReadClient(
  connections: Connections,
  chainId: number,
  rpcUrls: ByChain<string> = {},
): Promise<{ client: Client; chainCheck: Promise<void> }> {
  const pageClient = createPageClient(connections, chainId, rpcUrls)
  if (pageClient) return { client: pageClient, chainCheck: Promise.resolve() }
  const chain = connections.chains.find(({ id }) => id === chainId)
  const provider = await getConnectedProvider(connections)
  const chainCheck = requireChain(provider, chainId)
  // Every read waits for it. Handled here too, for reads that fail earlier.
  chainCheck.catch(() => undefined)
  return { client: createClient({ chain, transport: custom(provider) }), chainCheck }
}

/** Creates a client that reads a chain through the page's own RPC URL; undefined where the page gave none. */
export function createPageClient(
  { chains }: Connections,
  chainId: number,
  rpcUrls: ByChain<string> = {},
): Client | undefined {
  const url = rpcUrls[chainId]
  const chain = chains.find(({ id }) => id === chainId)
  return url ? createClient({ chain, transport: createBatchTransport(url) }) : undefined
}

/** Checks that a wallet is on a chain. @throws PayError `chain_unreachable` */
async function requireChain(provider: Provider, chainId: number): Promise<void> {
  if ((await readChainId(provider)) === chainId) return
  const text = 'Your wallet is on a different network, so this one can’t be read.'
  throw new PayError('chain_unreachable', text, { retryable: true })
}

/**
 * Returns the connected wallet's provider, after checking that it is on that chain and shows that account.
 *
 * @throws PayError `chain_refused` when it is not: the wallet has not been asked for anything yet
 */
export async function requireProvider(
  connections: Connections,
  chainId: number,
  from: string,
): Promise<Provider> {
  try {
    const provider = await getConnectedProvider(connections)
    const [accounts, currentChainId] = await Promise.all([
      provider.request({ method: 'eth_accounts' }),
      readChainId(provider),
    ])
    if (accounts.length === 0) throw createLockedError()
    const hasAccount = accounts.some((account) => account.toLowerCase() === from.toLowerCase())
    if (hasAccount && currentChainId === chainId) return provider
    if (!hasAccount)
      throw new PayError(
        'chain_refused',
        'Your wallet switched to another account. Nothing was sent.',
        { retryable: true },
      )
  } catch (cause) {
    if (cause instanceof PayError && ['chain_refused', 'wallet_locked'].includes(cause.code))
      throw cause
    if (hasCode(cause, [4100])) throw createLockedError(cause)
    throw new PayError('chain_refused', 'Your wallet is no longer connected. Nothing was sent.', {
      cause,
      retryable: true,
    })
  }
  throw new PayError(
    'chain_refused',
    'Your wallet switched to another network. Nothing was sent.',
    {
      retryable: true,
    },
  )
}

/**
 * Returns the provider of the connected wallet, or of one that was connected to this page before.
 *
 * @throws PayError `chain_unreachable` when there is none
 */
export async function getConnectedProvider(connections: Connections): Promise<Provider> {
  const connection = await connections.restore()
  if (connection) return connection.connector.getProvider()
  throw new PayError('chain_unreachable', 'The network can’t be read without a connected wallet.', {
    retryable: true,
  })
}

/** Reads the chain that the wallet is on. @throws PayError `chain_unreachable` */
async function readChainId(provider: Provider): Promise<number> {
  try {
    return Number(await provider.request({ method: 'eth_chainId' }))
  } catch (cause) {
    throw toWalletError(cause, 'chain_unreachable')
  }
}
