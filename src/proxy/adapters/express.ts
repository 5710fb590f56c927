import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PayProxy } from '../pay-proxy.ts'
import { toNodeListener } from './node.ts'

/**
 * `pay-charge/express`: turns the proxy into a handler for Express 4 and 5, and for other frameworks with Connect's handlers.
 * It may be mounted on the app or on a Router, before or behind `express.json()`.
 *
 * @example app.use('/pay', toExpressHandler(createPayProxy({ … })))
 */
export function toExpressHandler(
  proxy: PayProxy,
): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void {
  const listener = toNodeListener(proxy)
  return (request, response, next) => {
    // Express 4 does not wait for a promise: without this its rejection would go unhandled.
    listener(request, response).catch(next)
  }
}
