import {
  CheckoutChargeReply,
  CheckoutDestination,
  ExpandQuery,
  Order,
} from '../schemas/charges/checkout-charge.ts'
import { checkoutChargePath } from './checkout-charge-url.ts'
import { defineRoute } from './route.ts'

// The routes of a checkout's first load, through the merchant's proxy. They are separate from the whole table
// (routes.ts) so that a browser loads only the schemas that it uses.

/**
 * Header of POST /charges at the proxy: `<charge id>.<binding>`, which the page stored from an earlier reply to this
 * order.
 */
export const resumeHeader = 'pay-charge-resume'

/**
 * POST /charges at the proxy: the body is the element's order, which the merchant's own code prices. With {@link
 * resumeHeader} and a binding that is valid for the order and the visitor, the reply is 200 with the current state of
 * that charge. An invalid binding is ignored, and a new charge is created (201).
 */
export const orderCharge = defineRoute({
  method: 'POST',
  path: '/charges',
  scopes: ['charges:write'],
  query: ExpandQuery,
  body: Order,
  reply: CheckoutChargeReply,
  successStatuses: [200, 201],
  errorStatuses: [400, 500],
  retryPolicy: 'key',
})

/** GET /charges/:id (interface 4.2). */
export const getCheckoutCharge = defineRoute({
  method: 'GET',
  path: checkoutChargePath,
  scopes: ['payments', 'charges:read'],
  params: ['id'],
  query: ExpandQuery,
  reply: CheckoutChargeReply,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})

/** GET /request-charges/:uuid (interface 4.10). */
export const getCheckoutDestination = defineRoute({
  method: 'GET',
  path: '/request-charges/:uuid',
  scopes: ['payments', 'charges:read'],
  params: ['uuid'],
  reply: CheckoutDestination,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})
