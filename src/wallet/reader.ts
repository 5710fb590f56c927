import { type Config, getConnection, reconnect } from '@wagmi/core'
import { type Client, createClient, custom, type EIP1193Provider, http } from 'viem'
import { PayError } from '../errors.ts'
import { toWalletError } from './errors.ts'

/**
 * Creates a client that reads a chain: through the page's own RPC URL where it gave one, else through the connected
 * wallet. A wallet on another chain is not asked, because it would answer for that chain.
 *
 * @throws PayError `chain_unreachable`
 */
export async function createReadClient(
  config: Config,
  chainId: number,
  rpcUrls: Record<number, string> = {},
): Promise<Client> {
  const chain = config.chains.find(({ id }) => id === chainId)
  const url = rpcUrls[chainId]
  if (url) return createClient({ chain, transport: http(url) })
  const provider = await getConnectedProvider(config)
  if ((await readChainId(provider)) !== chainId) {
    throw new PayError(
      'chain_unreachable',
      'Your wallet is on a different network, so this one can’t be read.',
      {
        retryable: true,
      },
    )
  }
  return createClient({ chain, transport: custom(provider) })
}

/**
 * Returns the connected wallet's provider, after checking that it is on that chain and shows that account.
 *
 * @throws PayError `chain_refused` when it is not: the wallet has not been asked for anything yet
 */
export async function requireProvider(
  config: Config,
  chainId: number,
  from: string,
): Promise<EIP1193Provider> {
  try {
    const provider = await getConnectedProvider(config)
    const accounts = await provider.request({ method: 'eth_accounts' })
    const hasAccount = accounts.some((one) => one.toLowerCase() === from.toLowerCase())
    if (hasAccount && (await readChainId(provider)) === chainId) return provider
    if (!hasAccount)
      throw new PayError(
        'chain_refused',
        'Your wallet switched to another account. Nothing was sent.',
        { retryable: true },
      )
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'chain_refused') throw cause
    throw new PayError('chain_refused', 'Your wallet is no longer connected. Nothing was sent.', {
      cause,
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
export async function getConnectedProvider(config: Config): Promise<EIP1193Provider> {
  let { connector } = getConnection(config)
  if (!connector) {
    // After a reload, wallets that still know this page answer without asking the payer. Where we know which one was
    // used last, only that one is asked: another wallet that never answers would block it.
    const lastConnectorId = await config.storage?.getItem('recentConnectorId')
    const lastConnectors = config.connectors.filter(({ id }) => id === lastConnectorId)
    await reconnect(config, lastConnectors.length > 0 ? { connectors: lastConnectors } : {})
    connector = getConnection(config).connector
  }
  if (!connector) {
    throw new PayError(
      'chain_unreachable',
      'The network can’t be read without a connected wallet.',
      {
        retryable: true,
      },
    )
  }
  return (await connector.getProvider()) as EIP1193Provider
}

/** Reads the chain that the wallet is on. @throws PayError `chain_unreachable` */
async function readChainId(provider: EIP1193Provider): Promise<number> {
  try {
    return Number(await provider.request({ method: 'eth_chainId' }))
  } catch (cause) {
    throw toWalletError(cause, 'chain_unreachable')
  }
}
