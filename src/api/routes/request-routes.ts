import {
  FindRequest,
  FoundRequest,
  NewRequest,
  PaymentRequest,
} from '../schemas/requests/request.ts'
import { RequestChargeReply } from '../schemas/requests/request-charge-reply.ts'
import { getCheckoutDestination } from './checkout-routes.ts'
import { defineEndpoint } from './route.ts'

/** Payment requests. */
export const requestRoutes = {
  /** Interface 4.7. */
  createRequest: defineEndpoint({
    summary: 'Create a payment request',
    description: 'Send a form (multipart/form-data). An attachment may have at most 5 MiB.',
    method: 'POST',
    path: '/requests',
    scopes: ['admin'],
    body: NewRequest,
    encoding: 'multipart',
    reply: PaymentRequest,
    successStatuses: [201],
    errorStatuses: [400, 409, 413, 415, 503],
    retryPolicy: 'key',
  }),
  /** Interface 4.8. */
  getRequest: defineEndpoint({
    summary: 'Fetch a payment request',
    description: 'Includes its history: its creation and the payments of its charges.',
    method: 'GET',
    path: '/requests/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: PaymentRequest,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /** Interface 4.9. */
  findRequest: defineEndpoint({
    summary: 'Find or create a payment request',
    description: '200 if a request with the same values exists, 201 if a new one was created.',
    method: 'GET',
    path: '/requests',
    scopes: ['admin'],
    query: FindRequest,
    reply: FoundRequest,
    successStatuses: [200, 201],
    errorStatuses: [400, 404, 503],
    retryPolicy: 'safe',
  }),
  /** Interface 4.10. */
  getRequestCharge: defineEndpoint({
    summary: 'Fetch a request charge',
    description:
      'Describes how to pay a charge: chain, token, amount and recipient. It has the same uuid as its charge. `accepts` ' +
      'has the same fields for each further pair of chain and token in which the charge can be paid. `signedQuote` is ' +
      'the service’s signature of it, if the operator has set a quote key. `status`, `payments` and `timeline` are ' +
      'those of the charge.',
    ...getCheckoutDestination,
    reply: RequestChargeReply,
  }),
}
