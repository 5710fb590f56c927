// One function over the whole payment, so that its order can be read, and simulated, in one place; hence its length.
import { PayError } from '../errors.ts'
import { accountChanged, amongTokens, connected } from './accounts.ts'
import type { Deal } from './deal.ts'
import { ask, check, connect, type Next, offer, reload, stay, unsure } from './moves.ts'
import { endOf, failedLoad, isPaying } from './opening.ts'
import { outside, reserve } from './outside.ts'
import type { Entry, Funds } from './ports.ts'
import { foundEarlier, taken } from './resume.ts'
import { consented, paidBy, sent, whileSending } from './sending.ts'
import { hashesOf, isPaid, isPassed, pendingHash } from './settlement.ts'
import { afterSending } from './settling.ts'
import { whileSigning } from './signing.ts'
import type { Event, State } from './state.ts'

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
      return isPaying(state) ? stay(state) : reload()
    case 'fetched':
      return isPaying(state)
        ? stay(state)
        : [{ step: 'loading' }, [{ do: 'takeUp', deal: event.deal }]]
    case 'loaded':
      return state.step === 'loading' ? taken(event) : stay(state)
    case 'loadFailed':
      return state.step === 'loading' ? notLoaded(event.error, event.entry) : stay(state)
    case 'tab':
    case 'inherited':
      return beside(state, event)
    case 'sign':
    case 'decline':
    case 'signed':
    case 'signFailed':
    case 'signerWanted':
      return state.step === 'sign' ? whileSigning(state, event, serial) : stay(state)
    case 'account':
      if (state.step === 'sign') return whileSigning(state, event, serial)
      return accountChanged(state, event.account, serial)
    case 'pick':
    case 'holdings':
    case 'holdingsFailed':
      return amongTokens(state, event, serial)
    case 'refreshed':
      return refreshed(state, event.deal, serial)
    case 'outside':
    case 'reserved':
    case 'reserveFailed':
    case 'claim':
    case 'inspected':
    case 'inspectFailed':
    case 'watched':
      return outside(state, event, serial)
    case 'pay':
    case 'amount':
    case 'amountRefused':
    case 'choose':
    case 'back':
    case 'cancel':
    case 'again':
    case 'wallets':
    case 'walletsFailed':
      if (state.step === 'sign' && isSigning(event)) return whileSigning(state, event, serial)
      return beforeWallet(state, event, serial)
    case 'uri':
    case 'connected':
    case 'connectFailed':
    case 'switched':
    case 'switchFailed':
    case 'checked':
    case 'checkFailed':
      if (state.step === 'sign' && isSigning(event)) return whileSigning(state, event, serial)
      return withWallet(state, event, serial)
    case 'consent':
      return consented(state)
    case 'intentWritten':
    case 'intentTaken':
    case 'intentFailed':
    case 'notSent':
    case 'lost':
    case 'withoutData':
    case 'proposed':
    case 'doubt':
    case 'sighted':
    case 'awaited':
    case 'searchFailed':
    case 'chargePaid':
      return state.step === 'earlier' ? whileSearching(state, event) : whileSending(state, event)
    case 'sent':
      return sent(state, event)
    case 'recorded':
    case 'recordTrouble':
    case 'recordFailed':
    case 'fate':
    case 'followTrouble':
    case 'unmatched':
    case 'unlisted':
    case 'settled':
    case 'transferFailed':
      return afterSending(state, event)
    default:
      return event satisfies never
  }
}

type SignEvent = Extract<
  Event,
  {
    type: 'wallets' | 'walletsFailed' | 'choose' | 'uri' | 'connected' | 'connectFailed' | 'back'
  }
>

/** True for what a payer does, and a wallet says, on the way to a signature as well as on that to a transfer. */
function isSigning(event: Event): event is SignEvent {
  return /^(wallets|walletsFailed|choose|uri|connected|connectFailed|back)$/.test(event.type)
}

type Search = Parameters<typeof whileSending>[1]

/** While an earlier payment is looked for. What of it is found is told, and never asked for anew. */
function whileSearching(state: Extract<State, { step: 'earlier' }>, event: Search): Next {
  const { deal, intent } = state
  if (!('intentId' in event) || event.intentId !== intent.id) return stay(state)
  switch (event.type) {
    case 'chargePaid':
      return paidBy(event.deal, undefined)
    case 'sighted': {
      const { sighting } = event
      if (sighting.seen === 'transfer') return foundEarlier(deal, intent, sighting.hash)
      const { trouble: _, ...rest } = state
      return [{ ...rest, sighting }, []]
    }
    case 'searchFailed':
      return [{ ...state, trouble: event.error }, []]
    default:
      return stay(state)
  }
}

/** The charge has ended, or its price is another one: what is shown follows, and what is under way goes on. */
function refreshed(state: State, fresh: Deal, serial: number): Next {
  if (!isOpen(state) || !('deal' in state) || state.deal?.charge.id !== fresh.charge.id)
    return stay(state)
  if (isPaid(fresh)) return [{ step: 'loading' }, [{ do: 'takeUp', deal: fresh.own ?? fresh }]]
  if (endOf(fresh.charge)) return [offer(fresh), [{ do: 'stopDiscovering' }]]
  const deal = { ...fresh, passed: state.deal.passed }
  const { amount, expiresAt } = state.deal.quote
  const isSame = amount === deal.quote.amount && expiresAt === deal.quote.expiresAt
  if (state.step === 'ready') return isSame ? stay(state) : [offer(deal, state.notice), []]
  // An amount that was reserved for another price pays less than is owed now.
  const shown = state.step === 'outside' && (state.base ?? state.deal).quote.amount
  if (state.step === 'outside' && shown !== deal.quote.amount)
    return reserve({ step: 'outside', deal, attempt: serial }, serial)
  // On the way to the wallet the check reads it once more, and shows what has changed.
  return stay(state)
}

function notLoaded(error: PayError, entry: Entry | undefined): Next {
  const state = failedLoad(error)
  if (!entry) return [state, []]
  // What is known of a payment is shown, and its charge is asked for until somebody answers.
  return [{ ...state, entry }, error.retryable ? [{ do: 'loadLater' }] : []]
}

type Beside = Extract<Event, { type: 'tab' | 'inherited' }>

/** What other tabs of this browser do with the charge. */
function beside(state: State, event: Beside): Next {
  if (!('deal' in state) || state.deal?.charge.id !== event.chargeId) return stay(state)
  const { deal } = state
  if (event.type === 'inherited') return state.step === 'elsewhere' ? reload() : stay(state)
  const { mirror } = event
  if (state.step === 'elsewhere') {
    // The lock comes next, with what there is to do.
    return mirror.step === 'over' ? stay(state) : [{ ...state, mirror }, []]
  }
  if (mirror.step === 'over' || isPaying(state) || !isOpen(state)) return stay(state)
  // What is known here to pay nothing stops nobody: two tabs would hand it to each other without end.
  if (mirror.hash && isPassed(deal, mirror.hash)) return stay(state)
  return [
    { step: 'elsewhere', deal, mirror },
    [{ do: 'stopDiscovering' }, { do: 'inherit', chargeId: event.chargeId }],
  ]
}

/** True for the screens on the way to a payment. */
function isOpen({ step }: State): boolean {
  return /^(amount|ready|wallets|connecting|tokens|outside|network|checking|short|unsafe|void)$/.test(
    step,
  )
}

type WalletList = Extract<Event, { type: 'wallets' }>['wallets']
type BeforeWallet = Extract<
  Event,
  {
    type:
      | 'pay'
      | 'amount'
      | 'amountRefused'
      | 'choose'
      | 'back'
      | 'cancel'
      | 'again'
      | 'wallets'
      | 'walletsFailed'
  }
>

function beforeWallet(state: State, event: BeforeWallet, serial: number): Next {
  switch (event.type) {
    case 'amount':
      return named(state, event.amount)
    case 'amountRefused':
      return state.step === 'amount'
        ? [{ step: 'amount', deal: state.deal, error: event.error }, []]
        : stay(state)
    case 'pay':
      if (state.step === 'ready')
        return [{ step: 'wallets', deal: state.deal }, [{ do: 'discover' }]]
      if (state.step === 'network' && !state.asking) return ask(state.deal, state.account, serial)
      // The list, also where one wallet alone would be taken without a question: that one is short.
      if (state.step === 'short') {
        const { deal, account } = state
        return [{ step: 'wallets', deal, wallets: [account.wallet] }, [{ do: 'discover' }]]
      }
      // Nothing was paid, for certain. The charge may have been paid since, by somebody else.
      return state.step === 'void' && state.why !== 'refused' ? reload() : stay(state)
    case 'wallets':
      return listed(state, event.wallets, serial)
    case 'walletsFailed':
      return state.step === 'wallets' ? [offer(state.deal, event.error), []] : stay(state)
    case 'choose': {
      // The wallet that is short once more: another token is chosen next.
      if (state.step === 'short' && state.account.wallet.id === event.walletId) {
        const { wallet } = state.account
        return connect(state.deal, [wallet], wallet, serial)
      }
      if (state.step !== 'wallets') return stay(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet ? connect(state.deal, state.wallets ?? [], wallet, serial) : stay(state)
    }
    case 'back':
      return back(state)
    case 'again':
      return again(state, serial)
    case 'cancel':
      if (state.step === 'cancelled' || hasMoney(state)) return stay(state)
      return [
        { step: 'cancelled', ...('deal' in state && state.deal && { deal: state.deal }) },
        [{ do: 'stopDiscovering' }, { do: 'leave', how: 'cancel' }],
      ]
    default:
      return event satisfies never
  }
}

/** True where money has moved or may move, here or in another tab: then nothing is left to cancel. */
function hasMoney(state: State): boolean {
  const known = 'entry' in state && state.entry?.hash !== undefined
  return isPaying(state) || 'hash' in state || state.step === 'elsewhere' || known
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
  // The payer has already said Pay: with one wallet there is nothing to choose. A list seen once stays a list, and so
  // does one that comes with a word on what went wrong.
  if (only && !only.scan && !second && !state.wallets && !state.notice)
    return connect(state.deal, wallets, only, serial)
  return [{ ...state, wallets }, []]
}

function refusedBy(
  { deal, wallets, wallet }: Extract<State, { step: 'connecting' }>,
  notice: PayError,
): State {
  const busy = notice.code === 'wallet_busy' && { busy: wallet }
  return { step: 'wallets', deal, wallets, notice, ...busy }
}

/** One screen back, from wherever nothing is under way. */
function back(state: State): Next {
  switch (state.step) {
    case 'ready':
      // Only a payer who named the amount may name another.
      return state.deal.charge.pricing_type === 'no_price'
        ? [{ step: 'amount', deal: inOwn(state.deal) }, []]
        : stay(state)
    case 'connecting':
      return [{ step: 'wallets', deal: state.deal, wallets: state.wallets }, []]
    case 'wallets':
    case 'tokens':
    case 'network':
    case 'checking':
    case 'short':
    case 'unsafe':
      return [offer(state.deal), [{ do: 'stopDiscovering' }]]
    case 'outside':
      return [offer(state.base ?? state.deal), [{ do: 'stopDiscovering' }]]
    default:
      return stay(state)
  }
}

/** The deal in the charge's own token: by that one its amount is named. */
function inOwn(deal: Deal): Deal {
  return deal.own ? { ...deal.own, passed: deal.passed } : deal
}

/** Try again what failed; never a transfer. */
function again(state: State, serial: number): Next {
  switch (state.step) {
    case 'unavailable':
      // Of one that is over, another is made where the page has an order.
      return reload(state.why !== undefined)
    case 'outside':
      return state.reserved || state.noRoom ? stay(state) : reserve(state, serial)
    case 'earlier': {
      const { deal, intent, hash, sighting } = state
      if (hash) return reload()
      const upTo = sighting && 'upTo' in sighting ? { upTo: sighting.upTo } : {}
      // Drawn anew, and what was seen stays until more is.
      return [{ ...state }, [{ do: 'search', intent, deal, ...upTo }]]
    }
    case 'failed':
    case 'cancelled':
    case 'void':
    case 'elsewhere':
      // The journal knows a hash that is not recorded yet, and loading takes it up.
      return reload()
    case 'connecting':
      return connect(state.deal, state.wallets, state.wallet, serial)
    case 'tokens':
      return connected(state.deal, state.account, state.deals, serial)
    case 'short':
    case 'unsafe':
      return check(state.deal, state.account, serial)
    case 'unsure': {
      const { deal, intent, proposal, sighting } = state
      const upTo = sighting && 'upTo' in sighting ? sighting.upTo : undefined
      const [next, effects] = unsure(deal, intent, { proposal, upTo })
      // What was seen stays until more is, so that also the next click goes on from there.
      return [{ ...next, ...(sighting && { sighting }) } as State, effects]
    }
    default:
      return stay(state)
  }
}

type WithWallet = Extract<
  Event,
  {
    type:
      | 'uri'
      | 'connected'
      | 'connectFailed'
      | 'switched'
      | 'switchFailed'
      | 'checked'
      | 'checkFailed'
  }
>

function withWallet(state: State, event: WithWallet, serial: number): Next {
  if (!('attempt' in state) || state.attempt !== event.attempt) return stay(state)
  switch (event.type) {
    case 'uri':
      return state.step === 'connecting' ? [{ ...state, uri: event.uri }, []] : stay(state)
    case 'connected':
      if (state.step !== 'connecting') return stay(state)
      return connected(state.deal, event.account, event.deals, serial)
    case 'connectFailed':
      return state.step === 'connecting' ? [refusedBy(state, event.error), []] : stay(state)
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
      if (event.fresh && hasMoved(deal, event.fresh)) return reload()
      const lacks = lacking(deal, event.funds)
      if (lacks) return [{ step: 'short', deal, account, of: lacks, funds: event.funds }, []]
      const { intent } = event
      // Written before the wallet opens: if the tab dies inside the wallet, we know to look.
      return [
        { step: 'sending', deal, account, intent, asked: false },
        [{ do: 'journalIntent', intent, consented: false }],
      ]
    }
    case 'checkFailed':
      if (state.step !== 'checking') return stay(state)
      return [offer(state.deal, event.error), [{ do: 'stopDiscovering' }]]
    default:
      return event satisfies never
  }
}

/** True when what was asked of the payer is not what is owed any more. */
function hasMoved(deal: Deal, fresh: Deal): boolean {
  const owes = !isPaid(fresh) && !pendingHash(fresh)
  const shown = [...hashesOf(deal), ...(deal.passed ?? []).map((hash) => hash.toLowerCase())]
  const news = hashesOf(fresh).some((hash) => !shown.includes(hash))
  const over = endOf(fresh.charge) !== undefined
  return !owes || over || news || fresh.quote.amount !== deal.quote.amount
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
