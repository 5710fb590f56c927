import { AuthorizationOffers, NewAuthorization } from '../schemas/payments/authorization.ts'
import { Payment } from '../schemas/payments/payment.ts'
import { defineRoute } from './route.ts'

/**
 * GET /charges/:uuid/authorizations: returns the transfers that an account can sign (EIP-3009) so that the service sends its
 * payment and pays the network's fee; nothing while a payment is pending.
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
 * POST /charges/:uuid/authorizations: sends an account's signed transfer, and replies as POST /charges/:uuid/payments does, with
 * the resulting transaction. Safe to repeat after a lost reply, since the token accepts an authorization once: the same body gets
 * the same answer, with the newest transaction if it was sent again with a higher fee. 409 with `details.reason`: `not_payable`,
 * `payment_pending`, `authorization_pending` or `authorization_used`. 429 beyond the operator's limits, 503 while the relayer
 * cannot send it.
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
