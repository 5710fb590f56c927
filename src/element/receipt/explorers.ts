import { isWebUrl } from '../../api/schemas/fields.ts'

/** Hosts of block explorers by chain id. They are the same as in the wallet's own table (a test compares both). */
const explorerHosts: Record<number, string> = {
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

/** A chain that the page has set, in viem's form. */
interface PageChain {
  id: number
  blockExplorers?: { default: { url: string } } | undefined
}

/** Returns the explorer's URL of a transaction (path by EIP-3091), or undefined where no explorer is known. */
export function getExplorerUrl(
  chainId: number,
  hash: string,
  chains: readonly PageChain[] | undefined,
): string | undefined {
  const pageExplorerUrl = chains?.find(({ id }) => id === chainId)?.blockExplorers?.default.url
  const host = explorerHosts[chainId]
  const baseUrl = pageExplorerUrl ?? (host && `https://${host}`)
  return baseUrl && isWebUrl(baseUrl) ? `${baseUrl.replace(/\/$/, '')}/tx/${hash}` : undefined
}
