import type { Deal } from './deal.ts'
import type { Intent, Ports } from './ports.ts'
import { countedFor, isPaid, paidHash, pendingHash, tellsPayers } from './settlement.ts'
import { pause, type Send, settled, unhurried } from './waiting.ts'

/** Milliseconds between two looks. */
const rest = 3000
/** Milliseconds that a wallet has to answer before the chain is looked at without it. */
const silence = 8000
/** Blocks that are searched again, for what a reorganisation brought there since. */
const overlap = 16n

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
  await search(ports, intent, deal, send, signal, { atService: ofPayer })
}

/**
 * Looks for a transfer whose answer was lost: on the chain through the wallet, and at the service, which looks too.
 *
 * @param upTo up to which block was searched before
 */
export async function keepSearching(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
  upTo?: bigint,
) {
  // What was made for another offer is found on the chain alone: this charge's payments are not it.
  const atService = intent.quote.chargeId === deal.charge.id ? creditedHash : () => undefined
  await search(ports, intent, deal, send, signal, { atService, upTo, doubts: true })
}

async function search(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
  { atService, upTo, doubts = false }: HowToSearch,
) {
  const intentId = intent.id
  const depth = ports.confirmations(intent.quote.chainId)
  let from = upTo === undefined ? undefined : searchedBefore(upTo, intent)
  const look = unhurried(ports, signal, async () =>
    (await ports.wallets()).search(intent, { from, depth, isUnanswered: doubts }),
  )
  while (!signal.aborted) {
    const reading = look()
    const told = await settled(ports.shop.refresh(deal, signal))
    const hash = told.value && atService(told.value, intent)
    if (hash && !signal.aborted) {
      const sighting = { seen: 'transfer', hash, named: true } as const
      return send({ type: 'sighted', intentId, sighting })
    }
    if (doubts && told.value && isPaid(told.value) && !signal.aborted)
      return send({ type: 'chargePaid', intentId, deal: told.value })
    const awaited = told.value && pendingHash(told.value)
    if (awaited && !signal.aborted)
      send({ type: 'awaited', intentId, hash: awaited, needed: depth })
    const read = await reading
    if (signal.aborted) return
    if (read?.value) {
      if (read.value.seen !== 'transfer') from = searchedBefore(read.value.upTo, intent)
      send({ type: 'sighted', intentId, sighting: read.value })
    } else if (read?.error) send({ type: 'searchFailed', intentId, error: read.error })
    if (!(await pause(ports, rest, signal))) return
  }
}

interface HowToSearch {
  /** The payment of the intent, by the service's word. */
  atService: (deal: Deal, intent: Intent) => string | undefined
  upTo?: bigint | undefined
  /** Nobody knows what became of it, so that a charge which is paid ends the search. */
  doubts?: boolean
}

/** Where the next look begins; undefined for the start. */
function searchedBefore(upTo: bigint, { block }: Intent): bigint | undefined {
  return upTo - overlap > block ? upTo - overlap : undefined
}

/** The payment that the service has credited since the intent: what had paid a part of the charge before is not it. */
function creditedHash(deal: Deal, intent: Intent): string | undefined {
  const more = deal.paid > deal.price - intent.quote.amount
  if (tellsPayers(deal)) return more ? countedFor(deal, intent) : undefined
  return pendingHash(deal) ?? (more ? paidHash(deal.charge) : undefined)
}
