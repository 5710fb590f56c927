import { computeBackoffMs } from '../../api/backoff.ts'
import { PayError } from '../../errors.ts'
import type { Intent, Journal, Ports } from '../ports.ts'
import { type Dispatch, pause, settleCall } from './wait.ts'

/**
 * Posts what the payer has signed (POST /charges/:uuid/authorizations) until the service answers with its transaction. It cannot
 * pay twice, so it is posted again after every fault. What the journal does not hold is not posted: the next page would not know
 * of it. A refusal is certain only for the first post of all; after any other one, an earlier post may have been taken.
 */
export async function postAuthorization(
  ports: Ports,
  { intent, isFirst }: { intent: Intent; isFirst?: true },
  dispatch: Dispatch,
  signal: AbortSignal,
) {
  const { id: intentId } = intent
  if (!isJournaled(ports.journal, intent)) {
    const text = 'This browser doesn’t let this page save data. Nothing was sent.'
    const error = new PayError('storage_unavailable', text)
    return isFirst && dispatch({ type: 'authorizationRefused', intentId, error })
  }
  for (let failures = 0; !signal.aborted; failures++) {
    const { value: hash, error } = await settleCall(ports.proxy.addAuthorization(intent, signal))
    if (signal.aborted) return
    if (hash !== undefined) return dispatch({ type: 'sent', intent, hash })
    if (isFirst && failures === 0 && error && !error.retryable)
      return dispatch({ type: 'authorizationRefused', intentId, error })
    const { random } = ports
    const bounds = { baseMs: 1000, maxMs: 15_000, jitter: 0.5, random }
    const waitMs = Math.max(error?.retryAfterMs ?? 0, computeBackoffMs(failures, bounds))
    if (!(await pause(ports, waitMs, signal))) return
  }
}

function isJournaled(journal: Journal, { quote, authorization }: Intent): boolean {
  try {
    const entry = journal.read(quote.chargeId)
    return entry?.intent?.authorization?.signature === authorization?.signature
  } catch {
    return false
  }
}
