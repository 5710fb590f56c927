import { AuthorizationOffers, NewAuthorization } from '../schemas/payments/authorization.ts'
import { Payment } from '../schemas/payments/payment.ts'
import { defineRoute } from './route.ts'

/**
 * GET /charges/:uuid/authorizations: returns what an account can sign (EIP-3009) so that the service sends its payment and pays
 * the network's fee; nothing while a payment is pending.
 */
export const listAuthorizationOffers = defineRoute({
  method: 'GET',
  path: '/charges/:uuid/authorizations',
  scopes: ['payments', 'charges:read'],
  params: ['uuid'],
  reply: AuthorizationOffers,
  successStatuses: [200],
  errorStatuses: [400, 404, 503],
  retryPolicy: 'safe',
})

/**
 * POST /charges/:uuid/authorizations: sends what an account has signed, and replies as POST /charges/:uuid/payments does, with the
 * transaction that it became. The same body again gets the same answer, with the newest transaction where it was sent anew at a
 * higher fee, and the token takes an authorization once: a lost reply is asked for again. 409 with `details.reason`:
 * `not_payable`, `payment_pending`, `authorization_pending` or `authorization_used`. 429 beyond the operator's limits, 503 where the
 * relayer cannot send it now.
 */
export const addAuthorization = defineRoute({
  method: 'POST',
  path: '/charges/:uuid/authorizations',
  scopes: ['payments'],
  params: ['uuid'],
  body: NewAuthorization,
  reply: Payment,
  successStatuses: [201],
  errorStatuses: [400, 404, 409, 429, 503],
  retryPolicy: 'safe',
})
