import type { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { plainOffer } from './opening.ts'
import { isSamePair, paidWith } from './pairs.ts'
import type { Account, Intent, Proposal, WalletInfo } from './ports.ts'
import type { Effect, Origin, State } from './state.ts'

/** A state, and what is to be done for it. */
export type Next = [State, Effect[]]

export const stay = (state: State): Next => [state, []]

/** The screen from which a payer can pay. */
export function offer(deal: Deal, notice?: PayError): State {
  const state = plainOffer(deal)
  return notice && state.step === 'ready' ? { ...state, notice } : state
}

/** Asks a wallet for its accounts. */
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

/** Loads the charge, or another one for its order: what there is to do now follows from it and from the journal. */
export function reload(anew = false): Next {
  return [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load', ...(anew && { anew }) }]]
}

/**
 * Nothing of the intent is under way any more, for certain or by the payer's word. Its hash, where there is one, is passed
 * over from now on: the service may wait for it for long.
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

/** The deal, without waiting for a hash any more. */
export function passing(deal: Deal, hash: string): Deal {
  return { ...deal, passed: [...(deal.passed ?? []), hash] }
}

/** Asks the wallet to change to the deal's chain. */
export function ask(deal: Deal, account: Account, attempt: number): Next {
  const { chainId } = deal.quote
  return [
    { step: 'network', deal, account, attempt, asking: true },
    [{ do: 'switchChain', chainId, attempt }],
  ]
}

/** Reads what the account has, before its wallet is opened. */
export function check(deal: Deal, account: Account, attempt: number): Next {
  return [{ step: 'checking', deal, account, attempt }, [{ do: 'check', deal, account, attempt }]]
}

/** Looks for a transfer whose answer is not known, or that others have yet to sign. */
export function unsure(deal: Deal, intent: Intent, { trouble, proposal, upTo }: Known = {}): Next {
  return [
    { step: 'unsure', deal, intent, ...(trouble && { trouble }), ...(proposal && { proposal }) },
    [{ do: 'search', intent, deal, ...(upTo !== undefined && { upTo }) }],
  ]
}

interface Known {
  trouble?: PayError
  proposal?: Proposal | undefined
  /** Up to which block was searched before: a payer who is in a hurry does not make the search begin anew. */
  upTo?: bigint | undefined
}

/** Tells the service of a hash until it has answered. */
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

/** In which terms the service is told of a transfer: those that it was made in, which the screen need not show. */
export function toldOf(deal: Deal, intent: Intent | undefined): Deal {
  if (!intent || isSamePair(deal.quote, intent.quote)) return deal
  const { chainId, token } = intent.quote
  return { ...deal, quote: paidWith(deal.quote, { chainId, token: token.address }) }
}

/** Follows a hash that the service knows. */
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

export interface Followed {
  intent?: Intent | undefined
  open?: Intent | undefined
  outside?: Origin | undefined
  signed?: boolean | undefined
}
