import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { confirm, givenUp, type Next, record, reload, stay, unsure } from './moves.ts'
import { isPaying } from './opening.ts'
import { dealIn } from './pairs.ts'
import type { Intent, Proposal } from './ports.ts'
import type { Effect, Event, State } from './state.ts'

type WhileSending = Extract<
  Event,
  {
    type:
      | 'intentWritten'
      | 'intentTaken'
      | 'intentFailed'
      | 'notSent'
      | 'lost'
      | 'proposed'
      | 'doubt'
      | 'sighted'
      | 'awaited'
      | 'searchFailed'
  }
>

/** From the written intent to a hash: what the journal, the wallet and the chain say of a transfer under way. */
export function whileSending(state: State, event: WhileSending): Next {
  if (state.step !== 'sending' && state.step !== 'unsure') return stay(state)
  if ('intentId' in event && event.intentId !== state.intent.id) return stay(state)
  const { deal, intent } = state
  const waiting = state.step === 'sending' && !state.asked
  switch (event.type) {
    case 'intentWritten':
      if (!waiting) return stay(state)
      // A wallet may send and never answer: the chain is watched while it is silent.
      return [
        { ...state, asked: true },
        [
          { do: 'transfer', intent },
          { do: 'lookout', intent, deal },
        ],
      ]
    case 'intentTaken':
      // Loading takes up what is unresolved, so this tab shows it too.
      return waiting ? reload() : stay(state)
    case 'intentFailed':
      if (!waiting) return stay(state)
      return [{ step: 'unsafe', deal, account: state.account, intent, error: event.error }, []]
    case 'notSent':
      // An explicit refusal, also a late one, is certain: nothing moved.
      return givenUp(deal, intent, { notice: event.error })
    case 'lost':
      return state.step === 'sending' ? unsure(deal, intent, { trouble: event.error }) : stay(state)
    case 'proposed':
      return waiting ? stay(state) : proposed(deal, intent, event.proposal)
    case 'doubt':
      return state.step === 'sending' && state.asked ? unsure(deal, intent) : stay(state)
    case 'sighted': {
      const { sighting } = event
      if (sighting.seen === 'transfer' && !waiting) {
        const { hash } = sighting
        return record(deal, hash, intent, [{ do: 'journalHash', intent, hash }])
      }
      // While the wallet's question is open, that nothing is there says nothing.
      if (state.step !== 'unsure') return stay(state)
      const proposal = ('proposal' in sighting && sighting.proposal) || state.proposal
      // By its own wallet's word: nothing of it is under way any more.
      if (sighting.seen === 'used' && proposal?.failed)
        return givenUp(deal, intent, { notice: notSentAfterAll() })
      const { trouble, ...rest } = state
      // What the payer has to do in the wallet holds on; that the chain could not be read is over.
      const kept = trouble?.code === 'wallet_busy' && { trouble }
      return [{ ...rest, ...kept, sighting, ...(proposal && { proposal }) }, []]
    }
    case 'awaited':
      // As a page that is opened now would show it.
      return state.step === 'unsure'
        ? confirm(deal, event.hash, event.needed, { open: intent })
        : stay(state)
    case 'searchFailed':
      return state.step === 'unsure' ? [{ ...state, trouble: event.error }, []] : stay(state)
    default:
      return event satisfies never
  }
}

function notSentAfterAll(): PayError {
  const text = 'Your wallet has given the payment up: it was not sent, and nothing was paid.'
  return new PayError('wallet_failed', text, { retryable: true })
}

/** It is sent when others have signed, or by a bundler: until then it is looked for, as what was lost is. */
function proposed(deal: Deal, known: Intent, proposal: Proposal): Next {
  const { kind, id } = proposal
  const intent = { ...known, proposal: { kind, id } }
  const [state, effects] = unsure(deal, intent, { proposal })
  return [state, [{ do: 'journalNote', intent }, ...effects]]
}

/** The payer has read what may go wrong, and goes on all the same. */
export function consented(state: State): Next {
  switch (state.step) {
    case 'unsafe': {
      const { deal, account, intent } = state
      return [
        { step: 'sending', deal, account, intent, asked: false },
        [{ do: 'journalIntent', intent, consented: true }],
      ]
    }
    case 'unsure':
      return givenUp(state.deal, state.intent)
    case 'dropped':
      return givenUp(state.deal, state.intent ?? state.open, { hash: state.hash })
    case 'void':
      return givenUp(state.deal, state.intent, { hash: state.hash })
    default:
      return stay(state)
  }
}

/** The wallet has sent a transfer. It may answer after the payer gave that one up: the money has moved all the same. */
export function sent(state: State, { intent, hash }: Extract<Event, { type: 'sent' }>): Next {
  const journal: Effect = { do: 'journalHash', intent, hash }
  if ('hash' in state && state.hash === hash) return stay(state)
  const shown = 'deal' in state ? state.deal : undefined
  // Its charge is not on the screen: the next load of it takes the hash up.
  if (shown?.charge.id !== intent.quote.chargeId) return [state, [journal]]
  // The payer may have chosen another token since.
  const deal = dealIn(shown, intent.quote)
  const waits =
    (state.step === 'sending' || state.step === 'unsure') && state.intent.id === intent.id
  if (waits || !isTakenUp(state)) return record(deal, hash, intent, [journal])
  // Something else is under way or done, and stays on the screen: the service is told beside it. Of this very intent
  // that is a hash which was found on the chain, and stays the entry's own.
  const same = 'intent' in state && state.intent?.id === intent.id
  const beside: Effect = same ? { do: 'journalLate', quote: intent.quote, hash } : journal
  return [state, [beside, { do: 'record', deal, hash }]]
}

/** True while the screen belongs to a payment, under way or made. */
function isTakenUp(state: State): boolean {
  return isPaying(state) || state.step === 'paid' || state.step === 'elsewhere'
}
