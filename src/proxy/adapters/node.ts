import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientAddress } from '@remix-run/node-fetch-server'
import { findHeadFault } from '../../api/request-head.ts'
import { setSocketAddress } from '../http/payer-address.ts'
import type { PayProxy } from '../pay-proxy.ts'
import { withBody } from './with-body.ts'

/** The methods of the proxy's routes, for a caller who sent another one. */
const allow = 'GET, POST, OPTIONS'

/** The fields that frameworks on top of Node's http add to a request. */
interface FrameworkRequest extends IncomingMessage {
  /** The whole path and query: Express and Connect take the mount's path out of `url`. */
  originalUrl?: unknown
  /** The body as a body parser has read it. */
  body?: unknown
  /** The bytes that a host has read, such as that of cloud functions. */
  rawBody?: unknown
}

/**
 * Turns the proxy into a request listener for Node's http, and for frameworks on top of it, such as Express. It may stand
 * before or behind a body parser, and below any path.
 *
 * @example http.createServer(toNodeListener(createPayProxy({ … })))
 * @example app.use('/pay', toNodeListener(createPayProxy({ … })))
 */
export function toNodeListener(
  proxy: PayProxy,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  // Imported here and not at the top, so that a runtime without node:http can import this package's entry.
  const library = import('@remix-run/node-fetch-server')
  return async (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const fault = findHeadFault({ method, url, host: headers.host })
    if (fault !== undefined) {
      outgoing.writeHead(fault, { connection: 'close', ...(fault === 405 && { allow }) }).end()
      return
    }
    const { createRequestListener } = await library
    const listen = createRequestListener(
      (request: Request, { address }: ClientAddress) => {
        outgoing.once('finish', () => discardBody(request, incoming))
        const wholeRequest = restoreRequest(request, incoming)
        setSocketAddress(wholeRequest, address || undefined)
        return proxy(wholeRequest)
      },
      { onError: refuseBadUrl },
    )
    await listen(incoming, outgoing)
  }
}

/** Drains an unread body, so that the connection can be reused. */
function discardBody({ body }: Request, incoming: IncomingMessage) {
  // A body that is being read is left to its reader.
  if (body && !body.locked) void body.cancel()
  incoming.resume()
}

/** A path and `Host` header that make no URL are the caller's fault. Anything else is logged, and answered with a 500. */
function refuseBadUrl(cause: unknown): Response | undefined {
  if ((cause as NodeJS.ErrnoException).code === 'ERR_INVALID_URL')
    return new Response('Bad Request', { status: 400 })
  console.error(cause)
  return undefined
}

/** Returns the request as the browser sent it: with its whole path, and with the body that was already read. */
function restoreRequest(request: Request, incoming: FrameworkRequest): Request {
  const { originalUrl, url: path, rawBody } = incoming
  const url =
    typeof originalUrl === 'string' && originalUrl !== path && originalUrl.startsWith('/')
      ? new URL(request.url).origin + originalUrl
      : request.url
  // Some parsers set `body` to {} without having read anything, so only the stream shows whether it was read.
  if (incoming.readableDidRead)
    return withBody(request, url, rawBody instanceof Uint8Array ? rawBody : incoming.body)
  if (url === request.url) return request
  const { method, headers, signal, body } = request
  // `duplex` is needed for a body that is a stream: https://fetch.spec.whatwg.org/#dom-requestinit-duplex
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  return new Request(url, init)
}
