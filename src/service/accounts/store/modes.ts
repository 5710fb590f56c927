import { type Kysely, type RawBuilder, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type { IsTestChain } from '../../chain/rules/modes.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Names of the objects of an account, by table. */
const kinds = {
  charges: 'charge',
  requests: 'request',
  paymentLinks: 'payment link',
  payments: 'payment',
  transfers: 'unmatched payment',
  refunds: 'refund',
  webhookEvents: 'event',
  webhookEndpoints: 'webhook endpoint',
} as const satisfies Partial<Record<keyof Tables, string>>

/** Creates the part of the store that knows the account of the other mode. */
export function createModeStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns the kind of object that one of these ids names in the merchant's account of the other mode; undefined when it names
     * none there. Other merchants' objects make no difference.
     */
    async findInOtherMode(accountId: string, ids: readonly string[]): Promise<string | undefined> {
      if (ids.length === 0) return undefined
      const sibling = await db
        .selectFrom('accounts')
        .innerJoin('accounts as own', (join) => join.on('own.id', '=', accountId))
        .select('accounts.id')
        .where((by) =>
          by.or([
            by('accounts.liveAccountId', '=', by.ref('own.id')),
            by('accounts.id', '=', by.ref('own.liveAccountId')),
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

    /**
     * Checks that no chain has charges of another mode than the one in the operator's settings.
     *
     * @throws PayError `invalid_setting`
     */
    async checkChainModes({
      ids,
      isTestChain,
    }: {
      ids: readonly number[]
      isTestChain: IsTestChain
    }): Promise<void> {
      const rows = await db
        .selectFrom('chainModes')
        .selectAll()
        .where('chainId', '=', anyOf(ids, 'bigint'))
        .execute()
      const other = rows.find(({ chainId, livemode }) => livemode === isTestChain(chainId))
      if (!other) return
      const [had, has] = other.livemode ? ['live', 'test'] : ['test', 'live']
      throw new PayError(
        'invalid_setting',
        `CHAIN_MODES: chain ${other.chainId} has ${had} charges, so it cannot be a ${has} chain. ` +
          `Set CHAIN_MODES={"${other.chainId}":"${had}"}.`,
        { field: 'CHAIN_MODES' },
      )
    },
  }
}

/** Finds objects that a merchant looks for in the wrong mode. */
export type ModeStore = ReturnType<typeof createModeStore>
