/** The details of a chain that the card shows beside its name. */
interface ChainDetails {
  /** Milliseconds between two blocks. */
  blockTimeMs: number
}

/**
 * The built-in chains by EIP-155 id. Block times are those of viem/chains and, for chains without one there, of the
 * chain's own documentation. A test compares them.
 */
export const chainDetails: Readonly<Record<number, ChainDetails>> = {
  1: { blockTimeMs: 12_000 },
  10: { blockTimeMs: 2000 },
  56: { blockTimeMs: 750 },
  97: { blockTimeMs: 750 },
  100: { blockTimeMs: 5000 },
  137: { blockTimeMs: 2000 },
  300: { blockTimeMs: 200 },
  324: { blockTimeMs: 200 },
  8453: { blockTimeMs: 2000 },
  10200: { blockTimeMs: 5000 },
  42161: { blockTimeMs: 250 },
  42220: { blockTimeMs: 1000 },
  43113: { blockTimeMs: 1700 },
  43114: { blockTimeMs: 1700 },
  59141: { blockTimeMs: 2000 },
  59144: { blockTimeMs: 2000 },
  80002: { blockTimeMs: 2000 },
  84532: { blockTimeMs: 2000 },
  421614: { blockTimeMs: 250 },
  534351: { blockTimeMs: 3000 },
  534352: { blockTimeMs: 3000 },
  11142220: { blockTimeMs: 1000 },
  11155111: { blockTimeMs: 12_000 },
  11155420: { blockTimeMs: 2000 },
}
