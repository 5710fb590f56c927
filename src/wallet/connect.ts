import {
  type Config,
  type Connector,
  connect,
  getConnection,
  getConnectors,
  switchChain,
  watchConnection,
  watchConnectors,
} from '@wagmi/core'
import type { Chain } from 'viem'
import type { Account, WalletInfo } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { findChain } from './chains.ts'
import { hasCode, shortMessage, walletError } from './errors.ts'
import type { WalletsOptions } from './wallets.ts'

/** EIP-6963 has wallets answer a request at once; those loaded a moment later still make the first list. */
const gatherMilliseconds = 100

/** The way to wallets on other devices. It stands in the list before its code is loaded. */
const walletConnect: WalletInfo = { id: 'walletConnect', name: 'WalletConnect', scan: true }

/** Tells the list of wallets soon, and again whenever it changes. */
export function watchWallets(
  config: Config,
  { projectId }: WalletsOptions,
  tell: (wallets: WalletInfo[]) => void,
): () => void {
  let last: string | undefined | null
  const say = () => {
    const wallets = usable(getConnectors(config)).map(info)
    // The one of the last time first; else as they announced themselves.
    wallets.sort((a, b) => Number(b.id === last) - Number(a.id === last))
    tell(projectId ? [...wallets, walletConnect] : wallets)
  }
  let stopWatching = () => {}
  const timer = setTimeout(async () => {
    let stopped = false
    stopWatching = () => {
      stopped = true
    }
    last = await config.storage?.getItem('recentConnectorId')
    if (stopped) return
    stopWatching = watchConnectors(config, { onChange: say })
    say()
  }, gatherMilliseconds)
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}

/** The announced wallets; window.ethereum only where none announces itself, since it is one of them otherwise. */
function usable(connectors: readonly Connector[]): Connector[] {
  const announced = connectors.filter(({ id }) => id !== 'injected' && id !== walletConnect.id)
  const legacy = 'ethereum' in window ? connectors.filter(({ id }) => id === 'injected') : []
  return announced.length > 0 ? announced : legacy
}

function info({ id, name, icon }: Connector): WalletInfo {
  if (id === walletConnect.id) return walletConnect
  const label = id === 'injected' ? 'Browser wallet' : name
  // EIP-6963 icons are data: URIs; anything else would call a host.
  return { id, name: label, ...(icon?.startsWith('data:image/') && { icon }) }
}

/** Asks a wallet for its accounts; the first is the one that pays. */
export async function connectWallet(config: Config, connector: Connector): Promise<Account> {
  try {
    const now = getConnection(config)
    if (now.isConnected && now.connector?.uid === connector.uid) {
      const [accounts, chainId] = await Promise.all([
        connector.getAccounts(),
        connector.getChainId(),
      ])
      if (accounts[0]) return { address: accounts[0], chainId, wallet: info(connector) }
    }
    const { accounts, chainId } = await connect(config, { connector })
    const [address] = accounts
    if (!address)
      throw new PayError('wallet_failed', 'The wallet gave no account. Unlock it and try again.')
    return { address, chainId, wallet: info(connector) }
  } catch (cause) {
    throw walletError(cause)
  }
}

/** The wallet of a list. @throws PayError `wallet_failed` when it is not there any more */
export function connectorOf(config: Config, walletId: string): Connector {
  const connector = getConnectors(config).find(({ id }) => id === walletId)
  if (connector) return connector
  throw new PayError('wallet_failed', 'This wallet is gone. Choose it again.')
}

/** Tells the connected account whenever it changes; undefined when the wallet is locked or disconnected. */
export function watchAccount(
  config: Config,
  tell: (account: Account | undefined) => void,
): () => void {
  return watchConnection(config, {
    onChange(now, before) {
      if (now.status === 'connected') {
        const { address, chainId, connector } = now
        tell({ address, chainId, wallet: info(connector) })
      } else if (now.status === 'disconnected' && before.status === 'connected') tell(undefined)
    },
  })
}

/** Changes the chain by EIP-3326, adding it by EIP-3085 where the wallet answers 4902. */
export async function changeChain(
  config: Config,
  own: readonly Chain[],
  chainId: number,
): Promise<void> {
  // Known, or said so before the wallet is asked.
  const chain = findChain(chainId, own)
  try {
    await switchChain(config, { chainId })
  } catch (cause) {
    if (hasCode(cause, [4001])) {
      const text = 'You declined the change, so your wallet stayed on another network.'
      throw new PayError('chain_refused', text, { cause, retryable: true })
    }
    const error = walletError(cause, 'chain_refused')
    if (error.code === 'wallet_busy') throw error
    // wagmi wraps what the wallet said in a sentence that says nothing (SwitchChainError).
    const said = (cause as { cause?: unknown }).cause ?? cause
    const text = `Your wallet could not switch to ${chain.name}: ${shortMessage(said)}`
    throw new PayError('chain_refused', text, { cause, retryable: true })
  }
}
