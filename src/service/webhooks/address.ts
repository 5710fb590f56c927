import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A webhook's address is not one that this service calls. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'

  constructor(host: string, address: string) {
    const at = host === address ? host : `${host} (${address})`
    super(`${at} is a private address; the operator can allow those by WEBHOOK_ALLOW_PRIVATE.`)
  }
}

/**
 * Addresses that are registered as public and answer only inside a cloud: Azure's wire server hands out a machine's
 * secrets (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Returns whether an address is of the public internet: none of the special ranges of IANA's registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, RFC 6890). ipaddr.js has
 * all of the first; what it lacks of the second, such as 100:0:0:1::/64 (RFC 9780), is outside 2000::/3.
 */
export function isPublic(address: string): boolean {
  // A zone (fe80::1%eth0) is of this machine's own links, and nothing that ipaddr.js cannot read is called.
  if (!isIP(address) || address.includes('%')) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast' || insideClouds.has(read.toString())) return false
  // Global unicast is 2000::/3 (RFC 4291 section 2.4); ::/96 once carried IPv4 addresses, private ones too.
  return read.kind() === 'ipv4' || (Number.parseInt(address, 16) & 0xe000) === 0x2000
}

/**
 * Refuses a host that is written as a private address: then nothing is looked up.
 *
 * @throws PrivateAddress
 */
export function checkHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublic(host)) throw new PrivateAddress(host, host)
}

/**
 * Looks a name up, and fails when any of its addresses is private. The connection is made to the very addresses that
 * were checked: a name that changes its mind between a check and the connection (DNS rebinding) gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const hidden = addresses.find(({ address }) => !isPublic(address))
    if (hidden) return callback(new PrivateAddress(hostname, hidden.address), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0)
  })
}
