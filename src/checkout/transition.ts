// One function over the whole payment, so that its order can be read, and simulated, in one place; hence its length.
import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { failedLoad, isPaying, plainOffer } from './opening.ts'
import type { Account, Funds, Intent, Sighting, WalletInfo } from './ports.ts'
import { isPaid, paidHash, pendingHash } from './settlement.ts'
import type { Effect, Event, State } from './state.ts'

type Next = [State, Effect[]]

const stay = (state: State): Next => [state, []]

/**
 * The next state, and what is to be done for it. Pure. A late or repeated event changes nothing: each event names the
 * attempt, intent or hash that it answers, and is taken only while the state waits for that one.
 *
 * @param serial how many events there were before: what begins anew is named by it, so no name comes twice
 */
export function transition(state: State, event: Event, serial: number): Next {
  switch (event.type) {
    case 'start':
      // A transfer under way is never dropped for a changed attribute: the change waits for the next start.
      return isPaying(state)
        ? stay(state)
        : [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load' }]]
    case 'loaded':
      return state.step === 'loading' ? taken(event) : stay(state)
    case 'loadFailed':
      return state.step === 'loading' ? [failedLoad(event.error), []] : stay(state)
    case 'pay':
    case 'amount':
    case 'choose':
    case 'back':
    case 'cancel':
    case 'again':
    case 'wallets':
    case 'walletsFailed':
      return beforeWallet(state, event, serial)
    case 'connected':
    case 'connectFailed':
    case 'switched':
    case 'switchFailed':
    case 'checked':
    case 'checkFailed':
      return withWallet(state, event, serial)
    case 'intentWritten':
    case 'intentTaken':
    case 'intentFailed':
    case 'notSent':
    case 'lost':
    case 'doubt':
    case 'consent':
    case 'sighted':
    case 'searchFailed':
      return whileSending(state, event)
    case 'sent':
      return sent(state, event)
    case 'recorded':
    case 'recordTrouble':
    case 'recordFailed':
    case 'deeper':
    case 'followTrouble':
    case 'settled':
    case 'transferFailed':
      return afterSending(state, event)
    default:
      return event satisfies never
  }
}

/** A charge that was loaded: what a former page left unresolved is taken up before anything is offered. */
function taken({ deal, entry, needed }: Extract<Event, { type: 'loaded' }>): Next {
  const chargeId = deal.charge.id
  const pending = pendingHash(deal.charge)
  if (entry?.hash && !entry.recorded) return record(deal, entry.hash)
  if (isPaid(deal)) {
    const hash = paidHash(deal.charge) ?? ''
    return [
      { step: 'paid', deal, hash, before: true },
      entry ? [{ do: 'closeJournal', chargeId }] : [],
    ]
  }
  if (pending) return confirm(deal, pending, needed)
  if (entry?.hash) return confirm(deal, entry.hash, needed)
  if (entry) return unsure(deal, entry.intent)
  return [offer(deal), []]
}

/** The screen from which a payer can pay. */
function offer(deal: Deal, notice?: PayError): State {
  const state = plainOffer(deal)
  return notice && state.step === 'ready' ? { ...state, notice } : state
}

type WalletList = Extract<Event, { type: 'wallets' }>['wallets']
type BeforeWallet = Extract<
  Event,
  { type: 'pay' | 'amount' | 'choose' | 'back' | 'cancel' | 'again' | 'wallets' | 'walletsFailed' }
>

function beforeWallet(state: State, event: BeforeWallet, serial: number): Next {
  switch (event.type) {
    case 'amount':
      return named(state, event.amount)
    case 'pay':
      if (state.step === 'ready')
        return [{ step: 'wallets', deal: state.deal }, [{ do: 'discover' }]]
      if (state.step === 'network' && !state.asking) return ask(state.deal, state.account, serial)
      return stay(state)
    case 'wallets':
      return listed(state, event.wallets, serial)
    case 'walletsFailed':
      return state.step === 'wallets' ? [offer(state.deal, event.error), []] : stay(state)
    case 'choose': {
      if (state.step !== 'wallets') return stay(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet ? connect(state.deal, state.wallets ?? [], wallet, serial) : stay(state)
    }
    case 'back':
      return back(state)
    case 'again':
      return again(state, serial)
    case 'cancel':
      // With a hash, money has moved: nothing is left to cancel.
      if (isPaying(state) || 'hash' in state || state.step === 'cancelled') return stay(state)
      return [
        { step: 'cancelled', ...('deal' in state && state.deal && { deal: state.deal }) },
        [{ do: 'stopDiscovering' }, { do: 'leave', how: 'cancel' }],
      ]
    default:
      return event satisfies never
  }
}

/** The payer of a no_price charge named an amount. */
function named(state: State, amount: bigint): Next {
  if (state.step !== 'amount') return stay(state)
  const { deal } = state
  if (amount > 0n)
    return [{ step: 'ready', deal: { ...deal, quote: { ...deal.quote, amount } } }, []]
  const error = new PayError('invalid_amount', 'Give an amount above zero.')
  return [{ step: 'amount', deal, error }, []]
}

function listed(state: State, wallets: WalletList, serial: number): Next {
  if (state.step === 'connecting') return [{ ...state, wallets }, []]
  if (state.step !== 'wallets') return stay(state)
  const [only, second] = wallets
  // The payer has already said Pay: with one wallet there is nothing to choose. A list seen once stays a list.
  if (only && !second && !state.wallets) return connect(state.deal, wallets, only, serial)
  return [{ ...state, wallets }, []]
}

function connect(deal: Deal, wallets: WalletList, wallet: WalletInfo, attempt: number): Next {
  return [
    { step: 'connecting', deal, wallets, wallet, attempt },
    [{ do: 'connect', walletId: wallet.id, attempt }],
  ]
}

/** One screen back, from wherever nothing is under way. */
function back(state: State): Next {
  switch (state.step) {
    case 'ready':
      // Only a payer who named the amount may name another.
      return state.deal.charge.pricing_type === 'no_price'
        ? [{ step: 'amount', deal: state.deal }, []]
        : stay(state)
    case 'connecting':
      return [{ step: 'wallets', deal: state.deal, wallets: state.wallets }, []]
    case 'wallets':
    case 'network':
    case 'checking':
    case 'short':
      return [offer(state.deal), [{ do: 'stopDiscovering' }]]
    default:
      return stay(state)
  }
}

/** Try again what failed; never a transfer. */
function again(state: State, serial: number): Next {
  switch (state.step) {
    case 'failed':
      // The journal knows a hash that is not recorded yet, and loading takes it up.
      return [{ step: 'loading' }, [{ do: 'load' }]]
    case 'unavailable':
    case 'cancelled':
      return [{ step: 'loading' }, [{ do: 'load' }]]
    case 'connecting':
      return connect(state.deal, state.wallets, state.wallet, serial)
    case 'short':
      return check(state.deal, state.account, serial)
    case 'unsure':
      return unsure(state.deal, state.intent)
    default:
      return stay(state)
  }
}

type WithWallet = Extract<
  Event,
  { type: 'connected' | 'connectFailed' | 'switched' | 'switchFailed' | 'checked' | 'checkFailed' }
>

function withWallet(state: State, event: WithWallet, serial: number): Next {
  if (!('attempt' in state) || state.attempt !== event.attempt) return stay(state)
  switch (event.type) {
    case 'connected': {
      if (state.step !== 'connecting') return stay(state)
      const { account } = event
      const right = account.chainId === state.deal.quote.chainId
      return right ? check(state.deal, account, serial) : ask(state.deal, account, serial)
    }
    case 'connectFailed':
      if (state.step !== 'connecting') return stay(state)
      return [
        { step: 'wallets', deal: state.deal, wallets: state.wallets, notice: event.error },
        [],
      ]
    case 'switched': {
      if (state.step !== 'network') return stay(state)
      return check(state.deal, { ...state.account, chainId: state.deal.quote.chainId }, serial)
    }
    case 'switchFailed':
      if (state.step !== 'network') return stay(state)
      return [{ ...state, asking: false, notice: event.error }, []]
    case 'checked': {
      if (state.step !== 'checking') return stay(state)
      const { deal, account } = state
      // Paid meanwhile, in another tab or by somebody else: loading shows what there is to do now.
      if (event.fresh && hasMoved(deal, event.fresh))
        return [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load' }]]
      const lacks = lacking(deal, event.funds)
      if (lacks) return [{ step: 'short', deal, account, of: lacks, funds: event.funds }, []]
      const { intent } = event
      // Written before the wallet opens: if the tab dies inside the wallet, we know to look.
      return [
        { step: 'sending', deal, account, intent, asked: false },
        [{ do: 'journalIntent', intent }],
      ]
    }
    case 'checkFailed':
      if (state.step !== 'checking') return stay(state)
      return [offer(state.deal, event.error), [{ do: 'stopDiscovering' }]]
    default:
      return event satisfies never
  }
}

function ask(deal: Deal, account: Account, attempt: number): Next {
  const { chainId } = deal.quote
  return [
    { step: 'network', deal, account, attempt, asking: true },
    [{ do: 'switchChain', chainId, attempt }],
  ]
}

function check(deal: Deal, account: Account, attempt: number): Next {
  return [{ step: 'checking', deal, account, attempt }, [{ do: 'check', deal, account, attempt }]]
}

/** True when what was asked of the payer is not what is owed any more. */
function hasMoved(deal: Deal, fresh: Deal): boolean {
  const owes = !isPaid(fresh) && !pendingHash(fresh.charge)
  return !owes || fresh.quote.amount !== deal.quote.amount
}

/** What is missing, by what was read before the wallet opens. */
function lacking({ quote }: Deal, funds: Funds): 'token' | 'gas' | undefined {
  if (quote.token.native) {
    if (funds.native < quote.amount) return 'token'
    return funds.native < quote.amount + funds.fee ? 'gas' : undefined
  }
  if (funds.token < quote.amount) return 'token'
  return funds.native < funds.fee ? 'gas' : undefined
}

type WhileSending = Extract<
  Event,
  {
    type:
      | 'intentWritten'
      | 'intentTaken'
      | 'intentFailed'
      | 'notSent'
      | 'lost'
      | 'doubt'
      | 'consent'
      | 'sighted'
      | 'searchFailed'
  }
>

function whileSending(state: State, event: WhileSending): Next {
  if (state.step !== 'sending' && state.step !== 'unsure') return stay(state)
  if ('intentId' in event && event.intentId !== state.intent.id) return stay(state)
  const { deal, intent } = state
  switch (event.type) {
    case 'intentWritten':
      if (state.step !== 'sending' || state.asked) return stay(state)
      return [{ ...state, asked: true }, [{ do: 'transfer', intent }]]
    case 'intentTaken':
      if (state.step !== 'sending' || state.asked) return stay(state)
      // Loading takes up what is unresolved, so this tab shows it too.
      return [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load' }]]
    case 'intentFailed':
      if (state.step !== 'sending' || state.asked) return stay(state)
      return [offer(deal, event.error), [{ do: 'stopDiscovering' }]]
    case 'notSent':
      // An explicit refusal, also a late one, is certain: nothing moved.
      return givenUp(deal, intent, event.error)
    case 'lost':
      return state.step === 'sending' ? unsure(deal, intent, event.error) : stay(state)
    case 'doubt':
      return state.step === 'sending' && state.asked ? unsure(deal, intent) : stay(state)
    case 'consent':
      if (state.step !== 'unsure') return stay(state)
      return givenUp(deal, intent)
    case 'sighted':
      return sighted(state, event.sighting)
    case 'searchFailed':
      return state.step === 'unsure' ? [{ ...state, trouble: event.error }, []] : stay(state)
    default:
      return event satisfies never
  }
}

function givenUp(deal: Deal, intent: Intent, notice?: PayError): Next {
  const close: Effect = { do: 'closeJournal', chargeId: deal.charge.id, intentId: intent.id }
  return [offer(deal, notice), [close, { do: 'stopDiscovering' }]]
}

/** The wallet has sent a transfer. It may answer after the payer gave that one up: the money has moved all the same. */
function sent(state: State, { intent, hash }: Extract<Event, { type: 'sent' }>): Next {
  const journal: Effect = { do: 'journalHash', intent, hash }
  if ('hash' in state && state.hash === hash) return stay(state)
  const deal = 'deal' in state ? state.deal : undefined
  // Its charge is not on the screen: the next load of it takes the hash up.
  if (deal?.charge.id !== intent.quote.chargeId) return [state, [journal]]
  const other = 'intent' in state && state.intent.id !== intent.id
  // Something else is under way or done, and stays on the screen: the service is told beside it.
  if (other || (!('intent' in state) && (isPaying(state) || state.step === 'paid')))
    return [state, [journal, { do: 'record', deal, hash }]]
  return record(deal, hash, [journal])
}

function sighted(state: Extract<State, { step: 'sending' | 'unsure' }>, sighting: Sighting): Next {
  if (state.step !== 'unsure') return stay(state)
  if (sighting.seen !== 'transfer') return [{ ...state, sighting }, []]
  const { hash } = sighting
  return record(state.deal, hash, [{ do: 'journalHash', intent: state.intent, hash }])
}

function unsure(deal: Deal, intent: Intent, trouble?: PayError): Next {
  return [
    { step: 'unsure', deal, intent, ...(trouble && { trouble }) },
    [{ do: 'search', intent, deal }],
  ]
}

function record(deal: Deal, hash: string, first: Effect[] = []): Next {
  return [
    { step: 'recording', deal, hash },
    [...first, { do: 'stopDiscovering' }, { do: 'record', deal, hash }],
  ]
}

function confirm(deal: Deal, hash: string, needed: number): Next {
  return [
    { step: 'confirming', deal, hash, confirmations: 0, needed },
    [{ do: 'follow', deal, hash }],
  ]
}

type AfterSending = Extract<
  Event,
  {
    type:
      | 'recorded'
      | 'recordTrouble'
      | 'recordFailed'
      | 'deeper'
      | 'followTrouble'
      | 'settled'
      | 'transferFailed'
  }
>

function afterSending(state: State, event: AfterSending): Next {
  if (state.step !== 'recording' && state.step !== 'confirming') return stay(state)
  if (event.hash !== state.hash) return stay(state)
  const { deal, hash } = state
  const chargeId = deal.charge.id
  switch (event.type) {
    case 'recorded': {
      if (state.step !== 'recording') return stay(state)
      const [next, effects] = confirm(deal, hash, event.needed)
      return [next, [{ do: 'journalRecorded', chargeId }, ...effects]]
    }
    case 'recordTrouble':
      return state.step === 'recording' ? [{ ...state, trouble: event.error }, []] : stay(state)
    case 'recordFailed':
      // The entry stays in the journal: the hash may be the payer's only proof.
      return state.step === 'recording'
        ? [{ step: 'failed', error: event.error, deal, hash }, []]
        : stay(state)
    case 'deeper': {
      if (state.step !== 'confirming') return stay(state)
      const { trouble: _, ...rest } = state
      return [{ ...rest, confirmations: event.confirmations }, []]
    }
    case 'followTrouble':
      return state.step === 'confirming' ? [{ ...state, trouble: event.error }, []] : stay(state)
    case 'settled':
      return state.step === 'confirming' ? settled(event.deal, hash) : stay(state)
    case 'transferFailed':
      if (state.step !== 'confirming') return stay(state)
      return [offer(event.deal, event.error), [{ do: 'closeJournal', chargeId }]]
    default:
      return event satisfies never
  }
}

/** The service has confirmed the transfer: the charge is paid, or some of it is still owed. */
function settled(deal: Deal, hash: string): Next {
  const close: Effect = { do: 'closeJournal', chargeId: deal.charge.id }
  if (!isPaid(deal)) return [offer(deal), [close]]
  return [{ step: 'paid', deal, hash, before: false }, [close, { do: 'leave', how: 'success' }]]
}
