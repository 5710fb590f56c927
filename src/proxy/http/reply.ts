import { createErrorBody, type HttpError } from '../../api/server/http-error.ts'

/** The proxy's reply to the browser, before it becomes a `Response`. */
export interface ProxyReply {
  status: number
  /** Undefined for a reply without a body. */
  body: unknown
  headers?: Record<string, string>
}

/** Turns a reply into a `Response`. All headers are ours: none of the service's headers is passed on by default. */
export function toResponse(
  reply: ProxyReply,
  secret: string,
  headers: Record<string, string>,
): Response {
  const { status, body } = reply
  return new Response(body === undefined ? null : JSON.stringify(redactBody(body, secret)), {
    status,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Prices and payments change, and concern only one payer (RFC 9111 section 5.2.2.5).
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'origin',
      ...headers,
      ...reply.headers,
    },
  })
}

/** Returns the reply for an error. */
export function toErrorReply(error: HttpError): ProxyReply {
  const { type, message, details, status, headers } = error
  return { status, body: createErrorBody(type, message, details), headers }
}

/** Fields that only the merchant and the service may see. */
const privateFields: ReadonlySet<string> = new Set([
  'metadata',
  'payer_email',
  'accepted_amount',
  'shipped_at',
  'source_url',
])

/**
 * Returns a copy of a body for the browser: at any depth without {@link privateFields}, and with the api-key redacted
 * from every text, in case the service or the merchant's code echoed it.
 */
export function redactBody(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return redact(value, secret)
  if (Array.isArray(value)) return value.map((part) => redactBody(part, secret))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !privateFields.has(name))
  return Object.fromEntries(
    fields.map(([name, part]) => [redact(name, secret), redactBody(part, secret)]),
  )
}

/** Returns the text with `[api-key]` in place of the secret. */
export function redact(text: string, secret: string): string {
  return text.replaceAll(secret, '[api-key]')
}
