import * as z from 'zod/mini'
import { CheckoutChargeReply, CheckoutDestination, OrderedChargeReply } from './checkout-charge.ts'
import { route } from './route.ts'

// The routes of a checkout's first load, by way of the merchant's proxy. They stand apart from the whole table
// (routes.ts) so that a browser loads only the schemas that it reads.

/** Header of POST /charges at the proxy: `<charge id>.<binding>`, what the page kept of an earlier answer to this order. */
export const resumeHeader = 'pay-charge-resume'

/**
 * POST /charges at the proxy: the body is the element's order, which the merchant's own code prices. With
 * {@link resumeHeader}, and a binding that fits order and visitor, 200 with that charge as it stands; one that does not
 * fit is ignored, and a new charge is made (201).
 */
export const orderCharge = route({
  method: 'POST',
  path: '/charges',
  params: [],
  query: undefined,
  body: z.unknown(),
  reply: OrderedChargeReply,
  success: [200, 201],
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
export const checkoutDestination = route({
  method: 'GET',
  path: '/request-charges/:uuid',
  params: ['uuid'],
  query: undefined,
  body: undefined,
  reply: CheckoutDestination,
  success: [200],
  errors: [404],
  repeat: 'safe',
})
