import { type Kysely, type Selectable, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type {
  BeginResult,
  ChargeRelayStore,
  PayerFunds,
  RelayAttempt,
  RelayCounts,
  RelayedMoney,
  RelayerStore,
  RelayLimit,
  RelayRecord,
  RelaySlot,
  SignedAuthorization,
  SlotKey,
} from '../../domain/relayer/records.ts'
import {
  type ContractRelays,
  hasShareLeft,
  isContractServed,
  type RelayShare,
} from '../../domain/relayer/rules.ts'
import { lockCharge } from '../charges/updates.ts'
import { anyOf, arrayOf } from '../database/any-of.ts'
import type { RelayedAuthorizationRow, RelayedTransactionRow } from '../database/tables/relayer.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store for the relayer. Locks are taken in one order: the charge, the payer, the account. */
export function createRelayerStore(db: Kysely<Tables>): RelayerStore & ChargeRelayStore {
  return {
    async findRelay(chargeId, authorization) {
      return await findRelay(db, chargeId, authorization)
    },

    async listUnfailedRelays(chargeId) {
      const rows = await db
        .selectFrom('relayedAuthorizations as relay')
        .selectAll('relay')
        .select(readMoney.as('money'))
        .where('chargeId', '=', chargeId)
        .where('status', '!=', 'FAILED')
        .orderBy('createdAt')
        .execute()
      return rows.map(({ money, ...row }) => ({ ...toRelay(row), money }))
    },

    async findRelayByPaymentId(chargeId, paymentId) {
      const row = await db
        .selectFrom('relayedAuthorizations')
        .selectAll()
        .where('chargeId', '=', chargeId)
        .where('paymentId', '=', paymentId)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && toRelay(row)
    },

    async listUnderWay({ chainId, token, from }) {
      const rows = await db
        .selectFrom('relayedAuthorizations')
        .selectAll()
        .where('chainId', '=', chainId)
        .where('token', '=', token)
        .where('sender', '=', from)
        .where('status', '=', 'RELAYING')
        .execute()
      return rows.map(toRelay)
    },

    async beginRelay(...args) {
      try {
        return await db.transaction().execute(async (tx) => {
          const result = await beginRelay(tx, ...args)
          // Nothing is kept of what was not taken: the transaction is taken back.
          if (result.outcome !== 'begun') throw new NotBegun(result)
          return result
        })
      } catch (cause) {
        if (cause instanceof NotBegun) return cause.result
        throw cause
      }
    },

    async saveAttempt(slot, index, attempt) {
      return await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('relayedTransactions')
          .values(fromAttempt(slot, index, attempt))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await selectAttempts(tx)
          .where('chainId', '=', slot.chainId)
          .where('account', '=', slot.account)
          .where('nonce', '=', slot.nonce)
          .where('attempt', '=', index)
          .executeTakeFirstOrThrow()
        if (row.authorizationId !== undefined)
          await tx
            .updateTable('relayedAuthorizations')
            .set({ hash: row.hash })
            .where('status', '=', 'RELAYING')
            .where('id', '=', row.authorizationId)
            .execute()
        return toAttempt(row)
      })
    },

    async listOpenSlots(chainId) {
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
    },

    async endSlot(slot, hash, head, end) {
      await db.transaction().execute(async (tx) => {
        const id = (await closeSlot(tx, slot, hash, head))?.authorizationId
        if (!id || !end) return
        const used = end.hash ?? (end.status === 'USED' ? hash : undefined)
        await tx
          .updateTable('relayedAuthorizations')
          .set({
            status: end.status,
            reason: end.reason,
            ...(used !== undefined && { hash: used }),
          })
          .where('id', '=', id)
          .where('status', '=', 'RELAYING')
          .execute()
      })
    },

    async readMoney(relayId) {
      const row = await db
        .selectFrom('relayedAuthorizations as relay')
        .select(readMoney.as('money'))
        .where('id', '=', relayId)
        .executeTakeFirst()
      return row?.money
    },

    async moveRelay(slot, chainNonce, head) {
      await db.transaction().execute(async (tx) => {
        const nonce = await takeNonce(tx, slot, chainNonce)
        const closed = await closeSlot(tx, slot, undefined, head)
        if (closed) await insertSlot(tx, { ...slot, nonce }, closed.authorizationId)
        else await giveBackNonce(tx, { ...slot, nonce })
      })
    },

    async listNextNonces(chainId, block) {
      const reachable = sql<string>`select distinct account from relayed_slots
        where chain_id = ${chainId} and is_open
        union select distinct account from relayed_slots
        where chain_id = ${chainId} and not is_open and closed_at_block > ${block}::numeric`
      const rows = await db
        .selectFrom('relayedAccounts')
        .selectAll()
        .where('chainId', '=', chainId)
        .where(sql<boolean>`account in (${reachable})`)
        .execute()
      return new Map(rows.map(({ account, nextNonce }) => [account, nextNonce]))
    },

    async reopenSlots(key, from) {
      return await db.transaction().execute(async (tx) => {
        const reopened = await reopenSlots(tx, key, from)
        return { reopened, missing: await fillGaps(tx, key, from) }
      })
    },
  }
}

class NotBegun extends Error {
  readonly result: BeginResult

  constructor(result: BeginResult) {
    super(result.outcome)
    this.result = result
  }
}

async function beginRelay(
  tx: Kysely<Tables>,
  ...[relay, account, chainNonce, counts, funds, check]: Parameters<RelayerStore['beginRelay']>
): Promise<BeginResult> {
  const locked = await lockCharge(tx, relay.chargeId)
  if (!locked) throw new PayError('not_found', 'There is no such charge.')
  const known = await findRelay(tx, relay.chargeId, relay)
  if (known && known.status !== 'FAILED') return { outcome: 'known', relay: known }
  if (await isRelaying(tx, relay.chargeId)) return { outcome: 'busy' }
  check(locked.charge)
  if (relay.isExclusive && !(await accept(tx, relay))) return { outcome: 'taken' }
  if (!(await isCovered(tx, relay, funds))) return { outcome: 'limited', by: 'balance' }
  const { chainId } = relay
  const nonce = await takeNonce(tx, { chainId, account }, chainNonce)
  const by = await findLimit(tx, relay, { account, chainNonce }, counts)
  if (by) return { outcome: 'limited', by }
  if (relay.isOfContract && !isContractServed(await countContractRelays(tx, relay, funds)))
    return { outcome: 'limited', by: 'contract' }
  await tx.insertInto('relayedAuthorizations').values(fromRelay(relay)).execute()
  const slot = { chainId, account, nonce }
  await insertSlot(tx, slot, relay.id)
  return { outcome: 'begun', slot: { ...slot, relay, attempts: [], ageMs: 0 } }
}

/** What has become of a relay's money: the token takes its nonce once, so at most one transfer has it. */
const readMoney = sql<RelayedMoney | undefined>`(
  select case when status = 'UNMATCHED' then 'waiting'
    when payment_id is not null and transfers.charge_id = relay.charge_id then 'credited' else 'decided' end
  from transfers where transfers.authorization_nonce = relay.nonce and transfers.chain_id = relay.chain_id
    and transfers.token = relay.token and transfers.sender = relay.sender
  limit 1
)`

/** Returns the newest record of exactly this authorization. */
async function findRelay(
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

/**
 * Returns whether a payer's balance covers an authorization beside all that is under way of it, under the lock of the payer: each
 * would pass the token's simulation by itself, and all but the first would cost a fee for nothing.
 */
async function isCovered(
  tx: Kysely<Tables>,
  { chainId, token, from, value }: RelayRecord,
  { balance, usedIds }: PayerFunds,
): Promise<boolean> {
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
  return (sum ?? 0n) + value <= balance
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

/** Locks an account's row, and takes its next nonce: never one below the chain's. */
async function takeNonce(
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
async function giveBackNonce(
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

/** What was sent in the last hour, and what waits of the relayer's account. */
interface CountedRelays extends RelayShare {
  ofPayer: number
  open: number
}

/**
 * Counted under the lock of the relayer's account, so that calls at the same time do not pass a limit together. A nonce that a block
 * has used up waits no more, and is not counted.
 */
async function findLimit(
  tx: Kysely<Tables>,
  { chainId, from, chargeId }: RelayRecord,
  { account, chainNonce }: { account: string; chainNonce: number },
  { perAccount, total, openSlots }: RelayCounts,
): Promise<RelayLimit | undefined> {
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
  const [counted] = rows
  if (!counted || counted.ofPayer >= perAccount || !hasShareLeft(counted, total)) return 'hour'
  return counted.open >= openSlots ? 'slots' : undefined
}

/**
 * Counts what contracts have cost on a chain in the last day, or may still, under one lock for all of them: calls at the same time come
 * by different accounts of the relayer.
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

async function insertSlot(
  tx: Kysely<Tables>,
  { chainId, account, nonce }: SlotKey,
  id: string | undefined,
): Promise<void> {
  await tx
    .insertInto('relayedSlots')
    .values({ chainId, account, nonce, authorizationId: id })
    .execute()
}

/** Closes a slot; returns what it was taken for, or undefined where it was closed before. */
async function closeSlot(
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

/** How many slots are opened at once: no more than wait of an account at a time. The others follow when these are done. */
const maxReopened = 16

/**
 * Opens slots again. One whose authorization has another slot by now, or that has lost its charge to another one, only uses up its
 * nonce: what it would move, that other one moves.
 */
async function reopenSlots(
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
    // What was given up stays so: its payer may have paid otherwise meanwhile.
    await sql`update relayed_authorizations as relay set status = 'RELAYING'
      where id = ${id}::uuid and status = 'USED' and not exists (
        select from relayed_authorizations as other
        where other.charge_id = relay.charge_id and other.status = 'RELAYING'
      )`.execute(tx)
  }
  return rows.map(({ nonce }) => nonce)
}

/** Takes the nonces that no slot has, from one on up to the account's next one, some at once. Returns them. */
async function fillGaps(
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
function selectAttempts(db: Kysely<Tables>) {
  return db
    .selectFrom('relayedTransactions')
    .selectAll('relayedTransactions')
    .select(
      sql<number>`extract(epoch from now() - relayed_transactions.created_at)::float8 * 1000`.as(
        'ageMs',
      ),
    )
}

function toRelay({ sender, ...columns }: Selectable<RelayedAuthorizationRow>): RelayRecord {
  return { ...columns, from: sender }
}

/** The database dates it. */
function fromRelay({ from, createdAt, ...columns }: RelayRecord) {
  return { ...columns, sender: from }
}

function toAttempt(row: Selectable<RelayedTransactionRow> & { ageMs: number }): RelayAttempt {
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

function fromAttempt(
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
