import {
  ChargeRefunds,
  NewRefund,
  Refund,
  RefundApproval,
  RefundListQuery,
  RefundListReply,
  RefundRecipient,
  RefundSigning,
  RefundTransaction,
} from '../schemas/payments/refund.ts'
import { defineRoute } from './route.ts'

/** GET /charges/:uuid/refunds: returns all refunds of a charge, also to its payer. */
export const listChargeRefunds = defineRoute({
  method: 'GET',
  path: '/charges/:uuid/refunds',
  scopes: ['payments', 'charges:read'],
  params: ['uuid'],
  query: undefined,
  body: undefined,
  reply: ChargeRefunds,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})

/**
 * POST /charges/:uuid/refunds/:refund/recipient: the payer says where a refund goes. With the signature of an account whose
 * payments of this charge cover the refund it is approved; without one the merchant approves it. 409 once that was done by
 * another account or by the merchant, or when a wallet was asked.
 */
export const nameRefundRecipient = defineRoute({
  method: 'POST',
  path: '/charges/:uuid/refunds/:refund/recipient',
  scopes: ['payments'],
  params: ['uuid', 'refund'],
  query: undefined,
  body: RefundRecipient,
  reply: Refund,
  successStatuses: [200],
  errorStatuses: [400, 404, 409, 503],
  retryPolicy: 'safe',
})

/** The routes of the merchant's refunds. */
export const refundRoutes = {
  /**
   * Ours: begins a refund of a charge. It moves no money: the payer says where it goes, and the merchant's wallet sends it.
   * 409 for more than was credited and is not refunded.
   */
  createRefund: defineRoute({
    method: 'POST',
    path: '/charges/:uuid/refunds',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: NewRefund,
    reply: Refund,
    successStatuses: [201],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'key',
  }),
  listChargeRefunds,
  nameRefundRecipient,
  /** Ours: lists the refunds of all charges. */
  listRefunds: defineRoute({
    method: 'GET',
    path: '/refunds',
    scopes: ['charges:read'],
    params: [],
    query: RefundListQuery,
    body: undefined,
    reply: RefundListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** Ours: returns one refund. */
  getRefund: defineRoute({
    method: 'GET',
    path: '/refunds/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    query: undefined,
    body: undefined,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: approves the address of a refund, which the merchant has confirmed with the payer. 409 once a wallet was asked.
   */
  approveRefund: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/approve',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: RefundApproval,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /** Ours: cancels a refund. 409 once a wallet was asked for it. */
  cancelRefund: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/cancel',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: undefined,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: says that a wallet is about to be asked for the transfer of an approved refund, before it is. From then on nobody
   * else can ask another one, until the outcome is known. 409 while that is open, and where the charge's payments no longer
   * cover the refund.
   */
  signRefund: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/sign',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: RefundSigning,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409, 503],
    retryPolicy: 'safe',
  }),
  /** Ours: reports the transaction that the wallet returned. The service finds it without a report too, only later. */
  reportRefund: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/transaction',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: RefundTransaction,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: says that the wallet which was asked has sent nothing. The refund is APPROVED again, and can be signed again, once
   * the service has searched the chain up to this moment. 409 where its transaction was seen: that has to be mined, or
   * replaced in the wallet.
   */
  releaseRefund: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/release',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: undefined,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404, 409, 503],
    retryPolicy: 'safe',
  }),
}
