import {
  type Config,
  type Connector,
  connect,
  getConnection,
  getConnectors,
  switchChain,
  watchConnectors,
} from '@wagmi/core'
import type { Chain } from 'viem'
import type { Account, WalletInfo } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { findChain } from './chains.ts'
import { hasCode, shortMessage, walletError } from './errors.ts'

/** EIP-6963 has wallets answer a request at once; those loaded a moment later still make the first list. */
const gatherMilliseconds = 100

/** Tells the list of wallets soon, and again whenever it changes. */
export function watchWallets(config: Config, tell: (wallets: WalletInfo[]) => void): () => void {
  const say = () => tell(usable(getConnectors(config)).map(info))
  let stopWatching = () => {}
  const timer = setTimeout(() => {
    stopWatching = watchConnectors(config, { onChange: say })
    say()
  }, gatherMilliseconds)
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}

/** The announced wallets; window.ethereum only where nothing announces itself, since it is one of them otherwise. */
function usable(connectors: readonly Connector[]): Connector[] {
  const announced = connectors.filter(({ id }) => id !== 'injected')
  const legacy = 'ethereum' in window ? connectors.filter(({ id }) => id === 'injected') : []
  return announced.length > 0 ? announced : legacy
}

function info({ id, name, icon }: Connector): WalletInfo {
  const label = id === 'injected' ? 'Browser wallet' : name
  // EIP-6963 icons are data: URIs; anything else would call a host.
  return { id, name: label, ...(icon?.startsWith('data:image/') && { icon }) }
}

/** Asks a wallet for its accounts; the first is the one that pays. */
export async function connectWallet(config: Config, walletId: string): Promise<Account> {
  const connector = getConnectors(config).find(({ id }) => id === walletId)
  if (!connector) throw new PayError('wallet_failed', 'This wallet is gone. Choose it again.')
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
    const text = `Your wallet could not switch to ${chain.name}: ${shortMessage(cause)}`
    throw new PayError('chain_refused', text, { cause, retryable: true })
  }
}
