import ipaddr from 'ipaddr.js'
import { PayError } from '../errors.ts'
import type { Settings } from './options.ts'
import { shopFault } from './refusal.ts'

/** What the server saw of each request; a header can be written by anybody. */
const sockets = new WeakMap<Request, string>()

/** Notes from which address the server got a request. */
export function noteSocketAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) sockets.set(request, address)
}

/**
 * Returns the IP address of the payer, in its shortest form; undefined where nobody can tell it.
 *
 * Of X-Forwarded-For the last entry counts: the reverse proxy in front wrote it. What stands before it, the caller can
 * have written. Several reverse proxies need the option `clientAddress`.
 *
 * @throws Refusal when `clientAddress` throws
 */
export function readPayerAddress(settings: Settings, request: Request): string | undefined {
  const forwarded = settings.trustProxy ? request.headers.get('x-forwarded-for') : null
  const given =
    askMerchant(settings, request) ?? forwarded?.split(',').at(-1)?.trim() ?? sockets.get(request)
  // A link's zone (fe80::1%eth0) is of this machine alone.
  const text = given?.replace(/%.*$/, '') ?? ''
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined
}

function askMerchant({ clientAddress }: Settings, request: Request): string | undefined {
  try {
    return clientAddress?.(request)
  } catch (cause) {
    throw shopFault(new PayError('service_failed', 'clientAddress failed.', { cause }))
  }
}

/**
 * Returns what counts as one caller: an IPv4 address, or the /64 of an IPv6 one. A /64 is the smallest network that is
 * given to a customer (RFC 6177), so that its 2^64 addresses are one household's.
 */
export function addressBlock(address: string): string {
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
