import { PayError } from '../../errors.ts'
import { getErrorCode, readErrorBody } from '../error-reply.ts'

/** Returns the error for a reply whose status is not one of the route's success statuses. */
export function createReplyError(
  response: Response,
  body: unknown,
  isRepeatable: boolean,
): PayError {
  const { status } = response
  const errorBody = readErrorBody(body)
  const code = status < 400 ? 'invalid_reply' : getErrorCode(status)
  const isTransient =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  // A browser reports a redirect that it did not follow as status 0 (Fetch Standard, opaque-redirect filtered
  // response).
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const fallbackMessage = isRedirect
    ? 'The service answered with a redirect: check its address.'
    : `The service answered ${status}.`
  return new PayError(code, errorBody.message ?? fallbackMessage, {
    status,
    field: errorBody.field,
    details: errorBody.details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: readRetryAfterMs(response),
    retryable: isRepeatable && isTransient,
  })
}

/**
 * Returns the milliseconds of Retry-After, which is in seconds or a date (RFC 9110 section 10.2.3); at most two
 * minutes.
 */
function readRetryAfterMs(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  if (!text) return undefined
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), 120_000)
}
