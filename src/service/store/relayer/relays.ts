import { type Kysely, sql } from 'kysely'
import type {
  BeginResult,
  ChargeRelayStore,
  RelayedMoney,
  RelayerStore,
} from '../../domain/relayer/records.ts'
import type { Tables } from '../database/tables/tables.ts'
import { beginRelay, findRelay } from './begin.ts'
import { toRelay } from './rows.ts'
import {
  closeSlot,
  fillGaps,
  fromAttempt,
  giveBackNonce,
  insertSlot,
  listOpenSlots,
  reopenSlots,
  selectAttempts,
  takeNonce,
  toAttempt,
} from './slots.ts'

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

    async beginRelay(relay, account, chainNonce, counts, funds, check) {
      try {
        return await db.transaction().execute(async (tx) => {
          const result = await beginRelay(tx, relay, account, chainNonce, counts, funds, check)
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
      return await listOpenSlots(db, chainId)
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

/** What has become of a relay's money: the token takes its nonce once, so at most one transfer has it. */
const readMoney = sql<RelayedMoney | undefined>`(
  select case when status = 'UNMATCHED' then 'waiting'
    when payment_id is not null and transfers.charge_id = relay.charge_id then 'credited' else 'decided' end
  from transfers where transfers.authorization_nonce = relay.nonce and transfers.chain_id = relay.chain_id
    and transfers.token = relay.token and transfers.sender = relay.sender
  limit 1
)`
