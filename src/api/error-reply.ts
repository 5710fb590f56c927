import type { PayErrorCode } from '../errors.ts'

// The fields of an error reply. Without a schema, so that a browser loads it without zod.

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
 * Reads an error's body from any server: ours, `{ error: text }`, `{ message }`, or problem+json (RFC 9457: detail, title).
 * `message` is undefined where the body has no readable text.
 */
export function readErrorBody(body: unknown): {
  message?: string | undefined
  field?: string | undefined
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
    message: typeof text === 'string' ? text.slice(0, 500) : undefined,
    field: typeof field === 'string' ? field : undefined,
    details,
  }
}
