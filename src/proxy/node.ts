import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PayProxy } from './pay-proxy.ts'
import { noteSocketAddress } from './payer-address.ts'

/**
 * The proxy as a request listener of Node's http, and of what builds on it, such as Express.
 * There it must come before any body parser.
 *
 * @example http.createServer(toNodeListener(createPayProxy({ … })))
 * @example app.all('/pay/*splat', toNodeListener(createPayProxy({ … })))
 */
export function toNodeListener(
  proxy: PayProxy,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  // Loaded here and not above, so that a runtime without node:http can import this package's entry.
  const listener = import('@hono/node-server').then(({ getRequestListener }) =>
    getRequestListener(
      (request, { incoming }) => {
        noteSocketAddress(request, incoming.socket.remoteAddress)
        return proxy(request)
      },
      // It would else replace the process's global Request and Response.
      { overrideGlobalObjects: false },
    ),
  )
  return async (incoming, outgoing) => {
    await (await listener)(incoming, outgoing)
  }
}
