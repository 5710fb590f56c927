import type { Address } from '../../chain/types/address.ts'
import type { BlockWithTransactions } from '../../chain/types/transactions.ts'
import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import type { FoundTransaction } from '../read.ts'
import { type CalledBlock, createCandidateQueue } from './balance-queue.ts'

/** Recipients whose balances are compared: each costs a call for every range of blocks. */
const maxRecipients = 10
/** Blocks that wait until a balance after them can be read. */
const maxUncomparedBlocks = 1000

/** Finds native currency that contracts send without being asked for, such as an exchange's batch. */
export interface BalanceSearch {
  /**
   * Returns transactions that may have brought native currency by calls, of this range of blocks and of earlier ones. The
   * same range again returns again what it returned first.
   *
   * @param blocks the blocks of the range, by number
   */
  find(
    range: BlockRange,
    blocks: ReadonlyMap<bigint, BlockWithTransactions>,
    recipients: readonly Address[],
  ): Promise<FoundTransaction[]>
}

/** A recipient's balance after a block, and what the transactions of the blocks after it have changed. */
interface Compared {
  at: bigint
  /** undefined where the node keeps none of this block */
  balance: bigint | undefined
  /** by number of the block; none is missing between `at` and the newest one */
  explained: Map<bigint, bigint>
}

/**
 * Creates the search. Calls leave no log, and no block shows them; but a balance that grows by more than the block's
 * transactions say has grown by calls. Then the blocks are narrowed down, and the transactions of the one that is found
 * are read: first those whose calldata names the recipient. What a recipient spends in the same blocks without a
 * transaction of its own, as a contract does, may hide what it receives.
 */
export function createBalanceSearch(
  context: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
): BalanceSearch {
  const { chains, log } = context
  const compared = new Map<Address, Compared>()
  const queue = createCandidateQueue(({ number, recipient, amount }) =>
    log.warn(
      { chainId, block: `${number}`, recipient, amount: `${amount}` },
      'Native currency has arrived by a call, and the transactions of its block are not read: too many larger amounts wait. It is found when it is reported.',
    ),
  )
  let hasWarned = false
  let last: { to: bigint; candidates: FoundTransaction[] } = { to: 0n, candidates: [] }

  /** Returns the blocks in which a recipient has got native currency by calls, since its balance was last compared. */
  async function compare(
    { from, to }: BlockRange,
    blocks: ReadonlyMap<bigint, BlockWithTransactions>,
    recipient: Address,
  ): Promise<CalledBlock[]> {
    const account = recipient.toLowerCase()
    const read = async (at: bigint) => await chains.getBalance(chainId, recipient, at)
    const last = compared.get(recipient)
    const isNext = last && last.at < from && from <= last.at + BigInt(last.explained.size) + 1n
    const base = isNext
      ? last
      : { at: from - 1n, balance: await read(from - 1n), explained: new Map<bigint, bigint>() }
    for (let at = from; at <= to; at += 1n)
      base.explained.set(at, explainChange(blocks.get(at)?.transactions ?? [], account))
    // Before the balance is read: when that fails, these blocks are compared with the next ones.
    if (base.explained.size <= maxUncomparedBlocks) compared.set(recipient, base)
    else compared.delete(recipient)
    const after = await read(to)
    const found: CalledBlock[] = []
    if (base.balance === undefined || after === undefined) warnOnce(recipient)
    else
      for (const { number, amount } of await narrowDown(base, base.balance, { to, after }, read)) {
        const block = blocks.get(number) ?? (await chains.getBlockWithTransactions(chainId, number))
        if (!block) continue
        const candidates = listCandidates(block, account)
        found.push({ number, hash: block.hash, recipient, amount, candidates })
      }
    compared.set(recipient, { at: to, balance: after, explained: new Map() })
    return found
  }

  /** Returns the blocks in which more has arrived than their transactions say, and how much more. */
  async function narrowDown(
    { at, explained }: Compared,
    balance: bigint,
    end: { to: bigint; after: bigint },
    read: (at: bigint) => Promise<bigint | undefined>,
  ): Promise<{ number: bigint; amount: bigint }[]> {
    const sumExplained = (low: bigint, high: bigint) => {
      let sum = 0n
      for (let number = low + 1n; number <= high; number += 1n) sum += explained.get(number) ?? 0n
      return sum
    }
    const found: { number: bigint; amount: bigint }[] = []
    const parts = [{ low: at, high: end.to, before: balance, after: end.after }]
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { low, high } = part
      const amount = part.after - part.before - sumExplained(low, high)
      if (amount <= 0n) continue
      if (high - low <= 1n) {
        found.push({ number: high, amount })
        continue
      }
      const middle = (low + high) / 2n
      const between = await read(middle)
      if (between === undefined) {
        log.warn(
          { chainId, from: `${low + 1n}`, to: `${high}`, amount: `${amount}` },
          'Native currency has arrived by a call, and the node keeps no balances by which its block is found. It is found when it is reported.',
        )
        continue
      }
      parts.push({ ...part, high: middle, after: between })
      parts.push({ ...part, low: middle, before: between })
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

  return {
    async find({ from, to }, blocks, recipients) {
      const range = { from: from > 1n ? from : 1n, to }
      // A chain that became shorter has no new block: its balances are compared when it has.
      if (range.to < range.from || recipients.length > maxRecipients) return []
      for (const recipient of recipients) {
        try {
          for (const block of await compare(range, blocks, recipient)) queue.add(block)
        } catch (err) {
          // A node that refuses this keeps nothing else from being found.
          log.warn(
            { err, chainId, recipient },
            'A balance could not be read. It is compared later.',
          )
        }
      }
      // A range that begins within the last one is that one again: its poll has failed, and nothing of it was written.
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
 * Returns whether more native currency may have arrived at an address in a block than the block's transactions say: by
 * its balance, or because the node does not tell that.
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

type BlockTransaction = BlockWithTransactions['transactions'][number]

/** Returns by how much the transactions of a block themselves change a balance, without the fees that it pays. */
function explainChange(transactions: readonly BlockTransaction[], account: string): bigint {
  return transactions.reduce((sum, { from, to, value }) => {
    const received = to?.toLowerCase() === account ? value : 0n
    const sent = from.toLowerCase() === account ? value : 0n
    return sum + received - sent
  }, 0n)
}

/** Returns the transactions that may have moved native currency by calls, the likely ones first. */
function listCandidates(block: BlockWithTransactions, account: string): string[] {
  const names = ({ input }: BlockTransaction) => input.toLowerCase().includes(account.slice(2))
  const others = block.transactions.filter(({ to }) => to?.toLowerCase() !== account)
  const likelyFirst = others.toSorted((a, b) => Number(names(b)) - Number(names(a)))
  return likelyFirst.map(({ hash }) => hash)
}
