import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  AcceptedAuthorization,
  AcceptedAuthorizationStore,
} from '../../domain/relayer/records.ts'
import { anyOf, arrayOf } from '../database/any-of.ts'
import type { AcceptedAuthorizationRow } from '../database/tables/relayer.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store that finds charges by authorizations that were accepted for them. */
export function createAcceptedAuthorizationStore(db: Kysely<Tables>): AcceptedAuthorizationStore {
  return {
    async findAccepted(names) {
      if (names.length === 0) return []
      const list = (read: (name: (typeof names)[number]) => string) =>
        arrayOf(names.map(read), 'text')
      const rows = await db
        .selectFrom('accepted_authorizations')
        .selectAll()
        .where(
          sql<boolean>`(chain_id, token, sender, nonce) in (select * from unnest(${arrayOf(
            names.map(({ chainId }) => chainId),
            'bigint',
          )}, ${list(({ token }) => token)}, ${list(({ sender }) => sender)}, ${list(
            ({ nonce }) => nonce,
          )}))`,
        )
        .execute()
      return rows.map(toAccepted)
    },

    async listAccepted(chargeId) {
      const rows = await db
        .selectFrom('accepted_authorizations')
        .selectAll()
        .where('charge_id', '=', chargeId)
        .execute()
      return rows.map(toAccepted)
    },

    async findAcceptedSenders(chainId, senders) {
      if (senders.length === 0) return new Set()
      const rows = await db
        .selectFrom('accepted_authorizations')
        .select('sender')
        .distinct()
        .where('chain_id', '=', chainId)
        .where('sender', '=', anyOf(senders))
        .execute()
      return new Set(rows.map(({ sender }) => sender))
    },
  }
}

function toAccepted(row: Selectable<AcceptedAuthorizationRow>): AcceptedAuthorization {
  const { chain_id, token, sender, nonce, charge_id } = row
  return { chainId: Number(chain_id), token, sender, nonce, chargeId: charge_id }
}
