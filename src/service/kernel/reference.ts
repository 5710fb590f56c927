import { createHash, hash } from 'node:crypto'
import { referencePattern } from '../../api/formats.ts'

/** Number of hex digits of a reference that identify the charge; the others are check digits. */
const nameLength = 24

/**
 * Returns the public name of a charge: 12 bytes of a hash of its uuid and 4 bytes of check digits, as 32 hex digits in
 * lower case. It is written to chains, to logs and into messages that payers sign. The uuid, which gives access to the
 * charge, cannot be derived from it.
 *
 * @example
 * computeReference('3c90c3cc-0d44-4b50-8888-8dd25736052a') // '6f0d…', 32 digits
 */
export function computeReference(chargeId: string): string {
  const text = `pay-charge reference:${chargeId.toLowerCase()}`
  const name = createHash('sha256').update(text).digest('hex').slice(0, nameLength)
  return name + computeCheckDigits(name)
}

/**
 * Returns whether a code is the reference of a charge, of this service or of another one. Wallets and applications write other
 * codes into calldata, some of 32 hex digits: without check digits, each would seem to name a charge. A code with valid check
 * digits that belongs to no charge here is treated as another service's reference.
 */
export function isReference(code: string): boolean {
  return (
    referencePattern.test(code) &&
    code.slice(nameLength) === computeCheckDigits(code.slice(0, nameLength))
  )
}

function computeCheckDigits(name: string): string {
  return hash('sha256', `pay-charge reference check:${name}`).slice(0, 32 - nameLength)
}
