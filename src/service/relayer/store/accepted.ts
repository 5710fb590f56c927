import { type Kysely, sql } from 'kysely'
import type { AuthorizationName } from '../../chain/types/authorizations.ts'
import { anyOf, arrayOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { AcceptedAuthorization, OfferedChallenge } from '../records.ts'

/** Creates the part of the store that finds charges by authorizations that were accepted for them, and by their challenges. */
export function createAcceptedAuthorizationStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns the authorizations among these that were accepted for a charge, or that name one by its challenge. An empty list
     * makes no query.
     */
    async findAccepted(
      names: readonly AuthorizationName[],
    ): Promise<readonly AcceptedAuthorization[]> {
      return await findAccepted(db, names)
    },

    /** Returns the nonces among these that belong to such authorizations on a chain, regardless of their signer. */
    async findAcceptedNonces(
      chainId: number,
      nonces: readonly string[],
    ): Promise<readonly string[]> {
      if (nonces.length === 0) return []
      const { rows } = await sql<{ nonce: string }>`
        select nonce from accepted_authorizations where nonce = ${anyOf(nonces)} and chain_id = ${chainId}
        union select nonce from offered_challenges where nonce = ${anyOf(nonces)} and chain_id = ${chainId}`.execute(
        db,
      )
      return rows.map(({ nonce }) => nonce)
    },

    /** Returns the nonces of those that were accepted for a charge, and of its challenges, on a chain. */
    async listAcceptedNonces(chargeId: string, chainId: number): Promise<readonly string[]> {
      const { rows } = await sql<{ nonce: string }>`
        select nonce from accepted_authorizations where charge_id = ${chargeId} and chain_id = ${chainId}
        union select nonce from offered_challenges where charge_id = ${chargeId} and chain_id = ${chainId}`.execute(
        db,
      )
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
      const [row] = await selectChallenges(db, [nonce]).execute()
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

function selectChallenges(db: Kysely<Tables>, nonces: readonly string[]) {
  return db.selectFrom('offeredChallenges').selectAll().where('nonce', '=', anyOf(nonces))
}

async function findAccepted(
  db: Kysely<Tables>,
  names: readonly AuthorizationName[],
): Promise<readonly AcceptedAuthorization[]> {
  if (names.length === 0) return []
  const challenges = await selectChallenges(
    db,
    names.map(({ nonce }) => nonce),
  ).execute()
  const named = names.flatMap((name) => {
    const challenge = challenges.find(
      ({ nonce, chainId, token }) =>
        nonce === name.nonce && chainId === name.chainId && token === name.token,
    )
    return challenge ? [{ ...name, chargeId: challenge.chargeId, isNamed: true, hashes: [] }] : []
  })
  const chainIds = names.map(({ chainId }) => chainId)
  const list = (field: 'token' | 'sender' | 'nonce') =>
    arrayOf(
      names.map((name) => name[field]),
      'text',
    )
  const rows = await db
    .selectFrom('acceptedAuthorizations as accepted')
    .selectAll()
    .select(listSentHashes.as('hashes'))
    .where(
      sql<boolean>`(chain_id, token, sender, nonce) in (select * from unnest(
        ${arrayOf(chainIds, 'bigint')}, ${list('token')}, ${list('sender')}, ${list('nonce')}
      ))`,
    )
    .execute()
  return [...named, ...rows.map((row) => ({ ...row, isNamed: false }))]
}
