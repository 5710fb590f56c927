import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { confirm, givenUp, type Next, record, reload, stay, toldOf, unsure } from './moves.ts'
import { isPaying } from './opening.ts'
import { dealIn } from './pairs.ts'
import type { Intent, Proposal } from './ports.ts'
import { countedFor, paidHash } from './settlement.ts'
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
      | 'withoutData'
      | 'proposed'
      | 'doubt'
      | 'sighted'
      | 'awaited'
      | 'searchFailed'
      | 'chargePaid'
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
    case 'withoutData':
      if (state.step !== 'sending' || waiting || intent.withoutData) return stay(state)
      return withoutData(state)
    case 'proposed':
      return waiting ? stay(state) : proposed(deal, intent, event.proposal)
    case 'doubt':
      return state.step === 'sending' && state.asked ? unsure(deal, intent) : stay(state)
    case 'sighted': {
      const { sighting } = event
      if (sighting.seen === 'transfer' && !waiting) {
        const { hash, named } = sighting
        // Ours by its nonce, though the wallet has left the reference out: recorded first, then the payer signs for it.
        const signers = named ? undefined : [intent.from]
        return record(deal, hash, { intent, signers }, [{ do: 'journalHash', intent, hash }])
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
    case 'chargePaid':
      return state.step === 'unsure' ? paidBy(event.deal, intent) : stay(state)
    case 'searchFailed':
      return state.step === 'unsure' ? [{ ...state, trouble: event.error }, []] : stay(state)
    default:
      return event satisfies never
  }
}

/** The service says that the charge is paid: that is more than any doubt, whoever's account it was. */
export function paidBy(deal: Deal, intent: Intent | undefined): Next {
  const counted = intent && countedFor(deal, intent)
  const hash = counted ?? paidHash(deal.charge) ?? ''
  return [
    { step: 'paid', deal, hash, ...(counted && { intent }), before: false },
    [{ do: 'finish', chargeId: deal.charge.id, hash }],
  ]
}

function notSentAfterAll(): PayError {
  const text = 'Your wallet has given the payment up: it was not sent, and nothing was paid.'
  return new PayError('wallet_failed', text, { retryable: true })
}

/** Written down before the wallet is asked once more: what it sends names nobody, and the search must know. */
function withoutData(state: Extract<State, { step: 'sending' }>): Next {
  const intent = { ...state.intent, withoutData: true as const }
  const { deal } = state
  return [
    { ...state, intent },
    [
      { do: 'journalNote', intent },
      { do: 'lookout', intent, deal },
    ],
  ]
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
    case 'earlier':
      return leaveEarlier(state)
    case 'dropped':
      return givenUp(state.deal, state.intent ?? state.open, { hash: state.hash })
    case 'void':
      return givenUp(state.deal, state.intent, { hash: state.hash })
    case 'sign': {
      const { deal, hash, intent, open, account, outside } = state
      // The connected account did not send it: a false entry keeps nobody from paying. Who did send it signs, or leaves it
      // to the merchant.
      return account && !outside ? givenUp(deal, intent ?? open, { hash }) : stay(state)
    }
    default:
      return stay(state)
  }
}

/** The payer pays though an earlier payment may have been made: what is offered is the service's own. */
function leaveEarlier({ deal, intent, hash }: Extract<State, { step: 'earlier' }>): Next {
  const { chargeId } = intent.quote
  const [offered] = givenUp(deal, undefined, hash ? { hash } : {})
  const close: Effect = {
    do: 'closeJournal',
    chargeId,
    intentId: intent.id,
    ...(hash && { hash }),
  }
  return [offered, [close, { do: 'stopDiscovering' }]]
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
  // It went without the reference: the payer signs for it.
  const signers = intent.withoutData && [intent.from]
  if (waits || !isTakenUp(state)) return record(deal, hash, { intent, signers }, [journal])
  // Something else is under way or done, and stays on the screen: the service is told beside it. Of this very intent
  // that is a hash which was found on the chain, and stays the entry's own.
  const same = 'intent' in state && state.intent?.id === intent.id
  const beside: Effect = same ? { do: 'journalLate', quote: intent.quote, hash } : journal
  return [state, [beside, { do: 'record', deal: toldOf(deal, intent), hash }]]
}

/** True while the screen belongs to a payment, under way or made. */
function isTakenUp(state: State): boolean {
  return isPaying(state) || state.step === 'paid' || state.step === 'elsewhere'
}
