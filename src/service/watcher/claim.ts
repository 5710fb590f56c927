import { namedCharges } from '../domain/attribution.ts'
import { type Claim, type Facts, judge, type Verdict } from '../domain/judge.ts'
import { attach, newPayment, settle } from '../domain/life.ts'
import { type FollowedPayment, HashTaken, type PayableCharge } from '../domain/ports.ts'
import type { Change, ChargeRecord } from '../domain/records.ts'
import type { Lookout } from './look.ts'

/** What became of a claim: `unclear` is to be tried again. */
export type Claimed =
  | { outcome: 'recorded'; change: Change }
  | { outcome: 'refused' }
  | { outcome: 'unclear' }

/**
 * Records a transfer for a charge on the word of the chain alone: one that nobody reported, or one whose hash a false
 * claim holds. A waiting claim that the chain speaks against gives the hash up to one that it speaks for, before its
 * confirmations: nobody can squat on a payment that is not his. Where the chain speaks for both, as it does for a
 * transfer that names no charge, the first report wins; where it names both, each gets its part.
 *
 * @param reported false when nobody but the chain told of it
 */
export async function claim(
  lookout: Lookout,
  charge: PayableCharge,
  hash: string,
  head: bigint,
  reported: boolean,
): Promise<Claimed> {
  const { chains, store } = lookout
  const { chainId } = charge.quote
  const holders = await store.holders(chainId, hash)
  if (holders.some(({ payment }) => payment.chargeId === charge.id)) return { outcome: 'refused' }
  const facts = await chains.facts(chainId, hash, head, charge.quote)
  const shown = judge(facts, shallow(charge.id, charge))
  if (!speaksFor(shown, facts, charge.id)) {
    return { outcome: shown.kind === 'failed' ? 'refused' : 'unclear' }
  }
  let shared = false
  for (const holder of holders) {
    shared = (await yields(lookout, holder, head)) || shared
  }
  const payment = { ...newPayment(charge, hash, new Date()), shared, reported }
  const block = shown.kind === 'paid' ? shown.block.hash : undefined
  try {
    const change = await store.changeCharge(charge.id, (now) =>
      isKnown(now, hash, block) ? undefined : attach(now, payment),
    )
    return change ? { outcome: 'recorded', change } : { outcome: 'refused' }
  } catch (cause) {
    // Held since we looked: by a first report, or by another charge that the transaction names.
    if (cause instanceof HashTaken) return { outcome: 'unclear' }
    throw cause
  }
}

/** Makes the holder of a hash give it up where the chain speaks against him. True where he has a part of his own. */
async function yields(
  { chains, store, expiry }: Lookout,
  { payment, quote, chargedAt }: FollowedPayment,
  head: bigint,
): Promise<boolean> {
  const { chainId, hash, chargeId } = payment
  const facts = await chains.facts(chainId, hash, head, quote)
  const verdict = judge(facts, shallow(chargeId, { quote, chargedAt }))
  if (verdict.kind !== 'failed') {
    return namedCharges(facts.transaction?.input ?? '').has(chargeId)
  }
  const now = new Date()
  await store.changeCharge(chargeId, (charge) =>
    settle(charge, payment.id, verdict, { now, unseenSince: now, expiry }),
  )
  return false
}

/** Judged by the block it is in, however new: what decides between two claims need not be final for one. */
function shallow(
  chargeId: string,
  { quote, chargedAt }: Pick<Claim, 'quote' | 'chargedAt'>,
): Claim {
  return { chargeId, quote, chargedAt, confirmations: 1 }
}

function speaksFor(verdict: Verdict, facts: Facts, chargeId: string): boolean {
  if (verdict.kind === 'paid') return true
  // Not mined yet, but it names the charge, and none but those it names can have it.
  const named = () => namedCharges(facts.transaction?.input ?? '').has(chargeId)
  return verdict.kind === 'pending' && named()
}

/** Recorded already, or judged against in this very block: to record it anew would change nothing. */
function isKnown(charge: ChargeRecord, hash: string, blockHash: string | undefined): boolean {
  return charge.payments.some(
    (one) =>
      one.hash === hash &&
      (one.status !== 'FAILED' || (blockHash !== undefined && one.block?.hash === blockHash)),
  )
}
