import { CheckoutRefunds } from '../schemas/payments/checkout-refunds.ts'
import {
  NewPayment,
  NewReservedAmount,
  Payment,
  PaymentStatus,
  ReservedAmount,
} from '../schemas/payments/payment.ts'
import { defineRoute } from './route.ts'

/**
 * POST /charges/:uuid/payments (interface 4.6), as a checkout reads it. By a key with `payments:assign` the report is the
 * merchant's decision that the transaction pays the charge; every other report needs proof. Safe to repeat: a second report of the same hash is a 409, never a
 * second payment. The details of the 409 name the charge only if it is the one in the path: then the hash is the
 * caller's own earlier report. A second report is accepted if it brings a signature that the first one lacked.
 */
export const addPayment = defineRoute({
  method: 'POST',
  path: '/charges/:uuid/payments',
  scopes: ['payments', 'payments:assign'],
  params: ['uuid'],
  body: NewPayment,
  reply: Payment,
  successStatuses: [201],
  errorStatuses: [400, 404, 409, 500],
  retryPolicy: 'safe',
})

/**
 * GET /charges/:uuid/payments/:hash: returns the status of a transaction that was reported for a charge, or that pays
 * it. 404 for one that was never reported, or whose report was deleted because no chain ever showed it.
 */
export const getPaymentStatus = defineRoute({
  method: 'GET',
  path: '/charges/:uuid/payments/:hash',
  scopes: ['payments', 'charges:read'],
  params: ['uuid', 'hash'],
  reply: PaymentStatus,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})

/**
 * POST /charges/:uuid/reserved-amounts: reserves an exact amount for this charge alone. A repeated call for the same
 * chain and token gets the same reply while the amount owed is the same. 409 when the charge can no longer be paid,
 * or when no unused amount is left for the token: `details.reason` is `not_payable` or `no_room`; then the payer signs
 * instead.
 */
export const reserveAmount = defineRoute({
  method: 'POST',
  path: '/charges/:uuid/reserved-amounts',
  scopes: ['payments'],
  params: ['uuid'],
  body: NewReservedAmount,
  reply: ReservedAmount,
  successStatuses: [200],
  errorStatuses: [400, 404, 409, 503],
  retryPolicy: 'safe',
})

/** GET /charges/:uuid/refunds, as a receipt reads it: `listChargeRefunds` with only the shown fields. */
export const listCheckoutRefunds = defineRoute({
  method: 'GET',
  path: '/charges/:uuid/refunds',
  scopes: ['payments', 'charges:read'],
  params: ['uuid'],
  reply: CheckoutRefunds,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})
