import { checksumAddress, isAddress } from 'viem'
import { PayError } from '../../errors.ts'
import type { Address } from '../domain/records.ts'

/**
 * An address in its EIP-55 form. One written in mixed case must pass its checksum: a wrong digit is money lost.
 * All small or all capital letters carry no checksum (EIP-55).
 *
 * @throws PayError `invalid_request` naming `field`
 */
export function readAddress(text: string, field: string): Address {
  const digits = text.slice(2)
  const plain = digits === digits.toUpperCase() ? `0x${digits.toLowerCase()}` : text
  if (isAddress(plain, { strict: true })) return checksumAddress(plain)
  const message = isAddress(plain, { strict: false })
    ? 'fails its checksum (EIP-55): a digit or a capital letter is wrong. Copy the address again.'
    : 'must be an address: 0x and 40 hex digits'
  throw new PayError('invalid_request', `${field} ${message}`, { field })
}
