import type { Logger } from 'pino'
import { type Facts, judge, type Verdict } from '../domain/judge.ts'
import { settle } from '../domain/life.ts'
import type { Chains, FollowedPayment, Store } from '../domain/ports.ts'
import { nextLook } from './due.ts'
import { followReplaced } from './replaced.ts'

/** What a look needs. */
export interface Lookout {
  store: Store
  chains: Chains
  log: Logger
  /** Milliseconds from a charge's creation until it expires. */
  expiry: number
  /** Blocks for which a credited payment is watched for reorganisations. */
  reorgBlocks: number
}

/** Number of the newest block, read at most once a turn and only when somebody wants it. */
export type Head = () => Promise<bigint>

/** Payments read at once; more wait for the next look, which begins with those that waited longest. */
const batch = 500
/** Payments asked of a chain at the same time. */
const width = 8
/** Milliseconds before a payment is tried again that could not be judged while others could. */
const faultPause = 30_000
/** Blocks, and milliseconds, after which it is written down anew that a transaction was seen. */
const traceBlocks = 32n
const traceTime = 5 * 60_000

/**
 * Judges every payment of a chain that is due, once. Rejects with PayError `chain_unreachable` when none could be
 * judged: then nothing was changed, and no payment fails for it.
 */
export async function look(lookout: Lookout, chainId: number, readHead: Head): Promise<void> {
  const { store, log } = lookout
  const now = new Date()
  const pending = await store.pendingPayments(chainId, now, batch)
  if (pending.length === 0) return
  const head = await readHead()
  const queue = [...pending]
  const again: { id: string; at: Date }[] = []
  const faults: unknown[] = []
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const { id, hash } = one.payment
      try {
        const verdict = await follow(lookout, one, head)
        again.push({ id, at: verdict.kind === 'unseen' ? nextLook(lastSeen(one), now) : now })
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
export async function lookAgain(store: Store, again: { id: string; at: Date }[]): Promise<void> {
  const byTime = Map.groupBy(again, ({ at }) => at.getTime())
  for (const [time, those] of byTime) {
    await store.lookAgain(
      those.map(({ id }) => id),
      new Date(time),
    )
  }
}

async function follow(lookout: Lookout, one: FollowedPayment, head: bigint): Promise<Verdict> {
  const { chains, log } = lookout
  const { payment, quote } = one
  const { chainId, hash } = payment
  const facts = await chains.facts(chainId, hash, head, quote)
  await keepTrace(lookout, one, facts)
  const verdict = judge(facts, claimOf(lookout, one))
  log.debug({ chainId, hash, verdict: verdict.kind }, 'looked')
  if (verdict.kind === 'pending') return verdict
  if (verdict.kind === 'unseen') {
    const replaced = await followReplaced(lookout, one, head)
    if (replaced) return replaced
  }
  await settleWith(lookout, one, verdict)
  return verdict
}

/** What a payment has to prove. */
export function claimOf({ chains }: Lookout, { payment, quote, chargedAt }: FollowedPayment) {
  const { chargeId, chainId } = payment
  return { chargeId, quote, chargedAt, confirmations: chains.confirmations(chainId) }
}

/** Writes a verdict down, where it changes something. */
export async function settleWith(
  { store, chains, log, expiry }: Lookout,
  one: FollowedPayment,
  judged: Verdict,
): Promise<void> {
  const { id, chargeId, chainId, hash } = one.payment
  const verdict = shownPayer(judged, chains)
  const made = await store.changeCharge(chargeId, (charge) =>
    settle(charge, id, verdict, { now: new Date(), unseenSince: lastSeen(one), expiry }),
  )
  if (!made) return
  const { status, reason } = made.payment ?? {}
  log.info({ chargeId, chainId, hash, status, reason, charge: made.move?.status }, 'judged')
}

/** Without it, a transaction that is replaced could not be followed. */
async function keepTrace(
  { store }: Lookout,
  { payment, trace }: FollowedPayment,
  { transaction, head }: Facts,
): Promise<void> {
  if (!transaction) return
  const seenAt = new Date()
  const fresh = trace && seenAt.getTime() - trace.seenAt.getTime() < traceTime
  if (fresh && head - trace.head < traceBlocks) return
  const { from: sender, nonce } = transaction
  await store.saveTrace(payment.id, { sender, nonce, head, seenAt })
}

/** When the chain knew a payment's transaction last, or else when it was reported. */
export function lastSeen({ payment, trace }: FollowedPayment): Date {
  return trace && trace.seenAt > payment.createdAt ? trace.seenAt : payment.createdAt
}

/** Logs give addresses without capitals; we keep them in their EIP-55 form. */
function shownPayer(verdict: Verdict, chains: Chains): Verdict {
  if (verdict.kind !== 'paid') return verdict
  return { ...verdict, payer: chains.address(verdict.payer, 'payer') }
}
