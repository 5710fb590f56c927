import * as z from 'zod/mini'
import { CheckoutChargeReply } from './checkout-charge.ts'
import { NewPayment, Payment } from './payment.ts'
import { RequestCharge } from './request-charge.ts'
import { route } from './route.ts'

// The four routes that a checkout may reach, by way of the merchant's proxy. They stand apart from the whole table
// (routes.ts) so that a browser loads only the schemas that it reads.

/** POST /charges at the proxy: the body is the element's order, which the merchant's own code prices. */
export const orderCharge = route({
  method: 'POST',
  path: '/charges',
  params: [],
  query: undefined,
  body: z.unknown(),
  reply: CheckoutChargeReply,
  success: [201],
  errors: [400, 500],
  repeat: 'key',
})

/** GET /charges/:id (interface 4.2). */
export const checkoutCharge = route({
  method: 'GET',
  path: '/charges/:id',
  params: ['id'],
  query: undefined,
  body: undefined,
  reply: CheckoutChargeReply,
  success: [200],
  errors: [404],
  repeat: 'safe',
})

/** GET /request-charges/:uuid (interface 4.10). */
export const getRequestCharge = route({
  method: 'GET',
  path: '/request-charges/:uuid',
  params: ['uuid'],
  query: undefined,
  body: undefined,
  reply: RequestCharge,
  success: [200],
  errors: [404],
  repeat: 'safe',
})

/**
 * POST /charges/:uuid/payments (interface 4.6). Safe to repeat: a second report of one hash is a 409, never a
 * second payment.
 */
export const addPayment = route({
  method: 'POST',
  path: '/charges/:uuid/payments',
  params: ['uuid'],
  query: undefined,
  body: NewPayment,
  reply: Payment,
  success: [201],
  errors: [400, 404, 409, 500],
  repeat: 'safe',
})

/** All that a proxy passes on. */
export const checkoutRoutes = { orderCharge, checkoutCharge, getRequestCharge, addPayment }
