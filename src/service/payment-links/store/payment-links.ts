import { type Kysely, type Selectable, sql } from 'kysely'
import type { Author, MerchantAccount } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { saveResponse } from '../../accounts/store/idempotency-keys.ts'
import { toMerchantAccount } from '../../accounts/store/rows.ts'
import { readPage } from '../../db/page.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { PaymentLinkRow } from '../../db/tables/payment-links.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import type { LinkUse, PaymentLinkRecord } from '../payment-links.ts'
import type { ListedLink } from '../replies.ts'
import { createLinkChargeStore } from './link-charges.ts'
import { fromLink, toLink } from './rows.ts'
import { countUse } from './use.ts'

/** A link with its merchant, as its page shows it. */
export interface FoundLink extends ListedLink {
  account: MerchantAccount
}

/** Creates the part of the store for payment links. */
export function createPaymentLinkStore(db: Kysely<Tables>) {
  return {
    /** Saves a new link and the response; otherwise as {@link createCharge}. */
    async createPaymentLink(
      link: PaymentLinkRecord,
      author: Author,
      idempotencyKey: IdempotencyKeyRecord | undefined,
    ): Promise<string | undefined> {
      return await db.transaction().execute(async (tx) => {
        const earlierResponse = idempotencyKey && (await saveResponse(tx, link, idempotencyKey))
        if (earlierResponse !== undefined) return earlierResponse
        await tx.insertInto('paymentLinks').values(fromLink(link)).execute()
        await writeAudit(tx, link.accountId, author, {
          action: 'payment_link.created',
          to: describeLink(link),
        })
        return idempotencyKey?.response
      })
    },

    /** Returns a link of the account; undefined also for a link of another account. */
    async getPaymentLink(accountId: string, id: string): Promise<ListedLink | undefined> {
      return await readSnapshot(db, async (tx) => {
        const row = await tx
          .selectFrom('paymentLinks')
          .selectAll()
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .executeTakeFirst()
        return row && (await withUse(tx, [row]))[0]
      })
    },

    /** Returns the link of a page, of any account. */
    async findPaymentLink(code: string): Promise<FoundLink | undefined> {
      return await readSnapshot(db, async (tx) => {
        const row = await tx
          .selectFrom('paymentLinks')
          .selectAll()
          .where('code', '=', code)
          .executeTakeFirst()
        if (!row) return undefined
        const [listed] = await withUse(tx, [row])
        const account = await tx
          .selectFrom('accounts')
          .selectAll()
          .where('id', '=', row.accountId)
          .executeTakeFirstOrThrow()
        return listed && { ...listed, account: toMerchantAccount(account) }
      })
    },

    /** Returns whether a charge was created by a link. */
    async isChargeOfLink(chargeId: string, linkId: string): Promise<boolean> {
      const row = await db
        .selectFrom('charges')
        .select('id')
        .where('id', '=', chargeId)
        .where('paymentLinkId', '=', linkId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** A page of an account's links, newest first; undefined where the cursor names none of its links. */
    async listPaymentLinks(
      accountId: string,
      query: PageQuery,
    ): Promise<{ links: ListedLink[]; hasMore: boolean } | undefined> {
      return await readSnapshot(db, async (tx) => {
        const links = tx.selectFrom('paymentLinks').where('accountId', '=', accountId)
        const page = await readPage(
          query,
          async (id) =>
            (await links.select('createdAt').where('id', '=', id).executeTakeFirst())?.createdAt,
          ({ select }) => select(links.selectAll()).execute(),
        )
        return page && { links: await withUse(tx, page.rows), hasMore: page.hasMore }
      })
    },

    /** Ends a link, which creates no charge after that. The audit log has the first time. */
    async endPaymentLink(accountId: string, id: string, author: Author): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('paymentLinks')
          .set({ endedAt: sql<Date>`now()` })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('endedAt', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (!row) return
        await writeAudit(tx, accountId, author, {
          action: 'payment_link.ended',
          to: describeLink(toLink(row)),
        })
      })
    },
    ...createLinkChargeStore(db),
  }
}

/** Payment links, and their charges. */
export type PaymentLinkStore = ReturnType<typeof createPaymentLinkStore>

/** Adds to links their charges that count. */
async function withUse(
  db: Kysely<Tables>,
  rows: readonly Selectable<PaymentLinkRow>[],
): Promise<ListedLink[]> {
  const uses = await countUse(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ link: toLink(row), use: uses.get(row.id) as LinkUse }))
}

/** Returns the fields of a link that the audit log shows. */
function describeLink({ id, code, charge }: PaymentLinkRecord) {
  return { linkUuid: id, code, name: charge.name }
}
