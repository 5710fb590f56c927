import { errorStatus } from './error-body.ts'
import { type Json, reference } from './openapi-schemas.ts'
import type { Route } from './route.ts'

/** Errors that every endpoint may answer with, beside its own. */
const common = [401, 429, 500, 503]

/** The error answers of a route, by status. */
export function failures(route: Route): Json {
  const withBody = route.body ? [400, 413, 415] : []
  const statuses = new Set([...route.errors, ...common, ...withBody])
  const sorted = [...statuses].sort((one, other) => one - other)
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  )
}

const failureTexts: Record<number, string> = {
  400: 'The input is not valid; `details` names the fields.',
  401: 'The api-key is missing, unknown or revoked.',
  404: 'There is nothing with this identifier in the account.',
  409: 'It was used before: the transaction for a payment, or the Idempotency-Key with another body.',
  413: 'The body is too large.',
  415: 'The body is of another content type.',
  429: 'Too many calls: wait as long as Retry-After says.',
  500: 'The service failed. Its log tells more, by the X-Request-Id.',
  503: 'The service or its chain cannot be reached at the moment.',
}

function responseName(status: number): string {
  const found = Object.entries(errorStatus).find(([, its]) => its === status)
  const words = (found?.[0] ?? `status_${status}`).split('_')
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')
}

/** The components that {@link failures} refers to. */
export function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(failureTexts).map(([status, text]) => [
      responseName(Number(status)),
      {
        description: text,
        headers: {
          ...requestIdHeader,
          ...(status === '429' && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
        },
        content: { 'application/json': { schema: reference('Error') } },
      },
    ]),
  )
}

/** Of every answer. */
export const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

/** Headers that answers refer to. */
export const componentHeaders: Json = {
  RequestId: { description: 'Leads to the line in the log.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } },
}
