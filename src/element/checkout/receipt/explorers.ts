import { getExplorerBase } from '../../../api/chains/chains.ts'
import { isWebUrl } from '../../../api/formats.ts'

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
  const baseUrl = pageExplorerUrl ?? getExplorerBase(chainId)
  return baseUrl && isWebUrl(baseUrl) ? `${baseUrl.replace(/\/$/, '')}/tx/${hash}` : undefined
}
