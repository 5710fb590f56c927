import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { Fate, Intent, Ports } from './ports.ts'
import { isPaid, paidHash, paymentOf, pendingHash } from './settlement.ts'
import type { Event } from './state.ts'

// What a checkout keeps doing until it is answered. Each loop ends with its screen: the signal.

type Send = (event: Event) => void

/** Milliseconds between two looks at a hash that is followed, and at what is searched for. */
const followPause = 1500
const searchPause = 3000
/** Milliseconds that a wallet has to answer before the chain is looked at without it. */
const silence = 8000
/** Milliseconds that a chain must not know a transaction before the payer is told. A node may lag behind. */
const forgotten = 60_000
/** Milliseconds for a wallet to answer what is read through it. */
const readLimit = 20_000

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

/** Follows a recorded hash: what became of it by the wallet's chain, whether it is credited by the service. */
export async function follow(
  ports: Ports,
  { deal, hash, intent }: { deal: Deal; hash: string; intent: Intent | undefined },
  send: Send,
  signal: AbortSignal,
) {
  const { chainId } = deal.quote
  const needed = ports.confirmations(chainId)
  let whose = intent
  let unknownSince: number | undefined
  while (!signal.aborted) {
    const [told, read] = await Promise.allSettled([
      ports.shop.refresh(deal, signal),
      limited(ports, signal, async () =>
        (await ports.wallets()).fate(chainId, hash, whose, needed),
      ),
    ])
    if (signal.aborted) return
    // Without a wallet that could read it, the service alone tells: only the count on the screen is missing.
    const fate = read.status === 'fulfilled' ? read.value : undefined
    if (told.status === 'fulfilled') {
      const end = outcome(told.value, hash, fate, needed)
      if (end) return send(end)
    }
    if (whose && fate && 'nonce' in fate) whose = { ...whose, used: fate.nonce }
    if (fate?.seen === 'unknown') unknownSince ??= ports.now()
    else if (fate) unknownSince = undefined
    if (fate && (unknownSince === undefined || ports.now() - unknownSince >= forgotten)) {
      send({ type: 'fate', hash, fate })
    }
    if (signal.aborted) return
    if (told.status === 'rejected') {
      send({ type: 'followTrouble', hash, error: PayError.from(told.reason, 'service_failed') })
    }
    if (!(await pause(ports, followPause, signal))) return
  }
}

/** What the service says of a hash, if it says anything final. */
function outcome(
  deal: Deal,
  hash: string,
  fate: Fate | undefined,
  needed: number,
): Event | undefined {
  const ours = paymentOf(deal.charge, hash)
  if (ours?.status === 'FAILED') {
    const why = ours.reason || 'The transfer does not pay this charge.'
    return { type: 'transferFailed', hash, deal, error: new PayError('payment_failed', why), fate }
  }
  if (isPaid(deal) || ours?.status === 'COMPLETED') return { type: 'settled', hash, deal }
  // A service that tells no status of a payment has only taken the hash: then the chain decides.
  const silent = ours ? ours.status === undefined : !deal.charge.payments
  const deep = fate?.seen === 'mined' && !fate.reverted && fate.confirmations >= needed
  if (!silent || !deep) return undefined
  const paid = deal.price > 0n ? deal.price : deal.quote.amount
  return { type: 'settled', hash, deal: { ...deal, paid } }
}

/** Looks for the transfer of a wallet that does not answer, after a while in which most do. */
export async function lookOut(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
) {
  if (!(await pause(ports, silence, signal))) return
  // The wallet's question may still be open: only what is of this account can be its answer.
  const ofPayer = (now: Deal) => (tellsPayers(now) ? creditedHash(now, intent) : undefined)
  await search(ports, intent, deal, send, signal, ofPayer)
}

/** Looks for a transfer whose answer was lost: on the chain through the wallet, and at the service, which looks too. */
export async function keepSearching(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
) {
  await search(ports, intent, deal, send, signal, creditedHash)
}

async function search(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
  atService: (deal: Deal, intent: Intent) => string | undefined,
) {
  const intentId = intent.id
  while (!signal.aborted) {
    const [told, read] = await Promise.allSettled([
      ports.shop.refresh(deal, signal),
      limited(ports, signal, async () => (await ports.wallets()).search(intent)),
    ])
    if (signal.aborted) return
    const hash = told.status === 'fulfilled' ? atService(told.value, intent) : undefined
    if (hash) return send({ type: 'sighted', intentId, sighting: { seen: 'transfer', hash } })
    if (read.status === 'fulfilled') send({ type: 'sighted', intentId, sighting: read.value })
    else {
      const error = PayError.from(read.reason, 'chain_unreachable')
      send({ type: 'searchFailed', intentId, error })
    }
    if (!(await pause(ports, searchPause, signal))) return
  }
}

/** The payment that the service has credited since the intent: what had paid a part of the charge before is not it. */
function creditedHash(deal: Deal, { quote, from }: Intent): string | undefined {
  const { charge, price, paid } = deal
  const more = paid > price - quote.amount
  if (!tellsPayers(deal)) return pendingHash(charge) ?? (more ? paidHash(charge) : undefined)
  const ours = charge.payments?.findLast(
    ({ status, payerAddress }) =>
      status === 'COMPLETED' && payerAddress?.toLowerCase() === from.toLowerCase(),
  )
  return more ? ours?.payerTransactionHash : undefined
}

/** True for a service that says who paid: then another's payment is not taken for ours. */
function tellsPayers({ charge }: Deal): boolean {
  return charge.payments?.some(({ payerAddress }) => payerAddress !== undefined) ?? false
}

/** Loads a charge again and again that could not be loaded. */
export async function loadLater(ports: Ports, send: Send, signal: AbortSignal) {
  if (await pause(ports, 10_000, signal)) send({ type: 'again' })
}

/** What is read through a wallet, which may never answer. */
async function limited<T>(ports: Ports, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const limit = pause(ports, readLimit, AbortSignal.any([signal, done.signal])).then(() => {
    throw new PayError('chain_unreachable', 'The wallet does not answer.', { retryable: true })
  })
  try {
    return await Promise.race([read(), limit])
  } finally {
    done.abort()
    // Lost or won, nobody else hears of it.
    limit.catch(() => undefined)
  }
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
