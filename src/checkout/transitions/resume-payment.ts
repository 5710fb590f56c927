import type { Entry, Intent, Late } from '../ports.ts'
import { isOffered, isSamePair, paidWith } from '../quote/payment-assets.ts'
import type { Deal } from '../quote/payment-option.ts'
import {
  countedFor,
  isOpen,
  isPaid,
  paidHash,
  paymentOf,
  pendingHash,
  provingHash,
} from '../quote/settlement.ts'
import type { Effect, Event, State } from '../state.ts'
import { confirm, type Next, offer, record, unsure } from './builders.ts'

type Loaded = Extract<Event, { type: 'loaded' }>

/**
 * Decides the first state of a loaded charge. An unresolved payment of an earlier page is resumed before anything is
 * offered. The payer is only ever shown and asked what the service itself offers: a journal entry only tells where to
 * look.
 */
export function taken(event: Loaded): Next {
  const { entry, earlier, offers = [] } = event
  const deal = { ...event.deal, passed: entry?.former }
  const all = [deal, ...offers.map((one) => ({ ...one, passed: entry?.former }))]
  const intent = entry?.intent
  const fit = intent && all.find(({ quote }) => isOffered(intent.quote, quote))
  if (isOpen(entry) && intent && !fit && !isPaid(deal))
    return lookForEarlier(deal, intent, entry?.hash)
  const known = intent ? withIntent(entry, fit && named(intent, fit)) : entry
  const [state, effects] = takenUp({ ...event, deal: fit ?? deal, entry: known })
  if (/^(ready|amount|unavailable)$/.test(state.step) && earlier?.intent && !isPaid(deal))
    return lookForEarlier(deal, earlier.intent, earlier.hash)
  return withLate([state, effects], entry?.late ?? [], all, event.needed)
}

/** Replaces the intent of an entry by the verified one. An intent that matches no offer is removed. */
function withIntent({ intent: _, ...rest }: Entry = {}, intent: Intent | undefined): Entry {
  return intent ? { ...rest, intent } : rest
}

/**
 * Sets the reference that the service gives for the charge. With another one from the storage, the payer's own transfer
 * would not be recognized.
 */
function named({ quote, ...rest }: Intent, { quote: { reference } }: Deal): Intent {
  const { reference: _, ...where } = quote
  return { ...rest, quote: reference === undefined ? where : { ...where, reference } }
}

/** Reports the hashes beside the entry's own, and follows those that the payer submitted. */
function withLate(
  [state, effects]: Next,
  late: readonly Late[],
  all: Deal[],
  needed: number,
): Next {
  const [own] = all as [Deal]
  const inOffer = ({ chainId, token }: Late) =>
    all.find(({ quote }) => isSamePair(quote, paidWith(quote, { chainId, token }))) ?? own
  const tell = (one: Late): Effect => {
    const of = { ...own, quote: paidWith(own.quote, one) }
    return { do: 'record', deal: of, hash: one.hash }
  }
  const untold = late.filter(({ recorded }) => !recorded)
  const offers = /^(ready|amount)$/.test(state.step)
  const [first] = offers ? untold : []
  // It may pay the charge, so the payer is not asked to pay again before the service has answered.
  if (first) {
    const outside = { how: 'named' } as const
    const deal = inOffer(first)
    const next: State = { step: 'recording', deal, hash: first.hash, outside }
    return [next, [...effects, { do: 'stopDiscovering' }, ...untold.map(tell)]]
  }
  const named = offers ? late.find(({ recorded }) => recorded) : undefined
  if (named) return confirm(inOffer(named), named.hash, needed, { outside: { how: 'named' } })
  // They are reported in the background, whatever the screen shows.
  return [state, [...effects, ...untold.map(tell)]]
}

/**
 * Searches for a transfer that was not made for the current offer. It is reported under the terms it was made in, and
 * the payer is never asked to pay it.
 */
function lookForEarlier(deal: Deal, intent: Intent, hash: string | undefined): Next {
  if (hash) return foundEarlier(deal, intent, hash)
  return [{ step: 'earlier', deal, intent }, [{ do: 'search', intent, deal }]]
}

/** Reports an earlier transfer for the charge that it was made for. */
export function foundEarlier(deal: Deal, intent: Intent, hash: string): Next {
  const { chargeId, chainId, token } = intent.quote
  const quote = paidWith(deal.quote, { chainId, token: token.address })
  const of = { ...deal, charge: { ...deal.charge, id: chargeId }, quote: { ...quote, chargeId } }
  return [
    { step: 'earlier', deal, intent, hash },
    [
      { do: 'record', deal: of, hash },
      { do: 'awaitPaid', deal },
    ],
  ]
}

function takenUp({ deal, entry, held, needed, note }: Loaded): Next {
  const chargeId = deal.charge.id
  if (entry?.done !== undefined) return settledBefore(deal, entry, needed)
  if (entry?.intent && !held) return [{ step: 'elsewhere', deal }, [{ do: 'inherit', chargeId }]]
  const told = entry?.recorded || (entry?.hash && paymentOf(deal.charge, entry.hash))
  const instead = entry?.intent && isPaid(deal) && countedFor(deal, entry.intent)
  if (entry?.hash && !told && !instead) return record(deal, entry.hash, { intent: entry.intent })
  if (isPaid(deal)) {
    const hash = instead || provingHash(deal.charge, entry?.hash ?? '')
    return [
      { step: 'paid', deal, hash, ...whose(entry), before: true },
      entry?.intent ? [{ do: 'journalDone', chargeId, hash }] : [],
    ]
  }
  // The service has recorded it. The first poll shows its status at the service and on the chain.
  if (entry?.hash) return confirm(deal, entry.hash, needed, { intent: entry.intent })
  const pending = pendingHash(deal)
  if (pending) return confirm(deal, pending, needed, { open: entry?.intent })
  if (entry?.intent) return unsure(deal, entry.intent)
  return [offer(deal, note), []]
}

const whose = (entry: Entry | undefined) => entry?.intent && { intent: entry.intent }

/**
 * Resumes a charge that this browser has seen as paid. Only an explicit status from the service makes it payable again.
 */
function settledBefore(deal: Deal, entry: Entry, needed: number): Next {
  const { hash = '', intent } = entry
  const ours = paymentOf(deal.charge, hash)
  const { payments, status } = deal.charge
  // The storage is trusted only where the service gives no status for a charge.
  const mute = !payments || payments.some((one) => one.status === undefined)
  const silent = status === undefined && (hash === '' ? mute : !payments || (ours && mute))
  if (isPaid(deal) || silent) {
    // A hash from the storage is shown as the payment only if the service counts it.
    const shown = provingHash(deal.charge, hash) || (paidHash(deal.charge) ?? '')
    return [{ step: 'paid', deal, hash: shown, ...whose(entry), before: true }, []]
  }
  // A receipt without a hash, of a charge that is not paid, would keep every payer from paying.
  if (hash === '') return [offer(deal), [{ do: 'closeJournal', chargeId: deal.charge.id, hash }]]
  if (!ours) return record(deal, hash, { intent })
  // A reorganization has reverted it.
  if (ours.status !== 'COMPLETED') return confirm(deal, hash, needed, { intent })
  return [offer(deal), []]
}
