import type { Kysely } from 'kysely'
import type { ChargePages } from '../domain/ports.ts'
import { whole } from './charges.ts'
import { toAccount } from './rows.ts'
import type { Tables } from './tables.ts'

/** Charges for their payment pages. */
export function chargePages(db: Kysely<Tables>): ChargePages {
  return {
    async chargePage(id) {
      const row = await db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      const account = await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', row.account_id)
        .executeTakeFirstOrThrow()
      return { charge: await whole(db, row), account: toAccount(account) }
    },
  }
}
