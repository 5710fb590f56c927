/** The host of the block explorer of each built-in chain, by EIP-155 id: those of the wallet's own table, which a test compares. */
const explorerHosts: Readonly<Record<number, string>> = {
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

/** Returns the URL of a chain's block explorer, undefined where none is known. */
export function getExplorerBase(chainId: number): string | undefined {
  const host = explorerHosts[chainId]
  return host && `https://${host}`
}
