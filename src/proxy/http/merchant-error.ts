import { HttpError } from '../../api/server/http-error.ts'
import type { PayError } from '../../errors.ts'

/**
 * Returns the error for a fault in the merchant's code. The operator gets its cause, the browser only a general
 * message.
 */
export function merchantError(operatorError: PayError): HttpError {
  const text = 'The store couldn’t handle this request. Nothing was paid. Please tell the store.'
  return new HttpError('internal_server_error', text, { operatorError })
}
