import ipaddr from 'ipaddr.js'

/**
 * Returns what counts as one caller: an IPv4 address, or the /64 of an IPv6 one, which is the smallest network that a
 * customer is given (RFC 6177): its 2^64 addresses are one household's. Undefined for what is no address.
 */
export function addressBlock(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return undefined
  const read = ipaddr.process(bare)
  if (read.kind() === 'ipv4') return read.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/64`)}/64`
}
