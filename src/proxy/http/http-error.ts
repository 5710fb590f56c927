import type * as z from 'zod/mini'
import { type ErrorType, errorStatus } from '../../api/schemas/error-body.ts'
import type { PayError } from '../../errors.ts'

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

/** Thrown to end a request of the proxy with an error reply. Its message is for the browser. */
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

/** Returns the error type for a status. */
export function getErrorType(status: number): ErrorType {
  const exact = Object.entries(errorStatus).find(([, known]) => known === status)
  if (exact) return exact[0] as ErrorType
  return status < 500 ? 'validation_error' : 'internal_server_error'
}

/**
 * Returns the error for a fault in the merchant's code. The operator gets its cause, the browser only a general
 * message.
 */
export function merchantError(operatorError: PayError): HttpError {
  const text = 'The store couldn’t handle this request. Nothing was paid. Please tell the store.'
  return new HttpError('internal_server_error', text, { operatorError })
}

/**
 * Returns an input as the schema parses it, with known fields only.
 *
 * @param name of the whole input
 * @throws HttpError `validation_error` that names the field
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  name: string,
): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || name
  const message = formatIssue(issue)
  const details = [{ field, message }]
  throw new HttpError('validation_error', `${field}: ${message}.`, { details })
}

/** Returns a schema's issue in words. zod/mini has no messages of its own: it says `Invalid input` for everything. */
export function formatIssue(issue: SchemaIssue | undefined): string {
  if (issue?.message !== 'Invalid input') return issue?.message ?? 'is not valid'
  if (issue.expected) return `must be given as ${issue.expected}`
  return issue.values ? `must be ${issue.values.join(' or ')}` : 'is not valid'
}

interface SchemaIssue {
  message: string
  /** The expected type, where the type is wrong. */
  expected?: string
  /** The allowed values, where the value is none of them. */
  values?: unknown[]
}
