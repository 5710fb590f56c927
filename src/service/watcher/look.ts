import { follow, giveUp, reopen, settle, unseenLimitMs } from '../domain/life.ts'
import type { FollowedPayment, Store } from '../domain/ports.ts'
import type { WatcherContext } from './context.ts'
import { nextLook } from './due.ts'
import { examine } from './examine.ts'
import type { Places } from './places.ts'

/** Payments read at once; more wait for the next look, which begins with those that waited longest. */
const batch = 500
/** Blocks asked for at the same time. */
const width = 8

/**
 * Credits every payment of a chain whose block is confirmed, and follows those whose block gave way. A block's hash says
 * all about what it holds, so one call confirms all payments of a block.
 */
export async function look(
  context: WatcherContext,
  places: Places,
  chainId: number,
  readHead: () => Promise<bigint>,
): Promise<void> {
  const { store, chains } = context
  const now = new Date()
  const pending = await store.pendingPayments(chainId, now, batch)
  if (pending.length === 0) return
  const head = await readHead()
  const depth = BigInt(chains.confirmations(chainId))
  const due = pending.filter(
    ({ payment: { block } }) => !block || head - block.number + 1n >= depth,
  )
  const queue = [...Map.groupBy(due, ({ payment }) => payment.block?.number)]
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const [number, payments] = one
      const hash = number === undefined ? undefined : await chains.blockHash(chainId, number)
      // A node that lags behind knows no such block, and says nothing.
      if (number !== undefined && hash === undefined) continue
      for (const each of payments) await lookAt(context, places, each, hash, head)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
}

async function lookAt(
  context: WatcherContext,
  places: Places,
  one: FollowedPayment,
  hash: string | undefined,
  head: bigint,
): Promise<void> {
  const { block } = one.payment
  if (block && block.hash === hash) await credit(context, one, block.hash)
  else await followBlock(context, places, one, head)
}

async function credit(
  { store, log }: WatcherContext,
  { payment }: FollowedPayment,
  blockHash: string,
): Promise<void> {
  const { id, chargeId, chainId, hash } = payment
  const made = await store.changeCharge(chargeId, (charge, transfers) => {
    const own = transfers.filter((one) => one.paymentId === id)
    // All of it, and as this block has it: what came to it since is looked at in its turn.
    if (own.some(({ block }) => block.hash !== blockHash)) return undefined
    return settle(charge, id, own, new Date())
  })
  if (!made?.payment) return
  const { status, reason } = made.payment
  log.info({ chainId, hash, status, reason, charge: made.move?.status }, 'credited')
}

/** Follows a payment whose block gave way to another: to where its transfers are now, or to its end. */
export async function followBlock(
  context: WatcherContext,
  places: Places,
  { payment, seenAt }: FollowedPayment,
  head: bigint,
): Promise<void> {
  const { store, log } = context
  const { id, chargeId, chainId, hash } = payment
  const examined = await examine(context, places, chainId, hash, head)
  const now = new Date()
  if (examined.kind === 'mined') {
    await keepWhatStands(context, payment.id, chargeId, examined.block.hash)
    log.info({ chainId, hash, block: String(examined.block.number) }, 'moved by a reorganization')
    return
  }
  const settled = payment.status === 'COMPLETED'
  if (settled)
    log.warn({ chainId, hash }, 'A credited payment was reorganized away; it waits again.')
  if (settled) await store.changeCharge(chargeId, (charge) => reopen(charge, id, now))
  else if (payment.block) {
    await store.changeCharge(chargeId, (charge) => follow(charge, id, { block: undefined }))
  } else if (now.getTime() - seenAt.getTime() >= unseenLimitMs) {
    await store.dropTransfers(id, '')
    await store.changeCharge(chargeId, (charge) =>
      giveUp(charge, id, 'The transaction is not on the chain any more.', now),
    )
    return
  }
  await store.lookAgain([id], nextLook(seenAt, now))
}

/** What the block holds was moved to it when the transaction was examined; what it does not hold is not paid. */
async function keepWhatStands(
  { store, log }: WatcherContext,
  paymentId: string,
  chargeId: string,
  blockHash: string,
): Promise<void> {
  const dropped = await store.dropTransfers(paymentId, blockHash)
  if (dropped === 0) return
  const now = new Date()
  log.warn({ payment: paymentId }, 'A reorganization changed what a transaction transfers.')
  await store.changeCharge(chargeId, (charge) => reopen(charge, paymentId, now))
  await store.changeCharge(chargeId, (charge, transfers) => {
    const own = transfers.filter((one) => one.paymentId === paymentId)
    const [first] = own
    if (!first) return giveUp(charge, paymentId, 'The transaction transfers nothing any more.', now)
    return follow(charge, paymentId, { block: first.block, minedAt: first.minedAt })
  })
}

/** One write for all payments of one time. */
export async function lookAgain(
  store: Store,
  again: readonly { id: string; at: Date }[],
): Promise<void> {
  for (const [time, those] of Map.groupBy(again, ({ at }) => at.getTime())) {
    await store.lookAgain(
      those.map(({ id }) => id),
      new Date(time),
    )
  }
}
