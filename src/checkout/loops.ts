import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { Depth, Intent, Ports } from './ports.ts'
import { isPaid, paidHash, pendingHash } from './settlement.ts'
import type { Event } from './state.ts'

// The three things that a checkout keeps doing until they are answered. Each ends with its screen: the signal.

type Send = (event: Event) => void

/** Repeats POST /charges/:uuid/payments until the service has answered. A known hash is never given up for a fault. */
export async function keepRecording(
  ports: Ports,
  deal: Deal,
  hash: string,
  send: Send,
  signal: AbortSignal,
) {
  for (let tried = 0; !signal.aborted; tried++) {
    try {
      await ports.shop.record(deal, hash, signal)
      return send({ type: 'recorded', hash, needed: ports.confirmations(deal.quote.chainId) })
    } catch (cause) {
      if (signal.aborted) return
      const error = PayError.from(cause, 'service_failed')
      if (!error.retryable) return send({ type: 'recordFailed', hash, error })
      send({ type: 'recordTrouble', hash, error })
      const backoff = Math.min(30_000, 1000 * 2 ** tried) * (0.5 + ports.random() / 2)
      if (!(await pause(ports, Math.max(error.retryAfter ?? 0, backoff), signal))) return
    }
  }
}

/** Follows a recorded hash: how deep it is by the wallet, whether it is credited by the service. */
export async function follow(
  ports: Ports,
  deal: Deal,
  hash: string,
  send: Send,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    const [told, read] = await Promise.allSettled([
      ports.shop.refresh(deal, signal),
      ports.wallets().then((wallets) => wallets.depth(deal.quote.chainId, hash)),
    ])
    if (signal.aborted) return
    // Without a wallet that could read it, the service alone tells: only the count on the screen is missing.
    if (read.status === 'fulfilled') {
      send({ type: 'deeper', hash, confirmations: read.value.confirmations })
    }
    if (told.status === 'rejected') {
      send({ type: 'followTrouble', hash, error: PayError.from(told.reason, 'service_failed') })
    } else {
      const end = outcome(
        ports,
        told.value,
        hash,
        read.status === 'fulfilled' ? read.value : undefined,
      )
      if (end) return send(end)
    }
    if (!(await pause(ports, 1500, signal))) return
  }
}

/** What the service says of a hash, if it says anything final. */
function outcome(
  ports: Ports,
  deal: Deal,
  hash: string,
  depth: Depth | undefined,
): Event | undefined {
  const payments = deal.charge.payments ?? []
  const ours = payments.find(
    (one) => one.payerTransactionHash?.toLowerCase() === hash.toLowerCase(),
  )
  if (ours?.status === 'FAILED') {
    const why = ours.reason || 'The transfer does not pay this charge.'
    return { type: 'transferFailed', hash, deal, error: new PayError('payment_failed', why) }
  }
  if (isPaid(deal) || ours?.status === 'COMPLETED') return { type: 'settled', hash, deal }
  // A service that tells no status of a payment has only taken the hash: then the chain decides.
  const silent = payments.every((one) => one.status === undefined)
  if (!silent || !depth || depth.confirmations < ports.confirmations(deal.quote.chainId))
    return undefined
  if (depth.reverted) {
    const error = new PayError(
      'payment_failed',
      'The transfer was reverted on the chain: nothing was paid.',
    )
    return { type: 'transferFailed', hash, deal, error }
  }
  return {
    type: 'settled',
    hash,
    deal: { ...deal, paid: deal.price > 0n ? deal.price : deal.quote.amount },
  }
}

/** Looks for a transfer whose answer was lost: on the chain through the wallet, and at the service, which looks too. */
export async function keepSearching(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
) {
  const intentId = intent.id
  while (!signal.aborted) {
    const [told, read] = await Promise.allSettled([
      ports.shop.refresh(deal, signal),
      ports.wallets().then((wallets) => wallets.search(intent)),
    ])
    if (signal.aborted) return
    const credited = told.status === 'fulfilled' ? creditedHash(told.value, intent) : undefined
    if (credited)
      return send({ type: 'sighted', intentId, sighting: { seen: 'transfer', hash: credited } })
    if (read.status === 'fulfilled') send({ type: 'sighted', intentId, sighting: read.value })
    else
      send({
        type: 'searchFailed',
        intentId,
        error: PayError.from(read.reason, 'chain_unreachable'),
      })
    if (!(await pause(ports, 3000, signal))) return
  }
}

/** The payment that the service has credited since the intent: what had paid a part of the charge before is not it. */
function creditedHash({ charge, price, paid }: Deal, { quote }: Intent): string | undefined {
  return pendingHash(charge) ?? (paid > price - quote.amount ? paidHash(charge) : undefined)
}

/** False when the wait was broken off. */
async function pause(ports: Ports, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await ports.sleep(milliseconds, signal)
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
  return !signal.aborted
}
