import type { Deal } from './deal.ts'
import { confirm, type Next, offer, record, unsure } from './moves.ts'
import { paidWith } from './pairs.ts'
import type { Entry } from './ports.ts'
import { countedFor, isPaid, paidHash, paymentOf, pendingHash, provingHash } from './settlement.ts'
import type { Event, State } from './state.ts'

type Loaded = Extract<Event, { type: 'loaded' }>

/** A charge that was loaded: what a former page left unresolved is taken up before anything is offered. */
export function taken(event: Loaded): Next {
  const deal = { ...event.deal, passed: event.entry?.former }
  const [state, effects] = takenUp({ ...event, deal })
  const late = (event.entry?.late ?? []).map((one) => {
    const paid = { ...deal, quote: paidWith(deal.quote, one) }
    return { do: 'record', deal: paid, hash: one.hash } as const
  })
  const [first, ...others] = late
  // Told beside whatever is on the screen.
  if (!first || !/^(ready|amount)$/.test(state.step)) return [state, [...effects, ...late]]
  // It may pay the charge: nobody is asked to pay again before the service has answered.
  const [next, begun] = record(first.deal, first.hash, undefined)
  return [{ ...next, outside: { how: 'named' } } as State, [...effects, ...begun, ...others]]
}

function takenUp({ deal, entry, held, needed, note }: Loaded): Next {
  const chargeId = deal.charge.id
  if (entry?.done !== undefined) return settledBefore(deal, entry, needed)
  if (entry?.intent && !held) return [{ step: 'elsewhere', deal }, [{ do: 'inherit', chargeId }]]
  const told = entry?.recorded || (entry?.hash && paymentOf(deal.charge, entry.hash))
  const instead = entry?.intent && isPaid(deal) && countedFor(deal, entry.intent)
  if (entry?.hash && !told && !instead) return record(deal, entry.hash, entry.intent)
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
  const silent = !deal.charge.payments || (ours && ours.status === undefined)
  if (isPaid(deal) || silent || hash === '') {
    const shown = hash || (paidHash(deal.charge) ?? '')
    return [{ step: 'paid', deal, hash: shown, ...whose(entry), before: true }, []]
  }
  if (!ours) return record(deal, hash, intent)
  // A reorganisation took it back.
  if (ours.status !== 'COMPLETED') return confirm(deal, hash, needed, { intent })
  return [offer(deal), []]
}
