import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { Fate, Intent, Ports } from './ports.ts'
import { isPaid, paymentOf } from './settlement.ts'
import type { Event } from './state.ts'
import { pause, type Send, settled, unhurried } from './waiting.ts'

/** Milliseconds between two looks. */
const rest = 1500
/** Milliseconds that a chain must not know a transaction before the payer is told. A node may lag behind. */
const forgotten = 60_000

const unknown: Fate = { seen: 'unknown' }
/** Looks at a service that does not list a hash before it is told anew. */
const looks = 2

/** A hash, and whose it is: `open` is an intent of this browser that may be found instead of it. */
interface Followed {
  deal: Deal
  hash: string
  intent: Intent | undefined
  open: Intent | undefined
}

/** Follows a recorded hash: what became of it by the wallet's chain, whether it is credited by the service. */
export async function follow(
  ports: Ports,
  { deal, hash, intent, open }: Followed,
  send: Send,
  signal: AbortSignal,
) {
  const { chainId } = deal.quote
  const needed = ports.confirmations(chainId)
  let whose = intent ?? open
  let unknownSince: number | undefined
  let unlisted = 0
  const read = unhurried(ports, signal, async () =>
    (await ports.wallets()).fate(chainId, hash, whose, needed),
  )
  while (!signal.aborted) {
    const reading = read()
    const told = await settled(ports.shop.refresh(deal, signal))
    // A wallet that is slow to answer holds up nobody whose payment is confirmed.
    if (told.value && isSettled(told.value, hash) && !signal.aborted)
      return send({ type: 'settled', hash, deal: told.value })
    // Without a wallet that could read it, the service alone tells: only the count on the screen is missing.
    const fate = (await reading)?.value
    if (signal.aborted) return
    const end = told.value && outcome(told.value, hash, fate, needed)
    if (end) return send(end)
    if (intent && whose && fate && 'nonce' in fate) whose = { ...whose, used: fate.nonce }
    // Neither the chain nor the service says anything: that is not to be waited for without end either.
    const silent = told.value && paymentOf(told.value.charge, hash)?.status === undefined
    const now = fate ?? (silent ? unknown : undefined)
    if (now?.seen === 'unknown') unknownSince ??= ports.now()
    else if (now) unknownSince = undefined
    if (now && (unknownSince === undefined || ports.now() - unknownSince >= forgotten)) {
      send({ type: 'fate', hash, fate: now })
    }
    if (signal.aborted) return
    const listed = !told.value?.charge.payments || paymentOf(told.value.charge, hash)
    unlisted = listed ? 0 : unlisted + 1
    // Not at once: a service that never lists it would be told without end.
    if (unlisted > looks && (fate?.seen === 'mined' || fate?.seen === 'pending'))
      return send({ type: 'unlisted', hash })
    if (told.error) send({ type: 'followTrouble', hash, error: told.error })
    if (!(await pause(ports, rest, signal))) return
  }
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
): Event | undefined {
  const ours = paymentOf(deal.charge, hash)
  if (ours?.status === 'FAILED') {
    const why = ours.reason || 'The transfer does not pay this charge.'
    return { type: 'transferFailed', hash, deal, error: new PayError('payment_failed', why), fate }
  }
  // A service that tells no status of a payment has only taken the hash: then the chain decides.
  const silent = ours ? ours.status === undefined : !deal.charge.payments
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
