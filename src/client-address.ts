import ipaddr from 'ipaddr.js'

// Addresses of callers as reverse proxies write them, for the proxy's limits and for the service's.

/**
 * Returns an IP address in its shortest form, an IPv4-mapped one as IPv4; undefined for a text that names none. Reads it
 * with a port (`203.0.113.7:40000`, `[2001:db8::7]:4000`), as Azure and IIS write it, and without the zone of a link-local
 * address (`fe80::1%eth0`), which has a meaning on one machine only.
 */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed) ?? []
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? []
  const address = (inBrackets ?? withPort ?? trimmed).split('%', 1)[0] ?? ''
  // Other forms of IPv4, such as octal ones, are read differently by every program.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isAddress ? ipaddr.process(address).toString() : undefined
}

/**
 * Returns the block of addresses that counts as one caller: an IPv4 address, or the /64 of an IPv6 address. A /64 is
 * the smallest network that is given to a customer (RFC 6177), so all of its 2^64 addresses belong to one household.
 * Undefined for a text that names no address.
 */
export function toAddressBlock(text: string): string | undefined {
  const address = parseAddress(text)
  if (address === undefined || ipaddr.IPv4.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/**
 * Returns the entry of X-Forwarded-For that the outermost of our reverse proxies wrote, each of which appends the address of its
 * caller: all earlier entries may be forged. Empty entries do not count (RFC 9110 section 5.6.1). Undefined where there are fewer
 * entries than proxies.
 */
export function readForwardedEntry(
  header: string | null | undefined,
  proxyCount: number,
): string | undefined {
  const entries = (header ?? '').split(',').filter((entry) => entry.trim() !== '')
  return entries.at(-proxyCount)?.trim()
}
