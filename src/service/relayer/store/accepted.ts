import { type Kysely, sql } from 'kysely'
import type { AuthorizationName } from '../../chain/types/authorizations.ts'
import { anyOf, arrayOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { AcceptedAuthorization, OfferedChallenge } from '../records.ts'

/** Creates the part of the store that finds charges by authorizations that were accepted for them, and by their challenges. */
export function createAcceptedAuthorizationStore(db: Kysely<Tables>) {
  const selectChallenges = (nonces: readonly string[]) =>
    db.selectFrom('offeredChallenges').selectAll().where('nonce', '=', anyOf(nonces))
  return {
    /**
     * Returns the authorizations among these that were accepted for a charge, or that name one by its challenge. An empty list
     * makes no query.
     */
    async findAccepted(
      names: readonly AuthorizationName[],
    ): Promise<readonly AcceptedAuthorization[]> {
      if (names.length === 0) return []
      const challenges = await selectChallenges(names.map(({ nonce }) => nonce)).execute()
      const named = names.flatMap((name) => {
        const challenge = challenges.find(
          ({ nonce, chainId, token }) =>
            nonce === name.nonce && chainId === name.chainId && token === name.token,
        )
        return challenge
          ? [{ ...name, chargeId: challenge.chargeId, isNamed: true, hashes: [] }]
          : []
      })
      const list = (read: (name: (typeof names)[number]) => string) =>
        arrayOf(names.map(read), 'text')
      const rows = await db
        .selectFrom('acceptedAuthorizations as accepted')
        .selectAll()
        .select(listSentHashes.as('hashes'))
        .where(
          sql<boolean>`(chain_id, token, sender, nonce) in (select * from unnest(${arrayOf(
            names.map(({ chainId }) => chainId),
            'bigint',
          )}, ${list(({ token }) => token)}, ${list(({ sender }) => sender)}, ${list(
            ({ nonce }) => nonce,
          )}))`,
        )
        .execute()
      return [...named, ...rows.map((row) => ({ ...row, isNamed: false }))]
    },

    /** Returns the nonces among these that belong to such authorizations on a chain, regardless of their signer. */
    async findAcceptedNonces(
      chainId: number,
      nonces: readonly string[],
    ): Promise<readonly string[]> {
      if (nonces.length === 0) return []
      const select = (table: 'acceptedAuthorizations' | 'offeredChallenges') =>
        db
          .selectFrom(table)
          .select('nonce')
          .where('nonce', '=', anyOf(nonces))
          .where('chainId', '=', chainId)
      const rows = await select('acceptedAuthorizations')
        .union(select('offeredChallenges'))
        .execute()
      return rows.map(({ nonce }) => nonce)
    },

    /** Returns the nonces of those that were accepted for a charge, and of its challenges, on a chain. */
    async listAcceptedNonces(chargeId: string, chainId: number): Promise<readonly string[]> {
      const select = (table: 'acceptedAuthorizations' | 'offeredChallenges') =>
        db
          .selectFrom(table)
          .select('nonce')
          .where('chargeId', '=', chargeId)
          .where('chainId', '=', chainId)
      const rows = await select('acceptedAuthorizations')
        .union(select('offeredChallenges'))
        .execute()
      return rows.map(({ nonce }) => nonce)
    },

    /** Saves challenges before any client can read them. */
    async saveChallenges(challenges: readonly OfferedChallenge[]): Promise<void> {
      if (challenges.length === 0) return
      await db
        .insertInto('offeredChallenges')
        .values([...challenges])
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Returns the challenge from which this nonce is derived; undefined for none. */
    async findChallenge(nonce: string): Promise<OfferedChallenge | undefined> {
      const [row] = await selectChallenges([nonce]).execute()
      return row
    },
  }
}

/** Finds the charges for which authorizations were accepted before anything was sent, and those whose challenges they answer. */
export type AcceptedAuthorizationStore = ReturnType<typeof createAcceptedAuthorizationStore>

/** The hashes of the transactions that this relayer signed for an accepted authorization. */
const listSentHashes = sql<string[]>`array(
  select sent.hash from relayed_authorizations as relay
  join relayed_transactions as sent on sent.authorization_id = relay.id
  where relay.charge_id = accepted.charge_id and relay.chain_id = accepted.chain_id
    and relay.token = accepted.token and relay.sender = accepted.sender and relay.nonce = accepted.nonce
)`
