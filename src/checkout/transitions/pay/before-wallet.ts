import { PayError } from '../../../errors.ts'
import { keepDecisions } from '../../quote/payment-assets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import type { CheckoutEvent, State } from '../../state.ts'
import { getOption } from '../../steps.ts'
import {
  keepState,
  offerPayment,
  reload,
  requestChainSwitch,
  startConnecting,
  type TransitionResult,
} from '../builders.ts'
import { mayHaveMovedMoney } from '../progress.ts'
import { retry } from '../retry.ts'

type WalletList = Extract<CheckoutEvent, { type: 'walletsUpdated' }>['wallets']
type BeforeWalletEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'pay'
      | 'enterAmount'
      | 'amountRejected'
      | 'chooseWallet'
      | 'changeWallet'
      | 'openInWallet'
      | 'back'
      | 'cancel'
      | 'retry'
      | 'walletsUpdated'
      | 'walletsFailed'
  }
>

/** Handles the payer's input before a wallet is connected: the amount, the list of wallets, and the way back. */
export function handleBeforeWallet(
  state: State,
  event: BeforeWalletEvent,
  serial: number,
): TransitionResult {
  switch (event.type) {
    case 'enterAmount':
      return handleAmount(state, event.amount)
    case 'amountRejected':
      return state.step === 'enteringAmount'
        ? [{ step: 'enteringAmount', option: state.option, error: event.error }, []]
        : keepState(state)
    case 'pay':
      if (state.step === 'ready')
        return [
          { step: 'choosingWallet', option: state.option },
          // The shown charge may be minutes old, or come from a cache.
          [{ do: 'discoverWallets' }, { do: 'refreshCharge', option: state.option }],
        ]
      if (state.step === 'wrongNetwork' && !state.isAwaitingWallet)
        return requestChainSwitch(state.option, state.account, serial)
      // Certainly nothing was paid. Another account may have paid the charge in the meantime, so it is loaded again.
      return state.step === 'notPaid' && state.reason !== 'rejected' ? reload() : keepState(state)
    case 'walletsUpdated':
      return handleWalletList(state, event.wallets, serial)
    case 'walletsFailed':
      return state.step === 'choosingWallet'
        ? [offerPayment(state.option, event.error), []]
        : keepState(state)
    case 'chooseWallet': {
      // The same wallet again: the payer chooses another token next.
      if (state.step === 'insufficientFunds' && state.account.wallet.id === event.walletId) {
        const { wallet } = state.account
        return startConnecting(state.option, [wallet], wallet, serial)
      }
      if (state.step !== 'choosingWallet') return keepState(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet
        ? startConnecting(state.option, state.wallets ?? [], wallet, serial)
        : keepState(state)
    }
    case 'changeWallet': {
      if (state.step !== 'insufficientFunds' && state.step !== 'wrongNetwork')
        return keepState(state)
      // The list is shown even if there is one wallet, because that one cannot pay.
      const { option, account } = state
      return [
        { step: 'choosingWallet', option, wallets: [account.wallet] },
        [{ do: 'discoverWallets' }],
      ]
    }
    case 'openInWallet':
      return state.step === 'choosingWallet' || state.step === 'connecting'
        ? [state, [{ do: 'writeAwaited', chargeId: state.option.charge.id }]]
        : keepState(state)
    case 'back':
      return goBack(state)
    case 'retry':
      return retry(state, serial)
    case 'cancel':
      if (state.step === 'cancelled' || mayHaveMovedMoney(state)) return keepState(state)
      return [
        { step: 'cancelled', option: getOption(state) },
        [{ do: 'stopDiscovering' }, { do: 'leave', reason: 'cancel' }],
      ]
    default:
      return event satisfies never
  }
}

/** Handles the amount that the payer of a `no_price` charge has entered. */
function handleAmount(state: State, amount: bigint): TransitionResult {
  if (state.step !== 'enteringAmount') return keepState(state)
  const { option } = state
  if (amount > 0n)
    return [{ step: 'ready', option: { ...option, quote: { ...option.quote, amount } } }, []]
  const error = new PayError('invalid_amount', 'Enter an amount above zero.')
  return [{ step: 'enteringAmount', option, error }, []]
}

function handleWalletList(state: State, wallets: WalletList, serial: number): TransitionResult {
  if (state.step === 'connecting') return [{ ...state, wallets }, []]
  if (state.step !== 'choosingWallet') return keepState(state)
  const [only, second] = wallets
  // The payer has already chosen to pay, and with one wallet there is nothing to choose. But a list that is already
  // shown, or that comes with an error, stays.
  if (only && !only.connectsByUri && !second && !state.wallets && !state.notice)
    return startConnecting(state.option, wallets, only, serial)
  return [{ ...state, wallets }, []]
}

/** Goes back one screen, if nothing is in progress. */
function goBack(state: State): TransitionResult {
  switch (state.step) {
    case 'ready':
      // Only a payer who entered the amount may change it.
      return state.option.charge.pricing_type === 'no_price'
        ? [{ step: 'enteringAmount', option: toBaseOption(state.option) }, []]
        : keepState(state)
    case 'connecting':
      return [{ step: 'choosingWallet', option: state.option, wallets: state.wallets }, []]
    case 'choosingWallet':
    case 'choosingToken':
    case 'wrongNetwork':
    case 'checking':
    case 'insufficientFunds':
    case 'storageBlocked':
      return [offerPayment(state.option), [{ do: 'stopDiscovering' }]]
    case 'externalPayment':
      return [offerPayment(state.unreservedOption ?? state.option), [{ do: 'stopDiscovering' }]]
    default:
      return keepState(state)
  }
}

/** Returns the payment option in the charge's own token, in which its amount is entered. */
function toBaseOption(option: PaymentOption): PaymentOption {
  return option.base ? keepDecisions(option.base, option) : option
}
