import type { PayErrorCode } from '../../errors.ts'
import type { Intent } from '../ports/intent.ts'
import type { Ports } from '../ports/ports.ts'
import type { State } from '../state.ts'
import { getOption } from '../steps.ts'
import { createLapsedError } from '../transitions/pay/authorize-payment.ts'
import { isQuoteRefusal } from '../transitions/pay/guard-payment.ts'
import { describeFailure, type Run } from './run.ts'
import type { Dispatch } from './wait.ts'

// Asks a wallet for money, once for each intent: it is in the journal before, and this screen must still wait for it when the
// wallet is asked. A failure ends in one of two ways.
//
// - Nothing was sent (`notSent`): the wallet was not asked, it refused, or it was asked to sign and no page has the signature.
//   The payer may pay again.
// - Unknown (`outcomeUnknown`): everything else. The chain and the service are searched, and nothing pays again until the outcome
//   is found.

/** The errors of a wallet that certainly sent nothing. */
const notSentCodes: readonly PayErrorCode[] = [
  'wallet_refused',
  'wallet_locked',
  'wallet_unable',
  'insufficient_funds',
  'chain_refused',
]

/** Milliseconds until an authorization's end that leave a payer time to sign it. A fresh offer has twice as many. */
const leastSigningMs = 60_000

/** Asks the wallet for an intent's transfer or signature, and dispatches the outcome. */
export async function requestTransfer(
  ports: Ports,
  dispatch: Dispatch,
  run: Run,
  originalIntent: Intent,
) {
  const { id: intentId, authorization } = originalIntent
  let intent = originalIntent
  let wasAsked = false
  const isWanted = () => {
    const { state } = run
    const isAwaited = state.step === 'sending' && state.intent.id === intentId
    // Before that, a failure is certain: nothing was sent.
    if (isAwaited) wasAsked = true
    return isAwaited
  }
  try {
    requireAllowed(ports, run.state, originalIntent)
    if (authorization) return await authorize(ports, dispatch, originalIntent, isWanted)
    const hash = await (await ports.loadWallets()).transfer(
      originalIntent,
      isWanted,
      (proposal) => dispatch({ type: 'proposed', intentId, proposal }),
      () => {
        intent = { ...originalIntent, withoutData: true }
        dispatch({ type: 'dataOmitted', intentId })
      },
    )
    dispatch({ type: 'sent', intent, hash })
  } catch (cause) {
    const error = describeFailure(cause)
    // Only a wallet that cannot sign closes the way. One that did not is asked again.
    if (error.code === 'authorization_refused')
      return dispatch({ type: 'authorizationRefused', intentId, error })
    // The page has no signature, so nothing was sent, regardless of the wallet's answer.
    const isSigning = authorization !== undefined
    const isCertain =
      isSigning || !wasAsked || notSentCodes.includes(error.code) || isQuoteRefusal(error)
    dispatch({ type: isCertain ? 'notSent' : 'outcomeUnknown', intentId, error })
  }
}

/** Checks a quote once more before a wallet is asked, on every path. */
function requireAllowed(ports: Ports, state: State, { quote }: Intent) {
  const option = getOption(state)
  const error = option && ports.checkQuote({ ...option, quote })
  if (error) throw error
}

/**
 * Asks for the signature of an authorization. It expires, which the payer cannot see: a late request is checked again first, and a
 * late signature is dropped, as the token would refuse it.
 */
async function authorize(
  ports: Ports,
  dispatch: Dispatch,
  intent: Intent,
  isWanted: () => boolean,
) {
  const { id: intentId, authorization } = intent
  const endsAt = Number(authorization?.validBefore) * 1000
  if (ports.now() > endsAt - leastSigningMs)
    return dispatch({ type: 'authorizationOutdated', intentId })
  const signature = await (await ports.loadWallets()).signAuthorization(intent, isWanted)
  if (ports.now() >= endsAt) throw createLapsedError()
  dispatch({ type: 'authorized', intentId, signature })
}
