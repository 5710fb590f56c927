import type { Deal } from './deal.ts'
import { confirm, type Next, offer, record, unsure } from './moves.ts'
import { couldHaveAsked, isOffered, isSamePair, paidWith } from './pairs.ts'
import type { Entry, Intent, Late } from './ports.ts'
import {
  countedFor,
  isOpen,
  isPaid,
  paidHash,
  paymentOf,
  pendingHash,
  provingHash,
} from './settlement.ts'
import type { Effect, Event, State } from './state.ts'

type Loaded = Extract<Event, { type: 'loaded' }>

/**
 * A charge that was loaded: what a former page left unresolved is taken up before anything is offered. What is shown, and
 * asked, is always one of the service's own offers: an entry only says where to look.
 */
export function taken(event: Loaded): Next {
  const { entry, earlier, offers = [] } = event
  const deal = { ...event.deal, passed: entry?.former }
  const all = [deal, ...offers.map((one) => ({ ...one, passed: entry?.former }))]
  const intent = entry?.intent
  const fit =
    intent &&
    all.find(
      (one) => isOffered(intent.quote, one.quote) && couldHaveAsked(one, intent.quote.amount),
    )
  if (isOpen(entry) && intent && !fit && !isPaid(deal))
    return lookForEarlier(deal, intent, entry?.hash)
  const known = intent ? withIntent(entry, fit && withOfferedReference(intent, fit)) : entry
  const [state, effects] = takenUp({ ...event, deal: fit ?? deal, entry: known })
  if (/^(ready|amount|unavailable)$/.test(state.step) && earlier?.intent && !isPaid(deal))
    return lookForEarlier(deal, earlier.intent, earlier.hash)
  return withLate([state, effects], entry?.late ?? [], all, event.needed)
}

/** Returns the entry with this intent, or with none: one that was not written for what is offered proves nothing of it. */
function withIntent({ intent: _, ...rest }: Entry = {}, intent: Intent | undefined): Entry {
  return intent ? { ...rest, intent } : rest
}

/**
 * Returns the intent with the reference that the service states. By another one, which a script may have stored, the
 * payer's own transfer would not be recognized.
 */
function withOfferedReference({ quote, ...rest }: Intent, { quote: { reference } }: Deal): Intent {
  const { reference: _, ...where } = quote
  return { ...rest, quote: reference === undefined ? where : { ...where, reference } }
}

/** Hashes beside the entry's own: the service is told of them, and those that the payer named are followed. */
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
  // It may pay the charge: nobody is asked to pay again before the service has answered.
  if (first) {
    const outside = { how: 'named' } as const
    const deal = inOffer(first)
    const next: State = { step: 'recording', deal, hash: first.hash, outside }
    return [next, [...effects, { do: 'stopDiscovering' }, ...untold.map(tell)]]
  }
  const named = offers ? late.find(({ recorded }) => recorded) : undefined
  if (named) return confirm(inOffer(named), named.hash, needed, { outside: { how: 'named' } })
  // Told beside whatever is on the screen.
  return [state, [...effects, ...untold.map(tell)]]
}

/** What was not made for today's offer is looked for, and told of where it was made. It is never something to pay. */
function lookForEarlier(deal: Deal, intent: Intent, hash: string | undefined): Next {
  if (hash) return foundEarlier(deal, intent, hash)
  return [{ step: 'earlier', deal, intent }, [{ do: 'search', intent, deal }]]
}

/** The service is told of it for the charge that it was made for. */
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
  // The service has answered for it. What it says of it now, and the chain, is seen at the first look.
  if (entry?.hash) return confirm(deal, entry.hash, needed, { intent: entry.intent })
  const pending = pendingHash(deal)
  if (pending) return confirm(deal, pending, needed, { open: entry?.intent })
  if (entry?.intent) return unsure(deal, entry.intent)
  return [offer(deal, note), []]
}

const whose = (entry: Entry | undefined) => entry?.intent && { intent: entry.intent }

/** This browser has seen the charge paid. Only a service that says so in as many words makes it payable again. */
function settledBefore(deal: Deal, entry: Entry, needed: number): Next {
  const { hash = '', intent } = entry
  const ours = paymentOf(deal.charge, hash)
  const { payments, status } = deal.charge
  // A storage is believed only where the service has no word for how a charge stands.
  const mute = !payments || payments.some((one) => one.status === undefined)
  const silent = status === undefined && (hash === '' ? mute : !payments || (ours && mute))
  if (isPaid(deal) || silent) {
    // Of what stands in a storage, only what the service counts is shown as the payment.
    const shown = provingHash(deal.charge, hash) || (paidHash(deal.charge) ?? '')
    return [{ step: 'paid', deal, hash: shown, ...whose(entry), before: true }, []]
  }
  // A receipt that names no payment, of a charge that is not paid, would stop every payer at the wallet.
  if (hash === '') return [offer(deal), [{ do: 'closeJournal', chargeId: deal.charge.id, hash }]]
  if (!ours) return record(deal, hash, { intent })
  // A reorganisation took it back.
  if (ours.status !== 'COMPLETED') return confirm(deal, hash, needed, { intent })
  return [offer(deal), []]
}
