import { type Config, getConnection, reconnect } from '@wagmi/core'
import { type Client, createClient, custom, type EIP1193Provider, http } from 'viem'
import { PayError } from '../errors.ts'
import { walletError } from './errors.ts'

/**
 * A client that reads a chain: the page's own RPC address where it gave one, else the connected wallet. A wallet on
 * another chain is not asked: it would answer for that one.
 *
 * @throws PayError `chain_unreachable`
 */
export async function openReader(
  config: Config,
  chainId: number,
  rpcUrls: Record<number, string> = {},
): Promise<Client> {
  const chain = config.chains.find(({ id }) => id === chainId)
  const url = rpcUrls[chainId]
  if (url) return createClient({ chain, transport: http(url) })
  const provider = await connectedProvider(config)
  if ((await chainOf(provider)) !== chainId) {
    throw new PayError(
      'chain_unreachable',
      'The wallet is on another network, so this one cannot be read.',
      {
        retryable: true,
      },
    )
  }
  return createClient({ chain, transport: custom(provider) })
}

/**
 * The connected wallet, if it is on that chain and shows that account.
 *
 * @throws PayError `chain_refused`: nothing was asked of it yet
 */
export async function providerOn(
  config: Config,
  chainId: number,
  from: string,
): Promise<EIP1193Provider> {
  try {
    const provider = await connectedProvider(config)
    const accounts = await provider.request({ method: 'eth_accounts' })
    const shows = accounts.some((one) => one.toLowerCase() === from.toLowerCase())
    if (shows && (await chainOf(provider)) === chainId) return provider
    if (!shows)
      throw new PayError(
        'chain_refused',
        'Your wallet shows another account now. Nothing was sent.',
        { retryable: true },
      )
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'chain_refused') throw cause
    throw new PayError('chain_refused', 'The wallet is no longer connected. Nothing was sent.', {
      cause,
    })
  }
  throw new PayError('chain_refused', 'The wallet has changed its network. Nothing was sent.', {
    retryable: true,
  })
}

/** The wallet that is connected, or that knew this page before. @throws PayError `chain_unreachable` */
export async function connectedProvider(config: Config): Promise<EIP1193Provider> {
  let { connector } = getConnection(config)
  if (!connector) {
    // After a reload: wallets that still know this page answer without asking the payer. Where one was used last, only
    // that one is asked: another that never answers would hold it up.
    const last = await config.storage?.getItem('recentConnectorId')
    const known = config.connectors.filter(({ id }) => id === last)
    await reconnect(config, known.length > 0 ? { connectors: known } : {})
    connector = getConnection(config).connector
  }
  if (!connector) {
    throw new PayError('chain_unreachable', 'No wallet is connected to read the network with.', {
      retryable: true,
    })
  }
  return (await connector.getProvider()) as EIP1193Provider
}

async function chainOf(provider: EIP1193Provider): Promise<number> {
  try {
    return Number(await provider.request({ method: 'eth_chainId' }))
  } catch (cause) {
    throw walletError(cause, 'chain_unreachable')
  }
}
