/**
 * `pay-charge/proxy`: the request handler that a merchant's backend mounts below `/pay`.
 *
 * - Node: `http.createServer(toNodeListener(proxy))`
 * - Express, Fastify, Hono, Next: `pay-charge/express`, `/fastify`, `/hono`, `/next`
 * - Fetch runtimes: `export default { fetch: proxy }`
 */

export type { NewCharge } from './api/schemas/charges/charge.ts'
export { buildScriptTags, type ReleaseIntegrity, type ScriptTags } from './api/script-tags.ts'
export { PayError, type PayErrorCode } from './errors.ts'
export { toNodeListener } from './proxy/adapters/node.ts'
export type {
  CreatedCharge,
  PayerLimits,
  PayProxyOptions,
} from './proxy/options.ts'
export { OrderError } from './proxy/orders/order-error.ts'
export { createPayProxy, type PayProxy } from './proxy/pay-proxy.ts'
export { type PreloadOptions, preloadLinks, preloadTags } from './proxy/preload.ts'
export {
  type KnownOrder,
  type PaidCharge,
  type PaymentOrder,
  type RequirePaymentOptions,
  requirePayment,
} from './proxy/require-payment.ts'
