import type { Intent, Ports } from '../ports.ts'
import type { Deal } from '../quote/payment-option.ts'
import { countedFor, isPaid, paidHash, pendingHash, tellsPayers } from '../quote/settlement.ts'
import { pause, type Send, settled, unhurried } from './wait.ts'

/** Milliseconds between two polls. */
const rest = 3000
/** Milliseconds that a wallet has to answer before the chain is searched. */
const silence = 8000
/** The number of blocks that are searched again, because a reorganization may have changed them. */
const overlap = 16n

/** Searches for the transfer of a wallet that does not answer, after a delay in which most wallets do. */
export async function lookOut(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
) {
  if (!(await pause(ports, silence, signal))) return
  // The wallet may still show the request, so only a payment from this account can be its result.
  const ofPayer = (now: Deal) => (tellsPayers(now) ? creditedHash(now, intent) : undefined)
  await search(ports, intent, deal, send, signal, { atService: ofPayer })
}

/**
 * Searches for a transfer whose hash the wallet did not return: on the chain through the wallet, and at the service,
 * which scans the chain too.
 *
 * @param searchedToBlock the block up to which the chain was searched before
 */
export async function keepSearching(
  ports: Ports,
  intent: Intent,
  deal: Deal,
  send: Send,
  signal: AbortSignal,
  upTo?: bigint,
) {
  // A transfer for another charge is only searched on the chain: it is not among this charge's payments.
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
    (await ports.wallets()).search(intent, { from, depth }),
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
  /** Returns the hash of the intent's payment as reported by the service. */
  atService: (deal: Deal, intent: Intent) => string | undefined
  upTo?: bigint | undefined
  /** Whether the outcome of the transfer is unknown, so that a paid charge ends the search. */
  doubts?: boolean
}

/** Returns the block at which the next search begins; undefined for the intent's own block. */
function searchedBefore(upTo: bigint, { block }: Intent): bigint | undefined {
  return upTo - overlap > block ? upTo - overlap : undefined
}

/** Returns the hash that the service has credited since the intent, without earlier partial payments. */
function creditedHash(deal: Deal, intent: Intent): string | undefined {
  const more = deal.paid > deal.price - intent.quote.amount
  if (tellsPayers(deal)) return more ? countedFor(deal, intent) : undefined
  return pendingHash(deal) ?? (more ? paidHash(deal.charge) : undefined)
}
