import type { WatcherContext } from './context.ts'
import { nextLook } from './due.ts'
import { followBlock, lookAgain } from './look.ts'
import type { Places } from './places.ts'

/** Credited payments looked at in one turn. */
const batch = 500

/**
 * Looks whether credited payments still stand in the block that they were credited for. One whose block gave way to
 * another is credited anew there, or goes back to PENDING. Only another block in the same place is believed: a node
 * that lags behind knows none, and says nothing.
 */
export async function recheck(
  context: WatcherContext,
  places: Places,
  chainId: number,
  readHead: () => Promise<bigint>,
): Promise<void> {
  const { store, chains, reorgBlocks } = context
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
      if (stands) again.push({ id, at: nextLook(verifiedAt ?? now, now) })
      else await followBlock(context, places, one, head)
    }
  }
  await lookAgain(store, again)
}
