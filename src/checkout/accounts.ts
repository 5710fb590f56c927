import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { ask, check, connect, type Next, stay } from './moves.ts'
import type { Account } from './ports.ts'
import type { Event, State } from './state.ts'

// From a connected wallet to the question for the transfer: which account, which token, which chain.

/** A wallet is connected: the payer chooses a token where there is a choice, else the next step follows. */
export function connected(
  deal: Deal,
  account: Account,
  deals: readonly Deal[] | undefined,
  attempt: number,
): Next {
  if (!deals) return goOn(deal, account, attempt)
  return [
    { step: 'tokens', deal, account, deals, attempt },
    [{ do: 'holdings', deals, account, attempt }],
  ]
}

function goOn(deal: Deal, account: Account, attempt: number): Next {
  const right = account.chainId === deal.quote.chainId
  return right ? check(deal, account, attempt) : ask(deal, account, attempt)
}

type AmongTokens = Extract<Event, { type: 'pick' | 'holdings' | 'holdingsFailed' }>

/** While the payer chooses a token. */
export function amongTokens(state: State, event: AmongTokens, serial: number): Next {
  if (state.step !== 'tokens') return stay(state)
  const { deal, account, deals } = state
  if (event.type === 'pick') {
    const picked = state.holdings?.[event.index]?.deal
    return picked ? goOn({ ...picked, passed: deal.passed }, account, serial) : stay(state)
  }
  if (event.attempt !== state.attempt) return stay(state)
  if (event.type === 'holdings') return [{ ...state, holdings: event.holdings }, []]
  // What cannot be read is no reason to offer nothing.
  return [{ ...state, holdings: deals.map((one) => ({ deal: one })), notice: event.error }, []]
}

/** The wallet shows another account or chain, or none. What was asked of it already is answered for the old one. */
export function accountChanged(state: State, account: Account | undefined, serial: number): Next {
  switch (state.step) {
    case 'wallets': {
      // The question that was open already has been answered: the wallet does not ask a second time.
      const { busy } = state
      const answered = busy !== undefined && busy.id === account?.wallet.id
      return answered ? connect(state.deal, state.wallets ?? [], busy, serial) : stay(state)
    }
    case 'tokens':
    case 'network':
    case 'checking':
    case 'short':
    case 'unsafe':
      break
    default:
      return stay(state)
  }
  const { deal, account: before } = state
  if (!account) {
    const text = 'Your wallet was locked or disconnected. Unlock it and choose it again.'
    const notice = new PayError('wallet_failed', text, { retryable: true })
    return [{ step: 'wallets', deal, notice }, [{ do: 'discover' }]]
  }
  const isSame = account.address.toLowerCase() === before.address.toLowerCase()
  if (isSame && account.chainId === before.chainId) return stay(state)
  if (state.step === 'tokens') {
    if (isSame) return [{ ...state, account }, []]
    return connected(deal, account, state.deals, serial)
  }
  if (account.chainId === deal.quote.chainId) {
    // The question for the right chain has come true, or another account pays.
    return state.step === 'network' || !isSame ? check(deal, account, serial) : stay(state)
  }
  if (state.step === 'network') return [{ ...state, account }, []]
  // Not asked at once: the payer has just chosen that chain in the wallet.
  return [{ step: 'network', deal, account, attempt: serial, asking: false }, []]
}
