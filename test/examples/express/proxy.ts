import { createPayProxy, OrderError } from 'pay-charge/proxy'

/** The only place that holds the api-key, and that decides the price. */
export const proxy = createPayProxy({
  baseUrl: process.env.PAY_CHARGE_URL ?? '',
  apiKey: process.env.PAY_CHARGE_PROXY_KEY,
  createCharge(order) {
    const { sku } = (order ?? {}) as { sku?: unknown }
    if (sku !== 'mug') throw new OrderError('We do not sell this product.', { field: 'sku' })
    return { pricing_type: 'fixed_price', local_price: { amount: '19.99', currency: 'USD' } }
  },
})
