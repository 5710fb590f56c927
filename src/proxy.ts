/**
 * `pay-charge/proxy`: the request handler that a merchant's backend mounts below `/pay`.
 *
 * - Node: `http.createServer(toNodeListener(proxy))`
 * - Hono: `app.all('/pay/*', (c) => proxy(c.req.raw))`
 * - Fetch runtimes: `export default { fetch: proxy }`
 */

export type { NewCharge } from './api/schemas/charge.ts'
export { PayError, type PayErrorCode } from './errors.ts'
export { toNodeListener } from './proxy/node.ts'
export type { CreatedCharge, PayerLimits, PayProxyOptions } from './proxy/options.ts'
export { OrderError } from './proxy/order-error.ts'
export { createPayProxy, type PayProxy } from './proxy/pay-proxy.ts'
