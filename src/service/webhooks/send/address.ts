import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { findWebhookUrlFault } from '../../accounts/settings.ts'
import { isPublicAddress } from './public-address.ts'

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

/** Names of this machine (RFC 6761 section 6.3), which need no lookup. */
const loopbackName = /^(.+\.)?localhost\.?$/i

/**
 * Returns the fault of a webhook's url, in words that follow the field's name; undefined for none. An address that would be
 * refused at every call is refused when it is set. A name is not looked up: its addresses may change.
 */
export function findReceiverFault(url: string, allowPrivate: boolean): string | undefined {
  const fault = findWebhookUrlFault(url)
  if (fault !== undefined || allowPrivate) return fault
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host) ? !isPublicAddress(host) : loopbackName.test(host)
  return isPrivate
    ? `must not be a private address such as ${host}: the operator can allow those with WEBHOOK_ALLOW_PRIVATE`
    : undefined
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
