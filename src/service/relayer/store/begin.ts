import { type Kysely, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type { Address } from '../../chain/types/address.ts'
import type { SignedAuthorization } from '../../chain/types/authorizations.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { lockCharge } from '../../charges/store/updates.ts'
import { arrayOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type CountedRelays, findChargeRefusal, findReachedLimit, isCovered } from '../begin.ts'
import type { BeginResult, PayerFunds, RelayCounts, RelayRecord } from '../records.ts'
import { type ContractRelays, isContractServed } from '../rules.ts'
import { fromRelay, toRelay } from './rows.ts'
import { insertSlot, takeNonce } from './slots.ts'

/**
 * Accepts an authorization and takes the next nonce of an account for it, or returns the reason against it. The rules that can
 * refuse it are in relayer/begin.ts, each checked under the locks that are taken by then.
 */
export async function beginRelay(
  tx: Kysely<Tables>,
  relay: RelayRecord,
  account: Address,
  chainNonce: number,
  counts: RelayCounts,
  funds: PayerFunds,
  check: (charge: ChargeRecord) => void,
): Promise<BeginResult> {
  const { chainId, chargeId } = relay
  const locked = await lockCharge(tx, chargeId)
  if (!locked) throw new PayError('not_found', 'There is no such charge.')
  const known = await findRelay(tx, chargeId, relay)
  const refusal = findChargeRefusal(known, await isRelaying(tx, chargeId))
  if (refusal) return refusal
  check(locked.charge)
  if (relay.isExclusive && !(await accept(tx, relay))) return { outcome: 'taken' }
  if (!isCovered(relay, await lockPayer(tx, relay, funds), funds))
    return { outcome: 'limited', by: 'balance' }
  const nonce = await takeNonce(tx, { chainId, account }, chainNonce)
  const by = findReachedLimit(await countRelays(tx, relay, { account, chainNonce }), counts)
  if (by) return { outcome: 'limited', by }
  if (relay.isOfContract && !isContractServed(await countContractRelays(tx, relay, funds)))
    return { outcome: 'limited', by: 'contract' }
  await tx.insertInto('relayedAuthorizations').values(fromRelay(relay)).execute()
  const slot = { chainId, account, nonce }
  await insertSlot(tx, slot, relay.id)
  return { outcome: 'begun', slot: { ...slot, relay, attempts: [], ageMs: 0 } }
}

/** Returns the newest record of exactly this authorization. */
export async function findRelay(
  db: Kysely<Tables>,
  chargeId: string,
  authorization: SignedAuthorization,
): Promise<RelayRecord | undefined> {
  const row = await db
    .selectFrom('relayedAuthorizations')
    .selectAll()
    .where('chargeId', '=', chargeId)
    .where('chainId', '=', authorization.chainId)
    .where('token', '=', authorization.token)
    .where('sender', '=', authorization.from)
    .where('value', '=', authorization.value)
    .where('validAfter', '=', authorization.validAfter)
    .where('validBefore', '=', authorization.validBefore)
    .where('nonce', '=', authorization.nonce)
    .where('signature', '=', authorization.signature)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toRelay(row)
}

/** Locks a payer, and returns the sum of the payer's transfers in progress that have not left the balance yet. */
async function lockPayer(
  tx: Kysely<Tables>,
  { chainId, token, from }: RelayRecord,
  { usedIds }: PayerFunds,
): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`relay ${token} ${from}`}, ${chainId}))`.execute(
    tx,
  )
  const { sum } = await tx
    .selectFrom('relayedAuthorizations')
    .select(sql<bigint | undefined>`sum(value)`.as('sum'))
    .where('chainId', '=', chainId)
    .where('token', '=', token)
    .where('sender', '=', from)
    .where('status', '=', 'RELAYING')
    .where(sql<boolean>`id <> all(${arrayOf(usedIds, 'uuid')})`)
    .executeTakeFirstOrThrow()
  return sum ?? 0n
}

/** Keeps which charge an authorization pays; false where it is another one. */
async function accept(tx: Kysely<Tables>, relay: RelayRecord): Promise<boolean> {
  const { chainId, token, from: sender, nonce, chargeId } = relay
  await tx
    .insertInto('acceptedAuthorizations')
    .values({ chainId, token, sender, nonce, chargeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('acceptedAuthorizations')
    .select('chargeId')
    .where('chainId', '=', chainId)
    .where('token', '=', token)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirstOrThrow()
  return row.chargeId === chargeId
}

async function isRelaying(tx: Kysely<Tables>, chargeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('relayedAuthorizations')
    .select('id')
    .where('chargeId', '=', chargeId)
    .where('status', '=', 'RELAYING')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counted under the lock of the relayer's account, so that concurrent calls cannot exceed a limit together. A nonce that a block
 * has used no longer waits, and is not counted.
 */
async function countRelays(
  tx: Kysely<Tables>,
  { chainId, from, chargeId }: RelayRecord,
  { account, chainNonce }: { account: string; chainNonce: number },
): Promise<CountedRelays | undefined> {
  const { rows } = await sql<CountedRelays>`
    with of_hour as (
      select sender, coalesce(live_account_id, accounts.id) as merchant from relayed_authorizations
      join charges on charges.id = charge_id join accounts on accounts.id = account_id
      where relayed_authorizations.created_at > now() - interval '1 hour'
    ), payee as (
      select coalesce(live_account_id, accounts.id) as merchant
      from charges join accounts on accounts.id = account_id where charges.id = ${chargeId}
    ) select
      (select count(*) from of_hour where sender = ${from})::int as "ofPayer",
      (select count(*) from of_hour where merchant = payee.merchant)::int as "ofMerchant",
      (select count(*) from of_hour where merchant <> payee.merchant)::int as "ofOthers",
      not exists (select from accounts where livemode and id <> payee.merchant) as "isAlone",
      (select count(*) from relayed_slots
        where chain_id = ${chainId} and account = ${account} and is_open
          and nonce >= ${chainNonce})::int as open
    from payee`.execute(tx)
  return rows[0]
}

/**
 * Counts the failed and possibly failing transactions for contracts on a chain in the last day, under one lock for all of them:
 * calls at the same time come by different accounts of the relayer.
 */
async function countContractRelays(
  tx: Kysely<Tables>,
  { chainId, token, from }: RelayRecord,
  { usedIds }: PayerFunds,
): Promise<ContractRelays> {
  await sql`select pg_advisory_xact_lock(hashtextextended('relay contracts', ${chainId}))`.execute(
    tx,
  )
  // A transaction of ours was mined, and it is not the one that has moved the money.
  const isReverted = sql<boolean>`exists (
    select from relayed_slots as slot
    join relayed_transactions as sent on sent.chain_id = slot.chain_id and sent.hash = slot.hash
    where slot.authorization_id = relay.id and sent.authorization_id = relay.id
      and (relay.status = 'FAILED' or relay.hash <> slot.hash)
  )`
  const { rows } = await sql<ContractRelays>`
    select count(*)::int as "ofAll",
      (count(*) filter (where token = ${token} and sender = ${from}))::int as "ofContract"
    from relayed_authorizations as relay
    where chain_id = ${chainId} and created_at > now() - interval '1 day'
      and (is_of_contract or sender = ${from})
      and (${isReverted} or (status = 'RELAYING' and id <> all(${arrayOf(usedIds, 'uuid')})))`.execute(
    tx,
  )
  return rows[0] ?? { ofContract: 0, ofAll: 0 }
}
