import type { Logger } from 'pino'
import { judge, type Verdict } from '../domain/judge.ts'
import { settle } from '../domain/life.ts'
import type { Chains, PendingPayment, Store } from '../domain/ports.ts'
import { nextLook } from './due.ts'

/** What a look needs. */
export interface Lookout {
  store: Store
  chains: Chains
  log: Logger
}

/** Payments read at once; more wait for the next look, which begins with those that waited longest. */
const batch = 500
/** Payments asked of a chain at the same time. */
const width = 8
/** Milliseconds before a payment is tried again that could not be judged while others could. */
const faultPause = 30_000

/**
 * Judges every payment of a chain that is due, once. Rejects with PayError `chain_unreachable` when none could be
 * judged: then nothing was changed, and no payment fails for it.
 */
export async function look(lookout: Lookout, chainId: number): Promise<void> {
  const { store, chains, log } = lookout
  const now = new Date()
  const pending = await store.pendingPayments(chainId, now, batch)
  if (pending.length === 0) return
  const head = await chains.head(chainId)
  const queue = [...pending]
  const again: { id: string; at: Date }[] = []
  const faults: unknown[] = []
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const { id, createdAt, hash } = one.payment
      try {
        const verdict = await follow(lookout, one, head)
        again.push({ id, at: verdict.kind === 'unseen' ? nextLook(createdAt, now) : now })
      } catch (err) {
        faults.push(err)
        again.push({ id, at: new Date(now.getTime() + faultPause) })
        log.warn({ err, chainId, hash }, 'A payment could not be judged; it is tried again.')
      }
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  // With not one success it is the chain, not a payment: the loop backs off, and all stay due.
  if (faults.length === pending.length) throw faults[0]
  await lookAgain(store, again)
}

/** One write for all payments of one time. */
async function lookAgain(store: Store, again: { id: string; at: Date }[]): Promise<void> {
  const byTime = Map.groupBy(again, ({ at }) => at.getTime())
  for (const [time, those] of byTime) {
    await store.lookAgain(
      those.map(({ id }) => id),
      new Date(time),
    )
  }
}

async function follow(
  { store, chains, log }: Lookout,
  { payment, quote, chargedAt }: PendingPayment,
  head: bigint,
): Promise<Verdict> {
  const { chainId, chargeId, hash } = payment
  const facts = await chains.facts(chainId, hash, head)
  const confirmations = chains.confirmations(chainId)
  const verdict = shownPayer(judge(facts, { chargeId, quote, chargedAt, confirmations }), chains)
  log.debug({ chainId, hash, verdict: verdict.kind }, 'looked')
  if (verdict.kind === 'pending') return verdict
  const made = await store.changeCharge(chargeId, (charge) =>
    settle(charge, payment.id, verdict, new Date()),
  )
  if (made) {
    const { status, reason } = made.payment
    log.info({ chargeId, chainId, hash, status, reason, charge: made.move?.status }, 'judged')
  }
  return verdict
}

/** Logs give addresses without capitals; we keep them in their EIP-55 form. */
function shownPayer(verdict: Verdict, chains: Chains): Verdict {
  if (verdict.kind !== 'paid') return verdict
  return { ...verdict, payer: chains.address(verdict.payer, 'payer') }
}
