import { type Kysely, sql } from 'kysely'
import type { WatchLimit } from '../../charges/charges.ts'
import {
  createChargeInsertion,
  insertCharges,
  type NewChargeRecord,
} from '../../charges/store/insert.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { getLinkState, type LinkUse } from '../payment-links.ts'
import { deleteCharges } from './delete.ts'
import { toLink } from './rows.ts'
import { countUse } from './use.ts'

/** Thrown inside the transaction: the link creates no charge now. */
class LinkRefusal extends Error {
  readonly use: LinkUse

  constructor(use: LinkUse) {
    super('The link creates no charge now.')
    this.use = use
  }
}

/** A charge of a link that is to be saved. */
export interface NewLinkCharge extends NewChargeRecord {
  /** The most charges of one link that wait for their customers at the same time. */
  maxOpen: number
}

/** Creates the part of the store for the charges of payment links. */
export function createLinkChargeStore(db: Kysely<Tables>) {
  const insert = createChargeInsertion(db, (record: NewLinkCharge) => insertForLink(db, record))
  return {
    /**
     * Saves a new charge of a link. Of simultaneous calls, in any number of processes, as many succeed as the link has room for: each
     * counts its charges under the lock of its row. Returns the response to send, as {@link createCharge}; or what has taken
     * the room, and then nothing is saved.
     */
    async createLinkCharge(
      record: NewLinkCharge,
      watchLimit: WatchLimit,
    ): Promise<{ response: string | undefined } | { use: LinkUse }> {
      try {
        return { response: await insert(record, watchLimit) }
      } catch (cause) {
        if (cause instanceof LinkRefusal) return { use: cause.use }
        throw cause
      }
    },

    /**
     * Deletes at most `limit` charges of links that expired before this time and that nobody paid, with all that belongs to them, and
     * returns how many. A charge with a payment, a report, or any trace of money stays.
     */
    async deleteUnpaidLinkCharges(before: Date, limit: number): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('charges')
          .select('id')
          .where('paymentLinkId', 'is not', null)
          .where('paymentStatus', '=', 'unpaid')
          .where('status', 'in', ['EXPIRED', 'CANCELLED'])
          .where('expiresAt', '<', before)
          .where(hasNoTraceOfMoney)
          .orderBy('expiresAt')
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute()
        await deleteCharges(
          tx,
          rows.map(({ id }) => id),
        )
        return rows.length
      })
    },
  }
}

/** Tables whose rows are about money, or somebody's word of it. */
const traces = [
  'payments',
  'transfers',
  'reported_transactions',
  'misdirected_payments',
  'refunds',
  'decided_tokens',
  'accepted_authorizations',
  'relayed_authorizations',
  'reserved_amounts',
] as const

/** And whose events have all arrived. */
const hasNoTraceOfMoney = sql<boolean>`(${sql.join(
  traces.map(
    (table) => sql`not exists (select from ${sql.table(table)} where charge_id = charges.id)`,
  ),
  sql` and `,
)} and not exists (
  select from webhook_deliveries where charge_id = charges.id and status <> 'DELIVERED'))`

/** Saves a charge while its link has room for it. @throws LinkRefusal */
async function insertForLink(
  db: Kysely<Tables>,
  { maxOpen, ...record }: NewLinkCharge,
): Promise<void> {
  const { charge } = record
  const linkId = charge.paymentLinkId ?? ''
  await db.transaction().execute(async (tx) => {
    // FOR UPDATE would wait for other charges' foreign keys, which lock the row's key alone.
    const row = await tx
      .selectFrom('paymentLinks')
      .selectAll()
      .where('id', '=', linkId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const use = (await countUse(tx, [linkId])).get(linkId) as LinkUse
    const state = getLinkState(toLink(row), use, charge.createdAt)
    if (state !== 'open' || use.open >= maxOpen) throw new LinkRefusal(use)
    await insertCharges(tx, [record])
  })
}
