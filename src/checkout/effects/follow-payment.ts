import type { PaymentStatus } from '../../api/schemas/payment.ts'
import { PayError } from '../../errors.ts'
import type { Fate, Intent, Ports } from '../ports.ts'
import type { Deal } from '../quote/payment-option.ts'
import { isPaid, isPassed, paymentOf, pendingHash } from '../quote/settlement.ts'
import type { Effect, Event } from '../state.ts'
import { toldOf } from '../transitions/builders.ts'
import { pause, type Send, type Settled, settled, unhurried } from './wait.ts'

/** Milliseconds between two polls. */
const rest = 1500
/** Milliseconds that a chain must not know a transaction before it counts as dropped. A node may lag behind. */
const forgotten = 60_000

const unknown: Fate = { seen: 'unknown' }
/** Milliseconds that the service has to verify a signature. */
const checkingSignatureMs = 30_000
/** The number of polls in which the service may miss a hash before it is reported again. */
const looks = 2

/**
 * A hash that is followed, with the intent of its transfer. `unresolvedIntent` is an intent of this browser that may be
 * found instead.
 */
interface Followed {
  deal: Deal
  hash: string
  intent: Intent | undefined
  open: Intent | undefined
  /** Whether the payer has just signed for it. */
  signed?: boolean
}

/**
 * Follows a recorded hash: its status on the chain, read through the wallet, and whether the service has credited it.
 */
export async function follow(
  ports: Ports,
  { deal, hash, intent, open, signed }: Followed,
  send: Send,
  signal: AbortSignal,
) {
  // Another payer's payment may be on another chain.
  const told = Number(paymentOf(deal.charge, hash)?.payerChainId ?? 0)
  const chainId = intent?.quote.chainId ?? (told || deal.quote.chainId)
  const needed = ports.confirmations(chainId)
  let whose = intent ?? open
  let unknownSince: number | undefined
  let unlisted = 0
  const begun = ports.now()
  const read = unhurried(ports, signal, async () =>
    (await ports.wallets()).fate(chainId, hash, whose, needed),
  )
  while (!signal.aborted) {
    const reading = read()
    const fresh = await settled(ports.shop.refresh(deal, signal))
    // A confirmed payment does not wait for a slow wallet.
    if (fresh.value && isSettled(fresh.value, hash) && !signal.aborted)
      return send({ type: 'settled', hash, deal: fresh.value })
    const asked = fresh.value && (await statusOf(ports, fresh.value, hash, intent ?? open, signal))
    if (signal.aborted) return
    const isChecking = signed && ports.now() - begun < checkingSignatureMs
    if (asked?.value?.status === 'UNMATCHED' && !isChecking)
      send({ type: 'unmatched', hash, signers: asked.value.signers })
    if (signal.aborted) return
    // Without a wallet that can read the chain, only the service reports. Then just the count on the screen is missing.
    const answer = await reading
    const fate = answer?.value
    if (signal.aborted) return
    const end = fresh.value && outcome(fresh.value, hash, fate, needed, asked?.value)
    // A failure may mean that it was replaced, which only the chain shows. So the chain's answer, or an error, is
    // needed.
    if (end && (end.type !== 'transferFailed' || answer)) return send(end)
    if (intent && whose && fate && 'nonce' in fate) whose = { ...whose, used: fate.nonce }
    // If neither the chain nor the service knows it, it counts as unknown too, so that the wait has an end.
    const known = asked?.value && asked.value.status !== 'UNSEEN'
    const silent =
      fresh.value && !known && paymentOf(fresh.value.charge, hash)?.status === undefined
    const now = fate ?? (silent ? unknown : undefined)
    if (now?.seen === 'unknown') unknownSince ??= ports.now()
    else if (now) unknownSince = undefined
    if (now && (unknownSince === undefined || ports.now() - unknownSince >= forgotten)) {
      send({ type: 'fate', hash, fate: now })
    }
    if (signal.aborted) return
    const lists = !fresh.value?.charge.payments || paymentOf(fresh.value.charge, hash)
    const forgot = asked?.error?.code === 'not_found'
    if (lists || asked?.value) unlisted = 0
    else if (forgot) unlisted++
    // Not at once, or it would be reported forever to a service that never lists it.
    if (unlisted > looks && (fate?.seen === 'mined' || fate?.seen === 'pending'))
      return send({ type: 'unlisted', hash })
    if (fresh.error) send({ type: 'followTrouble', hash, error: fresh.error })
    if (!(await pause(ports, rest, signal))) return
  }
}

/** Reads the status of a hash that the charge does not list. Returns undefined if the charge lists it. */
async function statusOf(
  ports: Ports,
  deal: Deal,
  hash: string,
  intent: Intent | undefined,
  signal: AbortSignal,
): Promise<Settled<PaymentStatus> | undefined> {
  if (paymentOf(deal.charge, hash)?.status !== undefined) return undefined
  return await settled(ports.shop.status(toldOf(deal, intent), hash, signal))
}

/** Returns whether the service has confirmed the hash or the whole charge. */
function isSettled(deal: Deal, hash: string): boolean {
  return isPaid(deal) || paymentOf(deal.charge, hash)?.status === 'COMPLETED'
}

/** Returns the final event of a hash that is not confirmed, if service or chain have decided. */
function outcome(
  deal: Deal,
  hash: string,
  fate: Fate | undefined,
  needed: number,
  asked: PaymentStatus | undefined,
): Event | undefined {
  const ours = paymentOf(deal.charge, hash)
  const said = ours?.status === undefined ? asked : ours
  if (said?.status === 'FAILED') {
    const why = said.reason || 'The transfer does not pay this charge.'
    return { type: 'transferFailed', hash, deal, error: new PayError('payment_failed', why), fate }
  }
  // A service that gives no status has only recorded the hash, so the chain decides.
  const silent = !asked && (ours ? ours.status === undefined : !deal.charge.payments)
  const deep = fate?.seen === 'mined' && !fate.reverted && fate.confirmations >= needed
  if (!silent || !deep) return undefined
  const paid = deal.price > 0n ? deal.price : deal.quote.amount
  return { type: 'settled', hash, deal: { ...deal, paid } }
}

/** Polls whether a charge is paid by another transaction, while its payer sees that this one does not pay. */
export async function awaitPaid(ports: Ports, deal: Deal, send: Send, signal: AbortSignal) {
  while (await pause(ports, 10_000, signal)) {
    const { value: fresh } = await settled(ports.shop.refresh(deal, signal))
    if (signal.aborted) return
    if (fresh && isPaid(fresh)) return send({ type: 'fetched', deal: fresh })
  }
}

/** Milliseconds between two polls for a payment made outside this page. */
const outsideRest = 4000

/**
 * Watches for a payment made outside this page: at the service, and on the chain for a transfer of exactly the reserved
 * amount. It only polls while the page is visible, so that an abandoned page does not claim what another payer sends.
 */
export async function awaitOutside(
  ports: Ports,
  { deal, base, attempt, from: begin }: Extract<Effect, { do: 'awaitOutside' }>,
  send: Send,
  signal: AbortSignal,
) {
  let from = begin
  // A transfer of an amount that is not reserved may be anybody's. Only the payer can say that it is for this charge.
  const look = unhurried(ports, signal, async () =>
    base ? (await ports.wallets()).arrivals(deal.quote, from) : undefined,
  )
  do {
    if (!ports.isSeen()) continue
    const reading = look()
    const { value: fresh } = await settled(ports.shop.refresh(base ?? deal, signal))
    if (signal.aborted) return
    if (fresh && (isPaid(fresh) || pendingHash(fresh)))
      return send({ type: 'fetched', deal: fresh.own ?? fresh })
    // If the chain cannot be read, only the service reports.
    const { value: found } = (await reading) ?? {}
    if (signal.aborted) return
    if (!found) continue
    const hash = found.hashes.find((one) => !isPassed(deal, one))
    if (hash) return send({ type: 'inspected', attempt, hash, deal: base ?? deal, how: 'seen' })
    from = found.upTo
    send({ type: 'watched', attempt, upTo: from })
  } while (await pause(ports, outsideRest, signal))
}
