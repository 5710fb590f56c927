import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import { getSignedAmount } from '../books.ts'
import type { BookDifference } from '../compare.ts'
import type { DestinationVerification, OutgoingTransfer } from '../verification.ts'
import { maxListed, type OpenDestination, type VerifyContext } from './destinations.ts'

// Native currency has no logs. Balances, together with the cost of the account's own transactions, show for each block whether the
// rows contain everything that arrived in it. Only a node with traces can show which transaction of the block it was, and which
// money left a contract.

/** Limit of blocks that are named for one destination: each is searched for. */
const maxBlocks = 100

/** A sum that changes at some blocks. */
interface Step {
  block: bigint
  amount: bigint
}

/** Compares the native currency of a recipient with its balances, and reports the blocks in which they differ. */
export async function verifyNative(
  { chains }: VerifyContext,
  chainId: number,
  { destination, nativeRows, booked }: OpenDestination,
  { from, to }: BlockRange,
  outgoing: OutgoingTransfer[],
  report: (differences: readonly BookDifference[]) => void,
): Promise<Pick<DestinationVerification, 'left' | 'change'>> {
  const { token, recipient } = destination
  if (from > to) return { left: 0n, change: 0n }
  const readAt = (block: bigint) => chains.getBalance(chainId, recipient, block)
  const [before, after] = [await readAt(from - 1n), await readAt(to)]
  const change = before === undefined || after === undefined ? undefined : after - before
  const spending = await chains.listSpending(chainId, recipient, { from, to })
  const sentByRows = Map.groupBy(
    nativeRows.filter(({ direction }) => direction === 'out'),
    ({ hash }) => hash,
  )
  // Transactions of refunds are in their rows, fees included.
  const others = spending?.filter(({ hash }) => !sentByRows.has(hash))
  const left = others?.reduce((sum, { amount }) => sum + amount, 0n)
  for (const { hash, amount } of others ?? [])
    if (outgoing.length < maxListed)
      outgoing.push({ token, sender: recipient, recipient: '', hash, amount })
  if (before === undefined || change === undefined) return { left, change }
  if (left === undefined) {
    // A contract may have sent anything; but no less can have arrived than it has more.
    if (change > booked)
      report([
        {
          kind: 'balance',
          chainId,
          token,
          recipient,
          hash: '',
          position: undefined,
          blockNumber: undefined,
          onChain: change,
          inBooks: booked,
        },
      ])
    return { left, change }
  }
  const steps: Step[] = [
    ...nativeRows.map((row) => ({ block: row.block.number, amount: getSignedAmount(row) })),
    ...(others ?? []).map(({ block, amount }) => ({ block, amount: -amount })),
  ]
  /** Returns how much more the balance at the end of a block is than the books expect. */
  const readUnexplained = async (block: bigint) => {
    const balance = await readAt(block)
    const explained = steps.reduce(
      (sum, step) => sum + (step.block <= block ? step.amount : 0n),
      0n,
    )
    return balance === undefined ? undefined : balance - before - explained
  }
  const found = await findSteps(readUnexplained, { from, to }, 0n, change - (booked - left))
  report(
    found.map(({ block, amount }) => {
      const rows = nativeRows.filter((row) => row.block.number === block)
      const inBooks = rows.reduce((sum, row) => sum + getSignedAmount(row), 0n)
      return {
        kind: 'balance',
        chainId,
        token,
        recipient,
        blockNumber: block,
        hash: rows.length === 1 ? (rows[0]?.hash ?? '') : '',
        position: rows.length === 1 ? rows[0]?.position : undefined,
        onChain: inBooks + amount,
        inBooks,
      }
    }),
  )
  return { left, change }
}

/**
 * Finds the blocks in which a value changes, by bisection: blocks between two with the same value are assumed to be unchanged, so
 * that a long range without differences costs two reads.
 *
 * @param start the value before the range
 * @param end the value at its end
 */
async function findSteps(
  read: (block: bigint) => Promise<bigint | undefined>,
  { from, to }: BlockRange,
  start: bigint,
  end: bigint,
): Promise<Step[]> {
  if (start === end) return []
  if (from === to) return [{ block: to, amount: end - start }]
  const middle = (from + to) / 2n
  const value = await read(middle)
  if (value === undefined) return [{ block: to, amount: end - start }]
  const lower = await findSteps(read, { from, to: middle }, start, value)
  if (lower.length >= maxBlocks) return lower
  return [...lower, ...(await findSteps(read, { from: middle + 1n, to }, value, end))]
}
