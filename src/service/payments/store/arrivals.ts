import { type Kysely, type Selectable, sql } from 'kysely'
import { toBookedPrice } from '../../chain/types/tokens.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import { anyOf, maxRowsPerInsert, recordsOf } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import { reconcileTransfers, sumArrivals, toArrivalKey } from '../arrivals.ts'
import type { MinedTransaction, Transfer } from '../transfers.ts'

// No more is recorded of a transaction than arrived by it. Its rows of `arrivals` are also its lock: two processes that read
// one transaction from two nodes record it one after the other.

type Arrived = ReadonlyMap<string, bigint | undefined>

/**
 * Saves the amounts that a read shows of each transaction, and locks them until the end of the database's transaction.
 * Returns the arrived amounts, by hash and by token and recipient: the largest that any read of one block has shown, since
 * one without a trace may see a part. Always in the same order, so that two processes cannot wait for each other.
 */
export async function lockArrivals(
  tx: Kysely<Tables>,
  transactions: readonly MinedTransaction[],
): Promise<ReadonlyMap<string, Arrived>> {
  const rows = transactions.flatMap(
    ({ chainId, hash, block, transfers, origin, isFromLogs = false }) =>
      [...sumArrivals(transfers)].map(([key, amount]) => {
        const [token = '', recipient = ''] = key.split(' ')
        return {
          chainId,
          hash,
          token,
          recipient,
          amount,
          blockHash: block.hash,
          signer: origin?.sender,
          nonce: origin?.nonce,
          isFromLogs,
        }
      }),
  )
  const sorted = rows.toSorted((a, b) => compareTexts(toSortKey(a), toSortKey(b)))
  const arrived = new Map<string, Map<string, bigint | undefined>>()
  for (const batch of splitIntoBatches(sorted, maxRowsPerInsert)) {
    const arrivals = await tx
      .insertInto('arrivals')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['chainId', 'hash', 'token', 'recipient']).doUpdateSet({
          amount: sql`case when arrivals.block_hash = excluded.block_hash
            then greatest(arrivals.amount, excluded.amount) else excluded.amount end`,
          blockHash: sql`excluded.block_hash`,
          isFromLogs: sql`arrivals.is_from_logs and excluded.is_from_logs`,
        }),
      )
      .returning(['hash', 'token', 'recipient', 'amount'])
      .execute()
    for (const { hash, amount, ...destination } of arrivals) {
      const ofHash = arrived.get(hash) ?? new Map<string, bigint | undefined>()
      arrived.set(hash, ofHash.set(toArrivalKey(destination), amount))
    }
  }
  return arrived
}

const toSortKey = (row: { hash: string; token: string; recipient: string }) =>
  `${row.hash} ${toArrivalKey(row)}`
const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The rows of a transaction, as a read has left them. */
export interface PlacedTransfers {
  /** The row of each transfer that is recorded. */
  known: ReadonlyMap<Transfer, Selectable<TransferRow>>
  /** The transfers that are to be recorded. */
  added: ReadonlySet<Transfer>
  /** See `Reconciliation` in domain/payments/arrivals.ts. */
  remainders: readonly Transfer[]
  /** Number of rows that are in another block now. */
  movedCount: number
}

/**
 * Moves the rows of a transaction to the block and the positions that a read shows them at: after a reorganization logs
 * have other indexes, and nodes that describe native currency in other ways number it otherwise. Deletes rows in place
 * of which the read shows others.
 */
export async function placeTransfers(
  tx: Kysely<Tables>,
  mined: MinedTransaction,
  rows: readonly Selectable<TransferRow>[],
  arrived: Arrived,
): Promise<PlacedTransfers> {
  const { block, transfers } = mined
  const records = rows.map((row) => ({ ...toTransfer(row), row }))
  const reconciliation = reconcileTransfers(records, transfers, block.hash, arrived)
  const known = new Map<Transfer, Selectable<TransferRow>>()
  const moves: { row: Selectable<TransferRow>; values: MovedValues }[] = []
  for (const [transfer, { row }] of reconciliation.known) {
    const values = toMovedValues(row, transfer, mined)
    known.set(transfer, { ...row, ...values })
    if (isChanged(row, values)) moves.push({ row, values })
  }
  if (reconciliation.replaced.length > 0)
    await tx
      .deleteFrom('transfers')
      .where(
        'id',
        '=',
        anyOf(
          reconciliation.replaced.map(({ id }) => id),
          'uuid',
        ),
      )
      .execute()
  await setAside(tx, [...moves.map(({ row }) => row), ...reconciliation.kept.map(({ row }) => row)])
  await moveRows(tx, moves)
  return {
    known,
    added: new Set(reconciliation.added),
    remainders: reconciliation.remainders,
    movedCount: moves.filter(({ row }) => row.blockHash !== block.hash).length,
  }
}

/** The columns that a read may change. */
type MovedValues = Pick<
  Selectable<TransferRow>,
  | 'position'
  | 'blockNumber'
  | 'blockHash'
  | 'minedAt'
  | 'blockTime'
  | 'usdPrice'
  | 'usdSource'
  | 'amount'
  | 'sender'
  | 'authorizationNonce'
>

function toMovedValues(
  row: Selectable<TransferRow>,
  { position, amount, sender, authorization }: Transfer,
  mined: MinedTransaction,
): MovedValues {
  const { block, minedAt } = mined
  const isSameBlock = row.blockHash === block.hash
  const { blockTime, usdPrice, usdSource } = row
  return {
    position,
    blockNumber: block.number,
    blockHash: block.hash,
    minedAt: isSameBlock ? row.minedAt : minedAt,
    ...(isSameBlock ? { blockTime, usdPrice, usdSource } : toBookColumns(mined, row.token)),
    // Only where no earlier read has shown it, and the merchant has not given it.
    amount: row.amount ?? amount,
    sender: row.sender || sender,
    authorizationNonce: authorization ?? row.authorizationNonce,
  }
}

/** Returns the columns of a transfer that only the books need: the time of its block, and its token's value then. */
export function toBookColumns({ blockTime, usdPrices }: MinedTransaction, token: string) {
  const price = usdPrices?.get(token) ?? { source: 'unavailable' }
  return { blockTime, ...toBookedPrice(price) }
}

function isChanged(row: Selectable<TransferRow>, values: MovedValues): boolean {
  return (['position', 'blockHash', 'amount', 'sender', 'authorizationNonce'] as const).some(
    (name) => row[name] !== values[name],
  )
}

/** Moves rows to unused positions: these are unique, and two transfers may swap theirs. */
async function setAside(
  tx: Kysely<Tables>,
  rows: readonly Selectable<TransferRow>[],
): Promise<void> {
  const ids = rows.filter(({ position }) => position > asidePosition).map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('transfers')
    .set({ position: sql`${sql.lit(asidePosition)} - (seq % 1000000000)::integer` })
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute()
}

const asidePosition = -1_000_000_000

/** Moves rows, each to its own place. Their payments follow them. */
async function moveRows(
  tx: Kysely<Tables>,
  moves: readonly { row: Selectable<TransferRow>; values: MovedValues }[],
): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ row: { id }, values }) => ({ id, ...values }))
  await sql`
    update transfers set position = moved.position, block_number = moved.block_number, block_hash = moved.block_hash,
      mined_at = moved.mined_at, block_time = moved.block_time, usd_price = moved.usd_price,
      usd_source = moved.usd_source, amount = moved.amount, sender = moved.sender,
      authorization_nonce = moved.authorization_nonce
    from jsonb_to_recordset(${recordsOf(rows)}) as moved (
      id uuid, position integer, block_number numeric, block_hash text, mined_at timestamptz, block_time timestamptz,
      usd_price text, usd_source text, amount numeric, sender text, authorization_nonce text
    )
    where transfers.id = moved.id`.execute(tx)
}
