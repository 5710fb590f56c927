import * as z from 'zod/mini'

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
