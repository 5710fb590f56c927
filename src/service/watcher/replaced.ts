import { judge, type Verdict } from '../domain/judge.ts'
import { follow, unseenLimit } from '../domain/life.ts'
import { type FollowedPayment, HashTaken } from '../domain/ports.ts'
import { claimOf, type Lookout, lastSeen, settleWith } from './look.ts'

/**
 * Follows a transaction that the chain forgot to the one that was mined with its sender and nonce (a speed-up, or a
 * cancellation). The payment moves to that hash if it pays the charge, and fails if it does not. Undefined while the
 * nonce is not used: then the transaction may still come back.
 */
export async function followReplaced(
  lookout: Lookout,
  one: FollowedPayment,
  head: bigint,
): Promise<Verdict | undefined> {
  const { chains, store, log } = lookout
  const { payment, quote, trace } = one
  const { chainId, chargeId } = payment
  // Beyond the limit it fails as unseen, which needs no node that remembers the blocks of then.
  if (!trace || Date.now() - lastSeen(one).getTime() >= unseenLimit) return undefined
  const hash = await chains.replacement(chainId, trace, head)
  if (!hash || hash === payment.hash) return undefined
  const facts = await chains.facts(chainId, hash, head, quote)
  const terms = claimOf(lookout, one)
  if (judge(facts, { ...terms, confirmations: 1 }).kind === 'paid') {
    try {
      await store.changeCharge(chargeId, (charge) => follow(charge, payment.id, { hash }))
      log.info({ chargeId, chainId, hash, replaced: payment.hash }, 'followed to its replacement')
      return { kind: 'pending', confirmations: 1 }
    } catch (cause) {
      if (!(cause instanceof HashTaken)) throw cause
      return await fail(`The transaction was replaced by ${hash}, which is recorded already.`)
    }
  }
  const verdict = judge(facts, terms)
  if (verdict.kind !== 'failed') return verdict
  return await fail(`The transaction was replaced by ${hash}. ${verdict.reason}`)

  async function fail(reason: string): Promise<Verdict> {
    const failed: Verdict = { kind: 'failed', reason }
    await settleWith(lookout, one, failed)
    return failed
  }
}
