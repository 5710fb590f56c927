/** The details of a chain that the card shows beside its name. */
interface ChainDetails {
  /** Milliseconds between two blocks. */
  blockTimeMs: number
  /** The host of its block explorer. */
  explorer: string
}

/**
 * The built-in chains by EIP-155 id. Block times are those of viem/chains and, for chains without one there, of the
 * chain's own documentation; explorers are those of the wallet's own table. A test compares both.
 */
export const chainDetails: Readonly<Record<number, ChainDetails>> = {
  1: { blockTimeMs: 12_000, explorer: 'etherscan.io' },
  10: { blockTimeMs: 2000, explorer: 'optimistic.etherscan.io' },
  56: { blockTimeMs: 750, explorer: 'bscscan.com' },
  97: { blockTimeMs: 750, explorer: 'testnet.bscscan.com' },
  100: { blockTimeMs: 5000, explorer: 'gnosisscan.io' },
  137: { blockTimeMs: 2000, explorer: 'polygonscan.com' },
  300: { blockTimeMs: 200, explorer: 'sepolia.explorer.zksync.io' },
  324: { blockTimeMs: 200, explorer: 'explorer.zksync.io' },
  8453: { blockTimeMs: 2000, explorer: 'basescan.org' },
  10200: { blockTimeMs: 5000, explorer: 'blockscout.chiadochain.net' },
  42161: { blockTimeMs: 250, explorer: 'arbiscan.io' },
  42220: { blockTimeMs: 1000, explorer: 'celoscan.io' },
  43113: { blockTimeMs: 1700, explorer: 'testnet.snowtrace.io' },
  43114: { blockTimeMs: 1700, explorer: 'snowtrace.io' },
  59141: { blockTimeMs: 2000, explorer: 'sepolia.lineascan.build' },
  59144: { blockTimeMs: 2000, explorer: 'lineascan.build' },
  80002: { blockTimeMs: 2000, explorer: 'amoy.polygonscan.com' },
  84532: { blockTimeMs: 2000, explorer: 'sepolia.basescan.org' },
  421614: { blockTimeMs: 250, explorer: 'sepolia.arbiscan.io' },
  534351: { blockTimeMs: 3000, explorer: 'sepolia.scrollscan.com' },
  534352: { blockTimeMs: 3000, explorer: 'scrollscan.com' },
  11142220: { blockTimeMs: 1000, explorer: 'celo-sepolia.blockscout.com' },
  11155111: { blockTimeMs: 12_000, explorer: 'sepolia.etherscan.io' },
  11155420: { blockTimeMs: 2000, explorer: 'optimism-sepolia.blockscout.com' },
}
