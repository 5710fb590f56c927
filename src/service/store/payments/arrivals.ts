import { type Kysely, type Selectable, sql } from 'kysely'
import { splitIntoBatches } from '../../domain/batches.ts'
import { toBookedPrice } from '../../domain/chain/tokens.ts'
import { reconcileTransfers, sumArrivals, toArrivalKey } from '../../domain/payments/arrivals.ts'
import type { MinedTransaction, Transfer } from '../../domain/payments/transfers.ts'
import { toTransfer } from '../charges/proof-rows.ts'
import { anyOf, maxRowsPerInsert } from '../database/any-of.ts'
import type { TransferRow } from '../database/tables/payments.ts'
import type { Tables } from '../database/tables/tables.ts'

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
          chain_id: chainId,
          hash,
          token,
          recipient,
          amount: amount === undefined ? null : String(amount),
          block_hash: block.hash,
          signer: origin?.sender ?? null,
          nonce: origin?.nonce ?? null,
          is_from_logs: isFromLogs,
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
        conflict.columns(['chain_id', 'hash', 'token', 'recipient']).doUpdateSet({
          amount: sql`case when arrivals.block_hash = excluded.block_hash
            then greatest(arrivals.amount, excluded.amount) else excluded.amount end`,
          block_hash: sql`excluded.block_hash`,
          is_from_logs: sql`arrivals.is_from_logs and excluded.is_from_logs`,
        }),
      )
      .returning(['hash', 'token', 'recipient', 'amount'])
      .execute()
    for (const { hash, amount, ...destination } of arrivals) {
      const ofHash = arrived.get(hash) ?? new Map<string, bigint | undefined>()
      arrived.set(
        hash,
        ofHash.set(toArrivalKey(destination), amount === null ? undefined : BigInt(amount)),
      )
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
    movedCount: moves.filter(({ row }) => row.block_hash !== block.hash).length,
  }
}

/** The columns that a read may change. */
type MovedValues = Pick<
  Selectable<TransferRow>,
  | 'position'
  | 'block_number'
  | 'block_hash'
  | 'mined_at'
  | 'block_time'
  | 'usd_price'
  | 'usd_source'
  | 'amount'
  | 'sender'
  | 'authorization_nonce'
>

function toMovedValues(
  row: Selectable<TransferRow>,
  { position, amount, sender, authorization }: Transfer,
  mined: MinedTransaction,
): MovedValues {
  const { block, minedAt } = mined
  const isSameBlock = row.block_hash === block.hash
  const { block_time, usd_price, usd_source } = row
  return {
    position,
    block_number: String(block.number),
    block_hash: block.hash,
    mined_at: isSameBlock ? row.mined_at : minedAt,
    ...(isSameBlock ? { block_time, usd_price, usd_source } : toBookColumns(mined, row.token)),
    // Only where no earlier read has shown it, and the merchant has not given it.
    amount: row.amount ?? (amount === undefined ? null : String(amount)),
    sender: row.sender || sender,
    authorization_nonce: authorization ?? row.authorization_nonce,
  }
}

/** Returns the columns of a transfer that only the books need: the time of its block, and what its token was worth then. */
export function toBookColumns({ blockTime, usdPrices }: MinedTransaction, token: string) {
  const price = usdPrices?.get(token) ?? { source: 'unavailable' }
  const { usdPrice = null, usdSource } = toBookedPrice(price)
  return { block_time: blockTime, usd_price: usdPrice, usd_source: usdSource }
}

function isChanged(row: Selectable<TransferRow>, values: MovedValues): boolean {
  return (['position', 'block_hash', 'amount', 'sender', 'authorization_nonce'] as const).some(
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
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (
      id uuid, position integer, block_number bigint, block_hash text, mined_at timestamptz, block_time timestamptz,
      usd_price numeric, usd_source text, amount numeric, sender text, authorization_nonce text
    )
    where transfers.id = moved.id`.execute(tx)
}
