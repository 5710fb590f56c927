import { BookRow, BooksQuery } from '../schemas/books.ts'
import {
  ChargeListQuery,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewCharge,
} from '../schemas/charges/charge.ts'
import {
  EventListQuery,
  EventListReply,
  EventReply,
  EventTrigger,
  ListedEvent,
  RedeliverQuery,
  RedeliverReply,
} from '../schemas/events.ts'
import {
  ListedPayment,
  PaymentListQuery,
  PaymentListReply,
} from '../schemas/payments/payment-list.ts'
import {
  FindRequest,
  FoundRequest,
  NewRequest,
  PaymentRequest,
} from '../schemas/requests/request.ts'
import { RecordedPayment, RequestChargeReply } from '../schemas/requests/request-charge-reply.ts'
import {
  AuditListQuery,
  AuditListReply,
  ChargeWebhook,
  ReceivingWallet,
  StoredChargeWebhook,
  StoredReceivingWallet,
  StoredUnderpaymentTolerance,
  UnderpaymentTolerance,
} from '../schemas/settings.ts'
import {
  UnmatchedAssignment,
  UnmatchedListQuery,
  UnmatchedListReply,
  UnmatchedPayment,
  UnmatchedReply,
  UnmatchedReturn,
  UnmatchedUnassignment,
} from '../schemas/unmatched.ts'
import {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointRemoval,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '../schemas/webhook-endpoints.ts'
import { addAuthorization, listAuthorizationOffers } from './authorization-routes.ts'
import { getCheckoutCharge, getCheckoutDestination, orderCharge } from './checkout-routes.ts'
import { addPayment, getPaymentStatus, reserveAmount } from './payment-route.ts'
import { getReceipt } from './receipt-route.ts'
import { refundRoutes } from './refund-routes.ts'
import { defineRoute } from './route.ts'

const noInput = { params: [], query: undefined, body: undefined } as const

/**
 * Every endpoint: first those of the interface, section 4, then our own. Those that a browser calls are defined in
 * checkout-routes.ts and payment-route.ts, with the replies as it reads them. Each may also reply with 400, 401, 403,
 * 413, 429 and 500.
 */
export const routes = {
  /** 4.1 */
  createCharge: defineRoute({
    ...orderCharge,
    body: NewCharge,
    reply: CreatedChargeReply,
    successStatuses: [201],
    errorStatuses: [400, 404, 409, 500, 503],
  }),
  /** 4.2 */
  getCharge: defineRoute({ ...getCheckoutCharge, reply: ChargeReply }),
  /** 4.3 */
  listCharges: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/charges',
    scopes: ['charges:read'],
    query: ChargeListQuery,
    reply: ChargeListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** 4.4: it sets the wallet, so repeating it changes nothing. Another wallet takes effect after a delay. */
  setReceivingWallet: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/api-keys/receiving-wallet',
    scopes: ['settings'],
    body: ReceivingWallet,
    reply: StoredReceivingWallet,
    successStatuses: [200],
    errorStatuses: [400, 503],
    retryPolicy: 'safe',
  }),
  /** 4.5: the reply shows the signing secret only once. Another url takes effect after a delay. */
  setChargeWebhook: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/api-keys/charge-webhook',
    scopes: ['settings'],
    body: ChargeWebhook,
    reply: StoredChargeWebhook,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'never',
  }),
  /** 4.6 */
  addPayment: defineRoute({ ...addPayment, reply: RecordedPayment }),
  /** 4.7 */
  createRequest: defineRoute({
    ...noInput,
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
  /** 4.8 */
  getRequest: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/requests/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: PaymentRequest,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /** 4.9: 200 when a matching request was found, 201 when it was created. */
  findRequest: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/requests',
    scopes: ['admin'],
    query: FindRequest,
    reply: FoundRequest,
    successStatuses: [200, 201],
    errorStatuses: [400, 404, 503],
    retryPolicy: 'safe',
  }),
  /** 4.10 */
  getRequestCharge: defineRoute({ ...getCheckoutDestination, reply: RequestChargeReply }),

  /** Ours: returns the status of a reported transaction. */
  getPaymentStatus,
  /** Ours: reserves an exact amount, for payers whose wallet cannot name the charge. */
  reserveAmount,
  listAuthorizationOffers,
  addAuthorization: defineRoute({ ...addAuthorization, reply: RecordedPayment }),
  /**
   * Ours: cancels a charge that is not paid. 409 while a payment for it is pending, or after it received money. A
   * repeated call gets the same reply.
   */
  cancelCharge: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/charges/:uuid/cancel',
    scopes: ['admin'],
    params: ['uuid'],
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: records that the order of a charge is shipped, after which no assignment of its money is undone. 409 while it is
   * not paid. A repeated call gets the same reply.
   */
  markShipped: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/charges/:uuid/shipped',
    scopes: ['payments:assign'],
    params: ['uuid'],
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  /** Ours: returns the signed receipt of a paid charge. */
  getReceipt,
  ...refundRoutes,
  /** Ours: lists payments of all charges. */
  listPayments: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/payments',
    scopes: ['charges:read'],
    query: PaymentListQuery,
    reply: PaymentListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** Ours: returns one payment. */
  getPayment: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/payments/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: ListedPayment,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /** Ours: exports the movements of money of a time, in a stream; a file that ends without an error is whole. */
  exportBooks: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/books',
    scopes: ['charges:read'],
    query: BooksQuery,
    reply: BookRow,
    fileTypes: ['text/csv', 'application/x-ndjson'],
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
  /** Ours: lists webhook events and how far their delivery is. */
  listEvents: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/events',
    scopes: ['charges:read'],
    query: EventListQuery,
    reply: EventListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** Ours: returns one event with its body, as its webhook gets it. */
  getEvent: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/events/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: EventReply,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /** Ours: delivers an event again, now, also one that was delivered. */
  redeliverEvent: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/events/:uuid/redeliver',
    scopes: ['settings'],
    params: ['uuid'],
    reply: ListedEvent,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /** Ours: delivers the events of a time again, by default those that were given up. */
  redeliverEvents: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/events/redeliver',
    scopes: ['settings'],
    query: RedeliverQuery,
    reply: RedeliverReply,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: adds a webhook endpoint; the reply shows its signing secret only once. The account's other endpoints are told. 409
   * where there are 16.
   */
  addWebhookEndpoint: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/webhook-endpoints',
    scopes: ['settings'],
    body: NewWebhookEndpoint,
    reply: WebhookEndpointWithSecret,
    successStatuses: [201],
    errorStatuses: [400, 409],
    retryPolicy: 'never',
  }),
  /** Ours: lists the webhook endpoints of the account. */
  listWebhookEndpoints: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/webhook-endpoints',
    scopes: ['settings'],
    reply: WebhookEndpointList,
    successStatuses: [200],
    errorStatuses: [],
    retryPolicy: 'safe',
  }),
  /** Ours: returns one webhook endpoint. */
  getWebhookEndpoint: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/webhook-endpoints/:uuid',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpoint,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: changes a webhook endpoint. Filter, shop and switch take effect at once; another url after a delay, with a secret of
   * its own that the reply shows only once.
   */
  updateWebhookEndpoint: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/webhook-endpoints/:uuid',
    scopes: ['settings'],
    params: ['uuid'],
    body: WebhookEndpointUpdate,
    reply: WebhookEndpointWithSecret,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'never',
  }),
  /** Ours: removes a webhook endpoint, after a delay. */
  removeWebhookEndpoint: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/webhook-endpoints/:uuid/remove',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpointRemoval,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: creates a new signing secret for a webhook endpoint, shown only once. The old one signs too for as long as another
   * wallet would wait, and for at least 24 hours. 409 while two earlier secrets still sign.
   */
  rotateWebhookSecret: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/webhook-endpoints/:uuid/rotate-secret',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpointWithSecret,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'never',
  }),
  /** Ours: sends a sample of an event, in test mode only. */
  triggerEvent: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/events/trigger',
    scopes: ['settings'],
    body: EventTrigger,
    reply: ListedEvent,
    successStatuses: [201],
    errorStatuses: [400],
    retryPolicy: 'never',
  }),
  /** Ours: sends the event `webhook.test` to one endpoint, whatever it wants otherwise. Its delivery says how that went. */
  testWebhookEndpoint: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/webhook-endpoints/:uuid/test',
    scopes: ['settings'],
    params: ['uuid'],
    reply: ListedEvent,
    successStatuses: [201],
    errorStatuses: [404],
    retryPolicy: 'never',
  }),
  /** Ours: lists money without proof of its charge. */
  listUnmatched: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/unmatched-payments',
    scopes: ['charges:read'],
    query: UnmatchedListQuery,
    reply: UnmatchedListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** Ours: returns unmatched money, and the charges that it may be for. */
  getUnmatched: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/unmatched-payments/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: UnmatchedReply,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: credits unmatched money to a charge. 409 when another decision was made before.
   */
  assignUnmatched: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/unmatched-payments/:uuid/assign',
    scopes: ['admin'],
    params: ['uuid'],
    body: UnmatchedAssignment,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: undoes an assignment: the money is unmatched again. 409 when proof credits it, and when the charge's order was
   * shipped.
   */
  unassignUnmatched: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/unmatched-payments/:uuid/unassign',
    scopes: ['admin'],
    params: ['uuid'],
    body: UnmatchedUnassignment,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: decides to send unmatched money back: it is credited to a charge of its own, which is then refunded. 409 when another
   * decision was made before.
   */
  returnUnmatched: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/unmatched-payments/:uuid/return',
    scopes: ['admin'],
    params: ['uuid'],
    body: UnmatchedReturn,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  /** Ours: marks unmatched money as for no charge. */
  ignoreUnmatched: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/unmatched-payments/:uuid/ignore',
    scopes: ['admin'],
    params: ['uuid'],
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  /**
   * Ours: sets by how much the payments of new charges may miss the price. A larger tolerance takes effect after a delay, a
   * smaller one at once.
   */
  setUnderpaymentTolerance: defineRoute({
    ...noInput,
    method: 'POST',
    path: '/api-keys/underpayment-tolerance',
    scopes: ['settings'],
    body: UnderpaymentTolerance,
    reply: StoredUnderpaymentTolerance,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
  /** Ours: lists the changes of an account's keys and settings, and the decisions about its money. */
  listAuditLog: defineRoute({
    ...noInput,
    method: 'GET',
    path: '/audit-log',
    scopes: ['settings'],
    query: AuditListQuery,
    reply: AuditListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
}
