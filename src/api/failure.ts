import { PayError } from '../errors.ts'
import { errorCode, readErrorBody } from './error-body.ts'

/** The error that an answer means which is none of the route's successes. */
export function failure(response: Response, body: unknown, repeatable: boolean): PayError {
  const { status } = response
  const said = readErrorBody(body)
  const code = status < 400 ? 'invalid_reply' : errorCode(status)
  const passing =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  // 0 is a browser's word for a redirect that it did not follow.
  const redirect = status === 0 || (status >= 300 && status < 400)
  const plain = redirect
    ? 'The service answered with a redirect, which is not followed: check its address.'
    : `The service answered ${status}.`
  return new PayError(code, said.message ?? plain, {
    status,
    field: said.field,
    details: said.details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter(response),
    retryable: repeatable && passing,
  })
}

/** Milliseconds of Retry-After: seconds or a date (RFC 9110 section 10.2.3), two minutes at most. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 120_000)
}
