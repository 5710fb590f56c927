import type { PayError } from '../../errors.ts'
import { type ErrorBody, type ErrorType, errorStatus } from '../schemas/error-body.ts'

/** Options of {@link HttpError}. */
export interface HttpErrorOptions {
  /** The part of the input that is wrong; the caller gets it as `details: [{ field, message }]`. */
  field?: string | undefined
  /** The HTTP status, where it differs from the type's own. */
  status?: number | undefined
  details?: unknown
  headers?: Record<string, string> | undefined
  /** The error to report to the operator; the caller never sees it. */
  operatorError?: PayError | undefined
}

/** Thrown to end a call with an error reply. Its message is for the caller. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly type: ErrorType
  readonly status: number
  readonly details: unknown
  readonly headers: Record<string, string>
  readonly operatorError: PayError | undefined

  constructor(type: ErrorType, message: string, options: HttpErrorOptions = {}) {
    super(message)
    const { field } = options
    this.type = type
    this.status = options.status ?? errorStatus[type]
    this.details = options.details ?? (field === undefined ? undefined : [{ field, message }])
    this.headers = options.headers ?? {}
    this.operatorError = options.operatorError
  }
}

/** Returns the body of an error reply, in the contract's format. */
export function createErrorBody(type: ErrorType, message: string, details?: unknown): ErrorBody {
  return { error: { type, message, ...(details !== undefined && { details }) } }
}

/** Returns the error type for a status. */
export function getErrorType(status: number): ErrorType {
  const exact = Object.entries(errorStatus).find(([, typeStatus]) => typeStatus === status)
  if (exact) return exact[0] as ErrorType
  return status < 500 ? 'validation_error' : 'internal_server_error'
}
