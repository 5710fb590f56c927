import type { PayProxy } from '../pay-proxy.ts'

/**
 * `pay-charge/next`: turns the proxy into the handlers of a route in Next's App Router, in `app/pay/[...path]/route.ts`.
 * For the Pages Router, `toNodeListener` is the handler, in `pages/api/pay/[...path].ts`; the element's `proxy` is then
 * `/api/pay`.
 *
 * @example export const { GET, POST, OPTIONS } = toNextHandlers(createPayProxy({ … }))
 */
export function toNextHandlers(proxy: PayProxy): Record<'GET' | 'POST' | 'OPTIONS', PayProxy> {
  // Only the request: Next gives a handler a second argument.
  const handler: PayProxy = (request) => proxy(request)
  return { GET: handler, POST: handler, OPTIONS: handler }
}
