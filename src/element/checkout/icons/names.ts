import type { KnownChainId } from '../../../api/chains/chains.ts'
import { dollarTokens } from '../../../api/chains/dollar-tokens.ts'
import type { Token } from '../../../checkout/quote/payment-option.ts'
import type { IconName } from './drawings.ts'

// The icons by name. A token's symbol is its contract's choice, so an icon is shown only for the contracts of our
// own table: a worthless token that is called USDC gets a letter.

const networkIcons: Record<KnownChainId, IconName> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  97: 'bsc',
  100: 'gnosis',
  137: 'polygon',
  300: 'zksync',
  324: 'zksync',
  8453: 'base',
  10200: 'gnosis',
  42161: 'arbitrum',
  42220: 'celo-network',
  43113: 'avalanche',
  43114: 'avalanche',
  59141: 'linea',
  59144: 'linea',
  80002: 'polygon',
  84532: 'base',
  421614: 'arbitrum',
  534351: 'scroll',
  534352: 'scroll',
  11142220: 'celo-network',
  11155111: 'ethereum',
  11155420: 'optimism',
}

/** The coins of networks, which have no contract. */
const coinIcons: Record<string, IconName> = {
  ETH: 'eth',
  BNB: 'bnb',
  XDAI: 'xdai',
  POL: 'pol',
  CELO: 'celo',
  AVAX: 'avax',
}

const tokenIcons: Record<string, IconName> = { USDC: 'usdc', USDT: 'usdt' }

/** Wallet apps by the first word of their names. */
const walletIcons: Record<string, IconName> = {
  MetaMask: 'metamask',
  Trust: 'trust',
  Rainbow: 'rainbow',
  Uniswap: 'uniswap',
  Zerion: 'zerion',
  Ledger: 'ledger',
  Base: 'base',
  Phantom: 'phantom',
  OKX: 'okx',
  Binance: 'binance',
  Rabby: 'rabby',
}

/** Returns the icon of a chain. */
export function getNetworkIcon(chainId: number): IconName | undefined {
  return (networkIcons as Record<number, IconName>)[chainId]
}

/** Returns the icon of a token of our table, or of a network's own coin. */
export function getTokenIcon(
  chainId: number,
  { symbol, address, native }: Pick<Token, 'symbol' | 'address' | 'native'>,
): IconName | undefined {
  if (native) return getNetworkIcon(chainId) && coinIcons[symbol.toUpperCase()]
  const known = dollarTokens.find(
    (token) => token.chainId === chainId && token.address.toLowerCase() === address.toLowerCase(),
  )
  return known && tokenIcons[known.symbol]
}

/** Returns the icon of a wallet app of our own list. */
export function getWalletIcon(name: string): IconName | undefined {
  return walletIcons[name.split(' ')[0] ?? '']
}
