/** What everybody must agree on about a chain before asking it anything. */
export interface ChainFacts {
  /** As payers know it. */
  name: string
  /** Blocks that make a transfer safe to ship goods for: 1 is the block that it was mined in. */
  confirmations: number
}

const l2 = 4
const test = 2

/**
 * Chains known without any configuration, by EIP-155 id.
 * Confirmations weigh how long a payer waits against how deep a chain's reorganisations usually go.
 */
const known: Record<number, readonly [name: string, confirmations: number]> = {
  1: ['Ethereum', 3],
  10: ['OP Mainnet', l2],
  56: ['BNB Smart Chain', 5],
  97: ['BNB Testnet', test],
  100: ['Gnosis', 4],
  137: ['Polygon', 10],
  300: ['ZKsync Sepolia', test],
  324: ['ZKsync Era', l2],
  8453: ['Base', l2],
  10200: ['Gnosis Chiado', test],
  31337: ['Localhost', test],
  42161: ['Arbitrum One', l2],
  42220: ['Celo', l2],
  43113: ['Avalanche Fuji', test],
  43114: ['Avalanche', 2],
  59141: ['Linea Sepolia', test],
  59144: ['Linea', l2],
  80002: ['Polygon Amoy', test],
  84532: ['Base Sepolia', test],
  421614: ['Arbitrum Sepolia', test],
  534351: ['Scroll Sepolia', test],
  534352: ['Scroll', l2],
  11142220: ['Celo Sepolia', test],
  11155111: ['Sepolia', test],
  11155420: ['OP Sepolia', test],
}

/** Facts of a chain; one that nobody knows gets a plain name and 6 confirmations. */
export function chainFacts(chainId: number): ChainFacts {
  const [name, confirmations] = known[chainId] ?? [`Chain ${chainId}`, 6]
  return { name, confirmations }
}
