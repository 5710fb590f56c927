import { checksum, validate } from 'ox/Address'
import { PayError } from '../../errors.ts'
import type { Address } from './types/address.ts'

/**
 * Returns an address in its EIP-55 form. One in mixed case must pass its checksum, because money sent to a mistyped
 * address is lost. All lower case or all upper case carries no checksum (EIP-55).
 *
 * @throws PayError `invalid_request` naming `field`
 */
export function parseAddress(text: string, field: string): Address {
  const digits = text.slice(2)
  const normalized = digits === digits.toUpperCase() ? `0x${digits.toLowerCase()}` : text
  if (validate(normalized, { strict: true })) return checksum(normalized)
  const message = validate(normalized, { strict: false })
    ? 'fails its checksum (EIP-55): a digit or a capital letter is wrong. Copy the address again.'
    : 'must be an address: 0x and 40 hex digits'
  throw new PayError('invalid_request', `${field} ${message}`, { field })
}
