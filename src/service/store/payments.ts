import type { Kysely } from 'kysely'
import { isSamePair, quoteOf } from '../domain/pairs.ts'
import type { FollowedPayment, Store, Trace } from '../domain/ports.ts'
import { acceptsOf } from './accepts.ts'
import { toPayment, toQuote } from './rows.ts'
import type { PaymentRow, Tables } from './tables.ts'

type Payments = Pick<
  Store,
  'pendingPayments' | 'creditedPayments' | 'lookAgain' | 'saveTrace' | 'holders' | 'payee'
>

/** What is asked about payments across charges. */
export function payments(db: Kysely<Tables>): Payments {
  return {
    async pendingPayments(chainId, now, limit) {
      return await read(
        db,
        followed(db, chainId)
          .where('payments.status', '=', 'PENDING')
          .where('payments.look_at', '<=', now)
          .orderBy('payments.look_at')
          .limit(limit),
      )
    },

    async creditedPayments(chainId, fromBlock, now, limit) {
      return await read(
        db,
        followed(db, chainId)
          .where('payments.status', '=', 'COMPLETED')
          .where('payments.block_number', '>=', String(fromBlock))
          .where('payments.look_at', '<=', now)
          .orderBy('payments.look_at')
          .limit(limit),
      )
    },

    async lookAgain(paymentIds, at) {
      if (paymentIds.length === 0) return
      await db.updateTable('payments').set({ look_at: at }).where('id', 'in', paymentIds).execute()
    },

    async saveTrace(paymentId, { sender, nonce, head, seenAt }) {
      await db
        .updateTable('payments')
        .set({ sender, nonce, seen_head: String(head), seen_at: seenAt })
        .where('id', '=', paymentId)
        .execute()
    },

    async holders(chainId, hash) {
      return await read(
        db,
        followed(db, chainId)
          .where('payments.hash', '=', hash)
          .where('payments.status', '<>', 'FAILED'),
      )
    },

    async payee(chainId, hash, chargeId) {
      const row = await db
        .selectFrom('payments')
        .innerJoin('charges', 'charges.id', 'payments.charge_id')
        .where('payments.chain_id', '=', chainId)
        .where('payments.hash', '=', hash)
        .where('payments.status', '<>', 'FAILED')
        .orderBy((by) => by('charges.id', '=', chargeId), 'desc')
        .select(['charges.id', 'charges.account_id', 'payments.token'])
        .executeTakeFirst()
      return row && { chargeId: row.id, accountId: row.account_id, token: row.token }
    },
  }
}

function followed(db: Kysely<Tables>, chainId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('charges', 'charges.id', 'payments.charge_id')
    .where('payments.chain_id', '=', chainId)
    .selectAll('payments')
    .select(['charges.recipient', 'charges.token_type', 'charges.token_decimals'])
    .select(['charges.token_symbol', 'charges.amount', 'charges.created_at as charged_at'])
    .select(['charges.chain_id as own_chain_id', 'charges.token as own_token'])
}

async function read(
  db: Kysely<Tables>,
  query: ReturnType<typeof followed>,
): Promise<FollowedPayment[]> {
  const rows = await query.execute()
  const all = rows.map((row) => ({
    payment: toPayment(row),
    own: toQuote({ ...row, chain_id: row.own_chain_id, token: row.own_token }),
    chargedAt: row.charged_at,
    trace: toTrace(row),
  }))
  const others = all.filter(({ payment, own }) => !isSamePair(payment, own))
  const accepts = await acceptsOf(
    db,
    others.map(({ payment }) => payment.chargeId),
  )
  return all.map(({ own, ...one }) => {
    const { chargeId } = one.payment
    const charge = { id: chargeId, quote: own, accepts: accepts.get(chargeId) ?? [] }
    // That a charge takes a payment's pair is checked before the payment is taken.
    return { ...one, quote: quoteOf(charge, one.payment) }
  })
}

type TraceColumns = Pick<PaymentRow, 'sender' | 'nonce' | 'seen_head' | 'seen_at'>

function toTrace(row: TraceColumns): Trace | undefined {
  if (row.sender === null || row.seen_at === null) return undefined
  return {
    sender: row.sender,
    nonce: Number(row.nonce),
    head: BigInt(row.seen_head ?? 0),
    seenAt: row.seen_at,
  }
}
