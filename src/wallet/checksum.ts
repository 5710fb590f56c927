import { isAddress } from 'viem/utils'

/** Returns whether the checksum of an address is right (EIP-55). An address in lower case has none. */
export function hasValidChecksum(address: string): boolean {
  return isAddress(address)
}
