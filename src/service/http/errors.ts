import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorType, errorStatus } from '../../api/schemas/error-body.ts'
import { createErrorBody, getErrorType, HttpError } from '../../api/server/http-error.ts'
import { PayError, type PayErrorCode } from '../../errors.ts'
import { findDatabaseTrouble } from '../kernel/unavailable.ts'
import type { Env } from './context.ts'

/** The error codes that a caller may see. Every other error is the service's own fault, and hidden. */
const errorTypeByCode: Partial<Record<PayErrorCode, ErrorType>> = {
  invalid_request: 'validation_error',
  invalid_amount: 'validation_error',
  unauthenticated: 'authentication_error',
  forbidden: 'forbidden',
  not_found: 'not_found',
  conflict: 'conflict',
  too_large: 'payload_too_large',
  chain_unreachable: 'service_unavailable',
  price_unavailable: 'service_unavailable',
}

/** Seconds after which a call is to be repeated that the database could not serve. */
const retryAfterSeconds = 2

/** Replies with an error in the contract's format. */
export function replyWithError(
  c: Context<Env>,
  type: ErrorType,
  message: string,
  details?: unknown,
): Response {
  return c.json(createErrorBody(type, message, details), errorStatus[type])
}

/** Replies to a thrown error. An error that the caller cannot correct is logged in full, and hidden from the caller. */
export function handleError(
  c: Context<Env>,
  error: unknown,
  logError: (error: unknown, message: string) => void,
): Response {
  if (findDatabaseTrouble(error)) {
    logError(error, 'The database could not serve a call.')
    c.header('retry-after', String(retryAfterSeconds))
    const text =
      'The service cannot do this at the moment: its database is not available. Try again.'
    return replyWithError(c, 'service_unavailable', text)
  }
  if (error instanceof HttpError) {
    const { type, message, details, headers } = error
    const status = error.status as ContentfulStatusCode
    return c.json(createErrorBody(type, message, details), status, headers)
  }
  // Thrown by Hono and its middleware, such as for a body over a limit: the caller's fault, with its own status.
  if (error instanceof HTTPException && error.status < 500)
    return replyWithError(c, getErrorType(error.status), error.message || 'This call is refused.')
  const type = error instanceof PayError ? errorTypeByCode[error.code] : undefined
  if (!(error instanceof PayError) || !type) {
    logError(error, 'A call failed.')
    return replyWithError(
      c,
      'internal_server_error',
      'The service failed. Its log has the details.',
    )
  }
  if (error.code === 'price_unavailable') logError(error, 'A price feed cannot be used.')
  if (error.code === 'chain_unreachable') {
    logError(error, 'A chain could not be read.')
    return replyWithError(c, type, 'The chain cannot be read at the moment. Try again later.')
  }
  return replyWithError(c, type, error.message, error.details ?? toFieldDetails(error))
}

function toFieldDetails(error: PayError): unknown {
  return error.field ? [{ field: error.field, message: error.message }] : undefined
}
