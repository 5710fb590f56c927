import { type Kysely, sql } from 'kysely'
import type { Address } from '../../chain/types/address.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { RelayAttempt, RelayEnd, RelaySlot, ReopenedSlots, SlotKey } from '../records.ts'
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

/** Creates the part of the store for the nonces of the relayer's accounts, and the transactions that were signed for them. */
export function createSlotStore(db: Kysely<Tables>) {
  return {
    /**
     * Saves a signed transaction as the n-th one of its slot, before it is sent. Returns the one that is saved: that of another
     * process, where that was first.
     */
    async saveAttempt(
      slot: RelaySlot,
      index: number,
      attempt: RelayAttempt,
    ): Promise<RelayAttempt> {
      return await db.transaction().execute((tx) => saveAttempt(tx, slot, index, attempt))
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
      await db.transaction().execute((tx) => endSlot(tx, slot, hash, head, end))
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
      const { rows } = await sql<{ account: Address; nextNonce: number }>`
        select account, next_nonce from relayed_accounts
        where chain_id = ${chainId} and account in (
          select account from relayed_slots where chain_id = ${chainId} and is_open
          union select account from relayed_slots
          where chain_id = ${chainId} and not is_open and closed_at_block > ${block}::numeric
        )`.execute(db)
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

/** The nonces of the relayer's accounts, and the transactions that were signed for them. */
export type SlotStore = ReturnType<typeof createSlotStore>

async function saveAttempt(
  tx: Kysely<Tables>,
  slot: RelaySlot,
  index: number,
  attempt: RelayAttempt,
): Promise<RelayAttempt> {
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
    await sql`
      update relayed_authorizations set hash = ${row.hash}
      where id = ${row.authorizationId} and status = 'RELAYING'`.execute(tx)
  return toAttempt(row)
}

async function endSlot(
  tx: Kysely<Tables>,
  slot: SlotKey,
  hash: string | undefined,
  head: bigint,
  end: RelayEnd | undefined,
): Promise<void> {
  const id = (await closeSlot(tx, slot, hash, head))?.authorizationId
  if (!id || !end) return
  const used = end.hash ?? (end.status === 'USED' ? hash : undefined)
  await sql`
    update relayed_authorizations
    set status = ${end.status}, reason = ${end.reason}, hash = coalesce(${used ?? null}, hash)
    where id = ${id} and status = 'RELAYING'`.execute(tx)
}
