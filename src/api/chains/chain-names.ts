/** Names of the chains that are known without any configuration, by EIP-155 id. The first part of the table of chains (`chains.ts`). */
const chainNames = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  97: 'BNB Testnet',
  100: 'Gnosis',
  137: 'Polygon',
  300: 'ZKsync Sepolia',
  324: 'ZKsync Era',
  8453: 'Base',
  10200: 'Gnosis Chiado',
  31337: 'Localhost',
  42161: 'Arbitrum One',
  42220: 'Celo',
  43113: 'Avalanche Fuji',
  43114: 'Avalanche',
  59141: 'Linea Sepolia',
  59144: 'Linea',
  80002: 'Polygon Amoy',
  84532: 'Base Sepolia',
  421614: 'Arbitrum Sepolia',
  534351: 'Scroll Sepolia',
  534352: 'Scroll',
  11142220: 'Celo Sepolia',
  11155111: 'Sepolia',
  11155420: 'OP Sepolia',
}

export type ChainId = keyof typeof chainNames

/** Returns the name of a chain; `Chain 123` for an unknown one. */
export function getChainName(chainId: number): string {
  return (chainNames as Record<number, string>)[chainId] ?? `Chain ${chainId}`
}
