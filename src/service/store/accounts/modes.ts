import { type Kysely, type RawBuilder, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../domain/accounts/modes.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Names of what an account has, by its table. */
const kinds = {
  charges: 'charge',
  requests: 'request',
  payments: 'payment',
  transfers: 'unmatched payment',
  refunds: 'refund',
  webhook_events: 'event',
  webhook_endpoints: 'webhook endpoint',
} as const satisfies Partial<Record<keyof Tables, string>>

/** Creates the part of the store that knows the account of the other mode. */
export function createModeStore(db: Kysely<Tables>): ModeStore {
  return {
    async findInOtherMode(accountId, ids) {
      if (ids.length === 0) return undefined
      const sibling = await db
        .selectFrom('accounts')
        .innerJoin('accounts as own', (join) => join.on('own.id', '=', accountId))
        .select('accounts.id')
        .where((by) =>
          by.or([
            by('accounts.live_account_id', '=', by.ref('own.id')),
            by('accounts.id', '=', by.ref('own.live_account_id')),
          ]),
        )
        .executeTakeFirst()
      if (!sibling) return undefined
      const parts = Object.entries(kinds).map(
        ([table, kind]): RawBuilder<unknown> => sql`
          select ${kind} as kind from ${sql.table(table)}
          where id = ${anyOf(ids, 'uuid')} and account_id = ${sibling.id}::uuid`,
      )
      const { rows } = await sql<{ kind: string }>`
        ${sql.join(parts, sql` union all `)} limit 1`.execute(db)
      return rows[0]?.kind
    },

    async checkChainModes({ ids, isTestChain }) {
      const rows = await db
        .selectFrom('chain_modes')
        .selectAll()
        .where('chain_id', '=', anyOf(ids, 'bigint'))
        .execute()
      const other = rows.find(
        ({ chain_id, livemode }) => livemode === isTestChain(Number(chain_id)),
      )
      if (!other) return
      const [had, has] = other.livemode ? ['live', 'test'] : ['test', 'live']
      throw new PayError(
        'invalid_setting',
        `CHAIN_MODES: chain ${other.chain_id} has ${had} charges, so it cannot be a ${has} chain. ` +
          `Set CHAIN_MODES={"${other.chain_id}":"${had}"}.`,
        { field: 'CHAIN_MODES' },
      )
    },
  }
}
