import * as z from 'zod/mini'
import type { PayErrorCode } from '../../errors.ts'

/** The error types that the service replies with, each with its HTTP status. */
export const errorStatus = {
  validation_error: 400,
  authentication_error: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
  bad_gateway: 502,
  service_unavailable: 503,
  gateway_timeout: 504,
} as const
export type ErrorType = keyof typeof errorStatus

/** The body of every error. `details` names the fields of a validation_error: `[{ field, message }]`. */
export const ErrorBody = z.object({
  error: z.object({ type: z.string(), message: z.string(), details: z.optional(z.unknown()) }),
})
export type ErrorBody = {
  error: { type: ErrorType; message: string; details?: unknown }
}

/**
 * Returns the error code of an HTTP status. A status that is not listed is the caller's fault below 500, and the
 * service's fault from 500 on.
 */
export function getErrorCode(status: number): PayErrorCode {
  return errorCodeByStatus[status] ?? (status < 500 ? 'invalid_request' : 'service_failed')
}

const errorCodeByStatus: Record<number, PayErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
  502: 'bad_gateway',
  503: 'bad_gateway',
  504: 'timeout',
}

/**
 * Reads an error's body, whichever server wrote it: ours, `{ error: text }`, `{ message }`, or problem+json
 * (RFC 9457: detail, title). `message` is absent where the body has no text that a person could read.
 */
export function readErrorBody(body: unknown): {
  message?: string
  field?: string
  details?: unknown
} {
  if (typeof body !== 'object' || body === null) return {}
  const { error, message, detail, title } = body as Record<string, unknown>
  const nestedError = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >
  const text = [nestedError.message, error, message, detail, title].find(
    (part) => typeof part === 'string' && part,
  )
  const details = nestedError.details
  const field = Array.isArray(details) ? (details[0] as { field?: unknown })?.field : undefined
  return {
    ...(typeof text === 'string' && { message: text.slice(0, 500) }),
    ...(typeof field === 'string' && { field }),
    ...(details !== undefined && { details }),
  }
}
