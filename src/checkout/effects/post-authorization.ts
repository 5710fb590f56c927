import { type FailureDetails, PayError } from '../../errors.ts'
import type { Intent } from '../ports/intent.ts'
import { storageBlockedText } from '../ports/journal.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuthorizationRefusal } from '../ports/wallets.ts'
import { readEntry } from './read-entry.ts'
import { type Dispatch, getWaitMs, pause, settleCall } from './wait.ts'

/**
 * Posts the payer's signature (POST /charges/:uuid/authorizations) until the service answers with its transaction. It cannot pay
 * twice, so it is posted again after every fault. It is posted only if the journal holds it, since the next page has to know of it.
 * A proxy or service that refuses it may still keep it or pass it on, so only the token's own refusal counts.
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
    const details = { kind: 'storage_blocked' } satisfies FailureDetails
    const error = new PayError('storage_unavailable', storageBlockedText, { details })
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
      // For an expired one, the search ends this step, once the block that ended it is final.
      if (refusal !== 'lapsed')
        dispatch({ type: 'authorizationHeld', intentId, error: createHeldError(error) })
      if (signal.aborted) return
    }
    if (!(await pause(ports, getWaitMs(ports, failures, 15_000, error), signal))) return
  }
}

/** Returns the token's own reason for a refusal, as far as a node shows it. */
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
  const text = 'The store hasn’t sent your signed payment yet, and still can while it’s valid.'
  return new PayError('authorization_held', text, { cause, retryable: true })
}
