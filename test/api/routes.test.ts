import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ZodMiniType } from 'zod/mini'
import { getErrorCode } from '../../src/api/error-reply.ts'
import * as api from '../../src/api/index.ts'
import { routes } from '../../src/api/index.ts'
import { getCheckoutDestination } from '../../src/api/routes/checkout-routes.ts'
import { proxyRoutes } from '../../src/api/routes/proxy-routes.ts'
import type { Route } from '../../src/api/routes/route.ts'
import { ExpandQuery } from '../../src/api/schemas/charges/checkout-charge.ts'
import { ErrorBody, errorStatus } from '../../src/api/schemas/error-body.ts'

// Section 4 of the interface, an endpoint a row; the decided errors stand beside the documented ones.
type Row = {
  line: string
  query?: ZodMiniType | undefined
  body?: ZodMiniType | undefined
  reply: ZodMiniType
  success: number[]
  errors: number[]
  repeat: Route['retryPolicy']
  encoding?: 'multipart'
}
const table: Record<keyof typeof routes, Row> = {
  createCharge: {
    line: '4.1 POST /charges',
    query: ExpandQuery,
    body: api.NewCharge,
    reply: api.CreatedChargeReply,
    success: [201],
    errors: [400, 404, 409, 500, 503],
    repeat: 'key',
  },
  getCharge: {
    line: '4.2 GET /charges/:id',
    query: ExpandQuery,
    reply: api.ChargeReply,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  listCharges: {
    line: '4.3 GET /charges',
    query: api.ChargeListQuery as unknown as ZodMiniType,
    reply: api.ChargeListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  setReceivingWallet: {
    line: '4.4 POST /api-keys/receiving-wallet',
    body: api.ReceivingWallet,
    reply: api.StoredReceivingWallet,
    success: [200],
    errors: [400, 503],
    repeat: 'safe',
  },
  setChargeWebhook: {
    line: '4.5 POST /api-keys/charge-webhook',
    body: api.ChargeWebhook,
    reply: api.StoredChargeWebhook,
    success: [200],
    errors: [400],
    repeat: 'never',
  },
  addPayment: {
    line: '4.6 POST /charges/:uuid/payments',
    body: api.NewPayment,
    reply: api.RecordedPayment,
    success: [201],
    errors: [400, 404, 409, 500],
    repeat: 'safe',
  },
  createRequest: {
    line: '4.7 POST /requests',
    body: api.NewRequest as unknown as ZodMiniType,
    encoding: 'multipart',
    reply: api.PaymentRequest,
    success: [201],
    errors: [400, 409, 413, 415, 503],
    repeat: 'key',
  },
  getRequest: {
    line: '4.8 GET /requests/:uuid',
    reply: api.PaymentRequest,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  findRequest: {
    line: '4.9 GET /requests',
    query: api.FindRequest,
    reply: api.FoundRequest,
    success: [200, 201],
    errors: [400, 404, 503],
    repeat: 'safe',
  },
  getRequestCharge: {
    line: '4.10 GET /request-charges/:uuid',
    reply: api.RequestChargeReply,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  getPaymentStatus: {
    line: 'ours GET /charges/:uuid/payments/:hash',
    reply: api.PaymentStatus,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  reserveAmount: {
    line: 'ours POST /charges/:uuid/reserved-amounts',
    body: api.NewReservedAmount,
    reply: api.ReservedAmount,
    success: [200],
    errors: [400, 404, 409, 503],
    repeat: 'safe',
  },
  listAuthorizationOffers: {
    line: 'ours GET /charges/:uuid/authorizations',
    reply: api.AuthorizationOffers,
    success: [200],
    errors: [400, 404, 503],
    repeat: 'safe',
  },
  addAuthorization: {
    line: 'ours POST /charges/:uuid/authorizations',
    body: api.NewAuthorization,
    reply: api.RecordedPayment,
    success: [201],
    errors: [400, 404, 409, 429, 503],
    repeat: 'safe',
  },
  createPaymentLink: {
    line: 'ours POST /payment-links',
    body: api.NewPaymentLink,
    reply: api.PaymentLink,
    success: [201],
    errors: [400, 403, 409, 500, 503],
    repeat: 'key',
  },
  listPaymentLinks: {
    line: 'ours GET /payment-links',
    query: api.PaymentLinkListQuery,
    reply: api.PaymentLinkList,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  getPaymentLink: {
    line: 'ours GET /payment-links/:uuid',
    reply: api.PaymentLink,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  endPaymentLink: {
    line: 'ours POST /payment-links/:uuid/end',
    reply: api.PaymentLink,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  cancelCharge: {
    line: 'ours POST /charges/:uuid/cancel',
    reply: api.ChargeReply,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  acceptCharge: {
    line: 'ours POST /charges/:uuid/accept',
    body: api.ChargeAcceptance,
    reply: api.ChargeReply,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  unacceptCharge: {
    line: 'ours POST /charges/:uuid/unaccept',
    reply: api.ChargeReply,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  markShipped: {
    line: 'ours POST /charges/:uuid/shipped',
    reply: api.ChargeReply,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  getReceipt: {
    line: 'ours GET /charges/:uuid/receipt',
    reply: api.ReceiptReply,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  addWebhookEndpoint: {
    line: 'ours POST /webhook-endpoints',
    body: api.NewWebhookEndpoint,
    reply: api.WebhookEndpointWithSecret,
    success: [201],
    errors: [400, 409],
    repeat: 'never',
  },
  listWebhookEndpoints: {
    line: 'ours GET /webhook-endpoints',
    reply: api.WebhookEndpointList,
    success: [200],
    errors: [],
    repeat: 'safe',
  },
  getWebhookEndpoint: {
    line: 'ours GET /webhook-endpoints/:uuid',
    reply: api.WebhookEndpoint,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  updateWebhookEndpoint: {
    line: 'ours POST /webhook-endpoints/:uuid',
    body: api.WebhookEndpointUpdate,
    reply: api.WebhookEndpointWithSecret,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'never',
  },
  removeWebhookEndpoint: {
    line: 'ours POST /webhook-endpoints/:uuid/remove',
    reply: api.WebhookEndpointRemoval,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  rotateWebhookSecret: {
    line: 'ours POST /webhook-endpoints/:uuid/rotate-secret',
    reply: api.WebhookEndpointWithSecret,
    success: [200],
    errors: [404, 409],
    repeat: 'never',
  },
  triggerEvent: {
    line: 'ours POST /events/trigger',
    body: api.EventTrigger,
    reply: api.ListedEvent,
    success: [201],
    errors: [400],
    repeat: 'never',
  },
  testWebhookEndpoint: {
    line: 'ours POST /webhook-endpoints/:uuid/test',
    reply: api.ListedEvent,
    success: [201],
    errors: [404],
    repeat: 'never',
  },
  listAuditLog: {
    line: 'ours GET /audit-log',
    query: api.AuditListQuery as unknown as ZodMiniType,
    reply: api.AuditListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  listPayments: {
    line: 'ours GET /payments',
    query: api.PaymentListQuery as unknown as ZodMiniType,
    reply: api.PaymentListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  getPayment: {
    line: 'ours GET /payments/:uuid',
    reply: api.ListedPayment,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  listEvents: {
    line: 'ours GET /events',
    query: api.EventListQuery as unknown as ZodMiniType,
    reply: api.EventListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  exportBooks: {
    line: 'ours GET /books',
    query: api.BooksQuery as unknown as ZodMiniType,
    reply: api.BookRow,
    success: [200],
    errors: [400, 409],
    repeat: 'safe',
  },
  summarizeBooks: {
    line: 'ours GET /books/summary',
    query: api.BooksSummaryQuery,
    reply: api.BooksSummary,
    success: [200],
    errors: [400],
    repeat: 'safe',
  },
  closeBooks: {
    line: 'ours POST /books/closings',
    body: api.NewBookClosing,
    reply: api.BookClosing,
    success: [200],
    errors: [400, 409],
    repeat: 'safe',
  },
  getEvent: {
    line: 'ours GET /events/:uuid',
    reply: api.EventReply,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  redeliverEvent: {
    line: 'ours POST /events/:uuid/redeliver',
    reply: api.ListedEvent,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  redeliverEventToEndpoint: {
    line: 'ours POST /webhook-endpoints/:uuid/events/:event/redeliver',
    reply: api.ListedEvent,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  redeliverEvents: {
    line: 'ours POST /events/redeliver',
    query: api.RedeliverQuery as unknown as ZodMiniType,
    reply: api.RedeliverReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  createRefund: {
    line: 'ours POST /charges/:uuid/refunds',
    body: api.NewRefund,
    reply: api.Refund,
    success: [201],
    errors: [400, 404, 409],
    repeat: 'key',
  },
  listChargeRefunds: {
    line: 'ours GET /charges/:uuid/refunds',
    reply: api.ChargeRefunds,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  nameRefundRecipient: {
    line: 'ours POST /charges/:uuid/refunds/:refund/recipient',
    body: api.RefundRecipient,
    reply: api.Refund,
    success: [200],
    errors: [400, 404, 409, 503],
    repeat: 'safe',
  },
  listRefunds: {
    line: 'ours GET /refunds',
    query: api.RefundListQuery as unknown as ZodMiniType,
    reply: api.RefundListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  getRefund: {
    line: 'ours GET /refunds/:uuid',
    reply: api.ListedRefund,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  approveRefund: {
    line: 'ours POST /refunds/:uuid/approve',
    body: api.RefundApproval,
    reply: api.Refund,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  cancelRefund: {
    line: 'ours POST /refunds/:uuid/cancel',
    reply: api.Refund,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  signRefund: {
    line: 'ours POST /refunds/:uuid/sign',
    body: api.RefundSigning,
    reply: api.Refund,
    success: [200],
    errors: [400, 404, 409, 503],
    repeat: 'safe',
  },
  reportRefund: {
    line: 'ours POST /refunds/:uuid/transaction',
    body: api.RefundTransaction,
    reply: api.Refund,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  dismissRefundTransactions: {
    line: 'ours POST /refunds/:uuid/other-transactions',
    body: api.OtherTransactions,
    reply: api.Refund,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  releaseRefund: {
    line: 'ours POST /refunds/:uuid/release',
    reply: api.Refund,
    success: [200],
    errors: [404, 409, 503],
    repeat: 'safe',
  },
  listUnmatched: {
    line: 'ours GET /unmatched-payments',
    query: api.UnmatchedListQuery as unknown as ZodMiniType,
    reply: api.UnmatchedListReply,
    success: [200],
    errors: [400, 404],
    repeat: 'safe',
  },
  getUnmatched: {
    line: 'ours GET /unmatched-payments/:uuid',
    reply: api.UnmatchedReply,
    success: [200],
    errors: [404],
    repeat: 'safe',
  },
  assignUnmatched: {
    line: 'ours POST /unmatched-payments/:uuid/assign',
    body: api.UnmatchedAssignment,
    reply: api.UnmatchedPayment,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  setUnderpaymentTolerance: {
    line: 'ours POST /api-keys/underpayment-tolerance',
    body: api.UnderpaymentTolerance,
    reply: api.StoredUnderpaymentTolerance,
    success: [200],
    errors: [400],
    repeat: 'safe',
  },
  unassignUnmatched: {
    line: 'ours POST /unmatched-payments/:uuid/unassign',
    body: api.UnmatchedUnassignment,
    reply: api.UnmatchedPayment,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  returnUnmatched: {
    line: 'ours POST /unmatched-payments/:uuid/return',
    body: api.UnmatchedReturn,
    reply: api.UnmatchedPayment,
    success: [200],
    errors: [400, 404, 409],
    repeat: 'safe',
  },
  restoreUnmatched: {
    line: 'ours POST /unmatched-payments/:uuid/restore',
    reply: api.UnmatchedPayment,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
  ignoreUnmatched: {
    line: 'ours POST /unmatched-payments/:uuid/ignore',
    reply: api.UnmatchedPayment,
    success: [200],
    errors: [404, 409],
    repeat: 'safe',
  },
}

test('there are the ten endpoints of the interface, ours, and no other', () => {
  assert.deepEqual(Object.keys(routes).sort(), Object.keys(table).sort())
  assert.equal(Object.keys(routes).length, 61)
})

for (const [name, row] of Object.entries(table)) {
  test(row.line, () => {
    const route: Route = routes[name as keyof typeof routes]
    assert.equal(`${route.method} ${route.path}`, row.line.replace(/^\S+ /, ''))
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param)
    assert.deepEqual([...route.params], named)
    assert.equal(route.query, row.query)
    assert.equal(route.body, row.body)
    assert.equal(route.reply, row.reply)
    assert.deepEqual([...route.successStatuses], row.success)
    assert.deepEqual([...route.errorStatuses], row.errors)
    assert.equal(route.retryPolicy, row.repeat)
    assert.equal(route.encoding, row.encoding)
  })
}

test('the routes of the proxy are some of these', () => {
  const lines = (all: Record<string, Route>) =>
    Object.values(all).map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(lines(proxyRoutes), [
    'POST /charges',
    'GET /charges/:id',
    'GET /request-charges/:uuid',
    'POST /charges/:uuid/payments',
    'GET /charges/:uuid/payments/:hash',
    'POST /charges/:uuid/reserved-amounts',
    'GET /charges/:uuid/authorizations',
    'POST /charges/:uuid/authorizations',
    'GET /charges/:uuid/receipt',
    'GET /charges/:uuid/refunds',
    'POST /charges/:uuid/refunds/:refund/recipient',
  ])
  for (const line of lines(proxyRoutes)) assert.ok(lines(routes).includes(line))
  const { getRequestCharge } = proxyRoutes
  assert.equal(getCheckoutDestination.path, getRequestCharge.path)
  assert.equal(getCheckoutDestination.method, getRequestCharge.method)
})

test('what the contract answers to a wrong call has a type and a code for each status', () => {
  assert.deepEqual(errorStatus, {
    validation_error: 400,
    authentication_error: 401,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    conflict: 409,
    payload_too_large: 413,
    unsupported_media_type: 415,
    rate_limit_exceeded: 429,
    internal_server_error: 500,
    bad_gateway: 502,
    service_unavailable: 503,
    gateway_timeout: 504,
  })
  const documented = new Set(Object.values(table).flatMap(({ errors }) => errors))
  for (const status of documented) {
    assert.ok(Object.values<number>(errorStatus).includes(status), String(status))
    assert.ok(getErrorCode(status))
  }
  const body = { error: { type: 'conflict', message: 'used', details: [{ field: 'hash' }] } }
  assert.deepEqual(ErrorBody.parse(body), body)
  assert.equal(ErrorBody.safeParse({ error: 'used' }).success, false)
})
