import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PayProxy } from './pay-proxy.ts'
import { setSocketAddress } from './payer-address.ts'

/**
 * Turns the proxy into a request listener for Node's http, and for frameworks on top of it, such as Express.
 * It must come before any body parser.
 *
 * @example http.createServer(toNodeListener(createPayProxy({ … })))
 * @example app.all('/pay/*splat', toNodeListener(createPayProxy({ … })))
 */
export function toNodeListener(
  proxy: PayProxy,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  // Imported here and not at the top, so that a runtime without node:http can import this package's entry.
  const listener = import('@hono/node-server').then(({ getRequestListener }) =>
    getRequestListener(
      (request, { incoming }) => {
        setSocketAddress(request, incoming.socket.remoteAddress)
        return proxy(request)
      },
      // Otherwise it would replace the process's global Request and Response.
      { overrideGlobalObjects: false },
    ),
  )
  return async (incoming, outgoing) => {
    await (await listener)(incoming, outgoing)
  }
}
