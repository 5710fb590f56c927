import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown when the host of a webhook has a private address, which the service does not call. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddress'

  constructor(host: string, address: string) {
    const at = host === address ? host : `${host} (${address})`
    super(
      `${at} is a private address. The operator can allow private addresses with WEBHOOK_ALLOW_PRIVATE.`,
    )
  }
}

/**
 * Addresses that are registered as public but respond only inside a cloud. Azure's wire server returns secrets of the
 * machine (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const cloudInternalAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Returns whether an address is on the public internet: in none of the special ranges of IANA's registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, RFC 6890). ipaddr.js has
 * all of the first; what it lacks of the second, such as 100:0:0:1::/64 (RFC 9780), is outside 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (fe80::1%eth0) belongs to this machine's own links. What ipaddr.js cannot parse is not called either.
  if (!isIP(address) || address.includes('%')) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast' || cloudInternalAddresses.has(read.toString())) return false
  // Global unicast is 2000::/3 (RFC 4291 section 2.4). The old ::/96 contains IPv4 addresses, private ones too.
  return read.kind() === 'ipv4' || (Number.parseInt(address, 16) & 0xe000) === 0x2000
}

/**
 * Throws for a host that is a private IP address. The lookup does not check those, since nothing is looked up.
 *
 * @throws PrivateAddress
 */
export function assertPublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError(host, host)
}

/**
 * Looks up a host name and fails when any of its addresses is private. The connection uses exactly the addresses that
 * were checked, so a name that changes between check and connection (DNS rebinding) has no effect.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const privateAddress = addresses.find(({ address }) => !isPublicAddress(address))
    if (privateAddress)
      return callback(new PrivateAddressError(hostname, privateAddress.address), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0)
  })
}
