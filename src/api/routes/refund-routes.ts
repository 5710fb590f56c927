import {
  ChargeRefunds,
  NewRefund,
  OtherTransactions,
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
   * else can ask another one, until the outcome is known. The chain is searched first for a transfer that has sent it already. 409
   * where there is one or may be, while an earlier question is open, and where the charge's payments no longer cover the refund;
   * 503 until the chain was searched.
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
  /** Ours: says of transfers that may be the refund that they are not. 409 once it was sent. */
  dismissRefundTransactions: defineRoute({
    method: 'POST',
    path: '/refunds/:uuid/other-transactions',
    scopes: ['refunds'],
    params: ['uuid'],
    query: undefined,
    body: OtherTransactions,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: says that the wallet which was asked has sent nothing. The refund is APPROVED again, and can be signed again, once
   * the chain has shown that: by a search up to a block of after this moment, and by every node, in whose pool nothing of the account
   * waits. `waitsFor` says what is missing. 409 where its transaction was seen: that has to be mined, or replaced in the wallet;
   * and where a transfer may be the refund.
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
