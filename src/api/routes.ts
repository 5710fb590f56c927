import {
  ChargeListQuery,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewCharge,
} from './charge.ts'
import { addPayment } from './payment-route.ts'
import { FindRequest, FoundRequest, NewRequest, PaymentRequest } from './request.ts'
import { RequestCharge } from './request-charge.ts'
import { route } from './route.ts'
import { ChargeWebhook, ReceivingWallet, StoredChargeWebhook } from './settings.ts'

const nothing = { params: [], query: undefined, body: undefined } as const

/** Every endpoint of the interface, section 4. Each may also answer 400, 401, 413, 429 and 500. */
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
}
