import { PayError } from '../../errors.ts'
import type { Intent, Proposal } from '../ports.ts'
import { dealIn } from '../quote/payment-assets.ts'
import type { Deal } from '../quote/payment-option.ts'
import { countedFor, paidHash } from '../quote/settlement.ts'
import type { Effect, Event, State } from '../state.ts'
import { confirm, givenUp, type Next, record, reload, stay, toldOf, unsure } from './builders.ts'
import { isPaying } from './open-charge.ts'

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

/** Handles the events from a written intent to a hash: answers of the journal, the wallet and the chain. */
export function whileSending(state: State, event: WhileSending): Next {
  if (state.step !== 'sending' && state.step !== 'unsure') return stay(state)
  if ('intentId' in event && event.intentId !== state.intent.id) return stay(state)
  const { deal, intent } = state
  const waiting = state.step === 'sending' && !state.asked
  switch (event.type) {
    case 'intentWritten':
      if (!waiting) return stay(state)
      // A wallet may send and never answer, so the chain is watched while it does not answer.
      return [
        { ...state, asked: true },
        [
          { do: 'transfer', intent },
          { do: 'lookout', intent, deal },
        ],
      ]
    case 'intentTaken':
      // Loading resumes the unresolved payment, so this tab shows it too.
      return waiting ? reload() : stay(state)
    case 'intentFailed':
      if (!waiting) return stay(state)
      return [{ step: 'unsafe', deal, account: state.account, intent, error: event.error }, []]
    case 'notSent':
      // An explicit rejection, even a late one, is certain: nothing moved.
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
        // It is ours by its nonce, although the wallet left the reference out. It is recorded, then the payer signs for
        // it.
        const signers = named ? undefined : [intent.from]
        return record(deal, hash, { intent, signers }, [{ do: 'journalHash', intent, hash }])
      }
      // While the wallet still shows the request, finding nothing means nothing.
      if (state.step !== 'unsure') return stay(state)
      const proposal = ('proposal' in sighting && sighting.proposal) || state.proposal
      // Its own wallet says so: nothing of it is in progress any more.
      if (sighting.seen === 'used' && proposal?.failed)
        return givenUp(deal, intent, { notice: notSentAfterAll() })
      const { trouble, ...rest } = state
      // The payer still has to act in the wallet, but an error of reading the chain is over.
      const kept = trouble?.code === 'wallet_busy' && { trouble }
      return [{ ...rest, ...kept, sighting, ...(proposal && { proposal }) }, []]
    }
    case 'awaited':
      // A page that is opened now would show the same.
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

/** Ends the payment as paid. The service's word outweighs any doubt, whichever account paid. */
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

/**
 * Journals that the wallet is asked again without calldata. The search must know, because this transfer does not carry
 * the charge's reference.
 */
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

/** Searches for a proposal, which is sent when others have signed or by a bundler, like for a lost answer. */
function proposed(deal: Deal, known: Intent, proposal: Proposal): Next {
  const { kind, id } = proposal
  const intent = { ...known, proposal: { kind, id } }
  const [state, effects] = unsure(deal, intent, { proposal })
  return [state, [{ do: 'journalNote', intent }, ...effects]]
}

/** Handles the payer's consent to continue after a warning. */
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
      // The connected account did not send it, so a false entry must not keep the payer from paying. Whoever did send
      // it signs for it, or leaves it to the merchant.
      return account && !outside ? givenUp(deal, intent ?? open, { hash }) : stay(state)
    }
    default:
      return stay(state)
  }
}

/** Offers the payment although an earlier one may have been made. The offer is the service's own. */
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

/**
 * Handles a sent transfer. The wallet may answer after the payer has abandoned it, but the money has moved all the
 * same.
 */
export function sent(state: State, { intent, hash }: Extract<Event, { type: 'sent' }>): Next {
  const journal: Effect = { do: 'journalHash', intent, hash }
  if ('hash' in state && state.hash === hash) return stay(state)
  const shown = 'deal' in state ? state.deal : undefined
  // Its charge is not on the screen, so the next load of that charge resumes with the hash.
  if (shown?.charge.id !== intent.quote.chargeId) return [state, [journal]]
  // The payer may have chosen another token in the meantime.
  const deal = dealIn(shown, intent.quote)
  const waits =
    (state.step === 'sending' || state.step === 'unsure') && state.intent.id === intent.id
  // It was sent without the reference, so the payer signs for it.
  const signers = intent.withoutData && [intent.from]
  if (waits || !isTakenUp(state)) return record(deal, hash, { intent, signers }, [journal])
  // Another payment is in progress or done and stays on the screen, so this hash is reported in the background. If it
  // belongs to the same intent, another hash was found on the chain before, and that one stays the entry's own.
  const same = 'intent' in state && state.intent?.id === intent.id
  const beside: Effect = same ? { do: 'journalLate', quote: intent.quote, hash } : journal
  return [state, [beside, { do: 'record', deal: toldOf(deal, intent), hash }]]
}

/** Returns whether the screen belongs to a payment that is in progress or made. */
function isTakenUp(state: State): boolean {
  return isPaying(state) || state.step === 'paid' || state.step === 'elsewhere'
}
