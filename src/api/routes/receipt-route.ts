import { ReceiptReply } from '../schemas/charges/receipt-reply.ts'
import { defineRoute } from './route.ts'

/** GET /charges/:uuid/receipt: returns the signed receipt of a paid charge. 409 while it is not COMPLETED. */
export const getReceipt = defineRoute({
  method: 'GET',
  path: '/charges/:uuid/receipt',
  scopes: ['payments', 'charges:read'],
  params: ['uuid'],
  reply: ReceiptReply,
  successStatuses: [200],
  errorStatuses: [404, 409],
  retryPolicy: 'safe',
})
