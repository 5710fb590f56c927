import { type Kysely, type Selectable, sql } from 'kysely'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import { toPayment, toPriceQuote } from '../../charges/store/rows.ts'
import { anyOf } from '../../db/any-of.ts'
import { isWithin, readPage } from '../../db/page.ts'
import type { PaymentRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import type { ListedPayment, PaymentFilter } from '../list.ts'

/** Creates the part of the store that lists one account's payments. */
export function createPaymentListStore(db: Kysely<Tables>) {
  return {
    /** A page of an account's payments, newest first; undefined where the cursor names none of its payments. */
    async listPayments(
      accountId: string,
      { filter, ...query }: PageQuery & { filter: PaymentFilter },
    ): Promise<{ payments: ListedPayment[]; hasMore: boolean } | undefined> {
      const page = await readPage(
        query,
        async (id) => (await findPayment(db, accountId, id))?.createdAt,
        ({ select }) => select(selectPayments(db, accountId, filter)).execute(),
      )
      return page && { payments: await loadListed(db, page.rows), hasMore: page.hasMore }
    },

    /** Returns a payment of the account; undefined also for one of another account. */
    async getPayment(accountId: string, id: string): Promise<ListedPayment | undefined> {
      const row = await findPayment(db, accountId, id)
      const [payment] = row ? await loadListed(db, [row]) : []
      return payment
    },
  }
}

/** The payments of one account, across its charges. */
export type PaymentListStore = ReturnType<typeof createPaymentListStore>

function selectPayments(
  db: Kysely<Tables>,
  accountId: string,
  { status, chargeId, hash, payer, created }: PaymentFilter,
) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(isWithin(created))
    .$if(status !== undefined, (payments) => payments.where('status', '=', status as Status))
    .$if(chargeId !== undefined, (payments) => payments.where('chargeId', '=', chargeId ?? ''))
    .$if(payer !== undefined, (payments) => payments.where('payerAddress', '=', payer ?? ''))
    .$if(hash !== undefined, (payments) =>
      // Each half is a look-up in a separate index.
      payments.where(sql<boolean>`id in (
        select id from payments where hash = ${hash} and status <> 'FAILED'
        union all select id from payments where hash = ${hash} and status = 'FAILED')`),
    )
}

async function findPayment(db: Kysely<Tables>, accountId: string, id: string) {
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Reads the prices of the charges. */
async function loadListed(
  db: Kysely<Tables>,
  rows: readonly Selectable<PaymentRow>[],
): Promise<ListedPayment[]> {
  if (rows.length === 0) return []
  const charges = await db
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', anyOf(new Set(rows.map((row) => row.chargeId)), 'uuid'))
    .execute()
  const quotes = new Map(charges.map((charge) => [charge.id, toPriceQuote(charge)]))
  return rows.flatMap((row) => {
    const quote = quotes.get(row.chargeId)
    return quote ? [{ payment: toPayment(row), quote }] : []
  })
}
