import type { Address } from '../../domain/address.ts'

/** Transactions that are examined because a balance shows that one of them has paid: at once, and more in a minute. */
const maxCandidates = 200
const candidatesPerMinute = 20
/** Blocks whose transactions wait to be examined. */
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

/** A transaction to examine, and its block. */
export interface Candidate {
  hash: string
  blockNumber: bigint
  blockHash: string
}

/** The blocks whose transactions are to be examined. */
export interface CandidateQueue {
  /** Adds a block, and calls `onDrop` with the one that has brought least where too many wait. */
  add(block: CalledBlock): void
  /** Takes as many transactions as may be examined now. */
  take(): Candidate[]
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
      const taken: Candidate[] = []
      while (waiting[0] && budget >= 1) {
        const [{ number, hash, candidates }] = waiting as [CalledBlock]
        const now = candidates.slice(0, Math.floor(budget))
        budget -= now.length
        taken.push(...now.map((one) => ({ hash: one, blockNumber: number, blockHash: hash })))
        if (now.length === candidates.length) waiting.shift()
        else waiting[0] = { ...waiting[0], candidates: candidates.slice(now.length) }
      }
      return taken
    },
  }
}
