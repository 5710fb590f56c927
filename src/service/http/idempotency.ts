import { createHash } from 'node:crypto'
import { idempotencyKeyPattern } from '../../api/formats.ts'
import { createFieldError } from './field-error.ts'

/**
 * Reads the caller's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): 1 to 255 visible ASCII characters.
 *
 * @throws PayError `invalid_request`
 */
export function readIdempotencyKey(
  header: (name: string) => string | undefined,
): string | undefined {
  const key = header('idempotency-key')
  if (key === undefined || idempotencyKeyPattern.test(key)) return key
  throw createFieldError('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** Returns a SHA-256 of the body as hex. Equal bodies have equal hashes, regardless of the order of keys and of white space. */
export function hashRequest(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(body)))
    .digest('hex')
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1))
}
