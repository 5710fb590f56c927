import { PayError } from '../../../errors.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { ChainNodes } from '../nodes/nodes.ts'
import type { DollarFeed, TokenMetadata, UsdRate } from '../types/tokens.ts'

// A price is reckoned from a token's decimals and, without a peg, from a feed. A node that lies about either makes a charge too
// cheap, and the payment that follows looks right to every other node. So all nodes of a chain are asked.

/** The answer of one node of a chain. */
export interface NodeAnswer<T> {
  /** The origin of its RPC URL. */
  node: string
  value: T
}

/**
 * Reads the same from every node of a chain, and returns the answers of those that can be reached.
 *
 * @throws the error of a node that was reached; PayError `chain_unreachable` if none was
 */
export async function readAtEachNode<T>(
  { any, each }: ChainNodes,
  read: (node: ChainClient) => Promise<T>,
): Promise<readonly NodeAnswer<T>[]> {
  if (each.length === 1) return [{ node: any.node, value: await read(any) }]
  const settled = await Promise.allSettled(each.map(read))
  const failures = settled.flatMap((read) => (read.status === 'rejected' ? [read.reason] : []))
  const isUnreachable = (failure: unknown) =>
    failure instanceof PayError && failure.code === 'chain_unreachable'
  const other = failures.find((failure) => !isUnreachable(failure))
  if (other !== undefined) throw other
  if (failures.length === each.length) throw failures[0]
  return settled.flatMap((read, index) =>
    read.status === 'fulfilled' ? [{ node: each[index]?.node ?? '', value: read.value }] : [],
  )
}

/**
 * Returns the token that all nodes have read; undefined if they agree that there is none.
 *
 * @throws PayError `chain_unreachable` that names the nodes if they differ about its decimals
 */
export function agreeOnToken(
  chainId: number,
  address: string,
  answers: readonly NodeAnswer<TokenMetadata | undefined>[],
): TokenMetadata | undefined {
  const [first] = answers
  if (answers.every(({ value }) => value?.decimals === first?.value?.decimals)) return first?.value
  const statements = answers.map(({ node, value }) => `${node}: ${value?.decimals ?? 'none'}`)
  throw new PayError(
    'chain_unreachable',
    `The nodes of chain ${chainId} disagree about the decimals of token ${address}: ${statements.join(', ')}. Remove the wrong ` +
      'node from CHAIN_RPC_URLS, or give the decimals of a dollar token in TOKENS.',
    { retryable: true },
  )
}

/** Nodes may be one round of a feed apart; feeds write a new one after a change of at most 2 %. */
const maxRateRatio = 1.02

/**
 * Returns the rate that all nodes have read.
 *
 * @throws PayError `chain_unreachable` that names the nodes if they differ by more than a round of the feed
 */
export function agreeOnRate<T extends UsdRate>(
  feed: DollarFeed,
  answers: readonly NodeAnswer<T>[],
): T {
  const rates = answers.map(({ value }) => Number(value.answer) / 10 ** value.decimals)
  const [first] = answers
  if (first && Math.max(...rates) <= Math.min(...rates) * maxRateRatio) return first.value
  const statements = answers.map(({ node }, index) => `${node}: ${rates[index]} USD`)
  throw new PayError(
    'chain_unreachable',
    `The nodes of chain ${feed.chainId} disagree about the price feed ${feed.feed}: ${statements.join(', ')}. Remove the wrong ` +
      'node from CHAIN_RPC_URLS.',
    { retryable: true },
  )
}
