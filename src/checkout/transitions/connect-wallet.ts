import { PayError } from '../../errors.ts'
import type { Account } from '../ports.ts'
import type { Deal } from '../quote/payment-option.ts'
import type { Event, State } from '../state.ts'
import { ask, check, connect, type Next, stay } from './builders.ts'

// The steps from a connected wallet to the transfer request: which account, which token, which chain.

/** Continues with a connected wallet: the payer chooses a token if there are several, else the chain is checked. */
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

/** Handles the events while the payer chooses a token. */
export function amongTokens(state: State, event: AmongTokens, serial: number): Next {
  if (state.step !== 'tokens') return stay(state)
  const { deal, account, deals } = state
  if (event.type === 'pick') {
    const picked = state.holdings?.[event.index]?.deal
    return picked ? goOn({ ...picked, passed: deal.passed }, account, serial) : stay(state)
  }
  if (event.attempt !== state.attempt) return stay(state)
  if (event.type === 'holdings') return [{ ...state, holdings: event.holdings }, []]
  // All options stay on offer although their balances cannot be read.
  return [{ ...state, holdings: deals.map((one) => ({ deal: one })), notice: event.error }, []]
}

/**
 * Handles a change of the wallet's account or chain, or its disconnection. A transfer that was already requested is
 * still answered for the old account.
 */
export function accountChanged(state: State, account: Account | undefined, serial: number): Next {
  switch (state.step) {
    case 'wallets': {
      // The open connection request was answered, so connecting again does not ask the payer a second time.
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
    // The wallet is now on the right chain, or another account pays.
    return state.step === 'network' || !isSame ? check(deal, account, serial) : stay(state)
  }
  if (state.step === 'network') return [{ ...state, account }, []]
  // No switch is requested at once, because the payer has just chosen that chain in the wallet.
  return [{ step: 'network', deal, account, attempt: serial, asking: false }, []]
}
