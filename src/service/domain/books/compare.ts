import type { Address } from '../address.ts'
import type { MovementRecord } from './books.ts'

// The books against the chain. These functions are pure: they compare rows with what a read of the chain shows.

/** A transfer as the chain has it. */
export interface ChainTransfer {
  hash: string
  position: number
  blockNumber: bigint
  token: Address
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

/**
 * Compares rows with the transfers of the same blocks. A transfer is the same at another position: nodes may number logs
 * differently.
 *
 * @param times of the first and the last of these blocks
 */
export function compareTransfers(
  chainId: number,
  rows: readonly MovementRecord[],
  transfers: readonly ChainTransfer[],
  times: { first: Date; last: Date },
  isBooked: (row: MovementRecord) => boolean,
): BookDifference[] {
  const transfersByKey = Map.groupBy(transfers, toKey)
  const rowsByKey = Map.groupBy(rows, toKey)
  const differences: BookDifference[] = []
  for (const key of new Set([...transfersByKey.keys(), ...rowsByKey.keys()])) {
    const pairs = pairUp(rowsByKey.get(key) ?? [], transfersByKey.get(key) ?? [])
    for (const [row, transfer] of pairs) {
      const kind = findDifference(row, transfer, times, isBooked)
      if (kind) differences.push(toDifference(chainId, kind, row, transfer))
    }
  }
  return differences
}

type Pair = readonly [row: MovementRecord | undefined, transfer: ChainTransfer | undefined]

const toKey = ({ hash, token, recipient }: { hash: string; token: string; recipient: string }) =>
  `${hash} ${token} ${recipient}`.toLowerCase()

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
  row: MovementRecord | undefined,
  transfer: ChainTransfer | undefined,
  { first, last }: { first: Date; last: Date },
  isBooked: (row: MovementRecord) => boolean,
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

function toDifference(
  chainId: number,
  kind: BookDifferenceKind,
  row: MovementRecord | undefined,
  transfer: ChainTransfer | undefined,
): BookDifference {
  const { token = '', recipient = '', hash = '', position } = row ?? transfer ?? {}
  return {
    kind,
    chainId,
    token,
    recipient,
    hash,
    position,
    blockNumber: transfer?.blockNumber ?? row?.block.number,
    onChain: transfer?.amount,
    inBooks: row && kind !== 'unconfirmed' ? (row.amount ?? 0n) : undefined,
  }
}
