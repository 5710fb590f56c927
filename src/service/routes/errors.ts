import type { Context } from 'hono'
import { type ErrorBody, type ErrorType, errorStatus } from '../../api/error-body.ts'
import { PayError, type PayErrorCode } from '../../errors.ts'
import type { Env } from './context.ts'

/** The codes that a caller may learn of. Every other error is ours, and hidden. */
const types: Partial<Record<PayErrorCode, ErrorType>> = {
  invalid_request: 'validation_error',
  invalid_amount: 'validation_error',
  unauthenticated: 'authentication_error',
  not_found: 'not_found',
  conflict: 'conflict',
  too_large: 'payload_too_large',
  chain_unreachable: 'service_unavailable',
  price_unavailable: 'service_unavailable',
}

/** Answers with an error in the contract's form. */
export function refuse(
  c: Context<Env>,
  type: ErrorType,
  message: string,
  details?: unknown,
): Response {
  const body: ErrorBody = { error: { type, message, ...(details !== undefined && { details }) } }
  return c.json(body, errorStatus[type])
}

/** Answers for a thrown error. What the caller cannot help is hidden from him, and told whole to `log`. */
export function answerError(
  c: Context<Env>,
  error: unknown,
  log: (error: unknown, message: string) => void,
): Response {
  const type = error instanceof PayError ? types[error.code] : undefined
  if (!(error instanceof PayError) || !type) {
    log(error, 'A call failed.')
    return refuse(c, 'internal_server_error', 'The service failed; its log tells more.')
  }
  if (error.code === 'price_unavailable') log(error, 'A price feed is of no use.')
  if (error.code === 'chain_unreachable') {
    log(error, 'A chain could not be read.')
    return refuse(c, type, 'The chain cannot be read at the moment. Try again later.')
  }
  return refuse(c, type, error.message, error.details ?? fieldDetails(error))
}

function fieldDetails(error: PayError): unknown {
  return error.field ? [{ field: error.field, message: error.message }] : undefined
}
