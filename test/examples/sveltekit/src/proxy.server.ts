import { createPayProxy, OrderError, type PayProxy } from 'pay-charge/proxy'

let payProxy: PayProxy | undefined

/**
 * The only place that holds the api-key, and that decides the price. It is created by the first request, because the
 * build loads this file too, without the api-key.
 */
export const proxy: PayProxy = (request) => {
  payProxy ??= createPayProxy({
    baseUrl: process.env.PAY_CHARGE_URL ?? '',
    apiKey: process.env.PAY_CHARGE_PROXY_KEY,
    createCharge(order) {
      const { sku } = (order ?? {}) as { sku?: unknown }
      if (sku !== 'mug') throw new OrderError('We do not sell this product.', { field: 'sku' })
      return { pricing_type: 'fixed_price', local_price: { amount: '19.99', currency: 'USD' } }
    },
  })
  return payProxy(request)
}
