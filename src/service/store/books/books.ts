import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BookKind } from '../../../api/schemas/books.ts'
import type {
  BookedDestination,
  BookPlace,
  BookStore,
  MovementFilter,
  MovementRecord,
} from '../../domain/books/books.ts'
import type { OrderLine, PaymentProof } from '../../domain/charges/records.ts'
import type { UsdPriceSource } from '../../domain/tokens.ts'
import { anyOf } from '../database/any-of.ts'
import { isWithin } from '../database/page.ts'
import type { Tables } from '../database/tables.ts'

/** Creates the part of the store for the books. */
export function createBookStore(db: Kysely<Tables>): BookStore {
  return {
    async listMovements(accountId, filter, after, limit) {
      return await db.transaction().execute(async (tx) => {
        // Without statistics, as in an embedded database, the planner would rather read all that follows, and sort it.
        await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx)
        const { rows } = await selectMovements(accountId, filter, after, limit).execute(tx)
        return rows.map(toMovement)
      })
    },

    async listBookedDestinations(accountId) {
      const rows = await db
        .selectFrom('destinations')
        .select(['chain_id', 'token', 'recipient', 'symbol', 'decimals'])
        // A token that no charge takes there has no time of a charge.
        .select(sql<Date | null>`nullif(oldest_charge_at, '-infinity')`.as('oldest_charge_at'))
        .select(
          sql<
            string | null
          >`(select block_number from transfers where transfers.chain_id = destinations.chain_id
            and transfers.token = destinations.token and transfers.recipient = destinations.recipient
            order by seq limit 1)`.as('first_block'),
        )
        .where('account_id', '=', accountId)
        .orderBy('chain_id')
        .orderBy('token')
        .orderBy('recipient')
        .execute()
      return rows.map(
        ({ chain_id, oldest_charge_at, first_block, ...row }): BookedDestination => ({
          ...row,
          chainId: Number(chain_id),
          oldestChargeAt: oldest_charge_at ?? undefined,
          firstBlock: first_block === null ? undefined : BigInt(first_block),
        }),
      )
    },

    async listAccountsPaidAt(chainId, recipients) {
      const rows = await db
        .selectFrom('destinations')
        .select('account_id')
        .distinct()
        .where('chain_id', '=', chainId)
        .where('recipient', '=', anyOf(recipients))
        .orderBy('account_id')
        .execute()
      return rows.map(({ account_id }) => account_id)
    },
  }
}

/** A row of what {@link selectMovements} selects. */
interface MovementRow {
  kind: BookKind
  direction: 'in' | 'out'
  payment_status: string | null
  is_shared: boolean
  block_time: Date
  chain_id: string | number
  hash: string
  position: number
  block_number: string | number
  block_hash: string
  token: string
  sender: string
  recipient: string
  amount: string | null
  counted_amount: string | null
  decimals: number | null
  symbol: string | null
  usd_price: string | null
  usd_source: string
  proof: string | null
  reason: string
  charge_id: string | null
  reference: string | null
  metadata: string | null
  name: string | null
  line_items: string | null
  tax_note: string | null
  local_amount: string | null
}

/** The place of a movement, as the indexes have it. */
const place = sql`block_time, chain_id, hash, position`

/**
 * Selects movements in the order of their places. Each source is one range of an index that begins with the account, and the
 * first of them all are the first of these.
 */
function selectMovements(
  accountId: string,
  filter: MovementFilter,
  after: BookPlace | undefined,
  limit: number,
) {
  const conditions = sql.join(listConditions(filter, after), sql` and `)
  const isPaidThere = sql<boolean>`exists (select from destinations as other where other.account_id = ${accountId}
    and other.chain_id = transfers.chain_id and other.token = transfers.token and other.recipient = transfers.recipient)`
  const sources = [
    selectTransfers(sql`account_id = ${accountId}`, conditions, limit),
    selectTransfers(sql`account_id is null and ${isPaidThere}`, conditions, limit),
  ]
  return sql<MovementRow>`
    select movements.*, payments.status as payment_status, destinations.decimals, destinations.symbol,
      charges.reference, charges.metadata, charges.name, charges.line_items, charges.tax_note, charges.local_amount
    from (
      select * from (${sql.join(sources, sql` union all `)}) as sources order by ${place} limit ${limit}
    ) as movements
    left join payments on payments.id = movements.payment_id
    left join charges on charges.id = movements.charge_id
    left join destinations on destinations.chain_id = movements.chain_id and destinations.token = movements.token
      and destinations.recipient = movements.recipient and destinations.account_id = ${accountId}
    order by ${place}`
}

/** Selects transfers: payments, and what is credited to no charge. That somebody reported a charge for it says nothing. */
function selectTransfers(of: RawBuilder<unknown>, conditions: RawBuilder<unknown>, limit: number) {
  return sql`(
    select case when payment_id is null then 'unmatched' else 'payment' end as kind, 'in' as direction,
      account_id is null as is_shared, payment_id, case when payment_id is not null then charge_id end as charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, token, sender, recipient, amount, counted_amount,
      usd_price, usd_source, proof, reason
    from transfers where ${of} and ${conditions} order by ${place} limit ${limit})`
}

function listConditions(
  { time, token, recipient, chainId }: MovementFilter,
  after: BookPlace | undefined,
): RawBuilder<unknown>[] {
  const beyond =
    after &&
    sql`(${place}) > (${after.time}::timestamptz, ${after.chainId}::bigint, ${after.hash}, ${after.position}::integer)`
  return [
    isWithin(time, sql<Date>`block_time`),
    ...(beyond ? [beyond] : []),
    ...(token === undefined ? [] : [sql`token = ${token}`]),
    ...(recipient === undefined ? [] : [sql`recipient = ${recipient}`]),
    ...(chainId === undefined ? [] : [sql`chain_id = ${chainId}`]),
  ]
}

function toMovement(row: MovementRow): MovementRecord {
  const toAmount = (text: string | null) => (text === null ? undefined : BigInt(text))
  return {
    kind: row.kind,
    direction: row.direction,
    isConfirmed: row.payment_status === null ? undefined : row.payment_status === 'COMPLETED',
    time: row.block_time,
    chainId: Number(row.chain_id),
    hash: row.hash,
    position: row.position,
    block: { number: BigInt(row.block_number), hash: row.block_hash },
    token: row.token,
    sender: row.sender,
    recipient: row.recipient,
    amount: toAmount(row.amount),
    countedAmount: toAmount(row.counted_amount),
    decimals: row.decimals ?? undefined,
    symbol: row.symbol ?? '',
    usdPrice: row.usd_price ?? undefined,
    usdSource: row.usd_source as UsdPriceSource,
    proof: (row.proof as PaymentProof | null) ?? undefined,
    reason: row.reason,
    isShared: row.is_shared,
    charge: toBookedCharge(row),
  }
}

function toBookedCharge(row: MovementRow): MovementRecord['charge'] {
  if (row.charge_id === null) return undefined
  return {
    id: row.charge_id,
    reference: row.reference ?? '',
    metadata: JSON.parse(row.metadata ?? '{}') as Record<string, unknown>,
    localAmount: row.local_amount ?? '',
    order: {
      name: row.name ?? '',
      taxNote: row.tax_note ?? '',
      lineItems: JSON.parse(row.line_items ?? '[]') as OrderLine[],
    },
  }
}
