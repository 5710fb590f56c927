import { type Kysely, sql } from 'kysely'
import type { Address } from '../../chain/types/address.ts'
import type { SignedAuthorization } from '../../chain/types/authorizations.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type {
  BeginResult,
  ChargeRelay,
  PayerFunds,
  RelayAttempt,
  RelayCounts,
  RelayEnd,
  RelayedMoney,
  RelayRecord,
  RelaySlot,
  ReopenedSlots,
  SlotKey,
} from '../records.ts'
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
export function createRelayerStore(db: Kysely<Tables>) {
  return {
    /** Returns the newest record of exactly this authorization for a charge; undefined where it was never accepted. */
    async findRelay(
      chargeId: string,
      authorization: SignedAuthorization,
    ): Promise<RelayRecord | undefined> {
      return await findRelay(db, chargeId, authorization)
    },

    /** Returns what was accepted for a charge, and has not failed. */
    async listUnfailedRelays(chargeId: string): Promise<readonly ChargeRelay[]> {
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

    /** Returns the newest record with this name of its client's; undefined for none. */
    async findRelayByPaymentId(
      chargeId: string,
      paymentId: string,
    ): Promise<RelayRecord | undefined> {
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

    /** Returns what is under way of an account in a token, for any charge. */
    async listUnderWay({
      chainId,
      token,
      from,
    }: Pick<RelayRecord, 'chainId' | 'token' | 'from'>): Promise<readonly RelayRecord[]> {
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

    /**
     * Accepts an authorization and takes the next nonce of an account for it, under the locks of the charge and of the account.
     * No two calls take one nonce, whatever process they come from. Where it is not begun, nothing is written.
     *
     * @param chainNonce the account's next nonce by the chain: those below it wait no more
     * @param funds of the payer: all that is under way of it and unused fits in its balance, so that no two fail by each other
     * @param check throws where the charge, as it is under its lock, takes no authorization
     */
    async beginRelay(
      relay: RelayRecord,
      account: Address,
      chainNonce: number,
      counts: RelayCounts,
      funds: PayerFunds,
      check: (charge: ChargeRecord) => void,
    ): Promise<BeginResult> {
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

    /**
     * Saves a signed transaction as the n-th one of its slot, before it is sent. Returns the one that is saved: that of another
     * process, where that was first.
     */
    async saveAttempt(
      slot: RelaySlot,
      index: number,
      attempt: RelayAttempt,
    ): Promise<RelayAttempt> {
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

    /** Returns the slots of a chain that are not final, in order of account and nonce. */
    async listOpenSlots(chainId: number): Promise<readonly RelaySlot[]> {
      return await listOpenSlots(db, chainId)
    },

    /**
     * Ends a slot, and what it was taken for.
     *
     * @param hash the transaction that has used up the nonce; undefined for one that is not ours
     * @param head the newest block
     * @param end undefined leaves the authorization as it is
     */
    async endSlot(
      slot: SlotKey,
      hash: string | undefined,
      head: bigint,
      end: RelayEnd | undefined,
    ): Promise<void> {
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

    /** Returns what has become of an authorization's money; undefined until a transfer with its nonce was recorded. */
    async readMoney(relayId: string): Promise<RelayedMoney | undefined> {
      const row = await db
        .selectFrom('relayedAuthorizations as relay')
        .select(readMoney.as('money'))
        .where('id', '=', relayId)
        .executeTakeFirst()
      return row?.money
    },

    /** Ends a slot whose nonce another transaction has, and takes the account's next nonce for the same authorization. */
    async moveRelay(slot: SlotKey, chainNonce: number, head: bigint): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const nonce = await takeNonce(tx, slot, chainNonce)
        const closed = await closeSlot(tx, slot, undefined, head)
        if (closed) await insertSlot(tx, { ...slot, nonce }, closed.authorizationId)
        else await giveBackNonce(tx, { ...slot, nonce })
      })
    },

    /**
     * Returns the next nonce of each account of a chain that has a slot which is open, or was closed after a block: those which a
     * reorganization down to that block can reach.
     */
    async listNextNonces(chainId: number, block: bigint): Promise<ReadonlyMap<Address, number>> {
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

    /**
     * Opens again the slots of an account that are closed, from a nonce on, however long ago they were closed: the service may have been
     * down meanwhile. Takes the nonces in between that nobody has taken, each to be used up by a transfer of nothing. What a
     * reorganization took back is sent again, unless its charge has another one under way. What the chain has after all is refused by
     * its nodes, and closed again.
     *
     * @param from the account's next nonce, as the chain has it now
     */
    async reopenSlots(
      key: Pick<SlotKey, 'chainId' | 'account'>,
      from: number,
    ): Promise<ReopenedSlots> {
      return await db.transaction().execute(async (tx) => {
        const reopened = await reopenSlots(tx, key, from)
        return { reopened, missing: await fillGaps(tx, key, from) }
      })
    },
  }
}

/** The relayer's tables. Each method takes effect completely or not at all. */
export type RelayerStore = ReturnType<typeof createRelayerStore>

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
