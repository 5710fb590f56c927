import { createHash } from 'node:crypto'

/**
 * Returns the public name of a charge: 16 bytes of a hash over its uuid, as 32 hex digits in lower case. It goes on chains,
 * into logs and into what payers sign, and cannot be turned back: the uuid is what opens the charge.
 *
 * @example
 * referenceOf('3c90c3cc-0d44-4b50-8888-8dd25736052a') // '6f0d…', 32 digits
 */
export function referenceOf(chargeId: string): string {
  const text = `pay-charge reference:${chargeId.toLowerCase()}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
