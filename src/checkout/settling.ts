import type { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { confirm, givenUp, type Next, offer, passing, record, stay, unsure } from './moves.ts'
import { watch } from './outside.ts'
import type { Fate, Intent } from './ports.ts'
import { isPaid, provingHash } from './settlement.ts'
import { needSignature, passed } from './signing.ts'
import type { Effect, Event, Origin, State } from './state.ts'

type AfterSending = Extract<
  Event,
  {
    type:
      | 'recorded'
      | 'recordTrouble'
      | 'recordFailed'
      | 'fate'
      | 'followTrouble'
      | 'unmatched'
      | 'unlisted'
      | 'settled'
      | 'transferFailed'
  }
>
/** A hash is on its way: the service does not know it yet, or it is not final. */
type Recording = Extract<State, { step: 'recording' }>
type Following = Extract<State, { step: 'confirming' | 'dropped' | 'sign' }>

/** From a hash to its end: told to the service, followed on the chain, settled or void. */
export function afterSending(state: State, event: AfterSending): Next {
  if (!('hash' in state) || state.hash !== event.hash) return stay(state)
  if (state.step === 'recording') return whileRecording(state, event)
  if (state.step === 'confirming' || state.step === 'dropped' || state.step === 'sign')
    return whileFollowing(state, event)
  return stay(state)
}

function whileRecording(state: Recording, event: AfterSending): Next {
  const { deal, hash, intent, outside, signers, signature } = state
  switch (event.type) {
    case 'recorded': {
      const signed = signature !== undefined
      const more = { intent, outside, signed }
      // Without a reference nobody could say what is signed.
      if (signers && !signed && deal.quote.reference)
        return needSignature(deal, hash, event.needed, signers, more)
      return confirm(deal, hash, event.needed, more)
    }
    case 'recordTrouble':
      return [{ ...state, trouble: event.error }, []]
    case 'recordFailed':
      if (outside) return notOutside(state, outside, event.error)
      // The entry stays in the journal: the hash may be the payer's only proof.
      return [{ step: 'failed', error: event.error, deal, hash, ...(intent && { intent }) }, []]
    default:
      return stay(state)
  }
}

/** The service does not take what was made outside. What was only seen on the chain may be another payer's. */
function notOutside({ deal, hash }: Recording, { how, screen }: Origin, error: PayError): Next {
  const forget: Effect = { do: 'forgetLate', chargeId: deal.charge.id, hash }
  if (!screen) return [offer(passing(deal, hash), error), [forget]]
  const [next, effects] = watch(passed(screen, hash), 0)
  return [{ ...next, ...(how === 'named' && { notice: error }) } as State, [forget, ...effects]]
}

function whileFollowing(state: Following, event: AfterSending): Next {
  switch (event.type) {
    case 'fate':
      return followed(state, event.fate)
    case 'followTrouble':
      return state.step === 'sign' ? stay(state) : [{ ...state, trouble: event.error }, []]
    case 'unmatched':
      return unmatched(state, event.signers)
    case 'unlisted':
      if (!state.intent && !state.outside) return othersFailed(state, state.deal)
      return record(state.deal, state.hash, { intent: state.intent, outside: state.outside })
    case 'settled':
      return settled(state, event.deal)
    case 'transferFailed':
      return failed(state, event)
    default:
      return stay(state)
  }
}

/** The money is there, and does not say what for: whoever sent it may, where there is something to sign for. */
function unmatched(state: Following, signers: readonly string[]): Next {
  const { deal, hash, needed } = state
  if (!deal.quote.reference || signers.length === 0) return stay(state)
  if (state.step === 'sign') {
    const same = signers.join() === state.signers.join()
    return same ? stay(state) : [{ ...state, signers }, []]
  }
  return needSignature(deal, hash, needed, signers, state)
}

/** What the chain shows. Whether the transfer pays is the service's to say; that it cannot pay, the chain says first. */
function followed(state: Following, fate: Fate): Next {
  const { deal, hash, open, needed } = state
  const intent = seenAs(state.intent, fate)
  if (state.step === 'sign' && !(fate.seen === 'replaced' || isReverted(fate, needed)))
    return stay(state)
  const { outside } = state
  const whose = {
    ...(intent && { intent }),
    ...(open && { open }),
    ...(outside && { outside }),
    ...(state.step !== 'sign' && state.signed && { signed: true }),
  }
  const on: Extract<Following, { step: 'confirming' }> = {
    step: 'confirming',
    deal,
    hash,
    ...whose,
    confirmations: 0,
    needed,
  }
  switch (fate.seen) {
    case 'mined':
      if (isReverted(fate, needed)) return nothingPaid(state, 'reverted')
      return goOn(state, { ...on, confirmations: fate.confirmations })
    case 'pending': {
      // It was in a block, which another took the place of.
      const lost = state.step === 'confirming' && (state.lost || state.confirmations > 0)
      return goOn(state, { ...on, ...(lost && { lost }) })
    }
    case 'unknown':
      return goOn(state, { step: 'dropped', deal, hash, ...whose, needed })
    case 'replaced':
      return replaced(state, fate.hash)
    default:
      return fate satisfies never
  }
}

function isReverted(fate: Fate, needed: number): boolean {
  return fate.seen === 'mined' && fate.reverted && fate.confirmations >= needed
}

/** Sped up: the same transfer has another hash, of which the service must be told. Or cancelled. */
function replaced(state: Following, hash: string | undefined): Next {
  const known = state.intent ?? state.open
  if (!hash || !known) return nothingPaid(state, 'cancelled')
  // Its nonce is another one where the wallet sent anew: the chain has to show it again.
  const { used: _, ...intent } = known
  // Our own former one is none that could still pay.
  const deal = state.intent ? passing(state.deal, state.hash) : state.deal
  return record(deal, hash, { intent }, [{ do: 'journalHash', intent, hash }])
}

/** Another screen, and the same hash to follow. */
function goOn(from: Following, to: Exclude<Following, { step: 'sign' }>): Next {
  const { deal, hash, intent, open, signed } = to
  const learned = intent && intent.used !== from.intent?.used
  return [
    to,
    [
      ...(learned ? [{ do: 'journalHash', intent, hash } as const] : []),
      ...(from.step === to.step && !learned
        ? []
        : [{ do: 'follow', deal, hash, intent, open, ...(signed && { signed }) } as const]),
    ],
  ]
}

/** The intent with the nonce that the chain shows: without it nobody could say that it was replaced. */
function seenAs(intent: Intent | undefined, fate: Fate): Intent | undefined {
  return intent && 'nonce' in fate ? { ...intent, used: fate.nonce } : intent
}

/** For certain: a transaction that the chain keeps makes this one impossible, or it took no effect. */
function nothingPaid(state: Following, why: 'cancelled' | 'reverted'): Next {
  const { deal, hash, intent } = state
  if (!intent) return othersFailed(state, deal)
  const [, effects] = givenUp(deal, intent, { hash })
  return [
    { step: 'void', deal: passing(deal, hash), hash, why },
    [...effects, { do: 'awaitPaid', deal }],
  ]
}

/** Another's payment came to nothing: what this browser began is still to be cleared up, or all is as before. */
function othersFailed({ open, outside, hash }: Following, deal: Deal, error?: PayError): Next {
  if (open) return unsure(deal, open)
  const chargeId = deal.charge.id
  if (outside) return [offer(passing(deal, hash), error), [{ do: 'forgetLate', chargeId, hash }]]
  // Where it is the hash of a receipt, that one is false, and would keep the payer from paying.
  return [offer(deal, error), [{ do: 'closeJournal', chargeId, hash }]]
}

function failed(
  state: Following,
  { deal, error, fate }: Extract<Event, { type: 'transferFailed' }>,
): Next {
  const { hash, intent } = state
  if (!intent) return othersFailed(state, deal, error)
  if (fate?.seen === 'mined' && fate.reverted) return nothingPaid({ ...state, deal }, 'reverted')
  if (fate?.seen === 'replaced') return followed({ ...state, deal }, fate)
  // The entry stays: what the service refuses may have moved money all the same.
  return [{ step: 'void', deal, hash, intent, why: 'refused', error }, [{ do: 'awaitPaid', deal }]]
}

/** The service has confirmed the transfer: the charge is paid, or some of it is still owed. */
function settled({ hash, intent, open, outside }: Following, deal: Deal): Next {
  const chargeId = deal.charge.id
  if (isPaid(deal)) {
    const proof = provingHash(deal.charge, hash)
    return [
      { step: 'paid', deal, hash: proof, ...(intent && { intent }), before: false },
      [{ do: 'finish', chargeId, hash: proof }],
    ]
  }
  if (open) return unsure(deal, open)
  const close: Effect[] = intent ? [{ do: 'closeJournal', chargeId, intentId: intent.id }] : []
  if (outside) close.push({ do: 'forgetLate', chargeId, hash })
  return [offer(deal), close]
}
