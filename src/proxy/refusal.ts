import { type ErrorType, errorStatus } from '../api/error-body.ts'
import type { PayError } from '../errors.ts'

/** What a {@link Refusal} or {@link OrderError} may carry beyond its message. */
export interface RefusalOptions {
  /** The part of the input that is wrong; told to the caller as `details: [{ field, message }]`. */
  field?: string | undefined
  /** Where the type's own status does not say it. */
  status?: number | undefined
  details?: unknown
  headers?: Record<string, string> | undefined
  /** What the operator should hear; the caller never does. */
  report?: PayError | undefined
}

/** Ends a request of the proxy with an error answer. Its message is for the browser. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly type: ErrorType
  readonly status: number
  readonly details: unknown
  readonly headers: Record<string, string>
  readonly report: PayError | undefined

  constructor(type: ErrorType, message: string, options: RefusalOptions = {}) {
    super(message)
    const { field } = options
    this.type = type
    this.status = options.status ?? errorStatus[type]
    this.details = options.details ?? (field === undefined ? undefined : [{ field, message }])
    this.headers = options.headers ?? {}
    this.report = options.report
  }
}

/** The type of an error whose status is all that is known. */
export function errorTypeOf(status: number): ErrorType {
  const exact = Object.entries(errorStatus).find(([, known]) => known === status)
  if (exact) return exact[0] as ErrorType
  return status < 500 ? 'validation_error' : 'internal_server_error'
}

/** A fault in the merchant's code: the operator hears which, the browser only that there is one. */
export function shopFault(report: PayError): Refusal {
  const text = 'The shop could not handle this. Nothing was paid. Please tell the shop.'
  return new Refusal('internal_server_error', text, { report })
}

/** A schema's complaint in words; zod/mini has none of its own, but says `Invalid input` to everything. */
export function sayIssue(issue: Issue | undefined): string {
  if (issue?.message !== 'Invalid input') return issue?.message ?? 'is not valid'
  if (issue.expected) return `must be given as ${issue.expected}`
  return issue.values ? `must be ${issue.values.join(' or ')}` : 'is not valid'
}

interface Issue {
  message: string
  /** Of a wrong type. */
  expected?: string
  /** Of a text that is none of these. */
  values?: unknown[]
}
