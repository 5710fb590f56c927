import { type Kysely, sql } from 'kysely'
import { computeKeyId, type PublicJwk, toPublicJwk } from '../../../api/jws/keys.ts'
import { createJwsSigner, generatePrivateJwk } from '../../../api/jws/sign.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { ReceiptKeyRecord } from '../receipts.ts'

/** Creates the part of the store for the keys that sign receipts. */
export function createReceiptKeyStore(db: Kysely<Tables>) {
  const findPrivateKey = async () => {
    const row = await db
      .selectFrom('receiptKeys')
      .select('privateJwk')
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
    return row?.privateJwk
  }

  async function getReceiptKey(): Promise<string> {
    const privateKey = await findPrivateKey()
    if (privateKey !== undefined) return privateKey
    // Of several processes the index lets one insert its key; the others take that one.
    const { values } = await generateKey()
    await db
      .insertInto('receiptKeys')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await findPrivateKey()) ?? values.privateJwk
  }

  return {
    /** Returns the key that signs, as a private JWK. Creates it at first use; concurrent processes agree on one. */
    getReceiptKey,

    /** Returns the public parts of all keys, the newest first. */
    async listReceiptKeys(): Promise<ReceiptKeyRecord[]> {
      await getReceiptKey()
      return await db
        .selectFrom('receiptKeys')
        .select(['id', 'x', 'y'])
        .orderBy('createdAt', 'desc')
        .execute()
    },

    /**
     * Replaces the present key with a new one, and deletes the private part of the old key.
     *
     * @param options `withdraws`: whether to stop publishing the old key, since it may be stolen
     */
    async rotateReceiptKey({ withdraws }: { withdraws: boolean }): Promise<ReceiptKeyRecord> {
      const { key, values } = await generateKey()
      await db.transaction().execute(async (tx) => {
        // Concurrent rotations would both find the present key, and only one of their new keys could sign.
        await sql`lock table receipt_keys in share row exclusive mode`.execute(tx)
        if (withdraws) await tx.deleteFrom('receiptKeys').where('retiredAt', 'is', null).execute()
        else
          await tx
            .updateTable('receiptKeys')
            .set({ privateJwk: null, retiredAt: sql`now()` })
            .where('retiredAt', 'is', null)
            .execute()
        await tx.insertInto('receiptKeys').values(values).execute()
      })
      return key
    },
  }
}

/** The keys that sign receipts. */
export type ReceiptKeyStore = ReturnType<typeof createReceiptKeyStore>

/** ES256, because the WebCrypto of every browser verifies it. */
async function generateKey() {
  const privateJwk = await generatePrivateJwk('ES256')
  const { publicKey } = createJwsSigner(privateJwk, 'receiptKey')
  const { x, y } = toPublicJwk(publicKey) as Extract<PublicJwk, { kty: 'EC' }>
  const key: ReceiptKeyRecord = { id: await computeKeyId(publicKey), x, y }
  return { key, values: { ...key, privateJwk } }
}
