import type { BlockRange, Chains, CoinBlock } from '../domain/ports.ts'
import { mentionedReferences } from '../domain/proof-suffix.ts'
import type { Address } from '../domain/records.ts'

/** Blocks read again, for what a reorganisation or a node that lags behind brought there since. */
export const rereadBlocks = 32n
/** Blocks read at the same time. */
const width = 8n

/** A transaction that may pay, and the block that holds it. */
export interface Found {
  hash: string
  blockHash: string
}

/**
 * Finds transfers of native currency, which leave no log: every transaction that goes to a watched recipient with a
 * value, or whose calldata mentions a reference. A block is read once; one whose parent is not the block read before it
 * tells of a reorganisation, and sends the search back.
 *
 * A block that is read holds all its transactions, so that what is found here needs no further proof that it is all.
 */
export function nativeFinder(chains: Chains, chainId: number) {
  const seen = new Map<bigint, string>()

  async function find({ from, to }: BlockRange, recipients: readonly Address[]): Promise<Found[]> {
    const wanted = new Set(recipients.map((one) => one.toLowerCase()))
    const found: Found[] = []
    for (let at = from; at <= to; at += width) {
      const numbers = Array.from({ length: Number(width) }, (_, index) => at + BigInt(index))
      const blocks = await Promise.all(
        numbers.filter((number) => number <= to).map((number) => chains.coinBlock(chainId, number)),
      )
      for (const [index, block] of blocks.entries()) {
        if (!block) throw new Error(`Block ${numbers[index]} of chain ${chainId} is not there yet.`)
        found.push(...paying(block, wanted))
        remember(numbers[index] ?? at, block.hash)
      }
    }
    return [...(await findBelow(from, to, wanted)), ...found]
  }

  /** What changed below a block since it was read; all that is within reach, after a restart. */
  async function findBelow(
    from: bigint,
    to: bigint,
    wanted: ReadonlySet<string>,
  ): Promise<Found[]> {
    const found: Found[] = []
    let child = from <= to ? await chains.coinBlock(chainId, from) : undefined
    for (let at = from - 1n; child && at >= 0n && at >= from - rereadBlocks; at -= 1n) {
      if (seen.get(at) === child.parentHash) break
      const block = await chains.coinBlock(chainId, at)
      if (!block) break
      found.push(...paying(block, wanted))
      remember(at, block.hash)
      child = block
    }
    return found
  }

  function remember(number: bigint, hash: string): void {
    seen.set(number, hash)
    seen.delete(number - 2n * rereadBlocks)
  }

  return { find }
}

function paying(
  { hash: blockHash, transactions }: CoinBlock,
  wanted: ReadonlySet<string>,
): Found[] {
  return transactions
    .filter(({ to, value, input }) => {
      const direct = to !== undefined && value > 0n && wanted.has(to.toLowerCase())
      return direct || mentionedReferences(input).length > 0
    })
    .map(({ hash }) => ({ hash, blockHash }))
}
