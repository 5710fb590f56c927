import type { Kysely } from 'kysely'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import { toMerchantAccount } from '../../accounts/store/rows.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChargeRecord } from '../records.ts'
import { loadCharge } from './load.ts'
import { selectWaitingReport, toWaitingReport } from './waiting-report.ts'

/** Creates the part of the store that payment pages read charges from. */
export function createPaymentPageStore(db: Kysely<Tables>) {
  return {
    /** Returns a charge of any account by its id, and the account that it is paid to. */
    async getChargeWithAccount(
      id: string,
    ): Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined> {
      return await readSnapshot(db, async (tx) => {
        const row = await tx
          .selectFrom('charges')
          .selectAll()
          .select(selectWaitingReport)
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return undefined
        const account = await tx
          .selectFrom('accounts')
          .selectAll()
          .where('id', '=', row.accountId)
          .executeTakeFirstOrThrow()
        const charge = { ...(await loadCharge(tx, row)), ...toWaitingReport(row) }
        return { charge, account: toMerchantAccount(account) }
      })
    },
  }
}

/** The part of the store that payment pages may read: the one charge that the URL names. */
export type PaymentPageStore = ReturnType<typeof createPaymentPageStore>
