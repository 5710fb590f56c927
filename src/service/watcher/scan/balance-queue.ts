import type { Address } from '../../chain/types/address.ts'
import type { FoundTransaction } from '../read.ts'

/** Maximum number of transactions that are read because a balance shows that one of them has paid: at once, and a minute. */
const maxCandidates = 200
const candidatesPerMinute = 20
/** Maximum number of blocks whose transactions wait to be read. */
const maxBlocks = 100

/** A block in which a recipient has got native currency by calls. */
export interface CalledBlock {
  number: bigint
  hash: string
  recipient: Address
  /** What has arrived by calls, in wei. */
  amount: bigint
  /** The hashes of the transactions that may have brought it, the likely ones first. */
  candidates: readonly string[]
}

/** The blocks whose transactions are to be read. */
export interface CandidateQueue {
  /** Adds a block, and calls `onDrop` with the one that has brought least where too many wait. */
  add(block: CalledBlock): void
  /** Takes as many transactions as may be read now. */
  take(): FoundTransaction[]
}

/**
 * Creates a queue in which the largest amount comes first: a stranger who lets a contract send next to nothing in every
 * block keeps no honest amount from being found, unless he pays the recipient more than that.
 */
export function createCandidateQueue(onDrop: (block: CalledBlock) => void): CandidateQueue {
  let waiting: CalledBlock[] = []
  let budget = maxCandidates
  let budgetGrownAt = performance.now()

  function growBudget(): void {
    const now = performance.now()
    const grown = ((now - budgetGrownAt) / 60_000) * candidatesPerMinute
    budget = Math.min(maxCandidates, budget + grown)
    budgetGrownAt = now
  }

  return {
    add(block) {
      const isSame = ({ number, recipient }: CalledBlock) =>
        number === block.number && recipient === block.recipient
      const others = waiting.filter((other) => !isSame(other))
      waiting = [...others, block].toSorted((a, b) => Number(b.amount - a.amount))
      for (const dropped of waiting.splice(maxBlocks)) onDrop(dropped)
    },
    take() {
      growBudget()
      const taken: FoundTransaction[] = []
      while (waiting[0] && budget >= 1) {
        const [{ number, hash: blockHash, candidates }] = waiting as [CalledBlock]
        const now = candidates.slice(0, Math.floor(budget))
        budget -= now.length
        taken.push(...now.map((hash) => ({ hash, block: { number, hash: blockHash } })))
        if (now.length === candidates.length) waiting.shift()
        else waiting[0] = { ...waiting[0], candidates: candidates.slice(now.length) }
      }
      return taken
    },
  }
}
