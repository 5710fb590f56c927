import { namedCharges } from '../domain/attribution.ts'
import { type Claim, type Facts, judge, type Verdict } from '../domain/judge.ts'
import { attach, isSameHash, newPayment, settle } from '../domain/life.ts'
import { type FollowedPayment, HashTaken, type PayableCharge } from '../domain/ports.ts'
import type { Change, ChargeRecord, PaymentRecord } from '../domain/records.ts'
import type { Lookout } from './look.ts'

/** What became of a claim: `unclear` is to be tried again. */
export type Claimed =
  | { outcome: 'recorded'; change: Change }
  | { outcome: 'refused' }
  | { outcome: 'unclear' }

/** How a claim is made. */
export interface How {
  /** False when nobody but the chain told of it. */
  reported: boolean
  /** False where the charge takes other tokens on this chain, and nobody said which one this is. */
  alone: boolean
}

/**
 * Records a transfer for a charge on the word of the chain alone: one that nobody reported, or one whose hash a false
 * claim holds. A waiting claim that the chain speaks against gives the hash up to one that it speaks for, before its
 * confirmations: nobody can squat on a payment that is not his. Where the chain speaks for both, as it does for a
 * transfer that names no charge, the first report wins; where it names both, each gets its part.
 *
 * A charge may take several tokens on one chain; its payment is in the one that the chain speaks for.
 */
export async function claim(
  lookout: Lookout,
  charge: PayableCharge,
  hash: string,
  head: bigint,
  { reported, alone }: How,
): Promise<Claimed> {
  const { chains, store } = lookout
  const { chainId, token } = charge.quote
  const holders = await store.holders(chainId, hash)
  const ours = holders.find(({ payment }) => payment.chargeId === charge.id)
  if (ours?.payment.token === token) return { outcome: 'refused' }
  const facts = await chains.facts(chainId, hash, head, charge.quote)
  const shown = judge(facts, shallow(charge.id, charge))
  if (!speaksFor(shown, facts, charge.id, alone)) {
    return { outcome: shown.kind === 'failed' ? 'refused' : 'unclear' }
  }
  let shared = false
  for (const holder of holders) {
    const left = await yields(lookout, holder, head)
    // Ours already, in another token that the chain speaks for too, or may yet: a transaction is one payment.
    if (holder === ours && left) return { outcome: left.paid ? 'refused' : 'unclear' }
    shared = left?.named || shared
  }
  const payment = { ...newPayment(charge, hash, new Date()), shared, reported }
  const block = shown.kind === 'paid' ? shown.block.hash : undefined
  try {
    const change = await store.changeCharge(charge.id, (now) =>
      isKnown(now, payment, block) ? undefined : attach(now, payment),
    )
    return change ? { outcome: 'recorded', change } : { outcome: 'refused' }
  } catch (cause) {
    // Held since we looked: by a first report, or by another charge that the transaction names.
    if (cause instanceof HashTaken) return { outcome: 'unclear' }
    throw cause
  }
}

/**
 * Makes the holder of a hash give it up where the chain speaks against him: undefined. Else whether the transaction
 * names him, and so has a part for him, and whether it paid him.
 */
async function yields(
  { chains, store, expiry }: Lookout,
  { payment, quote, chargedAt }: FollowedPayment,
  head: bigint,
): Promise<{ named: boolean; paid: boolean } | undefined> {
  const { chainId, hash, chargeId } = payment
  const facts = await chains.facts(chainId, hash, head, quote)
  const verdict = judge(facts, shallow(chargeId, { quote, chargedAt }))
  if (verdict.kind !== 'failed') {
    const named = namedCharges(facts.transaction?.input ?? '').has(chargeId)
    return { named, paid: verdict.kind === 'paid' }
  }
  const now = new Date()
  await store.changeCharge(chargeId, (charge) =>
    settle(charge, payment.id, verdict, { now, unseenSince: now, expiry }),
  )
  return undefined
}

/** Judged by the block it is in, however new: what decides between two claims need not be final for one. */
function shallow(
  chargeId: string,
  { quote, chargedAt }: Pick<Claim, 'quote' | 'chargedAt'>,
): Claim {
  return { chargeId, quote, chargedAt, confirmations: 1 }
}

function speaksFor(verdict: Verdict, facts: Facts, chargeId: string, alone: boolean): boolean {
  if (verdict.kind === 'paid') return true
  // Which of several tokens it transfers shows when it is mined.
  if (!alone) return false
  // Not mined yet, but it names the charge, and none but those it names can have it.
  const named = () => namedCharges(facts.transaction?.input ?? '').has(chargeId)
  return verdict.kind === 'pending' && named()
}

/** Recorded already, or judged against in this very block: to record it anew would change nothing. */
function isKnown(
  charge: ChargeRecord,
  payment: PaymentRecord,
  blockHash: string | undefined,
): boolean {
  const judged = (one: PaymentRecord) =>
    one.token === payment.token && blockHash !== undefined && one.block?.hash === blockHash
  return charge.payments.some(
    (one) => isSameHash(one, payment) && (one.status !== 'FAILED' || judged(one)),
  )
}
