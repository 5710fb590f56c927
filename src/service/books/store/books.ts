import { type Kysely, sql } from 'kysely'
import type { Address } from '../../chain/types/address.ts'
import { noBlockHash } from '../../charges/records.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type {
  BookedDestination,
  BookPlace,
  MovementFilter,
  MovementRecord,
  MovementView,
  UnfoundRefund,
} from '../books.ts'
import { type MovementRow, selectMovements } from './movements.ts'

/** Creates the part of the store for the books. */
export function createBookStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns movements of an account in the order of {@link BookPlace}, the first `limit` of them after a place. One range of
     * an index, however many there are.
     */
    async listMovements(
      accountId: string,
      view: MovementView,
      filter: MovementFilter,
      after: BookPlace | undefined,
      limit: number,
    ): Promise<MovementRecord[]> {
      return await db.transaction().execute(async (tx) => {
        // Without statistics, as in an embedded database, the planner would rather read all later rows, and sort them.
        await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx)
        const { rows } = await selectMovements(accountId, view, filter, after, limit).execute(tx)
        return rows.map(toMovement)
      })
    },

    /** Returns the currency of an account's books. */
    async readBookCurrency(accountId: string): Promise<string> {
      return await selectBookCurrency(db, accountId)
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

/** Selects the currency of an account's books. */
export async function selectBookCurrency(db: Kysely<Tables>, accountId: string): Promise<string> {
  const { bookCurrency } = await db
    .selectFrom('accounts')
    .select('bookCurrency')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return bookCurrency
}

function toMovement(row: MovementRow): MovementRecord {
  const { kind, direction, status, blockTime, chainId, hash, position, blockNumber } = row
  const { token, sender, recipient, amount, countedAmount, decimals, reason } = row
  const { blockHash, symbol = '', usdPrice, usdSource, proof } = row
  const { bookedAt, rank, entry, isReversal, decidedAt } = row
  return {
    ...{
      bookedAt,
      rank,
      entry,
      isReversal,
      decidedAt,
      kind,
      direction,
      chainId,
      hash,
      position,
      token,
      sender,
      recipient,
      amount,
    },
    ...{ countedAmount, decimals, symbol, usdPrice, usdSource, proof, reason },
    bookCurrency: row.bookCurrency,
    bookRate: toBookedRate(row),
    isConfirmed: status === undefined ? undefined : status === 'COMPLETED',
    time: blockTime,
    block: { number: blockNumber, hash: blockHash ?? noBlockHash },
    charge: toBookedCharge(row),
  }
}

function toBookedRate({ rateAnswer: answer, ...row }: MovementRow): MovementRecord['bookRate'] {
  const { rateDecimals: decimals = 0, rateSource: source = '', rateAt: at } = row
  return answer === undefined || at === undefined ? undefined : { answer, decimals, source, at }
}

function toBookedCharge(row: MovementRow): MovementRecord['charge'] {
  const { chargeId: id, reference = '', metadata = {} } = row
  const { localAmount = '', localCurrency = 'USD', name = '', taxNote = '', lineItems = [] } = row
  return id === undefined
    ? undefined
    : { id, reference, metadata, localAmount, localCurrency, order: { name, taxNote, lineItems } }
}
