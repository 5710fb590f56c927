import type { PaymentStatus } from '../api/payment.ts'
import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { toldOf } from './moves.ts'
import type { Fate, Intent, Ports } from './ports.ts'
import { isPaid, isPassed, paymentOf, pendingHash } from './settlement.ts'
import type { Effect, Event } from './state.ts'
import { pause, type Send, type Settled, settled, unhurried } from './waiting.ts'

/** Milliseconds between two looks. */
const rest = 1500
/** Milliseconds that a chain must not know a transaction before the payer is told. A node may lag behind. */
const forgotten = 60_000

const unknown: Fate = { seen: 'unknown' }
/** Milliseconds that a service has to check a signature. */
const checkingSignatureMs = 30_000
/** Looks at a service that does not list a hash before it is told anew. */
const looks = 2

/** A hash, and whose it is: `open` is an intent of this browser that may be found instead of it. */
interface Followed {
  deal: Deal
  hash: string
  intent: Intent | undefined
  open: Intent | undefined
  /** The payer has just signed for it. */
  signed?: boolean
}

/** Follows a recorded hash: what became of it by the wallet's chain, whether it is credited by the service. */
export async function follow(
  ports: Ports,
  { deal, hash, intent, open, signed }: Followed,
  send: Send,
  signal: AbortSignal,
) {
  // Another's payment may have been made on another chain.
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
    // A wallet that is slow to answer holds up nobody whose payment is confirmed.
    if (fresh.value && isSettled(fresh.value, hash) && !signal.aborted)
      return send({ type: 'settled', hash, deal: fresh.value })
    const asked = fresh.value && (await statusOf(ports, fresh.value, hash, intent ?? open, signal))
    if (signal.aborted) return
    const isChecking = signed && ports.now() - begun < checkingSignatureMs
    if (asked?.value?.status === 'UNMATCHED' && !isChecking)
      send({ type: 'unmatched', hash, signers: asked.value.signers })
    if (signal.aborted) return
    // Without a wallet that could read it, the service alone tells: only the count on the screen is missing.
    const answer = await reading
    const fate = answer?.value
    if (signal.aborted) return
    const end = fresh.value && outcome(fresh.value, hash, fate, needed, asked?.value)
    // That it failed may only mean that another stands in its place, which the chain says. An error is an answer, too.
    if (end && (end.type !== 'transferFailed' || answer)) return send(end)
    if (intent && whose && fate && 'nonce' in fate) whose = { ...whose, used: fate.nonce }
    // Neither the chain nor the service says anything: that is not to be waited for without end either.
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
    // Not at once: a service that never lists it would be told without end.
    if (unlisted > looks && (fate?.seen === 'mined' || fate?.seen === 'pending'))
      return send({ type: 'unlisted', hash })
    if (fresh.error) send({ type: 'followTrouble', hash, error: fresh.error })
    if (!(await pause(ports, rest, signal))) return
  }
}

/** How the service says that a hash stands which its charge does not list; nothing where it does. */
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

/** True when the service has confirmed the hash, or the whole charge. */
function isSettled(deal: Deal, hash: string): boolean {
  return isPaid(deal) || paymentOf(deal.charge, hash)?.status === 'COMPLETED'
}

/** What service and chain say of a hash that is not confirmed, if they say anything final. */
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
  // A service that tells no status of a payment has only taken the hash: then the chain decides.
  const silent = !asked && (ours ? ours.status === undefined : !deal.charge.payments)
  const deep = fate?.seen === 'mined' && !fate.reverted && fate.confirmations >= needed
  if (!silent || !deep) return undefined
  const paid = deal.price > 0n ? deal.price : deal.quote.amount
  return { type: 'settled', hash, deal: { ...deal, paid } }
}

/** Looks whether a charge is paid after all, by something else, while its payer reads what became of a transaction. */
export async function awaitPaid(ports: Ports, deal: Deal, send: Send, signal: AbortSignal) {
  while (await pause(ports, 10_000, signal)) {
    const { value: fresh } = await settled(ports.shop.refresh(deal, signal))
    if (signal.aborted) return
    if (fresh && isPaid(fresh)) return send({ type: 'fetched', deal: fresh })
  }
}

/** Milliseconds between two looks for what is paid from outside. */
const outsideRest = 4000

/**
 * Looks whether a charge is paid from outside this page: at the service, and on the chain, for a transfer of just what is
 * asked. Only while the page is seen, so that one which was left open does not claim what another payer sends.
 */
export async function awaitOutside(
  ports: Ports,
  { deal, base, attempt, from: begin }: Extract<Effect, { do: 'awaitOutside' }>,
  send: Send,
  signal: AbortSignal,
) {
  let from = begin
  // A transfer of a price that is not reserved may be anybody's: only the payer can say that it is for this charge.
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
    // A chain that cannot be read leaves it to the service.
    const { value: found } = (await reading) ?? {}
    if (signal.aborted) return
    if (!found) continue
    const hash = found.hashes.find((one) => !isPassed(deal, one))
    if (hash) return send({ type: 'inspected', attempt, hash, deal: base ?? deal, how: 'seen' })
    from = found.upTo
    send({ type: 'watched', attempt, upTo: from })
  } while (await pause(ports, outsideRest, signal))
}
