import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Addresses that are registered as public but respond only inside a cloud. Azure's wire server returns secrets of the
 * machine (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const cloudInternalAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Returns whether an address leads to the public internet: in none of the special ranges of IANA's registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, RFC 6890). ipaddr.js has all of the
 * first; the ranges that it lacks of the second, such as 100:0:0:1::/64 (RFC 9780), are outside 2000::/3.
 *
 * An IPv6 address that stands for an IPv4 address is judged as that address, so a private address is private in every form. Public
 * ones must pass: on IPv6-only networks, every public IPv4 address is reached through NAT64.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (fe80::1%eth0) belongs to this machine's own links. An address that ipaddr.js cannot parse is not called either.
  if (!isIP(address) || address.includes('%')) return false
  // Also turns ::ffff:a.b.c.d into a.b.c.d (RFC 4291 section 2.5.5.2).
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  if (bytes.length === 4) return isPublicIPv4(bytes)
  const targets = listTranslated(parsed.range(), bytes)
  if (targets) return targets.length > 0 && targets.every(isPublicIPv4)
  // Global unicast is 2000::/3 (RFC 4291 section 2.4). The old ::/96 is no longer translated.
  return parsed.range() === 'unicast' && ((bytes[0] ?? 0) & 0xe0) === 0x20
}

function isPublicIPv4(bytes: readonly number[]): boolean {
  const address = new ipaddr.IPv4([...bytes])
  return address.range() === 'unicast' && !cloudInternalAddresses.has(address.toString())
}

/** Returns the IPv4 addresses that packets to an IPv6 address may be sent on to; undefined for any other address. */
function listTranslated(range: string, bytes: readonly number[]): number[][] | undefined {
  switch (range) {
    // 2002:a.b.c.d::/48, to the router a.b.c.d (RFC 3056).
    case '6to4':
      return [bytes.slice(2, 6)]
    // Its server, and the client behind it, whose bits are inverted (RFC 4380 section 4).
    case 'teredo':
      return [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)]
    // ::ffff:0:a.b.c.d (RFC 7915, before RFC 6145).
    case 'rfc6145':
      return [bytes.slice(12)]
    case 'rfc6052':
      return bytes[4] === 0 && bytes[5] === 0 ? [bytes.slice(12)] : listLocallyTranslated(bytes)
    default:
      return undefined
  }
}

/** Where the IPv4 address is, by the length of the prefix (RFC 6052 section 2.2). Byte 8 is never a part of it. */
const embeddedAt: readonly (readonly number[])[] = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
]

/**
 * Lists the IPv4 addresses that 64:ff9b:1::/48 may embed (RFC 8215). Its network decides how long the prefix is, so it is
 * every address that can be read from it, but those of 0.0.0.0/8, to which nothing is sent on.
 */
function listLocallyTranslated(bytes: readonly number[]): number[][] {
  if (bytes[8] !== 0) return []
  return embeddedAt
    .filter((places) => bytes.slice((places[3] ?? 0) + 1).every((byte) => byte === 0))
    .map((places) => places.map((place) => bytes[place] ?? 0))
    .filter(([first]) => first !== 0)
}
