import type { Address } from '../../chain/types/address.ts'
import type { BlockWithTransactions } from '../../chain/types/transactions.ts'
import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import type { FoundTransaction } from '../read.ts'
import { createBalanceComparison, explainChange } from './balance-comparison.ts'
import { createCandidateQueue } from './balance-queue.ts'

/** Recipients whose balances are compared: each costs a call for every range of blocks. */
const maxRecipients = 10

/** Finds native currency that contracts send in calls, such as an exchange's batch. */
export interface BalanceSearch {
  /**
   * Returns transactions that may have brought native currency by calls, in this range of blocks or in an earlier one. The
   * same range again returns the same transactions again.
   *
   * @param blocks the blocks of the range, by number
   */
  find(
    range: BlockRange,
    blocks: ReadonlyMap<bigint, BlockWithTransactions>,
    recipients: readonly Address[],
  ): Promise<FoundTransaction[]>
}

/**
 * Creates the search of one chain. Calls leave no log, and no block shows them, but the recipients' balances do
 * (`balance-comparison.ts`). Of a block in which a balance has grown by calls, the transactions are read, those whose
 * calldata names the recipient first. A recipient that is a contract may spend in the same blocks, and hide money that it
 * receives there.
 */
export function createBalanceSearch(
  context: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
): BalanceSearch {
  const { log } = context
  const compare = createBalanceComparison(context, chainId)
  const queue = createCandidateQueue(({ number, recipient, amount }) =>
    log.warn(
      { chainId, block: `${number}`, recipient, amount: `${amount}` },
      'Native currency has arrived by a call, and the transactions of its block are not read: too many larger amounts wait. It is found when it is reported.',
    ),
  )
  let last: { to: bigint; candidates: FoundTransaction[] } = { to: 0n, candidates: [] }

  return {
    async find({ from, to }, blocks, recipients) {
      const range = { from: from > 1n ? from : 1n, to }
      // A chain that became shorter has no new block; its balances are compared when there is one.
      if (range.to < range.from || recipients.length > maxRecipients) return []
      for (const recipient of recipients) {
        try {
          for (const block of await compare(range, blocks, recipient)) queue.add(block)
        } catch (err) {
          // The scan goes on: a node that refuses balances still returns logs and blocks.
          log.warn(
            { err, chainId, recipient },
            'A balance could not be read. It is compared later.',
          )
        }
      }
      // A range that begins within the last one is read again because its poll has failed, so its candidates were not read.
      const again = range.from <= last.to ? last.candidates : []
      const candidates = [...again, ...queue.take()]
      last = {
        to: range.to,
        candidates: [
          ...new Map(candidates.map((candidate) => [candidate.hash, candidate])).values(),
        ],
      }
      return last.candidates
    },
  }
}

/**
 * Returns whether more native currency may have arrived at an address in a block than the block's transactions explain:
 * its balance shows it, or the node does not return the balance.
 */
export async function mayHaveArrivedByCalls(
  { chains, log }: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
  recipient: Address,
  number: bigint,
): Promise<boolean> {
  const read = async (at: bigint) =>
    await chains.getBalance(chainId, recipient, at).catch((err: unknown) => {
      log.warn({ err, chainId, recipient }, 'A balance could not be read.')
      return undefined
    })
  const block = await chains.getBlockWithTransactions(chainId, number)
  const before = await read(number - 1n)
  const after = await read(number)
  if (!block || before === undefined || after === undefined) return true
  const account = recipient.toLowerCase()
  const spends = block.transactions.some(({ from }) => from.toLowerCase() === account)
  return spends || after - before > explainChange(block.transactions, account)
}
