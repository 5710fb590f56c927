import ipaddr from 'ipaddr.js'
import { PayError } from '../errors.ts'
import { merchantError } from './http-error.ts'
import type { ProxySettings } from './options.ts'

/** The address of each request's connection. Unlike a header, the caller cannot forge it. */
const socketAddresses = new WeakMap<Request, string>()

/** Stores the address of the connection that a request came from. */
export function setSocketAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) socketAddresses.set(request, address)
}

/**
 * Returns the IP address of the payer, in its shortest form; undefined where it is not known.
 *
 * Of X-Forwarded-For only the last entry counts, because the reverse proxy in front wrote it. The caller may have
 * written the entries before it. Several reverse proxies need the option `clientAddress`.
 *
 * @throws HttpError when `clientAddress` throws
 */
export function readPayerAddress(settings: ProxySettings, request: Request): string | undefined {
  const forwarded = settings.trustProxy ? request.headers.get('x-forwarded-for') : null
  const given =
    callClientAddress(settings, request) ??
    forwarded?.split(',').at(-1)?.trim() ??
    socketAddresses.get(request)
  // The zone of a link-local address (fe80::1%eth0) has a meaning on this machine only.
  const text = given?.replace(/%.*$/, '') ?? ''
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined
}

function callClientAddress({ clientAddress }: ProxySettings, request: Request): string | undefined {
  try {
    return clientAddress?.(request)
  } catch (cause) {
    throw merchantError(new PayError('service_failed', 'clientAddress failed.', { cause }))
  }
}

/**
 * Returns the block of addresses that counts as one caller: an IPv4 address, or the /64 of an IPv6 address. A /64 is
 * the smallest network that is given to a customer (RFC 6177), so all of its 2^64 addresses belong to one household.
 */
export function toAddressBlock(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
