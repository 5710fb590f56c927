import { createHash } from 'node:crypto'
import { invalid } from './validate.ts'

/**
 * The caller's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): 1 to 255 visible characters.
 *
 * @throws PayError `invalid_request`
 */
export function readIdempotencyKey(
  header: (name: string) => string | undefined,
): string | undefined {
  const key = header('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** The same for bodies that say the same: order of keys and blanks do not count. */
export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return entries.sort(([one], [other]) => (one < other ? -1 : 1))
}
