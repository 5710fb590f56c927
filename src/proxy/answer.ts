import type { ErrorBody } from '../api/error-body.ts'
import type { Refusal } from './refusal.ts'

/** What the browser gets, before it is written. */
export interface Answer {
  status: number
  /** Undefined for an answer without a body. */
  body: unknown
  headers?: Record<string, string>
}

/** Writes an answer. Every header is ours: none of the service's comes here by itself. */
export function write(answer: Answer, secret: string, headers: Record<string, string>): Response {
  const { status, body } = answer
  return new Response(body === undefined ? null : JSON.stringify(scrub(body, secret)), {
    status,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Prices and payments change, and belong to one payer (RFC 9111 section 5.2.2.5).
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'origin',
      ...headers,
      ...answer.headers,
    },
  })
}

/** The answer that a refusal asks for. */
export function refuse(refusal: Refusal): Answer {
  const { type, message, details, status, headers } = refusal
  const body: ErrorBody = { error: { type, message, ...(details !== undefined && { details }) } }
  return { status, body, headers }
}

/**
 * A copy for the browser: without `metadata`, which is between the merchant and the service, at any depth, and with
 * the api-key struck out of every text, should anybody have echoed it.
 */
export function scrub(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return strike(value, secret)
  if (Array.isArray(value)) return value.map((part) => scrub(part, secret))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'metadata')
  return Object.fromEntries(kept.map(([name, part]) => [strike(name, secret), scrub(part, secret)]))
}

/** The text without the secret. */
export function strike(text: string, secret: string): string {
  return text.replaceAll(secret, '[api-key]')
}
