import type { ErrorBody } from '../api/schemas/error-body.ts'
import type { Refusal } from './http-error.ts'

/** The proxy's reply to the browser, before it becomes a `Response`. */
export interface Answer {
  status: number
  /** Undefined for a reply without a body. */
  body: unknown
  headers?: Record<string, string>
}

/** Turns a reply into a `Response`. All headers are ours: none of the service's is passed on by default. */
export function write(answer: Answer, secret: string, headers: Record<string, string>): Response {
  const { status, body } = answer
  return new Response(body === undefined ? null : JSON.stringify(scrub(body, secret)), {
    status,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Prices and payments change, and concern only one payer (RFC 9111 section 5.2.2.5).
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'origin',
      ...headers,
      ...answer.headers,
    },
  })
}

/** Returns the reply for an error. */
export function refuse(refusal: Refusal): Answer {
  const { type, message, details, status, headers } = refusal
  const body: ErrorBody = { error: { type, message, ...(details !== undefined && { details }) } }
  return { status, body, headers }
}

/**
 * Returns a copy of a body for the browser: at any depth without `metadata`, which only the merchant and the service
 * may see, and with the api-key redacted from every text, in case the service or the merchant's code echoed it.
 */
export function scrub(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return strike(value, secret)
  if (Array.isArray(value)) return value.map((part) => scrub(part, secret))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'metadata')
  return Object.fromEntries(kept.map(([name, part]) => [strike(name, secret), scrub(part, secret)]))
}

/** Returns the text with `[api-key]` in place of the secret. */
export function strike(text: string, secret: string): string {
  return text.replaceAll(secret, '[api-key]')
}
