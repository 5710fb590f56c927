import type { BlockRange, BlockWithTransactions } from '../domain/ports.ts'
import type { Address } from '../domain/records.ts'
import type { WatcherContext } from './context.ts'

/** Recipients whose balances are compared: each costs a call for every range of blocks. */
const maxRecipients = 10
/** Transactions that are examined because a balance shows that one of them has paid: at once, and more in a minute. */
const maxCandidates = 200
const candidatesPerMinute = 20

/** A transaction to examine, and its block. */
interface Candidate {
  hash: string
  blockNumber: bigint
  blockHash: string
  block: BlockWithTransactions
}

/** Finds native currency that contracts send without being asked for, such as an exchange's batch. */
export interface CoinSearch {
  /**
   * Returns the transactions of a range of blocks that may have brought native currency by calls.
   *
   * @param blocks the blocks of the range, by number
   */
  find(
    range: BlockRange,
    blocks: ReadonlyMap<bigint, BlockWithTransactions>,
    recipients: readonly Address[],
  ): Promise<Candidate[]>
}

/**
 * Creates the search. Calls leave no log, and no block shows them; but a balance that grows by more than the block's
 * transactions say has grown by calls. Then the blocks are narrowed down, and the transactions of the one that is found
 * are examined: first those whose calldata names the recipient. What a recipient spends in the same blocks without a
 * transaction of its own, as a contract does, may hide what it receives.
 */
export function createCoinSearch(
  context: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
): CoinSearch {
  const { log } = context
  /** The balance of each recipient after the last block that was compared. */
  const balances = new Map<Address, { at: bigint; balance: bigint }>()
  let budget = maxCandidates
  let budgetGrownAt = performance.now()
  let hasWarned = false

  async function findBlocks(
    { from, to }: BlockRange,
    explained: (number: bigint) => bigint,
    recipient: Address,
  ): Promise<bigint[]> {
    const read = async (at: bigint) => await readBalance(context, chainId, recipient, at)
    const last = balances.get(recipient)
    const before = last?.at === from - 1n ? last.balance : await read(from - 1n)
    const after = await read(to)
    if (before === undefined || after === undefined) {
      warnOnce(recipient)
      return []
    }
    balances.set(recipient, { at: to, balance: after })
    const sumExplained = (low: bigint, high: bigint) => {
      let sum = 0n
      for (let at = low + 1n; at <= high; at += 1n) sum += explained(at)
      return sum
    }
    const found: bigint[] = []
    const parts = [{ low: from - 1n, high: to, before, after }]
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { low, high } = part
      if (part.after - part.before <= sumExplained(low, high)) continue
      if (high - low <= 1n) {
        found.push(high)
        continue
      }
      const middle = (low + high) / 2n
      const balance = await read(middle)
      if (balance === undefined) continue
      parts.push({ ...part, high: middle, after: balance })
      parts.push({ ...part, low: middle, before: balance })
    }
    return found
  }

  function warnOnce(recipient: Address): void {
    if (!hasWarned)
      log.warn(
        { chainId, recipient },
        'The node keeps no balances of recent blocks: native currency that contracts send is only found when it is reported.',
      )
    hasWarned = true
  }

  function takeBudget(wanted: number): number {
    const now = performance.now()
    budget = Math.min(
      maxCandidates,
      budget + ((now - budgetGrownAt) / 60_000) * candidatesPerMinute,
    )
    budgetGrownAt = now
    const taken = Math.min(wanted, Math.floor(budget))
    budget -= taken
    return taken
  }

  return {
    async find({ from, to }, blocks, recipients) {
      const range = { from: from > 1n ? from : 1n, to }
      // A chain that became shorter has no new block: its balances are compared when it has.
      if (range.to < range.from || recipients.length > maxRecipients) return []
      const found = new Map<string, Candidate>()
      for (const recipient of recipients) {
        const account = recipient.toLowerCase()
        const explained = (number: bigint) =>
          explainChange(blocks.get(number)?.transactions ?? [], account)
        for (const number of await findBlocks(range, explained, recipient)) {
          const block = blocks.get(number)
          if (!block) continue
          const candidates = listCandidates(block, account)
          const taken = takeBudget(candidates.length)
          if (taken < candidates.length) {
            const left = candidates.length - taken
            log.warn(
              { chainId, block: String(number), recipient, left },
              'Native currency has arrived by a call, and not all transactions of its block are examined.',
            )
          }
          for (const { hash } of candidates.slice(0, taken))
            found.set(hash, { hash, blockNumber: number, blockHash: block.hash, block })
        }
      }
      return [...found.values()]
    },
  }
}

type BlockTransaction = BlockWithTransactions['transactions'][number]

/** Reads a balance. A node that does not give it keeps nothing else from being found: undefined, as for an old state. */
async function readBalance(
  { chains, log }: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
  recipient: Address,
  number: bigint,
): Promise<bigint | undefined> {
  return await chains.getBalance(chainId, recipient, number).catch((err: unknown) => {
    log.warn({ err, chainId, recipient }, 'A balance could not be read.')
    return undefined
  })
}

/**
 * Returns whether more native currency may have arrived at an address in a block than the block's transactions say: by
 * its balance, or because the node does not tell that.
 */
export async function mayHaveArrivedByCalls(
  context: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
  recipient: Address,
  number: bigint,
): Promise<boolean> {
  const block = await context.chains.getBlockWithTransactions(chainId, number)
  const before = await readBalance(context, chainId, recipient, number - 1n)
  const after = await readBalance(context, chainId, recipient, number)
  if (!block || before === undefined || after === undefined) return true
  const account = recipient.toLowerCase()
  const spends = block.transactions.some(({ from }) => from.toLowerCase() === account)
  return spends || after - before > explainChange(block.transactions, account)
}

/** Returns by how much the transactions of a block themselves change a balance, without the fees that it pays. */
function explainChange(transactions: readonly BlockTransaction[], account: string): bigint {
  return transactions.reduce((sum, { from, to, value }) => {
    const received = to?.toLowerCase() === account ? value : 0n
    const sent = from.toLowerCase() === account ? value : 0n
    return sum + received - sent
  }, 0n)
}

/** Returns the transactions that may have moved native currency by calls, the likely ones first. */
function listCandidates(block: BlockWithTransactions, account: string): BlockTransaction[] {
  const names = ({ input }: BlockTransaction) => input.toLowerCase().includes(account.slice(2))
  const others = block.transactions.filter(({ to }) => to?.toLowerCase() !== account)
  return others.toSorted((one, other) => Number(names(other)) - Number(names(one)))
}
