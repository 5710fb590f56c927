import type { Kysely } from 'kysely'
import type { Reported, ReportLimits, Store } from '../domain/ports.ts'
import type { ReportRecord } from '../domain/records.ts'
import { toReport } from './proof-rows.ts'
import type { Tables } from './tables.ts'

type Reports = Pick<
  Store,
  | 'report'
  | 'reportOf'
  | 'reportsOf'
  | 'dueReports'
  | 'postponeReport'
  | 'replaceReport'
  | 'endReports'
  | 'forgetReports'
  | 'countReports'
>

/** What was reported and the chain has not shown: a queue of its own, beside payments. */
export function reports(db: Kysely<Tables>): Reports {
  return {
    async report(report, limits) {
      return await db.transaction().execute((tx) => take(tx, report, limits))
    },

    async reportOf(chargeId, chainId, hash) {
      const row = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('charge_id', '=', chargeId)
        .where('chain_id', '=', chainId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && toReport(row)
    },

    async reportsOf(chainId, hash) {
      const rows = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where('hash', '=', hash)
        .where((by) => by.or([by('status', '=', 'WAITING'), by('signature', 'is not', null)]))
        .orderBy('created_at')
        // Each signature costs a call: who floods one hash gets no more than this.
        .limit(20)
        .execute()
      return rows.map(toReport)
    },

    async dueReports(chainId, now, limit) {
      const rows = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where('status', '=', 'WAITING')
        .where('next_look_at', '<=', now)
        .orderBy('looks')
        .orderBy('next_look_at')
        .limit(limit)
        .execute()
      return rows.map(toReport)
    },

    async postponeReport(id, at, trace) {
      const seen = trace && {
        sender: trace.sender,
        nonce: trace.nonce,
        seen_head: String(trace.head),
      }
      await db
        .updateTable('reported_transactions')
        .set((by) => ({ next_look_at: at, looks: by('looks', '+', 1), ...seen }))
        .where('id', '=', id)
        .where('status', '=', 'WAITING')
        .execute()
    },

    async replaceReport(id, hash) {
      await db.transaction().execute(async (tx) => {
        const reason = `The transaction was replaced by ${hash}.`
        const row = await tx
          .updateTable('reported_transactions')
          .set({ status: 'ENDED', reason })
          .where('id', '=', id)
          .where('status', '=', 'WAITING')
          .returningAll()
          .executeTakeFirst()
        if (!row) return
        // A signature is over the hash: that of another transaction says nothing of this one.
        const replaced = { hash, signature: null, sender: null, nonce: null, seen_head: null }
        await tx
          .insertInto('reported_transactions')
          .values({
            ...{ ...row, ...replaced, id: crypto.randomUUID(), status: 'WAITING', reason: '' },
            ...{ looks: 0, next_look_at: new Date() },
          })
          .onConflict((conflict) => conflict.columns(['charge_id', 'chain_id', 'hash']).doNothing())
          .execute()
      })
    },

    async endReports(ids, reason) {
      if (ids.length === 0) return
      await db
        .updateTable('reported_transactions')
        .set({ status: 'ENDED', reason })
        .where('id', 'in', [...ids])
        .where('status', '=', 'WAITING')
        .execute()
    },

    async forgetReports(before, limit) {
      const old = db
        .selectFrom('reported_transactions')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('reported_transactions')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async countReports() {
      const { count } = await db
        .selectFrom('reported_transactions')
        .select((by) => by.fn.countAll<string>().as('count'))
        .where('status', '=', 'WAITING')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

async function take(
  tx: Kysely<Tables>,
  report: ReportRecord,
  limits: ReportLimits,
): Promise<Reported> {
  const { chargeId, chainId, hash } = report
  // Simultaneous reports of one charge follow each other, so that they are counted right.
  await tx.selectFrom('charges').select('id').where('id', '=', chargeId).forUpdate().execute()
  const transfers = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('hash', '=', hash)
    .execute()
  const open = transfers.some(({ status }) => status === 'UNMATCHED')
  const known = await tx
    .selectFrom('reported_transactions')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('chain_id', '=', chainId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  const paid = await tx
    .selectFrom('payments')
    .select('id')
    .where('charge_id', '=', chargeId)
    .where('chain_id', '=', chainId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  const signs = report.signature !== undefined && report.signature !== known?.signature
  // Another signature takes the former one's place: whoever signed with the wrong account signs again.
  if (known && !signs) return { outcome: 'known' }
  if (paid && !(signs && open)) return { outcome: 'known' }
  if (transfers.length > 0 && !open) return { outcome: 'taken' }
  // What is known to be on the chain does not stand in line with what may never be there.
  const dueAt = open ? new Date(0) : report.createdAt
  if (known) return await sign(tx, report, known.id, dueAt)
  await makeRoom(tx, report, limits)
  // What is recorded waits for a proof, and the chain has nothing to add.
  const waits = !open || signs || limits.firstReport
  const row = await tx
    .insertInto('reported_transactions')
    .values({
      id: report.id,
      charge_id: chargeId,
      chain_id: chainId,
      hash,
      token: report.token,
      signature: report.signature ?? null,
      status: waits ? 'WAITING' : 'ENDED',
      next_look_at: dueAt,
      created_at: report.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (open) {
    await tx
      .updateTable('transfers')
      .set({ charge_id: chargeId })
      .where('chain_id', '=', chainId)
      .where('hash', '=', hash)
      .where('status', '=', 'UNMATCHED')
      // A hint for the merchant: the first one stands, so that nobody writes over it.
      .where('charge_id', 'is', null)
      .execute()
  }
  return { outcome: 'added', report: toReport(row) }
}

async function sign(
  tx: Kysely<Tables>,
  report: ReportRecord,
  id: string,
  dueAt: Date,
): Promise<Reported> {
  const row = await tx
    .updateTable('reported_transactions')
    .set({
      signature: report.signature ?? null,
      status: 'WAITING',
      looks: 0,
      next_look_at: dueAt,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { outcome: 'added', report: toReport(row) }
}

/** A charge has a few places in the queue: the one that was looked at most often, then the oldest, gives its own up. */
async function makeRoom(
  tx: Kysely<Tables>,
  { chargeId }: ReportRecord,
  limits: ReportLimits,
): Promise<void> {
  for (const [status, most] of [
    ['WAITING', limits.waiting],
    ['ENDED', limits.ended],
  ] as const) {
    const beyond = await tx
      .selectFrom('reported_transactions')
      .select('id')
      .where('charge_id', '=', chargeId)
      .where('status', '=', status)
      // All that has ended counts alike: there the oldest goes.
      .$if(status === 'WAITING', (query) => query.orderBy('looks'))
      .orderBy('created_at', 'desc')
      .offset(most - 1)
      .execute()
    if (beyond.length === 0) continue
    const ids = beyond.map(({ id }) => id)
    await tx.deleteFrom('reported_transactions').where('id', 'in', ids).execute()
  }
}
