import type { Chain } from 'viem'
import { PayError } from '../../errors.ts'
import { builtInChains } from './built-in-chains.ts'

/**
 * Finds a chain by its EIP-155 id: first among the page's own, then among the built-in ones.
 *
 * @throws PayError `chain_unknown`
 */
export function findChain(chainId: number, customChains: readonly Chain[]): Chain {
  const chain = [...customChains, ...builtInChains].find(({ id }) => id === chainId)
  if (chain) return chain
  const text = `The charge is paid on chain ${chainId}, which is not known here. The page can give it in "chains".`
  throw new PayError('chain_unknown', text, { field: 'chains' })
}

/** Returns all chains, the page's own first. A chain of the page replaces the built-in one of the same id. */
export function mergeChains(customChains: readonly Chain[]): readonly [Chain, ...Chain[]] {
  const ids = new Set(customChains.map(({ id }) => id))
  return [...customChains, ...builtInChains.filter(({ id }) => !ids.has(id))] as [Chain, ...Chain[]]
}
