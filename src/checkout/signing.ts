import type { Deal } from './deal.ts'
import { type Followed, type Next, offer, passing, record, stay } from './moves.ts'
import { watch } from './outside.ts'
import type { Account } from './ports.ts'
import type { Effect, Event, Origin, State } from './state.ts'

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

/** Asks the payer to sign for a transfer that does not carry the charge's reference. It is followed meanwhile. */
export function needSignature(
  deal: Deal,
  hash: string,
  needed: number,
  signers: readonly string[],
  { intent, open, outside, signed }: Followed,
): Next {
  const whose = { ...(intent && { intent }), ...(open && { open }), ...(outside && { outside }) }
  // A signature that proved nothing is not asked for once more: the merchant decides.
  const state: Sign = { step: 'sign', deal, hash, needed, signers, attempt: 0, ...whose }
  return [signed ? { ...state, declined: true } : state, [follow(state)]]
}

/** While a payer is asked to sign. */
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

/** Returns whether an account is one of those that the money left, however it is written. */
export function isSigner(
  signers: readonly string[],
  account: Pick<Account, 'address'> | undefined,
): boolean {
  return signers.some((one) => one.toLowerCase() === account?.address.toLowerCase())
}

/** The screen as it is when nothing is asked of a wallet. */
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
  // The payer has already said Sign: with one wallet there is nothing to choose.
  if (only && !only.scan && !second && !state.wallets) return open(state, only.id, serial)
  return [{ ...state, wallets }, []]
}

function back(state: Sign): Next {
  const { choosing, asking, account, declined, outside, deal, hash } = state
  if (choosing || asking || account || declined)
    return [rest({ ...state, attempt: 0 }), [{ do: 'stopDiscovering' }, follow(state)]]
  // A payment of this page is never turned into an offer to pay once more.
  return outside ? leaveOutside(deal, hash, outside) : stay(state)
}

/** Back to where the payer named a transaction; it is passed over from now on. */
export function leaveOutside(deal: Deal, hash: string, { screen }: Origin): Next {
  const forget: Effect = { do: 'forgetLate', chargeId: deal.charge.id, hash }
  if (!screen) return [offer(passing(deal, hash)), [forget]]
  const [next, effects] = watch(passed(screen, hash), 0)
  return [next, [forget, ...effects]]
}

type Outside = Extract<State, { step: 'outside' }>

/** The screen, without waiting for a hash any more. */
export function passed(screen: Outside, hash: string): Outside {
  const { base } = screen
  return { ...screen, deal: passing(screen.deal, hash), ...(base && { base: passing(base, hash) }) }
}
