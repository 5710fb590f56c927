import { isWebUrl } from '../api/fields.ts'

/** Hosts of block explorers by chain, as the wallet's own table has them (a test holds both side by side). */
const hosts: Record<number, string> = {
  1: 'etherscan.io',
  10: 'optimistic.etherscan.io',
  56: 'bscscan.com',
  97: 'testnet.bscscan.com',
  100: 'gnosisscan.io',
  137: 'polygonscan.com',
  300: 'sepolia.explorer.zksync.io',
  324: 'explorer.zksync.io',
  8453: 'basescan.org',
  10200: 'blockscout.chiadochain.net',
  42161: 'arbiscan.io',
  42220: 'celoscan.io',
  43113: 'testnet.snowtrace.io',
  43114: 'snowtrace.io',
  59141: 'sepolia.lineascan.build',
  59144: 'lineascan.build',
  80002: 'amoy.polygonscan.com',
  84532: 'sepolia.basescan.org',
  421614: 'sepolia.arbiscan.io',
  534351: 'sepolia.scrollscan.com',
  534352: 'scrollscan.com',
  11142220: 'celo-sepolia.blockscout.com',
  11155111: 'sepolia.etherscan.io',
  11155420: 'optimism-sepolia.blockscout.com',
}

/** A chain of the page's own, in viem's form. */
interface OwnChain {
  id: number
  blockExplorers?: { default: { url: string } } | undefined
}

/** Where a transaction can be seen (EIP-3091 says under which path); undefined where no explorer is known. */
export function explorerUrl(
  chainId: number,
  hash: string,
  chains: readonly OwnChain[] | undefined,
): string | undefined {
  const own = chains?.find(({ id }) => id === chainId)?.blockExplorers?.default.url
  const host = hosts[chainId]
  const base = own ?? (host && `https://${host}`)
  return base && isWebUrl(base) ? `${base.replace(/\/$/, '')}/tx/${hash}` : undefined
}
