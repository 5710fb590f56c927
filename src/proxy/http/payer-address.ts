import { parseAddress, readForwardedEntry } from '../../client-address.ts'
import { PayError } from '../../errors.ts'
import type { ProxySettings } from '../options.ts'
import { reportError } from '../report-error.ts'
import { merchantError } from './merchant-error.ts'

/** The address of each request's connection. Unlike a header, the caller cannot forge it. */
const socketAddresses = new WeakMap<Request, string>()

/** Stores the address of the connection that a request came from. */
export function setSocketAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) socketAddresses.set(request, address)
}

/** The payer of all calls whose address cannot be read: they share one limit. */
export const unknownPayer = 'unknown'

/** Proxies that have reported an unreadable address to their operator. */
const reportedProxies = new WeakSet<ProxySettings>()

/**
 * Returns the IP address of the payer, in its shortest form; undefined where none was given, and {@link unknownPayer} where it
 * cannot be read, which is reported to the operator once.
 *
 * Of X-Forwarded-For only the last entry counts, because the reverse proxy in front wrote it. The caller may have
 * written the entries before it. Several reverse proxies need the option `clientAddress`.
 *
 * @throws HttpError when `clientAddress` throws
 */
export function readPayerAddress(settings: ProxySettings, request: Request): string | undefined {
  const header = settings.trustProxy ? request.headers.get('x-forwarded-for') : null
  const addressText =
    callClientAddress(settings, request) ??
    (header === null ? socketAddresses.get(request) : (readForwardedEntry(header, 1) ?? ''))
  if (addressText === undefined) return undefined
  const address = parseAddress(addressText)
  if (address !== undefined) return address
  if (!reportedProxies.has(settings))
    void reportError(settings, createAddressError(addressText), request)
  reportedProxies.add(settings)
  return unknownPayer
}

function createAddressError(text: string): PayError {
  return new PayError(
    'invalid_setting',
    `The payer's address is not an IP address: ${JSON.stringify(text.slice(0, 80))}. Until it is, all such payers share one ` +
      'limit. Correct the result of clientAddress, or the X-Forwarded-For of the reverse proxy.',
    { field: 'clientAddress' },
  )
}

function callClientAddress({ clientAddress }: ProxySettings, request: Request): string | undefined {
  try {
    return clientAddress?.(request)
  } catch (cause) {
    throw merchantError(new PayError('service_failed', 'clientAddress failed.', { cause }))
  }
}
