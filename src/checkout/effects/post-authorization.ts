import { PayError } from '../../errors.ts'
import type { Intent } from '../ports/intent.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuthorizationRefusal } from '../ports/wallets.ts'
import { readEntry } from './read-entry.ts'
import { type Dispatch, getWaitMs, pause, settleCall } from './wait.ts'

/**
 * Posts what the payer has signed (POST /charges/:uuid/authorizations) until the service answers with its transaction. It cannot
 * pay twice, so it is posted again after every fault. What the journal does not hold is not posted: the next page would not know
 * of it. Whoever refuses it may have kept it, or passed it on: what decides is whether the token refuses it too.
 */
export async function postAuthorization(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { intent, isFirst }: { intent: Intent; isFirst?: true },
) {
  const { id: intentId } = intent
  const entry = readEntry(ports.journal, intent.quote.chargeId)
  if (entry?.intent?.authorization?.signature !== intent.authorization?.signature) {
    const text = 'This browser doesn’t let this page save data. Nothing was sent.'
    const error = new PayError('storage_unavailable', text)
    return isFirst && dispatch({ type: 'authorizationRefused', intentId, error })
  }
  for (let failures = 0; !signal.aborted; failures++) {
    const { value: hash, error } = await settleCall(ports.proxy.addAuthorization(intent, signal))
    if (signal.aborted) return
    if (hash !== undefined) return dispatch({ type: 'sent', intent, hash })
    if (error && !error.retryable) {
      const refusal = await findRefusal(ports, intent)
      if (signal.aborted) return
      // One that the token has refused and then taken would go to and fro: it is waited for.
      if (refusal === 'refused' && entry?.refused?.id !== intentId)
        return dispatch({ type: 'authorizationRefused', intentId, error, wasPosted: true })
      // Of one whose time is over the search says so, once the block that ended it is final.
      if (refusal !== 'lapsed')
        dispatch({ type: 'authorizationHeld', intentId, error: createHeldError(error) })
      if (signal.aborted) return
    }
    if (!(await pause(ports, getWaitMs(ports, failures, 15_000, error), signal))) return
  }
}

/** Returns why the token itself does not take it, as far as a node says so. */
async function findRefusal(
  ports: Ports,
  intent: Intent,
): Promise<AuthorizationRefusal | undefined> {
  try {
    return await (await ports.loadWallets()).findAuthorizationRefusal(intent)
  } catch {
    return undefined
  }
}

function createHeldError(cause: PayError): PayError {
  const text =
    'The store didn’t accept your signed payment, but it could still go through while it’s valid. Please don’t pay another way yet.'
  return new PayError('authorization_held', text, { cause, retryable: true })
}
