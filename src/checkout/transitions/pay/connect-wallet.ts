import { PayError } from '../../../errors.ts'
import type { ConnectedAccount } from '../../ports/wallets.ts'
import { keepDecisions } from '../../quote/payment-assets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import type { CheckoutEvent, State } from '../../state.ts'
import {
  keepState,
  requestChainSwitch,
  startCheck,
  startConnecting,
  type TransitionResult,
} from '../builders.ts'

// The steps from a connected wallet to the transfer request: which account, which token, which chain.

const walletChoiceEvents = [
  'walletsUpdated',
  'walletsFailed',
  'chooseWallet',
  'uriCreated',
  'connected',
  'connectFailed',
  'back',
] as const satisfies readonly CheckoutEvent['type'][]

type WalletChoiceEvent = Extract<CheckoutEvent, { type: (typeof walletChoiceEvents)[number] }>

/** Returns whether an event belongs to choosing and connecting a wallet, for a signature as well as for a transfer. */
export function isWalletChoiceEvent(event: CheckoutEvent): event is WalletChoiceEvent {
  return (walletChoiceEvents as readonly string[]).includes(event.type)
}

type ConnectionEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'uriCreated'
      | 'connected'
      | 'connectDelayed'
      | 'connectFailed'
      | 'chainSwitched'
      | 'switchDelayed'
      | 'switchFailed'
  }
>

/** Handles the answers of a wallet that is being connected, or asked for another chain. */
export function handleConnection(
  state: State,
  event: ConnectionEvent,
  serial: number,
): TransitionResult {
  if (!('attempt' in state) || state.attempt !== event.attempt) return keepState(state)
  switch (event.type) {
    case 'uriCreated':
      return state.step === 'connecting' ? [{ ...state, uri: event.uri }, []] : keepState(state)
    case 'connected':
      if (state.step !== 'connecting') return keepState(state)
      return continueWithAccount(state.option, event.account, event.options, serial)
    case 'connectDelayed':
      return state.step === 'connecting' && !state.isDelayed
        ? [{ ...state, isDelayed: true }, []]
        : keepState(state)
    case 'connectFailed':
      return state.step === 'connecting'
        ? [returnToWallets(state, event.error), []]
        : keepState(state)
    case 'chainSwitched': {
      if (state.step !== 'wrongNetwork') return keepState(state)
      return startCheck(
        state.option,
        { ...state.account, chainId: state.option.quote.chainId },
        serial,
      )
    }
    case 'switchDelayed':
      return state.step === 'wrongNetwork' && state.isAwaitingWallet
        ? [{ ...state, isAwaitingWallet: false, notice: createUnansweredError() }, []]
        : keepState(state)
    case 'switchFailed':
      if (state.step !== 'wrongNetwork') return keepState(state)
      return [{ ...state, isAwaitingWallet: false, notice: event.error }, []]
    default:
      return event satisfies never
  }
}

function createUnansweredError(): PayError {
  const text = 'Your wallet already has an open request. Open your wallet to answer it.'
  return new PayError('wallet_busy', text, { retryable: true })
}

function returnToWallets(
  { option, wallets, wallet }: Extract<State, { step: 'connecting' }>,
  notice: PayError,
): State {
  const busyWallet = notice.code === 'wallet_busy' ? wallet : undefined
  return { step: 'choosingWallet', option, wallets, notice, busyWallet }
}

/** Continues with a connected wallet: the payer chooses a token if there are several, else the chain is checked. */
export function continueWithAccount(
  option: PaymentOption,
  account: ConnectedAccount,
  options: readonly PaymentOption[] | undefined,
  attempt: number,
): TransitionResult {
  if (!options) return continueToCheck(option, account, attempt)
  return [
    { step: 'choosingToken', option, account, options, attempt },
    [{ do: 'readBalances', options, account, attempt }],
  ]
}

function continueToCheck(
  option: PaymentOption,
  account: ConnectedAccount,
  attempt: number,
): TransitionResult {
  const isRightChain = account.chainId === option.quote.chainId
  return isRightChain
    ? startCheck(option, account, attempt)
    : requestChainSwitch(option, account, attempt)
}

type TokenChoiceEvent = Extract<
  CheckoutEvent,
  { type: 'chooseToken' | 'balancesLoaded' | 'balancesFailed' }
>

/** Handles the events while the payer chooses a token. */
export function handleTokenChoice(
  state: State,
  event: TokenChoiceEvent,
  serial: number,
): TransitionResult {
  if (state.step !== 'choosingToken') return keepState(state)
  const { option, account, options } = state
  if (event.type === 'chooseToken') {
    const choice = state.balances?.[event.index]?.option
    return choice
      ? continueToCheck(keepDecisions(choice, option), account, serial)
      : keepState(state)
  }
  if (event.attempt !== state.attempt) return keepState(state)
  if (event.type === 'balancesLoaded') return [{ ...state, balances: event.balances }, []]
  // All options stay on offer although their balances cannot be read.
  return [{ ...state, balances: options.map((option) => ({ option })), notice: event.error }, []]
}

/**
 * Handles a change of the wallet's account or chain, or its disconnection. A transfer that was already requested is
 * still answered for the old account.
 */
export function handleAccountChange(
  state: State,
  account: ConnectedAccount | undefined,
  serial: number,
): TransitionResult {
  switch (state.step) {
    case 'choosingWallet': {
      // The open connection request was answered, so connecting again does not ask the payer a second time.
      const { busyWallet } = state
      const wasAnswered = busyWallet !== undefined && busyWallet.id === account?.wallet.id
      return wasAnswered
        ? startConnecting(state.option, state.wallets ?? [], busyWallet, serial)
        : keepState(state)
    }
    case 'choosingToken':
    case 'wrongNetwork':
    case 'checking':
    case 'insufficientFunds':
    case 'storageBlocked':
      break
    default:
      return keepState(state)
  }
  const { option, account: before } = state
  if (!account) {
    const text = 'Your wallet is locked or disconnected. Unlock it and connect it again.'
    const notice = new PayError('wallet_locked', text, { retryable: true })
    return [{ step: 'choosingWallet', option, notice }, [{ do: 'discoverWallets' }]]
  }
  const isSame = account.address.toLowerCase() === before.address.toLowerCase()
  if (isSame && account.chainId === before.chainId) return keepState(state)
  if (state.step === 'choosingToken') {
    if (isSame) return [{ ...state, account }, []]
    return continueWithAccount(option, account, state.options, serial)
  }
  if (account.chainId === option.quote.chainId) {
    // The wallet is now on the right chain, or another account pays.
    return state.step === 'wrongNetwork' || !isSame
      ? startCheck(option, account, serial)
      : keepState(state)
  }
  if (state.step === 'wrongNetwork') return [{ ...state, account }, []]
  // No switch is requested right away, because the payer has just chosen that chain in the wallet.
  return [{ step: 'wrongNetwork', option, account, attempt: serial, isAwaitingWallet: false }, []]
}
