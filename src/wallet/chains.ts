import type { Chain } from 'viem'
import { PayError } from '../errors.ts'
import { builtInChains } from './built-in-chains.ts'

/** A chain by its EIP-155 id: the page's own first, then those we know. @throws PayError `chain_unknown` */
export function findChain(chainId: number, own: readonly Chain[]): Chain {
  const chain = [...own, ...builtInChains].find(({ id }) => id === chainId)
  if (chain) return chain
  const text = `The charge is paid on chain ${chainId}, which is not known here. The page can give it in "chains".`
  throw new PayError('chain_unknown', text, { field: 'chains' })
}

/** Every chain, the page's own before ours. */
export function allChains(own: readonly Chain[]): readonly [Chain, ...Chain[]] {
  const ids = new Set(own.map(({ id }) => id))
  return [...own, ...builtInChains.filter(({ id }) => !ids.has(id))] as [Chain, ...Chain[]]
}
