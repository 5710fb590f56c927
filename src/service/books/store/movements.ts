import { type RawBuilder, sql } from 'kysely'
import { nativeAddress } from '../../../api/formats.ts'
import type { BookKind } from '../../../api/schemas/books.ts'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import type { UsdPriceSource } from '../../chain/types/tokens.ts'
import type { OrderLine, PaymentProof } from '../../charges/records.ts'
import { isWithin } from '../../db/page.ts'
import type { BookPlace, ConfirmedBlocks, MovementFilter, MovementView } from '../books.ts'

/** A row of {@link selectMovements}. */
export interface MovementRow {
  kind: BookKind
  rank: number
  entry: number
  bookedAt: Date
  direction: 'in' | 'out'
  isReversal: boolean
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
  decidedAt: Date | undefined
  chargeId: string | undefined
  reference: string | undefined
  metadata: Record<string, unknown> | undefined
  name: string | undefined
  lineItems: OrderLine[] | undefined
  taxNote: string | undefined
  localAmount: string | undefined
  localCurrency: string | undefined
  bookCurrency: string
  rateAnswer: bigint | undefined
  rateDecimals: number | undefined
  rateSource: string | undefined
  rateAt: Date | undefined
}

/** The order of movements at one place. */
const ranks = { arrived: 0, sent: 1, fee: 2 } as const

/** Movements of one table: a page of them is a range of one of its indexes. */
interface Source {
  rank: number
  /** Columns and tables. */
  select: RawBuilder<unknown>
  /** Which rows of it belong to the account, and to the view. */
  of: RawBuilder<unknown>
  /** The place of a row, as the index has it: its time, chain, hash and position, and of an entry its number. */
  time: RawBuilder<Date>
  place: RawBuilder<unknown>
  hasEntries?: boolean
  /** The asset that has moved, and which of the merchant's addresses it is a movement of. */
  token: RawBuilder<unknown>
  ownAddress: RawBuilder<unknown>
}

/**
 * Selects movements in the order of their places. Each source is one range of an index that begins with the account, and the
 * first of them all are the first of these.
 */
export function selectMovements(
  accountId: string,
  view: MovementView,
  filter: MovementFilter,
  after: BookPlace | undefined,
  limit: number,
) {
  const order = sql`booked_at, chain_id, hash, position, rank, entry`
  const sources = listSources(accountId, view).map(
    (source) =>
      sql`(${selectSource(source, filter, after)} order by ${source.place} limit ${limit})`,
  )
  return sql<MovementRow>`
    select ${movementColumns}
    from (
      select * from (${sql.join(sources, sql` union all `)}) as sources order by ${order} limit ${limit}
    ) as movements
    ${joinDetails(accountId)}
    order by ${order}`
}

/** The columns of movements that {@link joinDetails} has completed. */
const movementColumns = sql`movements.booked_at, movements.rank, movements.entry, movements.direction,
  movements.is_reversal, movements.charge_id, movements.chain_id, movements.hash, movements.position, movements.block_time,
  movements.block_number, movements.block_hash, movements.token, movements.sender, movements.recipient, movements.amount,
  movements.counted_amount, movements.usd_price, movements.usd_source, movements.proof, movements.reason, movements.decided_at,
  coalesce(payments.status, movements.refund_status) as status,
  case when charges.returned_hash is null or movements.kind = 'fee' then movements.kind else 'returned' end as kind,
  coalesce(movements.own_decimals, destinations.decimals) as decimals,
  coalesce(movements.own_symbol, destinations.symbol) as symbol,
  charges.reference, charges.metadata, charges.name, charges.line_items, charges.tax_note, charges.local_amount,
  charges.local_currency, accounts.book_currency, rates.answer as rate_answer, rates.decimals as rate_decimals,
  rates.source as rate_source, rates.dated_at as rate_at`

const joinDetails = (accountId: string) => sql`
  left join payments on payments.id = movements.payment_id
  left join charges on charges.id = movements.charge_id
  left join destinations on destinations.chain_id = movements.chain_id and destinations.token = movements.token
    and destinations.recipient = movements.recipient and destinations.account_id = ${accountId}
  join accounts on accounts.id = ${accountId}
  left join lateral (
    select answer, decimals, source, dated_at from fx_rates
    where currency = accounts.book_currency and fresh_until >= movements.block_time
      -- A block is dated at the beginning of its slot, in whole seconds.
      and read_at between movements.block_time - interval '7 days' and movements.block_time + interval '1 minute'
    order by read_at desc limit 1
  ) as rates on true`

function listSources(accountId: string, view: MovementView): Source[] {
  const isBooks = view === 'books'
  // Payments, and transfers that are not credited to a charge, even if they were reported for one.
  const arrived: Source = {
    rank: ranks.arrived,
    select: sql`select ${sql.lit(ranks.arrived)} as rank, 0::bigint as entry, block_time as booked_at,
      case when payment_id is null then 'unmatched' else 'payment' end as kind, 'in' as direction, false as is_reversal,
      payment_id, null as refund_status,
      case when payment_id is not null then charge_id end as charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, token, sender, recipient, amount, counted_amount,
      null::smallint as own_decimals, null as own_symbol, usd_price, usd_source, proof, reason, decided_at
      from transfers`,
    of: isBooks
      ? sql`account_id = ${accountId} and not is_booked_apart`
      : sql`account_id = ${accountId}`,
    time: sql<Date>`block_time`,
    place: sql`block_time, chain_id, hash, position`,
    token: sql`token`,
    ownAddress: sql`recipient`,
  }
  const entries: Source = {
    rank: ranks.arrived,
    // An entry was confirmed when its time was closed, or counts by the depth of its block.
    select: sql`select ${sql.lit(ranks.arrived)} as rank, entry.seq as entry, entry.booked_at,
      case when entry.charge_id is null then 'unmatched' else 'payment' end as kind, 'in' as direction, entry.is_reversal,
      null::uuid as payment_id, null as refund_status, entry.charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, token, sender, recipient, amount, entry.counted_amount,
      null::smallint as own_decimals, null as own_symbol, usd_price, usd_source, entry.proof, entry.reason, entry.decided_at
      from book_entries as entry join transfers using (hash, chain_id, position)`,
    of: sql`entry.account_id = ${accountId} and transfers.block_hash is not null`,
    time: sql<Date>`entry.booked_at`,
    place: sql`entry.booked_at, entry.chain_id, entry.hash, entry.position, entry.seq`,
    hasEntries: true,
    token: sql`token`,
    ownAddress: sql`recipient`,
  }
  const [sent, fee] = listSentSources(accountId, isBooks)
  return isBooks ? [arrived, entries, sent, fee] : [arrived, sent, fee]
}

function listSentSources(accountId: string, isBooks: boolean): [Source, Source] {
  const time = isBooks ? sql<Date>`booked_at` : sql<Date>`block_time`
  const shared = {
    of: sql`account_id = ${accountId} and sent_amount is not null`,
    time,
    place: sql`${time}, chain_id, hash, position`,
    ownAddress: sql`sender`,
  }
  const select = (rank: number, kind: 'refund' | 'fee', columns: RawBuilder<unknown>) =>
    sql`select ${sql.lit(rank)} as rank, 0::bigint as entry, ${time} as booked_at,
      ${sql.lit(kind)} as kind, 'out' as direction, false as is_reversal,
      null::uuid as payment_id, case status when 'COMPLETED' then status else 'PENDING' end as refund_status, charge_id,
      chain_id, hash, position, block_time, block_number, block_hash, ${columns}, null::timestamptz as decided_at from refunds`
  return [
    {
      ...shared,
      rank: ranks.sent,
      select: select(
        ranks.sent,
        'refund',
        sql`token, sender, recipient, sent_amount as amount, null::numeric as counted_amount, decimals as own_decimals,
          symbol as own_symbol, usd_price, usd_source, null as proof, reason`,
      ),
      token: sql`token`,
    },
    {
      ...shared,
      of: sql`${shared.of} and fee is not null`,
      rank: ranks.fee,
      // The EVM counts in wei.
      select: select(
        ranks.fee,
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
  { select, of, time, token, ownAddress, ...source }: Source,
  filter: MovementFilter,
  after: BookPlace | undefined,
): RawBuilder<unknown> {
  const conditions = [
    of,
    isWithin(filter.time, time),
    ...(after ? [isAfter(source, after)] : []),
    ...(filter.token === undefined ? [] : [sql`${token} = ${filter.token}`]),
    ...(filter.recipient === undefined ? [] : [sql`${ownAddress} = ${filter.recipient}`]),
    ...(filter.chainId === undefined ? [] : [sql`chain_id = ${filter.chainId}`]),
  ]
  return sql`${select} where ${sql.join(conditions, sql` and `)}`
}

/** Is a row of a source behind a place? At the same one, those of a higher rank are still to come. */
function isAfter(
  { rank, place, hasEntries = false }: Pick<Source, 'rank' | 'place' | 'hasEntries'>,
  after: BookPlace,
): RawBuilder<boolean> {
  const values = sql`${after.bookedAt}::timestamptz, ${after.chainId}::bigint, ${after.hash}, ${after.position}::integer`
  if (!hasEntries) return sql`(${place}) ${after.rank < rank ? sql`>=` : sql`>`} (${values})`
  // Nothing has a lower rank than an entry.
  const entry = after.rank > rank ? sql`9223372036854775807` : sql`${after.entry}`
  return sql`(${place}) > (${values}, ${entry}::bigint)`
}

/** A row of {@link selectSums}. */
export interface SumRow {
  kind: BookKind
  chainId: number
  token: string
  symbol: string | undefined
  decimals: number | undefined
  day: string
  count: number
  /** Base units; undefined where one is not known. */
  amount: bigint | undefined
  /** Cents. */
  usdAmount: bigint
  unknownCount: number
  /** Smallest units of the currency of the books. */
  bookAmount: bigint
  bookUnknownCount: number
}

/**
 * Selects the sums of an account's booked movements, by kind, token and day of a time zone.
 *
 * @param bookDigits decimal places of the currency of its books
 */
export function selectSums(
  accountId: string,
  filter: MovementFilter,
  confirmed: ConfirmedBlocks,
  timeZone: string,
  bookDigits: number,
) {
  const usdAmount = roundValue(sql`1`, sql`0`, 2)
  const isUsd = sql`book_currency = 'USD'`
  const bookAmount = roundValue(
    sql`case when ${isUsd} then 1 else rate_answer end`,
    sql`case when ${isUsd} then 0 else rate_decimals end`,
    bookDigits,
  )
  return sql<SumRow>`
    select kind, chain_id, token, symbol, decimals, day, count(*) as count,
      case when count(amount) = count(*) then sum(sign * amount) end as amount,
      coalesce(sum(sign * ${usdAmount}), 0) as usd_amount, count(*) - count(${usdAmount}) as unknown_count,
      coalesce(sum(sign * ${bookAmount}), 0) as book_amount, count(*) - count(${bookAmount}) as book_unknown_count
    from (${selectWithState(accountId, filter, confirmed, timeZone)}) as movements
    where is_booked
    group by kind, chain_id, token, symbol, decimals, day
    order by day, kind, chain_id, token`
}

/**
 * Returns the value of a movement in smallest units of a currency, without its sign, as `computeValue` in row.ts rounds it: a half
 * goes away from zero. All of it is exact, which a quotient of PostgreSQL is not.
 *
 * @param answer with `rateDecimals`, the US dollars for one unit of the currency
 */
function roundValue(
  answer: RawBuilder<unknown>,
  rateDecimals: RawBuilder<unknown>,
  digits: number,
) {
  const scale = sql`(${answer}) * 10::numeric ^ decimals`
  const size = sql`amount * usd_price::numeric * 10::numeric ^ ((${rateDecimals}) + ${sql.lit(digits)})`
  return sql`div(2 * ${size} + ${scale}, 2 * ${scale})`
}

/** Counts the movements of an account that are not booked yet, since they are not confirmed. */
export function selectUnconfirmed(
  accountId: string,
  filter: MovementFilter,
  confirmed: ConfirmedBlocks,
) {
  return sql<{ count: number }>`
    select count(*) as count from (${selectWithState(accountId, filter, confirmed, 'UTC')}) as movements where not is_booked`
}

/** Selects all movements of a filter with their sign, the day in a time zone, and whether they are booked (`isBooked` in books.ts). */
function selectWithState(
  accountId: string,
  filter: MovementFilter,
  confirmed: ConfirmedBlocks,
  timeZone: string,
): RawBuilder<unknown> {
  const sources = listSources(accountId, 'books').map((source) =>
    selectSource(source, filter, undefined),
  )
  const blocks = [[null, null] as const, ...confirmed].map(
    ([chainId, block]) => sql`(${chainId}::bigint, ${block ?? null}::numeric)`,
  )
  return sql`
    select ${movementColumns}, case when direction = 'out' or is_reversal then -1 else 1 end as sign,
      to_char(booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      coalesce(coalesce(payments.status, movements.refund_status) = 'COMPLETED',
        movements.block_number <= confirmed.block, false) as is_booked
    from (${sql.join(sources, sql` union all `)}) as movements ${joinDetails(accountId)}
    left join (values ${sql.join(blocks)}) as confirmed (on_chain, block) on confirmed.on_chain = movements.chain_id`
}
