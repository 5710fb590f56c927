import ipaddr from 'ipaddr.js'

/**
 * Returns the address block that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which is the
 * smallest network that a customer is given (RFC 6177). Returns undefined for a text that is no address.
 */
export function toAddressBlock(text: string): string | undefined {
  const withoutZone = text.replace(/%.*$/, '')
  if (!ipaddr.isValid(withoutZone)) return undefined
  const parsed = ipaddr.process(withoutZone)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`)}/64`
}
