import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nativeAddress } from '../../../api/formats.ts'
import type { BookKind } from '../../../api/schemas/books.ts'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import type { Address } from '../../chain/types/address.ts'
import type { UsdPriceSource } from '../../chain/types/tokens.ts'
import { noBlockHash, type OrderLine, type PaymentProof } from '../../charges/records.ts'
import { anyOf } from '../../db/any-of.ts'
import { isWithin } from '../../db/page.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type {
  BookedDestination,
  BookPlace,
  MovementFilter,
  MovementRecord,
  UnfoundRefund,
} from '../books.ts'

/** Creates the part of the store for the books. */
export function createBookStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns movements of an account in the order of {@link BookPlace}, the first `limit` of them after a place. One range of
     * an index, however many there are.
     */
    async listMovements(
      accountId: string,
      filter: MovementFilter,
      after: BookPlace | undefined,
      limit: number,
    ): Promise<MovementRecord[]> {
      return await db.transaction().execute(async (tx) => {
        // Without statistics, as in an embedded database, the planner would rather read all later rows, and sort them.
        await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx)
        const { rows } = await selectMovements(accountId, filter, after, limit).execute(tx)
        return rows.map(toMovement)
      })
    },

    /** Returns where charges of an account are paid, in which tokens. */
    async listBookedDestinations(accountId: string): Promise<BookedDestination[]> {
      const rows = await db
        .selectFrom('destinations')
        .select(['chainId', 'token', 'recipient', 'symbol', 'decimals'])
        // A token that no charge takes there has no time of a charge.
        .select(sql<Date | undefined>`nullif(oldest_charge_at, '-infinity')`.as('oldestChargeAt'))
        .select(
          sql<
            bigint | undefined
          >`(select block_number from transfers where transfers.chain_id = destinations.chain_id
            and transfers.token = destinations.token and transfers.recipient = destinations.recipient
            order by seq limit 1)`.as('firstBlock'),
        )
        .where('accountId', '=', accountId)
        .orderBy('chainId')
        .orderBy('token')
        .orderBy('recipient')
        .execute()
      return rows
    },

    /** Returns the refunds of accounts whose transaction was reported, and whose transfer was not found. */
    async listUnfoundRefunds(
      accountIds: readonly string[],
      chainId: number,
    ): Promise<UnfoundRefund[]> {
      const rows = await db
        .selectFrom('refunds')
        .select(['token', 'hash', 'attemptAccount'])
        .where('accountId', '=', anyOf(accountIds, 'uuid'))
        .where('status', '=', 'SIGNING')
        .where('chainId', '=', chainId)
        .where('hash', 'is not', null)
        .execute()
      return rows.map(({ token, hash, attemptAccount }) => ({
        token,
        hash: hash ?? '',
        sender: attemptAccount ?? '',
      }))
    },

    /** Returns all accounts whose charges are paid at one of these recipients. */
    async listAccountsPaidAt(chainId: number, recipients: readonly Address[]): Promise<string[]> {
      const rows = await db
        .selectFrom('destinations')
        .select('accountId')
        .distinct()
        .where('chainId', '=', chainId)
        .where('recipient', '=', anyOf(recipients))
        .orderBy('accountId')
        .execute()
      return rows.map(({ accountId }) => accountId)
    },
  }
}

/** The movements of money on the addresses of an account. */
export type BookStore = ReturnType<typeof createBookStore>

/** A row of {@link selectMovements}. */
interface MovementRow {
  kind: BookKind
  direction: 'in' | 'out'
  status: Status | undefined
  blockTime: Date
  chainId: number
  hash: string
  position: number
  blockNumber: bigint
  blockHash: string | undefined
  token: string
  sender: string
  recipient: string
  amount: bigint | undefined
  countedAmount: bigint | undefined
  decimals: number | undefined
  symbol: string | undefined
  usdPrice: string | undefined
  usdSource: UsdPriceSource
  proof: PaymentProof | undefined
  reason: string
  chargeId: string | undefined
  reference: string | undefined
  metadata: Record<string, unknown> | undefined
  name: string | undefined
  lineItems: OrderLine[] | undefined
  taxNote: string | undefined
  localAmount: string | undefined
}

/** The place of a movement, as the indexes have it. */
const place = sql`block_time, chain_id, hash, position`

/** The order of movements at one place. */
const ranks = { payment: 0, unmatched: 0, refund: 1, fee: 2 } as const satisfies Record<
  BookKind,
  number
>

/** Movements of one table: a page of them is a range of one of its indexes. */
interface Source {
  rank: number
  /** Columns, table and the rows of it that belong to the account. */
  select: RawBuilder<unknown>
  of: RawBuilder<unknown>
  /** The asset that has moved, and which of the merchant's addresses it is a movement of. */
  token: RawBuilder<unknown>
  ownAddress: RawBuilder<unknown>
}

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
  const sources = listSources(accountId).map((source) => selectSource(source, filter, after, limit))
  return sql<MovementRow>`
    select movements.*, coalesce(payments.status, movements.refund_status) as status,
      coalesce(movements.own_decimals, destinations.decimals) as decimals,
      coalesce(movements.own_symbol, destinations.symbol) as symbol,
      charges.reference, charges.metadata, charges.name, charges.line_items, charges.tax_note, charges.local_amount
    from (
      select * from (${sql.join(sources, sql` union all `)}) as sources order by ${place}, rank limit ${limit}
    ) as movements
    left join payments on payments.id = movements.payment_id
    left join charges on charges.id = movements.charge_id
    left join destinations on destinations.chain_id = movements.chain_id and destinations.token = movements.token
      and destinations.recipient = movements.recipient and destinations.account_id = ${accountId}
    order by ${place}, rank`
}

function listSources(accountId: string): Source[] {
  // Payments, and transfers that are not credited to a charge, even if they were reported for one.
  const arrived = {
    rank: ranks.payment,
    select: sql`select ${sql.lit(ranks.payment)} as rank,
      case when payment_id is null then 'unmatched' else 'payment' end as kind, 'in' as direction,
      payment_id, null as refund_status,
      case when payment_id is not null then charge_id end as charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, token, sender, recipient, amount, counted_amount,
      null::smallint as own_decimals, null as own_symbol, usd_price, usd_source, proof, reason
      from transfers`,
    token: sql`token`,
    ownAddress: sql`recipient`,
  }
  const sent = {
    of: sql`account_id = ${accountId} and sent_amount is not null`,
    ownAddress: sql`sender`,
  }
  const selectSent = (rank: 'refund' | 'fee', columns: RawBuilder<unknown>) =>
    sql`select ${sql.lit(ranks[rank])} as rank, ${sql.lit(rank)} as kind, 'out' as direction,
      null::uuid as payment_id, case status when 'COMPLETED' then status else 'PENDING' end as refund_status, charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, ${columns} from refunds`
  return [
    { ...arrived, of: sql`account_id = ${accountId}` },
    {
      ...sent,
      rank: ranks.refund,
      select: selectSent(
        'refund',
        sql`token, sender, recipient, sent_amount as amount, null::numeric as counted_amount, decimals as own_decimals,
          symbol as own_symbol, usd_price, usd_source, null as proof, reason`,
      ),
      token: sql`token`,
    },
    {
      ...sent,
      of: sql`${sent.of} and fee is not null`,
      rank: ranks.fee,
      // The EVM counts in wei.
      select: selectSent(
        'fee',
        sql`${sql.lit(nativeAddress)} as token, sender, '' as recipient, fee as amount, null::numeric as counted_amount,
          18::smallint as own_decimals, fee_symbol as own_symbol, fee_usd_price as usd_price, fee_usd_source as usd_source,
          null as proof, '' as reason`,
      ),
      token: sql.lit(nativeAddress),
    },
  ]
}

function selectSource(
  { rank, select, of, token, ownAddress }: Source,
  filter: MovementFilter,
  after: BookPlace | undefined,
  limit: number,
): RawBuilder<unknown> {
  // At the place of the last one, those of a higher rank are still to come.
  const compare = after && ranks[after.kind] < rank ? sql`>=` : sql`>`
  const conditions = [
    of,
    isWithin(filter.time, sql<Date>`block_time`),
    ...(after
      ? [
          sql`(${place}) ${compare} (${after.time}::timestamptz, ${after.chainId}::bigint, ${after.hash}, ${after.position}::integer)`,
        ]
      : []),
    ...(filter.token === undefined ? [] : [sql`${token} = ${filter.token}`]),
    ...(filter.recipient === undefined ? [] : [sql`${ownAddress} = ${filter.recipient}`]),
    ...(filter.chainId === undefined ? [] : [sql`chain_id = ${filter.chainId}`]),
  ]
  return sql`(${select} where ${sql.join(conditions, sql` and `)} order by ${place} limit ${limit})`
}

function toMovement(row: MovementRow): MovementRecord {
  const { kind, direction, status, blockTime, chainId, hash, position, blockNumber } = row
  const { token, sender, recipient, amount, countedAmount, decimals, reason } = row
  const { blockHash, symbol = '', usdPrice, usdSource, proof } = row
  return {
    ...{ kind, direction, chainId, hash, position, token, sender, recipient, amount },
    ...{ countedAmount, decimals, symbol, usdPrice, usdSource, proof, reason },
    isConfirmed: status === undefined ? undefined : status === 'COMPLETED',
    time: blockTime,
    block: { number: blockNumber, hash: blockHash ?? noBlockHash },
    charge: toBookedCharge(row),
  }
}

function toBookedCharge(row: MovementRow): MovementRecord['charge'] {
  const { chargeId: id, reference = '', metadata = {}, localAmount = '' } = row
  const { name = '', taxNote = '', lineItems = [] } = row
  return id === undefined
    ? undefined
    : { id, reference, metadata, localAmount, order: { name, taxNote, lineItems } }
}
