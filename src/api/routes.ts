import {
  ChargeListQuery,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewCharge,
} from './charge.ts'
import { addPayment, getPayment, reserveAmount } from './payment-route.ts'
import { FindRequest, FoundRequest, NewRequest, PaymentRequest } from './request.ts'
import { RequestCharge } from './request-charge.ts'
import { route } from './route.ts'
import { ChargeWebhook, ReceivingWallet, StoredChargeWebhook } from './settings.ts'
import {
  UnmatchedAssignment,
  UnmatchedListQuery,
  UnmatchedListReply,
  UnmatchedPayment,
} from './unmatched.ts'

const nothing = { params: [], query: undefined, body: undefined } as const

/** Every endpoint: those of the interface, section 4, and below them ours. Each may also answer 400, 401, 413, 429 and 500. */
export const routes = {
  /** 4.1 */
  createCharge: route({
    ...nothing,
    method: 'POST',
    path: '/charges',
    body: NewCharge,
    reply: CreatedChargeReply,
    success: [201],
    errors: [400, 404, 409, 500, 503],
    repeat: 'key',
  }),
  /** 4.2 */
  getCharge: route({
    ...nothing,
    method: 'GET',
    path: '/charges/:id',
    params: ['id'],
    reply: ChargeReply,
    success: [200],
    errors: [404],
    repeat: 'safe',
  }),
  /** 4.3 */
  listCharges: route({
    ...nothing,
    method: 'GET',
    path: '/charges',
    query: ChargeListQuery,
    reply: ChargeListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  }),
  /** 4.4: says what the setting shall be, so saying it again changes nothing. */
  setReceivingWallet: route({
    ...nothing,
    method: 'POST',
    path: '/api-keys/receiving-wallet',
    body: ReceivingWallet,
    reply: ReceivingWallet,
    success: [200],
    errors: [400, 503],
    repeat: 'safe',
  }),
  /** 4.5: the answer shows the signing secret once. */
  setChargeWebhook: route({
    ...nothing,
    method: 'POST',
    path: '/api-keys/charge-webhook',
    body: ChargeWebhook,
    reply: StoredChargeWebhook,
    success: [200],
    errors: [400],
    repeat: 'never',
  }),
  /** 4.6 */
  addPayment,
  /** 4.7 */
  createRequest: route({
    ...nothing,
    method: 'POST',
    path: '/requests',
    body: NewRequest,
    encoding: 'multipart',
    reply: PaymentRequest,
    success: [201],
    errors: [400, 409, 413, 415, 503],
    repeat: 'key',
  }),
  /** 4.8 */
  getRequest: route({
    ...nothing,
    method: 'GET',
    path: '/requests/:uuid',
    params: ['uuid'],
    reply: PaymentRequest,
    success: [200],
    errors: [404],
    repeat: 'safe',
  }),
  /** 4.9: 200 when a matching request was found, 201 when it was made. */
  findRequest: route({
    ...nothing,
    method: 'GET',
    path: '/requests',
    query: FindRequest,
    reply: FoundRequest,
    success: [200, 201],
    errors: [400, 404, 503],
    repeat: 'safe',
  }),
  /** 4.10 */
  getRequestCharge: route({
    ...nothing,
    method: 'GET',
    path: '/request-charges/:uuid',
    params: ['uuid'],
    reply: RequestCharge,
    success: [200],
    errors: [404],
    repeat: 'safe',
  }),

  /** Ours: how a reported transaction stands. */
  getPayment,
  /** Ours: an exact amount for payers whose wallet cannot name the charge. */
  reserveAmount,
  /**
   * Ours: ends a charge that is not paid. 409 while money for it is on its way, or has come. Asked again it answers the same.
   */
  cancelCharge: route({
    ...nothing,
    method: 'POST',
    path: '/charges/:uuid/cancel',
    params: ['uuid'],
    reply: ChargeReply,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  }),
  /** Ours: a new signing secret for webhooks, shown once. The old one signs beside it for 24 hours. */
  rotateWebhookSecret: route({
    ...nothing,
    method: 'POST',
    path: '/api-keys/charge-webhook/rotate-secret',
    reply: StoredChargeWebhook,
    success: [200],
    errors: [404],
    repeat: 'never',
  }),
  /** Ours: money that no charge could claim by proof. */
  listUnmatched: route({
    ...nothing,
    method: 'GET',
    path: '/unmatched-payments',
    query: UnmatchedListQuery,
    reply: UnmatchedListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  }),
  /** Ours: credits it to a charge. 409 when it was decided otherwise, or other accounts are paid at the same address. */
  assignUnmatched: route({
    ...nothing,
    method: 'POST',
    path: '/unmatched-payments/:uuid/assign',
    params: ['uuid'],
    body: UnmatchedAssignment,
    reply: UnmatchedPayment,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  }),
  /** Ours: no charge of ours is paid by it. */
  ignoreUnmatched: route({
    ...nothing,
    method: 'POST',
    path: '/unmatched-payments/:uuid/ignore',
    params: ['uuid'],
    reply: UnmatchedPayment,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  }),
}
