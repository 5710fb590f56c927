import type { PayError } from '../../../errors.ts'
import { keepDecisions } from '../../quote/payment-assets.ts'
import type { CheckoutEvent, Effect, SoughtTransaction, State } from '../../state.ts'
import { keepState, reload, startReporting, type TransitionResult } from '../builders.ts'

type ExternalPaymentState = Extract<State, { step: 'externalPayment' }>
type ExternalPaymentEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'payExternally'
      | 'amountReserved'
      | 'reserveFailed'
      | 'submitHash'
      | 'inspected'
      | 'inspectFailed'
      | 'watched'
  }
>

/**
 * Handles a payment outside this page: with a code that a phone scans, or a transaction that the payer has already made
 * and submits.
 */
export function handleExternalPayment(
  state: State,
  event: ExternalPaymentEvent,
  serial: number,
): TransitionResult {
  if (event.type === 'payExternally') return openExternalPayment(state, serial)
  if (state.step !== 'externalPayment') return keepState(state)
  if (event.type === 'submitHash') {
    if (state.isInspecting) return keepState(state)
    const [next, effects] = startWatching(clearNotice(state), serial)
    const { option, unreservedOption = option } = state
    const inspect: Effect = {
      do: 'inspectTransaction',
      option: unreservedOption,
      text: event.text,
      attempt: serial,
    }
    return [{ ...next, isInspecting: true } as State, [...effects, inspect]]
  }
  if (event.attempt !== state.attempt) return keepState(state)
  switch (event.type) {
    case 'amountReserved': {
      const { option, unreservedOption = option } = state
      const { amount } = event.reservation
      const reservedOption = { ...unreservedOption, quote: { ...unreservedOption.quote, amount } }
      const { notice: _, ...screen } = state
      return startWatching(
        { ...screen, unreservedOption, option: reservedOption, reservation: event.reservation },
        serial,
      )
    }
    case 'reserveFailed':
      return handleReserveFailed(state, event.error, serial)
    case 'inspected':
      return handleInspected(state, event)
    case 'inspectFailed':
      return forgetSought(state, event.hash, event.error)
    case 'watched':
      return event.toBlock === state.watchedToBlock
        ? keepState(state)
        : [{ ...state, watchedToBlock: event.toBlock }, []]
    default:
      return event satisfies never
  }
}

function handleInspected(
  state: ExternalPaymentState,
  { hash, source, option, signers, isUnseen }: Extract<CheckoutEvent, { type: 'inspected' }>,
): TransitionResult {
  const foundOption = keepDecisions(option, state.option)
  // The hash is journaled first, so that it is reported even if this page is closed.
  const journalEffect: Effect = {
    do: 'writeUnreportedHash',
    quote: foundOption.quote,
    hash,
    isSubmitted: source === 'submitted',
  }
  const { isInspecting: _, sought, ...screen } = state
  // The earlier submission was wrong. Any other transaction that is looked for may still pay the charge.
  const currentSearch = sought?.some((transaction) => transaction.hash === hash)
    ? sought
    : undefined
  const forgetEffects = currentSearch ? [] : (sought ?? []).map(createForgetEffect)
  // Neither source has seen it, so it is not shown as sent, and the payer may still pay by the code.
  if (isUnseen) {
    const [next, effects] = startWatching(
      { ...screen, sought: currentSearch ?? [{ hash, option: foundOption }] },
      state.attempt,
    )
    return [next, [...forgetEffects, journalEffect, ...effects]]
  }
  // A reserved amount may be enough proof, so the service is asked first.
  const neededSigners = state.reservation ? undefined : signers
  return startReporting(foundOption, hash, { origin: { source, screen }, signers: neededSigners }, [
    ...forgetEffects,
    journalEffect,
  ])
}

const createForgetEffect = ({ hash, option }: SoughtTransaction): Effect => ({
  do: 'removeUnreportedHash',
  chargeId: option.charge.id,
  hash,
})

/** Shows why a transaction is no longer looked for, or cannot be, and goes on watching. */
function forgetSought(
  { isInspecting: _, sought = [], ...fields }: ExternalPaymentState,
  hash: string | undefined,
  notice: PayError,
): TransitionResult {
  const remainder = sought.filter((transaction) => transaction.hash !== hash)
  const screen = { ...fields, notice, sought: remainder.length > 0 ? remainder : undefined }
  if (remainder.length === sought.length) return [screen, []]
  const [next, effects] = startWatching(screen, fields.attempt)
  const removals = sought.filter((transaction) => transaction.hash === hash)
  return [next, [...removals.map(createForgetEffect), ...effects]]
}

/** Handles the service's refusal of a transaction that is looked for. */
export function handleSoughtReport(
  state: ExternalPaymentState,
  hash: string,
  error: PayError,
): TransitionResult {
  return state.sought?.some((transaction) => transaction.hash === hash)
    ? forgetSought(state, hash, error)
    : keepState(state)
}

function handleReserveFailed(
  state: ExternalPaymentState,
  error: PayError,
  serial: number,
): TransitionResult {
  const { reason } = (error.details ?? {}) as { reason?: unknown }
  if (reason === 'not_payable') return reload()
  // The token has too few decimals, or the service cannot reserve amounts, so the payer signs instead.
  if (reason === 'no_room' || error.code === 'not_found')
    return startWatching({ ...clearNotice(state), isReservationUnavailable: true }, serial)
  const nextState = { ...state, notice: error }
  // A transaction that may have paid already is looked for, also without a code.
  return state.sought ? startWatching(nextState, state.attempt) : [nextState, []]
}

/** Returns the screen without its last error. */
function clearNotice({
  notice: _,
  isInspecting: __,
  ...screen
}: ExternalPaymentState): ExternalPaymentState {
  return screen
}

/** Returns the screen, and starts to watch for incoming transfers. */
export function startWatching(screen: ExternalPaymentState, attempt: number): TransitionResult {
  const { option, unreservedOption, reservation, watchedToBlock, sought } = screen
  const next = { ...screen, attempt }
  const watchEffect: Effect = {
    do: 'watchExternalPayment',
    option,
    unreservedOption: reservation && (unreservedOption ?? option),
    attempt,
    fromBlock: watchedToBlock,
    sought,
  }
  // Restarted with each screen: reporting the same hash again changes nothing.
  return [next, [watchEffect, ...(sought ?? []).map(createReportEffect)]]
}

const createReportEffect = ({ hash, option }: SoughtTransaction): Effect => ({
  do: 'reportTransaction',
  option,
  hash,
})

/** Requests an amount that is reserved for this charge alone. */
export function startReserving(state: ExternalPaymentState, attempt: number): TransitionResult {
  const { option, unreservedOption = option, sought } = state
  const next: ExternalPaymentState = {
    step: 'externalPayment',
    option: unreservedOption,
    unreservedOption,
    attempt,
    sought,
  }
  return [next, [{ do: 'reserveAmount', option: unreservedOption, attempt }]]
}

function openExternalPayment(state: State, attempt: number): TransitionResult {
  switch (state.step) {
    case 'ready':
    case 'choosingWallet':
    case 'connecting':
    case 'choosingToken':
    case 'wrongNetwork':
    case 'insufficientFunds':
      break
    default:
      return keepState(state)
  }
  const [next, effects] = startReserving(
    { step: 'externalPayment', option: state.option, attempt },
    attempt,
  )
  const awaitEffect: Effect = { do: 'writeAwaited', chargeId: state.option.charge.id }
  return [next, [{ do: 'stopDiscovering' }, awaitEffect, ...effects]]
}
