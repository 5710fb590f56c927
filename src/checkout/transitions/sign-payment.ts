import type { Account } from '../ports.ts'
import type { Deal } from '../quote/payment-option.ts'
import type { Effect, Event, Origin, State } from '../state.ts'
import { type Followed, type Next, offer, passing, record, stay } from './builders.ts'
import { watch } from './external-payment.ts'

type Sign = Extract<State, { step: 'sign' }>
type Signing = Extract<
  Event,
  {
    type:
      | 'sign'
      | 'decline'
      | 'signed'
      | 'signFailed'
      | 'signerWanted'
      | 'wallets'
      | 'walletsFailed'
      | 'choose'
      | 'uri'
      | 'connected'
      | 'connectFailed'
      | 'account'
      | 'back'
  }
>

/** Asks the payer to sign for a transfer that does not carry the charge's reference, and follows it in the meantime. */
export function needSignature(
  deal: Deal,
  hash: string,
  needed: number,
  signers: readonly string[],
  { intent, open, outside, signed }: Followed,
): Next {
  const whose = { ...(intent && { intent }), ...(open && { open }), ...(outside && { outside }) }
  // If a signature did not prove it, no other is requested, and the merchant decides.
  const state: Sign = { step: 'sign', deal, hash, needed, signers, attempt: 0, ...whose }
  return [signed ? { ...state, declined: true } : state, [follow(state)]]
}

/** Handles the events while the payer is asked to sign. */
export function whileSigning(state: Sign, event: Signing, serial: number): Next {
  if ('attempt' in event && event.attempt !== state.attempt) return stay(state)
  switch (event.type) {
    case 'sign':
      return state.asking ? stay(state) : ask(state, serial)
    case 'decline':
      if (state.declined) return stay(state)
      return [{ ...rest(state), declined: true }, [{ do: 'stopDiscovering' }, follow(state)]]
    case 'signed': {
      const { deal, hash, intent, outside } = state
      return record(deal, hash, { intent, outside, signature: event.signature })
    }
    case 'connected':
      return ask(state, serial)
    case 'connectFailed':
    case 'signFailed':
    case 'walletsFailed':
      return [{ ...rest(state), notice: event.error }, []]
    case 'signerWanted':
      if (event.account) return [{ ...rest(state), account: event.account }, []]
      return [{ ...rest(state), choosing: true }, [{ do: 'discover' }, follow(state)]]
    case 'wallets':
      return listed(state, event.wallets, serial)
    case 'choose': {
      if (state.asking) return stay(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet && !state.asking ? open(state, wallet.id, serial) : stay(state)
    }
    case 'uri':
      return [{ ...state, uri: event.uri }, []]
    case 'account': {
      const { account: _, ...other } = state
      return state.account && isSigner(state.signers, event.account) ? [other, []] : stay(state)
    }
    case 'back':
      return back(state)
    default:
      return event satisfies never
  }
}

/** Returns whether an account is one of those that the money came from. Upper and lower case are equal. */
export function isSigner(
  signers: readonly string[],
  account: Pick<Account, 'address'> | undefined,
): boolean {
  return signers.some((one) => one.toLowerCase() === account?.address.toLowerCase())
}

/** Returns the state without any wallet request in progress. */
function rest({ step, deal, hash, needed, signers, attempt, intent, open, outside }: Sign): Sign {
  const whose = { ...(intent && { intent }), ...(open && { open }), ...(outside && { outside }) }
  return { step, deal, hash, needed, signers, attempt, ...whose }
}

function follow({ deal, hash, intent, open }: Sign): Effect {
  return { do: 'follow', deal, hash, intent, open }
}

function ask(state: Sign, attempt: number): Next {
  const { deal, hash, signers } = state
  return [
    { ...rest(state), asking: true, attempt },
    [{ do: 'stopDiscovering' }, { do: 'sign', deal, hash, signers, attempt }, follow(state)],
  ]
}

function open(state: Sign, walletId: string, attempt: number): Next {
  const { deal, wallets } = state
  return [
    { ...rest(state), asking: true, attempt, ...(wallets && { wallets }) },
    [{ do: 'connect', walletId, attempt, deal }, follow(state)],
  ]
}

function listed(state: Sign, wallets: NonNullable<Sign['wallets']>, serial: number): Next {
  if (!state.choosing) return stay(state)
  const [only, second] = wallets
  // The payer has already chosen to sign, and with one wallet there is nothing to choose.
  if (only && !only.scan && !second && !state.wallets) return open(state, only.id, serial)
  return [{ ...state, wallets }, []]
}

function back(state: Sign): Next {
  const { choosing, asking, account, declined, outside, deal, hash } = state
  if (choosing || asking || account || declined)
    return [rest({ ...state, attempt: 0 }), [{ do: 'stopDiscovering' }, follow(state)]]
  // A payment that this page made never leads back to an offer to pay again.
  return outside ? leaveOutside(deal, hash, outside) : stay(state)
}

/** Goes back to the screen where the payer submitted a transaction, which is ignored from now on. */
export function leaveOutside(deal: Deal, hash: string, { screen }: Origin): Next {
  const forget: Effect = { do: 'forgetLate', chargeId: deal.charge.id, hash }
  if (!screen) return [offer(passing(deal, hash)), [forget]]
  const [next, effects] = watch(passed(screen, hash), 0)
  return [next, [forget, ...effects]]
}

type Outside = Extract<State, { step: 'outside' }>

/** Returns the screen with a hash added to the ignored ones of its payment options. */
export function passed(screen: Outside, hash: string): Outside {
  const { base } = screen
  return { ...screen, deal: passing(screen.deal, hash), ...(base && { base: passing(base, hash) }) }
}
