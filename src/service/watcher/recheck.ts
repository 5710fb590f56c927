import { judge } from '../domain/judge.ts'
import { follow, reopen } from '../domain/life.ts'
import type { FollowedPayment } from '../domain/ports.ts'
import { nextLook } from './due.ts'
import { claimOf, type Head, type Lookout, lookAgain } from './look.ts'

/** Credited payments looked at in one turn. */
const batch = 500

/**
 * Looks whether credited payments still stand in the block that they were credited for. One whose block gave way to
 * another is credited anew there, or goes back to PENDING. Only another block in the same place is believed: a node
 * that lags behind knows none, and says nothing.
 */
export async function recheck(lookout: Lookout, chainId: number, readHead: Head): Promise<void> {
  const { store, chains, reorgBlocks } = lookout
  const head = await readHead()
  const now = new Date()
  const from = head - BigInt(reorgBlocks)
  const credited = await store.creditedPayments(chainId, from < 0n ? 0n : from, now, batch)
  const again: { id: string; at: Date }[] = []
  for (const [number, those] of Map.groupBy(credited, ({ payment }) => payment.block?.number)) {
    const hash = number === undefined ? undefined : await chains.blockHash(chainId, number)
    for (const one of those) {
      const { id, block, verifiedAt } = one.payment
      const stands = hash === undefined || block?.hash === hash
      if (!stands) await lost(lookout, one, head)
      again.push({ id, at: stands ? nextLook(verifiedAt ?? now, now) : now })
    }
  }
  await lookAgain(store, again)
}

async function lost(lookout: Lookout, one: FollowedPayment, head: bigint): Promise<void> {
  const { store, chains, log } = lookout
  const { payment, quote, trace } = one
  const { id, chargeId, chainId, hash } = payment
  const facts = await chains.facts(chainId, hash, head, quote)
  const verdict = judge(facts, claimOf(lookout, one))
  if (verdict.kind === 'paid' && verdict.amount === payment.paid) {
    const { block } = verdict
    await store.changeCharge(chargeId, (charge) => follow(charge, id, { block }))
    log.info({ chargeId, chainId, hash, block: block.number }, 'moved by a reorganisation')
    return
  }
  const now = new Date()
  // From now on it has its time to come back.
  if (trace) await store.saveTrace(id, { ...trace, seenAt: now })
  await store.changeCharge(chargeId, (charge) => reopen(charge, id, now))
  log.warn({ chargeId, chainId, hash }, 'A credited payment was reorganised away; it waits again.')
}
