import type { Address } from '../chain/types/address.ts'
import { getOwnAddress, type MovementRecord } from './books.ts'

// Compares the books with the chain. These functions are pure: they compare rows with the result of a chain read.

/** A transfer as the chain has it. */
export interface ChainTransfer {
  hash: string
  position: number
  blockNumber: bigint
  token: Address
  sender: Address
  recipient: Address
  amount: bigint
}

/**
 * How the books differ from the chain:
 * - `missing`: a transfer on the chain that no row has
 * - `extra`: a row that no transfer on the chain has
 * - `amount`: a row with another amount than its transfer
 * - `block`: a row of another block, or with a time that is not that of these blocks
 * - `unconfirmed`: a transfer whose payment the service has recorded and not confirmed yet
 * - `balance`: the balance has changed by another amount than all transfers together, or than all rows of native currency
 *
 * Outgoing amounts are negative.
 */
export type BookDifferenceKind =
  | 'missing'
  | 'extra'
  | 'amount'
  | 'block'
  | 'unconfirmed'
  | 'balance'

/** A difference between the books and the chain. */
export interface BookDifference {
  kind: BookDifferenceKind
  chainId: number
  token: Address
  /** The merchant's address: one that was paid, or that has sent a refund. */
  recipient: Address
  /** '' where no transaction is known. */
  hash: string
  position: number | undefined
  /** Undefined where it is not known in which block it is. */
  blockNumber: bigint | undefined
  /** Base units; undefined where there are none. */
  onChain: bigint | undefined
  inBooks: bigint | undefined
}

/** The input of a comparison: rows and transfers of the same blocks. */
export interface Compared {
  chainId: number
  rows: readonly MovementRecord[]
  transfers: readonly ChainTransfer[]
  /** Of the first and the last of these blocks. */
  times: { first: Date; last: Date }
  isBooked: (row: MovementRecord) => boolean
}

/**
 * Compares rows of incoming money with transfers. A transfer at another position is the same one: nodes may number logs
 * differently.
 */
export function compareTransfers(compared: Compared): BookDifference[] {
  return pairAll(compared, ({ recipient }) => recipient).flatMap((pair) =>
    findDifference(compared, pair, 'in'),
  )
}

/**
 * Compares rows of refunds with outgoing transfers. A transfer without a row is not a difference, since the merchant may move money
 * elsewhere, unless its transaction was reported for a refund.
 *
 * @param unfoundHashes transactions that were reported for refunds in which no transfer was found
 * @returns the differences, and the transfers that do not belong to refunds
 */
export function compareRefunds(
  compared: Compared,
  unfoundHashes: ReadonlySet<string>,
): { differences: BookDifference[]; others: ChainTransfer[] } {
  const pairs = pairAll(compared, ({ sender, recipient }) => `${sender} ${recipient}`)
  const isOther = ([row, transfer]: Pair) => !row && transfer && !unfoundHashes.has(transfer.hash)
  return {
    differences: pairs
      .filter((pair) => !isOther(pair))
      .flatMap((pair) => findDifference(compared, pair, 'out')),
    others: pairs.filter(isOther).flatMap(([, transfer]) => transfer ?? []),
  }
}

type Pair = readonly [row: MovementRecord | undefined, transfer: ChainTransfer | undefined]

/** Pairs rows and transfers of one transaction and one token that have more in common. */
function pairAll(
  { rows, transfers }: Compared,
  getParties: (of: Pick<ChainTransfer, 'sender' | 'recipient'>) => string,
): Pair[] {
  const toKey = (of: Pick<ChainTransfer, 'hash' | 'token' | 'sender' | 'recipient'>) =>
    `${of.hash} ${of.token} ${getParties(of)}`.toLowerCase()
  const transfersByKey = Map.groupBy(transfers, toKey)
  const rowsByKey = Map.groupBy(rows, toKey)
  return [...new Set([...transfersByKey.keys(), ...rowsByKey.keys()])].flatMap((key) =>
    pairUp(rowsByKey.get(key) ?? [], transfersByKey.get(key) ?? []),
  )
}

/** Pairs the rows of a transaction with its transfers: those at the same position, then of one amount, then the others. */
function pairUp(rows: readonly MovementRecord[], transfers: readonly ChainTransfer[]): Pair[] {
  const [restRows, restTransfers] = [[...rows], [...transfers]]
  const pairs: Pair[] = []
  const isSame: ((row: MovementRecord, transfer: ChainTransfer) => boolean)[] = [
    (row, transfer) => row.position === transfer.position && row.amount === transfer.amount,
    (row, transfer) => row.amount === transfer.amount,
    (row, transfer) => row.position === transfer.position,
    () => true,
  ]
  for (const fits of isSame)
    for (const row of [...restRows]) {
      const index = restTransfers.findIndex((transfer) => fits(row, transfer))
      if (index < 0) continue
      pairs.push([row, ...restTransfers.splice(index, 1)] as unknown as Pair)
      restRows.splice(restRows.indexOf(row), 1)
    }
  return [
    ...pairs,
    ...restRows.map((row) => [row, undefined] as const),
    ...restTransfers.map((transfer) => [undefined, transfer] as const),
  ]
}

function findDifference(
  { chainId, times, isBooked }: Compared,
  [row, transfer]: Pair,
  direction: MovementRecord['direction'],
): BookDifference[] {
  const kind = findDifferenceKind(row, transfer, times, isBooked)
  const of = row ?? transfer
  if (!kind || !of) return []
  const sign = direction === 'out' ? -1n : 1n
  return [
    {
      kind,
      chainId,
      token: of.token,
      recipient: getOwnAddress({ ...of, direction }),
      hash: of.hash,
      position: of.position,
      blockNumber: transfer?.blockNumber ?? row?.block.number,
      onChain: transfer && sign * transfer.amount,
      inBooks: row && kind !== 'unconfirmed' ? sign * (row.amount ?? 0n) : undefined,
    },
  ]
}

function findDifferenceKind(
  row: MovementRecord | undefined,
  transfer: ChainTransfer | undefined,
  { first, last }: Compared['times'],
  isBooked: Compared['isBooked'],
): BookDifferenceKind | undefined {
  if (!row) return 'missing'
  const isInBooks = isBooked(row)
  if (!transfer) return isInBooks ? 'extra' : undefined
  if (!isInBooks) return 'unconfirmed'
  if (row.amount !== transfer.amount) return 'amount'
  const isInPlace =
    row.block.number === transfer.blockNumber && row.time >= first && row.time <= last
  return isInPlace ? undefined : 'block'
}
