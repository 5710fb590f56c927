import type { Route } from '../../api/routes/route.ts'
import { errorStatus } from '../../api/schemas/error-body.ts'
import { createSchemaReference, type JsonObject } from './schemas.ts'

/** Statuses of the errors that every endpoint may reply with, in addition to its own. */
const commonStatuses = [400, 401, 403, 429, 500, 503]

/** Returns the error responses of a route, by status. */
export function buildErrorResponses(route: Route): JsonObject {
  const withBody = route.body ? [413, 415] : []
  const statuses = new Set([...route.errorStatuses, ...commonStatuses, ...withBody])
  const sorted = [...statuses].sort((a, b) => a - b)
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/${getResponseName(status)}` }]),
  )
}

const errorDescriptions: Record<number, string> = {
  400: 'The input is not valid; `details` names the fields.',
  401: 'The api-key is missing, unknown, expired or revoked.',
  403: 'The api-key lacks the scope of this endpoint, or the service does not serve this host name.',
  404: 'Nothing in the account has this identifier.',
  409: 'The call conflicts with stored data: for example, the transaction is already used for a payment, or the Idempotency-Key was used with another body.',
  413: 'The body is too large.',
  415: 'The body has the wrong content type.',
  429: 'Too many calls. Wait for the seconds in Retry-After.',
  500: 'The service failed. Look for the X-Request-Id in its log.',
  503: 'The service or its chain cannot be reached at the moment. Try again later.',
}

function getResponseName(status: number): string {
  const entry = Object.entries(errorStatus).find(([, errorCode]) => errorCode === status)
  const words = (entry?.[0] ?? `status_${status}`).split('_')
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
  RequestId: {
    description: 'Identifies the call’s line in the service’s log.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer', minimum: 1 },
  },
}
