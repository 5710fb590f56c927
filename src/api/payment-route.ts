import { NewPayment, Payment } from './payment.ts'
import { route } from './route.ts'

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
