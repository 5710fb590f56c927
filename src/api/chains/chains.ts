import { getChainName } from './chain-names.ts'

/** The name and confirmations of a chain, which service and checkout must agree on. */
export interface ChainMetadata {
  /** The name that payers know. */
  name: string
  /** Blocks after which goods may be shipped: 1 is the block that the transfer was mined in. */
  confirmations: number
}

/** Chains whose reorganizations go deeper, or less deep, than those of other chains. */
const confirmationsByChain: Record<number, number> = {
  1: 3,
  56: 5,
  137: 10,
  43114: 2,
}

/** Chains that are ordered by one sequencer, or final within seconds. */
const fastFinalityChains = [10, 100, 324, 8453, 42161, 42220, 59144, 534352]

/** Testnets: their money has no value, so a short wait matters more than safety. */
const testnets = [
  97, 300, 10200, 31337, 43113, 59141, 80002, 84532, 421614, 534351, 11142220, 11155111, 11155420,
]

/** Returns whether a chain is a test network. */
export function isTestnet(chainId: number): boolean {
  return testnets.includes(chainId)
}

/**
 * Returns the number of blocks that a payer waits for by default: enough to ship goods, few enough that the payer stays
 * on the page. 6 for an unknown chain.
 */
export function getDefaultConfirmations(chainId: number): number {
  if (isTestnet(chainId)) return 2
  if (fastFinalityChains.includes(chainId)) return 4
  return confirmationsByChain[chainId] ?? 6
}

/** Returns the name and the default confirmations of a chain. */
export function getChainMetadata(chainId: number): ChainMetadata {
  return { name: getChainName(chainId), confirmations: getDefaultConfirmations(chainId) }
}
