import type { PayError } from '../../errors.ts'
import type { Account, Intent, Proposal, WalletInfo } from '../ports.ts'
import { isSamePair, paidWith } from '../quote/payment-assets.ts'
import type { Deal } from '../quote/payment-option.ts'
import type { Effect, Origin, State } from '../state.ts'
import { plainOffer } from './open-charge.ts'

/** The result of a transition: the next state, and the effects to run for it. */
export type Next = [State, Effect[]]

/** Returns the state unchanged, without effects. */
export const stay = (state: State): Next => [state, []]

/** Returns the state in which the payer can pay, with a notice of what went wrong before. */
export function offer(deal: Deal, notice?: PayError): State {
  const state = plainOffer(deal)
  return notice && state.step === 'ready' ? { ...state, notice } : state
}

/** Starts to connect a wallet. */
export function connect(
  deal: Deal,
  wallets: WalletInfo[],
  wallet: WalletInfo,
  attempt: number,
): Next {
  return [
    { step: 'connecting', deal, wallets, wallet, attempt },
    [{ do: 'connect', walletId: wallet.id, attempt, deal }],
  ]
}

/** Loads the charge again, or another one for its order. The charge and the journal then decide the next state. */
export function reload(anew = false): Next {
  return [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load', ...(anew && { anew }) }]]
}

/**
 * Ends an intent and offers the payment again: nothing of it is in progress any more, either certainly or by the
 * payer's own decision. Its hash, if any, is ignored from now on, because the service may wait for it for a long time.
 */
export function givenUp(
  deal: Deal,
  intent: Intent | undefined,
  { hash, notice }: { hash?: string; notice?: PayError } = {},
): Next {
  const close: Effect = {
    do: 'closeJournal',
    chargeId: deal.charge.id,
    ...(intent && { intentId: intent.id }),
    ...(hash && { hash }),
  }
  return [offer(hash ? passing(deal, hash) : deal, notice), [close, { do: 'stopDiscovering' }]]
}

/** Returns the payment option with a hash added to the ignored ones. */
export function passing(deal: Deal, hash: string): Deal {
  return { ...deal, passed: [...(deal.passed ?? []), hash] }
}

/** Asks the wallet to switch to the chain of the payment option. */
export function ask(deal: Deal, account: Account, attempt: number): Next {
  const { chainId } = deal.quote
  return [
    { step: 'network', deal, account, attempt, asking: true },
    [{ do: 'switchChain', chainId, attempt }],
  ]
}

/** Reads the balances of the account, before its wallet is opened. */
export function check(deal: Deal, account: Account, attempt: number): Next {
  return [{ step: 'checking', deal, account, attempt }, [{ do: 'check', deal, account, attempt }]]
}

/** Starts to search for a transfer whose outcome is unknown, or that others must still sign. */
export function unsure(deal: Deal, intent: Intent, { trouble, proposal, upTo }: Known = {}): Next {
  return [
    { step: 'unsure', deal, intent, ...(trouble && { trouble }), ...(proposal && { proposal }) },
    [{ do: 'search', intent, deal, ...(upTo !== undefined && { upTo }) }],
  ]
}

interface Known {
  trouble?: PayError
  proposal?: Proposal | undefined
  /** The block up to which the chain was searched before, so that a retry does not restart the search. */
  upTo?: bigint | undefined
}

/** Starts to report a hash to the service. */
export function record(
  deal: Deal,
  hash: string,
  { intent, signers, signature, outside }: Recorded,
  first: Effect[] = [],
): Next {
  const more = {
    ...(intent && { intent }),
    ...(signers && { signers }),
    ...(signature !== undefined && { signature }),
    ...(outside && { outside }),
  }
  const sent = signature === undefined ? {} : { signature }
  const told: Effect = { do: 'record', deal: toldOf(deal, intent), hash, ...sent }
  return [{ step: 'recording', deal, hash, ...more }, [...first, { do: 'stopDiscovering' }, told]]
}

interface Recorded {
  intent?: Intent | undefined
  signers?: readonly string[] | undefined
  signature?: string | undefined
  outside?: Origin | undefined
}

/** Returns the option under which a transfer is reported: the asset it was made in, which the screen may not show. */
export function toldOf(deal: Deal, intent: Intent | undefined): Deal {
  if (!intent || isSamePair(deal.quote, intent.quote)) return deal
  const { chainId, token } = intent.quote
  return { ...deal, quote: paidWith(deal.quote, { chainId, token: token.address }) }
}

/** Starts to follow a hash that the service has recorded. */
export function confirm(
  deal: Deal,
  hash: string,
  needed: number,
  { intent, open, outside, signed }: Followed,
): Next {
  const more = {
    ...(intent && { intent }),
    ...(open && { open }),
    ...(outside && { outside }),
    ...(signed && { signed }),
  }
  return [
    { step: 'confirming', deal, hash, ...more, confirmations: 0, needed },
    [{ do: 'follow', deal, hash, intent, open, ...(signed && { signed }) }],
  ]
}

/** The optional fields of a followed hash. */
export interface Followed {
  intent?: Intent | undefined
  open?: Intent | undefined
  outside?: Origin | undefined
  signed?: boolean | undefined
}
