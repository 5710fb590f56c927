import { type Kysely, type Selectable, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { RelayedTransactionRow } from '../../db/tables/relayer.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { RelayAttempt, RelaySlot, SlotKey } from '../records.ts'
import { toRelay } from './rows.ts'

// The nonces of the relayer's accounts, and the transactions that were signed for each.

/** Returns the slots of a chain that are not final, in order of account and nonce. */
export async function listOpenSlots(db: Kysely<Tables>, chainId: number): Promise<RelaySlot[]> {
  const rows = await db
    .selectFrom('relayedSlots')
    .select(['account', 'nonce', 'authorizationId', 'hash'])
    .select(
      sql<number>`extract(epoch from now() - relayed_slots.created_at)::float8 * 1000`.as(
        'slotAgeMs',
      ),
    )
    .where('relayedSlots.chainId', '=', chainId)
    .where('relayedSlots.isOpen', '=', true)
    .orderBy('relayedSlots.account')
    .orderBy('relayedSlots.nonce')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ authorizationId }) => authorizationId ?? [])
  const relayRows = await db
    .selectFrom('relayedAuthorizations')
    .selectAll()
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute()
  const relays = new Map(relayRows.map((row) => [row.id, toRelay(row)]))
  const attempts = await selectAttempts(db)
    .innerJoin('relayedSlots', (join) =>
      join
        .onRef('relayedSlots.chainId', '=', 'relayedTransactions.chainId')
        .onRef('relayedSlots.account', '=', 'relayedTransactions.account')
        .onRef('relayedSlots.nonce', '=', 'relayedTransactions.nonce'),
    )
    .where('relayedSlots.chainId', '=', chainId)
    .where('relayedSlots.isOpen', '=', true)
    .orderBy('attempt')
    .execute()
  const bySlot = Map.groupBy(attempts, ({ account, nonce }) => `${account} ${nonce}`)
  return rows.map((row): RelaySlot => {
    const { account, nonce, authorizationId } = row
    const own = bySlot.get(`${account} ${nonce}`) ?? []
    const relay = relays.get(authorizationId ?? '')
    const ageMs = Math.max(0, row.slotAgeMs)
    return {
      chainId,
      account,
      nonce,
      relay,
      attempts: own.map(toAttempt),
      ageMs,
      minedBefore: row.hash,
    }
  })
}

/** Locks an account's row, and takes its next nonce: never one below the chain's. */
export async function takeNonce(
  tx: Kysely<Tables>,
  { chainId, account }: Pick<SlotKey, 'chainId' | 'account'>,
  chainNonce: number,
): Promise<number> {
  const row = await tx
    .insertInto('relayedAccounts')
    .values({ chainId, account, nextNonce: chainNonce + 1 })
    .onConflict((conflict) =>
      conflict.columns(['chainId', 'account']).doUpdateSet({
        nextNonce: sql`greatest(relayed_accounts.next_nonce + 1, excluded.next_nonce)`,
      }),
    )
    .returning('nextNonce')
    .executeTakeFirstOrThrow()
  return row.nextNonce - 1
}

/** Gives back a nonce that was taken in this transaction. */
export async function giveBackNonce(
  tx: Kysely<Tables>,
  { chainId, account, nonce }: SlotKey,
): Promise<void> {
  await tx
    .updateTable('relayedAccounts')
    .set({ nextNonce: nonce })
    .where('chainId', '=', chainId)
    .where('account', '=', account)
    .execute()
}

export async function insertSlot(
  tx: Kysely<Tables>,
  { chainId, account, nonce }: SlotKey,
  id: string | undefined,
): Promise<void> {
  await tx
    .insertInto('relayedSlots')
    .values({ chainId, account, nonce, authorizationId: id })
    .execute()
}

/** Closes a slot; returns the authorization that it was taken for, or undefined when it was closed before. */
export async function closeSlot(
  tx: Kysely<Tables>,
  { chainId, account, nonce }: SlotKey,
  hash: string | undefined,
  head: bigint,
): Promise<{ authorizationId: string | undefined } | undefined> {
  return await tx
    .updateTable('relayedSlots')
    .set({ isOpen: false, hash: hash ?? null, closedAtBlock: head })
    .where('chainId', '=', chainId)
    .where('account', '=', account)
    .where('nonce', '=', nonce)
    .where('isOpen', '=', true)
    .returning('authorizationId')
    .executeTakeFirst()
}

/** How many slots are reopened together: no more than an account may have open. The others follow when these are done. */
const maxReopened = 16

/**
 * Opens slots again. If the authorization has another slot by now, or its charge has another authorization, the slot only uses up
 * its nonce: the other one moves the money.
 */
export async function reopenSlots(
  tx: Kysely<Tables>,
  { chainId, account }: Pick<SlotKey, 'chainId' | 'account'>,
  from: number,
): Promise<number[]> {
  await lockAccount(tx, { chainId, account })
  const rows = await tx
    .selectFrom('relayedSlots')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('account', '=', account)
    .where('nonce', '>=', from)
    .where('isOpen', '=', false)
    .orderBy('nonce')
    .limit(maxReopened)
    .execute()
  for (const { nonce, authorizationId: id } of rows) {
    const hasOther = await tx
      .selectFrom('relayedSlots')
      .select('nonce')
      .where('authorizationId', '=', id)
      .where('isOpen', '=', true)
      .executeTakeFirst()
    await tx
      .updateTable('relayedSlots')
      .set({ isOpen: true, closedAtBlock: null, createdAt: sql<Date>`now()` })
      .set(hasOther ? { authorizationId: null } : {})
      .where('chainId', '=', chainId)
      .where('account', '=', account)
      .where('nonce', '=', nonce)
      .execute()
    // A failed authorization stays failed: its payer may have paid in another way since.
    await sql`update relayed_authorizations as relay set status = 'RELAYING'
      where id = ${id}::uuid and status = 'USED' and not exists (
        select from relayed_authorizations as other
        where other.charge_id = relay.charge_id and other.status = 'RELAYING'
      )`.execute(tx)
  }
  return rows.map(({ nonce }) => nonce)
}

/** Takes the nonces that no slot has, from one on up to the account's next one, several together. Returns them. */
export async function fillGaps(
  tx: Kysely<Tables>,
  { chainId, account }: Pick<SlotKey, 'chainId' | 'account'>,
  from: number,
): Promise<number[]> {
  const next = await lockAccount(tx, { chainId, account })
  const last = Math.min(next, from + maxReopened) - 1
  const { rows } = await sql<{ nonce: number }>`
    insert into relayed_slots (chain_id, account, nonce)
    select ${chainId}::bigint, ${account}::text, nonce
    from generate_series(${from}::bigint, ${last}::bigint) as missing (nonce)
    where not exists (
      select from relayed_slots
      where chain_id = ${chainId} and account = ${account} and relayed_slots.nonce = missing.nonce
    )
    returning nonce`.execute(tx)
  return rows.map(({ nonce }) => nonce)
}

/** Locks an account's row, and returns its next nonce; 0 for an account that has taken none. */
async function lockAccount(
  tx: Kysely<Tables>,
  { chainId, account }: Pick<SlotKey, 'chainId' | 'account'>,
): Promise<number> {
  const row = await tx
    .selectFrom('relayedAccounts')
    .select('nextNonce')
    .where('chainId', '=', chainId)
    .where('account', '=', account)
    .forUpdate()
    .executeTakeFirst()
  return row?.nextNonce ?? 0
}

/** Selects transactions with their age by the database's clock. */
export function selectAttempts(db: Kysely<Tables>) {
  return db
    .selectFrom('relayedTransactions')
    .selectAll('relayedTransactions')
    .select(
      sql<number>`extract(epoch from now() - relayed_transactions.created_at)::float8 * 1000`.as(
        'ageMs',
      ),
    )
}

export function toAttempt(
  row: Selectable<RelayedTransactionRow> & { ageMs: number },
): RelayAttempt {
  return {
    hash: row.hash,
    kind: row.authorizationId === undefined ? 'cancel' : 'relay',
    raw: row.raw,
    gas: row.gas,
    fees: {
      maxFeePerGas: row.maxFee,
      maxPriorityFeePerGas: row.maxPriorityFee,
    },
    ageMs: Math.max(0, row.ageMs),
  }
}

export function fromAttempt(
  { chainId, account, nonce, relay }: RelaySlot,
  index: number,
  { hash, kind, raw, gas, fees }: RelayAttempt,
) {
  return {
    chainId,
    account,
    nonce,
    attempt: index,
    hash,
    authorizationId: kind === 'relay' ? (relay?.id ?? null) : null,
    raw,
    gas,
    maxFee: fees.maxFeePerGas,
    maxPriorityFee: fees.maxPriorityFeePerGas,
  }
}
