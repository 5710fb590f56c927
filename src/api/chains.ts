import { chainName } from './chain-names.ts'

/** What everybody must agree on about a chain before asking it anything. */
export interface ChainFacts {
  /** As payers know it. */
  name: string
  /** Blocks that make a transfer safe to ship goods for: 1 is the block that it was mined in. */
  confirmations: number
}

/** Chains whose reorganisations go deeper, or less deep, than those of the rest. */
const depths: Record<number, number> = {
  1: 3,
  56: 5,
  137: 10,
  43114: 2,
}

/** Ordered by one sequencer, or final within seconds. */
const shallow = [10, 100, 324, 8453, 42161, 42220, 59144, 534352]

/** Money without value: what matters there is not to wait. */
const test = [
  97, 300, 10200, 31337, 43113, 59141, 80002, 84532, 421614, 534351, 11142220, 11155111, 11155420,
]

/** How many blocks a payer waits for: long enough for goods, short enough to stay. 6 where nobody knows the chain. */
export function usualConfirmations(chainId: number): number {
  if (test.includes(chainId)) return 2
  if (shallow.includes(chainId)) return 4
  return depths[chainId] ?? 6
}

/** Facts of a chain. */
export function chainFacts(chainId: number): ChainFacts {
  return { name: chainName(chainId), confirmations: usualConfirmations(chainId) }
}
