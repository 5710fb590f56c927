import type { Address } from '../../chain/types/address.ts'
import type { BlockWithTransactions } from '../../chain/types/transactions.ts'
import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import type { CalledBlock } from './balance-queue.ts'

/** Number of blocks that wait until a balance after them can be read. */
const maxUncomparedBlocks = 1000

/** A recipient's balance after a block, and the changes that the transactions of the blocks after it explain. */
interface Compared {
  at: bigint
  /** Undefined where the node does not keep the state of this block. */
  balance: bigint | undefined
  /** By number of the block; none is missing between `at` and the newest one. */
  explained: Map<bigint, bigint>
}

type ReadBalance = (at: bigint) => Promise<bigint | undefined>

/** Returns the blocks in which a recipient received native currency by calls, since its balance was last compared. */
export type CompareBalance = (
  range: BlockRange,
  blocks: ReadonlyMap<bigint, BlockWithTransactions>,
  recipient: Address,
) => Promise<CalledBlock[]>

/**
 * Creates the comparison of balances with the blocks between them. A balance that grows by more than the transactions of
 * the blocks explain has grown by calls; then the blocks are narrowed down by halves.
 */
export function createBalanceComparison(
  { chains, log }: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
): CompareBalance {
  const compared = new Map<Address, Compared>()
  let hasWarned = false

  function warnOnce(recipient: Address): void {
    if (!hasWarned)
      log.warn(
        { chainId, recipient },
        'The node keeps no balances of recent blocks: native currency that contracts send is only found when it is reported.',
      )
    hasWarned = true
  }

  return async ({ from, to }, blocks, recipient) => {
    const account = recipient.toLowerCase()
    const read: ReadBalance = async (at) => await chains.getBalance(chainId, recipient, at)
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
    else {
      const grown = await narrowDown({ log }, chainId, base, base.balance, { to, after }, read)
      for (const { number, amount } of grown) {
        const block = blocks.get(number) ?? (await chains.getBlockWithTransactions(chainId, number))
        if (!block) continue
        const candidates = listCandidates(block, account)
        found.push({ number, hash: block.hash, recipient, amount, candidates })
      }
    }
    compared.set(recipient, { at: to, balance: after, explained: new Map() })
    return found
  }
}

/** Returns the blocks in which more has arrived than their transactions explain, and how much more. */
async function narrowDown(
  { log }: Pick<WatcherContext, 'log'>,
  chainId: number,
  { at, explained }: Compared,
  balance: bigint,
  end: { to: bigint; after: bigint },
  read: ReadBalance,
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

type BlockTransaction = BlockWithTransactions['transactions'][number]

/** Returns by how much the transactions of a block themselves change a balance, not counting the fees that it pays. */
export function explainChange(transactions: readonly BlockTransaction[], account: string): bigint {
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
