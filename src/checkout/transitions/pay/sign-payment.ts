import type { ConnectedAccount } from '../../ports/wallets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import type { CheckoutEvent, Effect, State, TransactionOrigin } from '../../state.ts'
import {
  type FollowOptions,
  ignoreHash,
  keepState,
  offerPayment,
  startReporting,
  type TransitionResult,
} from '../builders.ts'
import { startWatching } from './external-payment.ts'

type SigningState = Extract<State, { step: 'needsSignature' }>
type SigningEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'sign'
      | 'decline'
      | 'signed'
      | 'signFailed'
      | 'otherSignerNeeded'
      | 'walletsUpdated'
      | 'walletsFailed'
      | 'chooseWallet'
      | 'uriCreated'
      | 'connected'
      | 'connectFailed'
      | 'accountChanged'
      | 'back'
  }
>

/** Asks the payer to sign for a transfer that does not carry the charge's reference, and follows it in the meantime. */
export function requestSignature(
  option: PaymentOption,
  hash: string,
  requiredConfirmations: number,
  signers: readonly string[],
  { intent, unresolvedIntent, origin, hasSigned }: FollowOptions,
): TransitionResult {
  const state: SigningState = {
    step: 'needsSignature',
    option,
    hash,
    requiredConfirmations,
    signers,
    attempt: 0,
    intent,
    unresolvedIntent,
    origin,
    // If a signature did not prove it, no other is requested, and the merchant decides.
    hasDeclined: hasSigned,
  }
  return [state, [createFollowEffect(state)]]
}

/** Handles the events while the payer is asked to sign. */
export function handleSigning(
  state: SigningState,
  event: SigningEvent,
  serial: number,
): TransitionResult {
  if ('attempt' in event && event.attempt !== state.attempt) return keepState(state)
  switch (event.type) {
    case 'sign':
      return state.isAwaitingWallet ? keepState(state) : askForSignature(state, serial)
    case 'decline':
      if (state.hasDeclined) return keepState(state)
      return [
        { ...clearWalletRequest(state), hasDeclined: true },
        [{ do: 'stopDiscovering' }, createFollowEffect(state)],
      ]
    case 'signed': {
      const { option, hash, intent, origin } = state
      return startReporting(option, hash, { intent, origin, signature: event.signature })
    }
    case 'connected':
      return askForSignature(state, serial)
    case 'connectFailed':
    case 'signFailed':
    case 'walletsFailed':
      return [{ ...clearWalletRequest(state), notice: event.error }, []]
    case 'otherSignerNeeded':
      if (event.account) return [{ ...clearWalletRequest(state), account: event.account }, []]
      return [
        { ...clearWalletRequest(state), isChoosingWallet: true },
        [{ do: 'discoverWallets' }, createFollowEffect(state)],
      ]
    case 'walletsUpdated':
      return handleWalletList(state, event.wallets, serial)
    case 'chooseWallet': {
      if (state.isAwaitingWallet) return keepState(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet && !state.isAwaitingWallet
        ? connectSigner(state, wallet.id, serial)
        : keepState(state)
    }
    case 'uriCreated':
      return [{ ...state, uri: event.uri }, []]
    case 'accountChanged': {
      const { account: _, ...withoutAccount } = state
      return state.account && isSigner(state.signers, event.account)
        ? [withoutAccount, []]
        : keepState(state)
    }
    case 'back':
      return goBack(state)
    default:
      return event satisfies never
  }
}

/** Returns whether an account is one of those that the money came from. Upper and lower case are equal. */
export function isSigner(
  signers: readonly string[],
  account: Pick<ConnectedAccount, 'address'> | undefined,
): boolean {
  return signers.some((signer) => signer.toLowerCase() === account?.address.toLowerCase())
}

/** Returns the state without any wallet request in progress. */
function clearWalletRequest({
  step,
  option,
  hash,
  requiredConfirmations,
  signers,
  attempt,
  intent,
  unresolvedIntent,
  origin,
}: SigningState): SigningState {
  return {
    step,
    option,
    hash,
    requiredConfirmations,
    signers,
    attempt,
    intent,
    unresolvedIntent,
    origin,
  }
}

function createFollowEffect({ option, hash, intent, unresolvedIntent }: SigningState): Effect {
  return { do: 'followPayment', option, hash, intent, unresolvedIntent }
}

function askForSignature(state: SigningState, attempt: number): TransitionResult {
  const { option, hash, signers } = state
  return [
    { ...clearWalletRequest(state), isAwaitingWallet: true, attempt },
    [
      { do: 'stopDiscovering' },
      { do: 'signMessage', option, hash, signers, attempt },
      createFollowEffect(state),
    ],
  ]
}

function connectSigner(state: SigningState, walletId: string, attempt: number): TransitionResult {
  const { option, wallets } = state
  return [
    { ...clearWalletRequest(state), isAwaitingWallet: true, attempt, wallets },
    [{ do: 'connect', walletId, attempt, option }, createFollowEffect(state)],
  ]
}

function handleWalletList(
  state: SigningState,
  wallets: NonNullable<SigningState['wallets']>,
  serial: number,
): TransitionResult {
  if (!state.isChoosingWallet) return keepState(state)
  const [only, second] = wallets
  // The payer has already chosen to sign, and with one wallet there is nothing to choose.
  if (only && !only.connectsByUri && !second && !state.wallets)
    return connectSigner(state, only.id, serial)
  return [{ ...state, wallets }, []]
}

function goBack(state: SigningState): TransitionResult {
  const { isChoosingWallet, isAwaitingWallet, account, hasDeclined, origin, option, hash } = state
  if (isChoosingWallet || isAwaitingWallet || account || hasDeclined)
    return [
      clearWalletRequest({ ...state, attempt: 0 }),
      [{ do: 'stopDiscovering' }, createFollowEffect(state)],
    ]
  // A payment that this page made never leads back to an offer to pay again.
  return origin ? leaveExternalPayment(option, hash, origin) : keepState(state)
}

/** Goes back to the screen where the payer submitted a transaction, which is ignored from now on. */
export function leaveExternalPayment(
  option: PaymentOption,
  hash: string,
  { screen }: TransactionOrigin,
): TransitionResult {
  const forgetEffect: Effect = { do: 'removeUnreportedHash', chargeId: option.charge.id, hash }
  if (!screen) return [offerPayment(ignoreHash(option, hash)), [forgetEffect]]
  const [next, effects] = startWatching(ignoreHashOnScreen(screen, hash), 0)
  return [next, [forgetEffect, ...effects]]
}

type ExternalPaymentState = Extract<State, { step: 'externalPayment' }>

/** Returns the screen with a hash added to the ignored ones of its payment options. */
export function ignoreHashOnScreen(
  screen: ExternalPaymentState,
  hash: string,
): ExternalPaymentState {
  const { unreservedOption } = screen
  return {
    ...screen,
    option: ignoreHash(screen.option, hash),
    unreservedOption: unreservedOption && ignoreHash(unreservedOption, hash),
  }
}
