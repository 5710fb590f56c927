import type { Route } from '../../api/routes/route.ts'
import { errorStatus } from '../../api/schemas/error-body.ts'
import { createSchemaReference, type JsonObject } from './schemas.ts'

/** Statuses of the errors that every endpoint may reply with, besides its own. */
const commonStatuses = [401, 429, 500, 503]

/** Returns the error responses of a route, by status. */
export function buildErrorResponses(route: Route): JsonObject {
  const withBody = route.body ? [400, 413, 415] : []
  const statuses = new Set([...route.errorStatuses, ...commonStatuses, ...withBody])
  const sorted = [...statuses].sort((one, other) => one - other)
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/${getResponseName(status)}` }]),
  )
}

const errorDescriptions: Record<number, string> = {
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

function getResponseName(status: number): string {
  const found = Object.entries(errorStatus).find(([, its]) => its === status)
  const words = (found?.[0] ?? `status_${status}`).split('_')
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')
}

/** Returns the components that {@link buildErrorResponses} refers to. */
export function buildErrorComponents(): JsonObject {
  return Object.fromEntries(
    Object.entries(errorDescriptions).map(([status, text]) => [
      getResponseName(Number(status)),
      {
        description: text,
        headers: {
          ...requestIdHeader,
          ...(status === '429' && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
        },
        content: { 'application/json': { schema: createSchemaReference('Error') } },
      },
    ]),
  )
}

/** The header of every response. */
export const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

/** The headers that responses refer to. */
export const componentHeaders: JsonObject = {
  RequestId: { description: 'Leads to the line in the log.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } },
}
