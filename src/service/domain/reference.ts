import { createHash } from 'node:crypto'

/**
 * Returns the public name of a charge: 16 bytes of a hash of its uuid, as 32 hex digits in lower case. It is written to
 * chains, to logs and into messages that payers sign. The uuid, which gives access to the charge, cannot be derived
 * from it.
 *
 * @example
 * referenceOf('3c90c3cc-0d44-4b50-8888-8dd25736052a') // '6f0d…', 32 digits
 */
export function computeReference(chargeId: string): string {
  const text = `pay-charge reference:${chargeId.toLowerCase()}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
