import { NewPayment, NewReservedAmount, Payment, PaymentStatus, ReservedAmount } from './payment.ts'
import { route } from './route.ts'

/**
 * POST /charges/:uuid/payments (interface 4.6). Safe to repeat: a second report of one hash is a 409, never a
 * second payment. Its details name the charge only where it is the one that was asked about: then it is the caller's own
 * earlier report. A report that brings a signature which the first one lacked is taken.
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

/**
 * GET /charges/:uuid/payments/:hash: how a transaction stands that was reported for a charge, or that pays it. 404 for one
 * that the service was never told of, or that it has forgotten since no chain ever showed it.
 */
export const getPayment = route({
  method: 'GET',
  path: '/charges/:uuid/payments/:hash',
  params: ['uuid', 'hash'],
  query: undefined,
  body: undefined,
  reply: PaymentStatus,
  success: [200],
  errors: [404],
  repeat: 'safe',
})

/**
 * POST /charges/:uuid/reserved-amounts: an exact amount that is this charge's alone. Asked again for the same chain and
 * token, and while as much is owed, it answers the same. 409 where the charge cannot be paid any more, and where the token
 * has no digits left for it: `details.reason` is `not_payable` or `no_room`; then the payer signs instead.
 */
export const reserveAmount = route({
  method: 'POST',
  path: '/charges/:uuid/reserved-amounts',
  params: ['uuid'],
  query: undefined,
  body: NewReservedAmount,
  reply: ReservedAmount,
  success: [200],
  errors: [400, 404, 409, 503],
  repeat: 'safe',
})
