import { PayError } from '../../errors.ts'
import { isWebUrl, visibleAsciiPattern } from '../formats.ts'
import type { Route } from '../routes/route.ts'
import { routes } from '../routes/routes.ts'
import type { BookRow, BooksQuery } from '../schemas/books.ts'
import type {
  Charge,
  ChargeListQuery,
  NewCharge,
  ReducedCharge,
} from '../schemas/charges/charge.ts'
import type { ReceiptReply } from '../schemas/charges/receipt-reply.ts'
import type {
  EventListQuery,
  EventReply,
  EventTrigger,
  ListedEvent,
  RedeliverQuery,
  RedeliverReply,
} from '../schemas/events.ts'
import type { AuthorizationOffer, NewAuthorization } from '../schemas/payments/authorization.ts'
import type {
  NewPayment,
  NewReservedAmount,
  PaymentStatus,
  ReservedAmount,
} from '../schemas/payments/payment.ts'
import type { ListedPayment, PaymentListQuery } from '../schemas/payments/payment-list.ts'
import type {
  NewRefund,
  OtherTransactions,
  Refund,
  RefundApproval,
  RefundListQuery,
  RefundRecipient,
  RefundSigning,
  RefundTransaction,
} from '../schemas/payments/refund.ts'
import type {
  FindRequest,
  FoundRequest,
  NewRequest,
  PaymentRequest,
} from '../schemas/requests/request.ts'
import type {
  RecordedPayment,
  RequestChargeReply,
} from '../schemas/requests/request-charge-reply.ts'
import type {
  AuditEntry,
  AuditListQuery,
  ChargeWebhook,
  ReceivingWallet,
  StoredChargeWebhook,
  StoredReceivingWallet,
  StoredUnderpaymentTolerance,
  UnderpaymentTolerance,
} from '../schemas/settings.ts'
import type {
  UnmatchedAssignment,
  UnmatchedListQuery,
  UnmatchedPayment,
  UnmatchedReply,
  UnmatchedReturn,
  UnmatchedUnassignment,
} from '../schemas/unmatched.ts'
import type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointRemoval,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '../schemas/webhook-endpoints.ts'
import { type CallInput, type CallResult, callRoute, type HttpTransport } from './call.ts'
import { readLines } from './read-lines.ts'
import { sleep } from './timing.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The service's URL, such as `https://pay.example`. */
  baseUrl: string
  /**
   * The account's api-key. It must never reach a browser. Undefined, as from a missing environment variable, is refused at
   * once.
   */
  apiKey: string | undefined
  /** @default globalThis.fetch */
  fetch?: HttpTransport['fetch']
  /** Milliseconds for one attempt. @default 10_000 */
  timeoutMs?: number
  /** Attempts after the first one, for calls that are safe to repeat. @default 3 */
  retries?: number
}

/** Options that every call of the client takes besides its own input. */
export interface RequestOptions {
  signal?: AbortSignal
  /**
   * For calls that create something. The prefix `payer:` is reserved for the proxy, for the keys of payers.
   * @default a random one, so that the client's own attempts create only once
   */
  idempotencyKey?: string
}

/** A page of charges. */
export interface ChargeList {
  data: ReducedCharge[]
  /** With another filter than status, a `total` of 1,000 stands for as many or more. */
  pagination: { has_more: boolean; total: number }
}

/** A page of payments. */
export interface PaymentList {
  data: ListedPayment[]
  pagination: { has_more: boolean }
}

/** A page of webhook events. */
export interface EventList {
  data: ListedEvent[]
  pagination: { has_more: boolean }
}

/** A page of an account's audit log. */
export interface AuditList {
  data: AuditEntry[]
  pagination: { has_more: boolean }
}

/** A page of refunds. */
export interface RefundList {
  data: Refund[]
  pagination: { has_more: boolean }
}

/** A page of money without proof of its charge. */
export interface UnmatchedPaymentList {
  data: UnmatchedPayment[]
  pagination: { has_more: boolean }
}

/**
 * A typed client of all endpoints, for a backend that holds the api-key.
 * Every method rejects with a PayError; its `code` and `status` tell which documented error it was.
 */
export interface Client {
  /** Creates a charge (interface 4.1). @throws PayError `not_found` for an unknown `requestId` */
  createCharge(charge: NewCharge, options?: RequestOptions): Promise<Charge>
  /** Returns a charge (interface 4.2). @throws PayError `not_found` */
  getCharge(id: string, options?: RequestOptions): Promise<ReducedCharge>
  /** Returns one page of charges, newest first (interface 4.3). @throws PayError `not_found` for an unknown cursor */
  listCharges(query?: ChargeListQuery, options?: RequestOptions): Promise<ChargeList>
  /**
   * Iterates over all charges that match the query, and fetches each page when it is needed.
   * Newest first; with `ending_before`, from that charge on towards the newest. A charge that exists when the iteration
   * begins comes exactly once. `limit` is the size of a page. @default 100
   * @example for await (const charge of client.iterateCharges({ status: 'COMPLETED' })) ship(charge)
   */
  iterateCharges(
    query?: ChargeListQuery,
    options?: RequestOptions,
  ): AsyncGenerator<ReducedCharge, void, void>
  /**
   * Posts the transaction's hash for a charge and returns the recorded payment (interface 4.6).
   * @throws PayError `conflict` when the hash was already used for a payment; `not_found`
   */
  addPayment(
    chargeId: string,
    payment: NewPayment,
    options?: RequestOptions,
  ): Promise<RecordedPayment>
  /** Returns the status of a reported transaction. @throws PayError `not_found` for a hash that was never reported */
  getPaymentStatus(chargeId: string, hash: string, options?: RequestOptions): Promise<PaymentStatus>
  /**
   * Reserves an exact amount for a charge: whoever transfers it pays this charge.
   * @throws PayError `conflict` when no amount is left, or the charge can no longer be paid
   */
  reserveAmount(
    chargeId: string,
    asset: NewReservedAmount,
    options?: RequestOptions,
  ): Promise<ReservedAmount>
  /** Returns what an account can sign so that the service sends its payment, and pays the network's fee; empty for nothing. */
  listAuthorizationOffers(chargeId: string, options?: RequestOptions): Promise<AuthorizationOffer[]>
  /**
   * Sends a transfer that an account has signed (EIP-3009), and returns the recorded payment. The same authorization again gets the
   * same answer, with the newest transaction where it was sent anew, so a call whose reply was lost may be repeated.
   * @throws PayError `conflict` where the charge takes none now: `details.reason` says why; `invalid_request` where the token
   *   refuses it
   */
  addAuthorization(
    chargeId: string,
    authorization: NewAuthorization,
    options?: RequestOptions,
  ): Promise<RecordedPayment>
  /**
   * Cancels a charge that is not paid.
   * @throws PayError `conflict` while a payment for it is pending, or after it received money
   */
  cancelCharge(id: string, options?: RequestOptions): Promise<ReducedCharge>
  /**
   * Records that the order of a charge is shipped, after which no assignment of its money is undone. Safe to repeat.
   *
   * @throws PayError `conflict` while the charge is not paid, also where it no longer is
   */
  markShipped(id: string, options?: RequestOptions): Promise<ReducedCharge>
  /** Returns the signed receipt of a paid charge. @throws PayError `conflict` while the charge is not COMPLETED */
  getReceipt(id: string, options?: RequestOptions): Promise<ReceiptReply>
  /**
   * Begins a refund of a charge, which moves no money. The payer says at its `claimUrl` where it goes.
   * @throws PayError `conflict` for more than was credited and is not refunded; `not_found`
   */
  createRefund(chargeId: string, refund: NewRefund, options?: RequestOptions): Promise<Refund>
  /** Returns the refunds of a charge, oldest first. @throws PayError `not_found` */
  listChargeRefunds(chargeId: string, options?: RequestOptions): Promise<Refund[]>
  /**
   * Says where the payer wants a refund.
   * @throws PayError `conflict` once it was approved for another account, or a wallet was asked
   */
  nameRefundRecipient(
    chargeId: string,
    refundId: string,
    recipient: RefundRecipient,
    options?: RequestOptions,
  ): Promise<Refund>
  /** Returns one page of refunds of all charges, newest first. @throws PayError `not_found` for an unknown cursor */
  listRefunds(query?: RefundListQuery, options?: RequestOptions): Promise<RefundList>
  /** Returns a refund by its uuid. @throws PayError `not_found` */
  getRefund(id: string, options?: RequestOptions): Promise<Refund>
  /** Approves the address of a refund. @throws PayError `conflict` once a wallet was asked */
  approveRefund(id: string, approval: RefundApproval, options?: RequestOptions): Promise<Refund>
  /** Cancels a refund. @throws PayError `conflict` once a wallet was asked */
  cancelRefund(id: string, options?: RequestOptions): Promise<Refund>
  /**
   * Says that a wallet is about to be asked for the transfer: call it before, and ask only if it succeeds.
   * @throws PayError `conflict` while another one may have been sent, and where the payments no longer cover the refund
   */
  signRefund(id: string, signing: RefundSigning, options?: RequestOptions): Promise<Refund>
  /** Reports the transaction that the wallet returned. @throws PayError `conflict` where no wallet was asked */
  reportRefund(
    id: string,
    transaction: RefundTransaction,
    options?: RequestOptions,
  ): Promise<Refund>
  /** Says of transfers that may be the refund that they are not. @throws PayError `conflict` once it was sent */
  dismissRefundTransactions(
    id: string,
    transactions: OtherTransactions,
    options?: RequestOptions,
  ): Promise<Refund>
  /** Says that the wallet has sent nothing. @throws PayError `conflict` where its transaction was seen */
  releaseRefund(id: string, options?: RequestOptions): Promise<Refund>
  /** Returns one page of payments of all charges, newest first. @throws PayError `not_found` for an unknown cursor */
  listPayments(query?: PaymentListQuery, options?: RequestOptions): Promise<PaymentList>
  /** Returns a payment by its uuid. @throws PayError `not_found` */
  getPayment(id: string, options?: RequestOptions): Promise<ListedPayment>
  /**
   * Iterates over the books, the oldest movement first, as they are read from the network. An export that is cut off ends
   * with an error, never like a whole one.
   * @throws PayError `offline` where the connection breaks
   * @example for await (const row of client.iterateBooks({ from: '2026-11-01T00:00:00Z' })) book(row)
   */
  iterateBooks(
    query?: Omit<BooksQuery, 'format'>,
    options?: RequestOptions,
  ): AsyncGenerator<BookRow, void, void>
  /**
   * Returns one page of webhook events and how far their delivery is, newest first.
   * @throws PayError `not_found` for an unknown cursor
   */
  listEvents(query?: EventListQuery, options?: RequestOptions): Promise<EventList>
  /** Returns a webhook event with its body. @throws PayError `not_found` */
  getEvent(id: string, options?: RequestOptions): Promise<EventReply>
  /** Delivers a webhook event again, now. @throws PayError `not_found` */
  redeliverEvent(id: string, options?: RequestOptions): Promise<ListedEvent>
  /** Delivers the events of a time again, by default those that were given up; at most 10,000, the oldest first. */
  redeliverEvents(query: RedeliverQuery, options?: RequestOptions): Promise<RedeliverReply>
  /**
   * Sends a sample of an event of a type, signed as any other, to every endpoint that wants it: to try a receiver. It names no charge
   * that exists. Test keys only. @throws PayError `forbidden` for a live key
   */
  triggerEvent(trigger: EventTrigger, options?: RequestOptions): Promise<ListedEvent>
  /**
   * Returns one page of money without proof of its charge, newest first; by default the part that waits for a decision.
   */
  listUnmatched(query?: UnmatchedListQuery, options?: RequestOptions): Promise<UnmatchedPaymentList>
  /**
   * Returns unmatched money with the charges that it may be for, the likeliest first, each with its reasons.
   * @throws PayError `not_found`
   */
  getUnmatched(id: string, options?: RequestOptions): Promise<UnmatchedReply>
  /** Credits unmatched money to a charge. @throws PayError `conflict` when another decision was made before */
  assignUnmatched(
    uuid: string,
    assignment: UnmatchedAssignment,
    options?: RequestOptions,
  ): Promise<UnmatchedPayment>
  /**
   * Undoes an assignment: the money is unmatched again, and the charge is what it would be without it.
   *
   * @throws PayError `conflict` when proof credits it, and when the charge's order was shipped
   */
  unassignUnmatched(
    uuid: string,
    assignment: UnmatchedUnassignment,
    options?: RequestOptions,
  ): Promise<UnmatchedPayment>
  /**
   * Decides to send unmatched money back: it is credited to a charge of its own, `chargeUuid` of the reply, which is refunded by
   * `createRefund` once the payment is confirmed. `unassignUnmatched` undoes it as long as there is no refund.
   *
   * @param amount whole units, where the chain does not show how much arrived
   * @throws PayError `conflict` when another decision was made before
   */
  returnUnmatched(
    uuid: string,
    amount?: UnmatchedReturn,
    options?: RequestOptions,
  ): Promise<UnmatchedPayment>
  /** Marks unmatched money as for no charge. @throws PayError `conflict` when it was assigned before */
  ignoreUnmatched(uuid: string, options?: RequestOptions): Promise<UnmatchedPayment>
  /**
   * Adds a webhook endpoint, at once. The reply shows its signing secret, only this once.
   * @throws PayError `conflict` where the account has 16
   */
  addWebhookEndpoint(
    endpoint: NewWebhookEndpoint,
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret>
  /** Returns the webhook endpoints of the account, the oldest first. */
  listWebhookEndpoints(options?: RequestOptions): Promise<WebhookEndpoint[]>
  /** Returns a webhook endpoint. @throws PayError `not_found` */
  getWebhookEndpoint(id: string, options?: RequestOptions): Promise<WebhookEndpoint>
  /**
   * Changes a webhook endpoint: filter, shop and switch at once, the url after a delay. Another url has another secret, which
   * only this reply shows.
   * @throws PayError `not_found`
   */
  updateWebhookEndpoint(
    id: string,
    changes: WebhookEndpointUpdate,
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret>
  /** Removes a webhook endpoint, after a delay. @throws PayError `not_found` */
  removeWebhookEndpoint(id: string, options?: RequestOptions): Promise<WebhookEndpointRemoval>
  /**
   * Creates a new signing secret for a webhook endpoint, shown only once. For 24 hours calls are signed with the old one too.
   * @throws PayError `not_found`; `conflict` while two earlier secrets still sign
   */
  rotateWebhookSecret(id: string, options?: RequestOptions): Promise<WebhookEndpointWithSecret>
  /** Sends `webhook.test` to a webhook endpoint; getEvent says how that went. @throws PayError `not_found` */
  testWebhookEndpoint(id: string, options?: RequestOptions): Promise<ListedEvent>
  /**
   * Sets where the account receives money (interface 4.4). Another wallet takes effect at `effective_at`; setting the
   * present one before that cancels the change.
   */
  setReceivingWallet(
    wallet: ReceivingWallet,
    options?: RequestOptions,
  ): Promise<StoredReceivingWallet>
  /**
   * Sets by how much the payments of new charges may miss the price; see {@link UnderpaymentTolerance}. A larger tolerance
   * takes effect at `effective_at`.
   */
  setUnderpaymentTolerance(
    tolerance: UnderpaymentTolerance,
    options?: RequestOptions,
  ): Promise<StoredUnderpaymentTolerance>
  /**
   * Sets the URL for webhook calls (interface 4.5). A new URL comes with a new `secret`, shown only once; instead of an
   * earlier URL it takes effect at `effective_at`.
   */
  setChargeWebhook(webhook: ChargeWebhook, options?: RequestOptions): Promise<StoredChargeWebhook>
  /** Returns one page of the changes of the account's keys and settings, newest first. */
  listAuditLog(query?: AuditListQuery, options?: RequestOptions): Promise<AuditList>
  /** Creates a payment request, with its attachment (interface 4.7). */
  createRequest(request: NewRequest, options?: RequestOptions): Promise<PaymentRequest>
  /** Returns a payment request (interface 4.8). @throws PayError `not_found` */
  getRequest(uuid: string, options?: RequestOptions): Promise<PaymentRequest>
  /** Returns a matching payment request, or creates one (interface 4.9); `wasCreated` tells which. */
  findRequest(
    query: FindRequest,
    options?: RequestOptions,
  ): Promise<{ request: FoundRequest; wasCreated: boolean }>
  /** Returns where and how much to pay for a charge (interface 4.10). @throws PayError `not_found` */
  getRequestCharge(uuid: string, options?: RequestOptions): Promise<RequestChargeReply>
}

/**
 * Creates a {@link Client}.
 *
 * @throws PayError `invalid_setting` that names the option
 * @example
 * const client = createClient({ baseUrl: 'https://pay.example', apiKey: process.env.PAY_API_KEY })
 * const charge = await client.createCharge({ pricing_type: 'fixed_price', local_price: { amount: '19.99' } })
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey } = checkOptions(options)
  const transport: HttpTransport = {
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: { 'api-key': apiKey },
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 3,
    sleep,
    random: Math.random,
  }
  const send = <R extends Route>(
    route: R,
    input: CallInput<R>,
    options: RequestOptions = {},
  ): Promise<CallResult<R>> => {
    const idempotencyKey =
      route.retryPolicy === 'key' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    checkSendable(idempotencyKey, input.body)
    return callRoute(
      // One id for all attempts of a call, so that the service's log shows them together.
      { ...transport, headers: { ...transport.headers, 'x-request-id': crypto.randomUUID() } },
      route,
      { ...input, signal: options.signal, idempotencyKey },
    )
  }
  const listCharges: Client['listCharges'] = async (query = {}, settings) =>
    (await send(routes.listCharges, { query: toQueryValues(query) }, settings)).data
  return {
    createCharge: async (body, settings) =>
      (await send(routes.createCharge, { body }, settings)).data.data,
    getCharge: async (id, settings) =>
      (await send(routes.getCharge, { params: { id } }, settings)).data.data,
    listCharges,
    iterateCharges: (query = {}, settings) => iterateAllCharges(listCharges, query, settings),
    addPayment: async (uuid, body, settings) =>
      (await send(routes.addPayment, { params: { uuid }, body }, settings)).data,
    getPaymentStatus: async (uuid, hash, settings) =>
      (await send(routes.getPaymentStatus, { params: { uuid, hash } }, settings)).data,
    reserveAmount: async (uuid, body, settings) =>
      (await send(routes.reserveAmount, { params: { uuid }, body }, settings)).data,
    listAuthorizationOffers: async (uuid, settings) =>
      (await send(routes.listAuthorizationOffers, { params: { uuid } }, settings)).data.data,
    addAuthorization: async (uuid, body, settings) =>
      (await send(routes.addAuthorization, { params: { uuid }, body }, settings)).data,
    cancelCharge: async (uuid, settings) =>
      (await send(routes.cancelCharge, { params: { uuid } }, settings)).data.data,
    markShipped: async (uuid, settings) =>
      (await send(routes.markShipped, { params: { uuid } }, settings)).data.data,
    getReceipt: async (uuid, settings) =>
      (await send(routes.getReceipt, { params: { uuid } }, settings)).data,
    createRefund: async (uuid, body, settings) =>
      (await send(routes.createRefund, { params: { uuid }, body }, settings)).data,
    listChargeRefunds: async (uuid, settings) =>
      (await send(routes.listChargeRefunds, { params: { uuid } }, settings)).data.data,
    nameRefundRecipient: async (uuid, refund, body, settings) =>
      (await send(routes.nameRefundRecipient, { params: { uuid, refund }, body }, settings)).data,
    listRefunds: async (query = {}, settings) =>
      (await send(routes.listRefunds, { query: toQueryValues(query) }, settings)).data,
    getRefund: async (uuid, settings) =>
      (await send(routes.getRefund, { params: { uuid } }, settings)).data,
    approveRefund: async (uuid, body, settings) =>
      (await send(routes.approveRefund, { params: { uuid }, body }, settings)).data,
    cancelRefund: async (uuid, settings) =>
      (await send(routes.cancelRefund, { params: { uuid } }, settings)).data,
    signRefund: async (uuid, body, settings) =>
      (await send(routes.signRefund, { params: { uuid }, body }, settings)).data,
    reportRefund: async (uuid, body, settings) =>
      (await send(routes.reportRefund, { params: { uuid }, body }, settings)).data,
    dismissRefundTransactions: async (uuid, body, settings) =>
      (await send(routes.dismissRefundTransactions, { params: { uuid }, body }, settings)).data,
    releaseRefund: async (uuid, settings) =>
      (await send(routes.releaseRefund, { params: { uuid } }, settings)).data,
    listPayments: async (query = {}, settings) =>
      (await send(routes.listPayments, { query: toQueryValues(query) }, settings)).data,
    getPayment: async (uuid, settings) =>
      (await send(routes.getPayment, { params: { uuid } }, settings)).data,
    iterateBooks: (query = {}, { signal } = {}) =>
      readLines(
        { ...transport, headers: { ...transport.headers, 'x-request-id': crypto.randomUUID() } },
        routes.exportBooks,
        { query: { ...query, format: 'jsonl' }, signal },
      ),
    listEvents: async (query = {}, settings) =>
      (await send(routes.listEvents, { query: toQueryValues(query) }, settings)).data,
    getEvent: async (uuid, settings) =>
      (await send(routes.getEvent, { params: { uuid } }, settings)).data,
    redeliverEvent: async (uuid, settings) =>
      (await send(routes.redeliverEvent, { params: { uuid } }, settings)).data,
    redeliverEvents: async (query, settings) =>
      (await send(routes.redeliverEvents, { query }, settings)).data,
    triggerEvent: async (body, settings) =>
      (await send(routes.triggerEvent, { body }, settings)).data,
    setUnderpaymentTolerance: async (tolerance, settings) =>
      (await send(routes.setUnderpaymentTolerance, { body: tolerance }, settings)).data,
    listUnmatched: async (query = {}, settings) =>
      (await send(routes.listUnmatched, { query: toQueryValues(query) }, settings)).data,
    getUnmatched: async (uuid, settings) =>
      (await send(routes.getUnmatched, { params: { uuid } }, settings)).data,
    assignUnmatched: async (uuid, body, settings) =>
      (await send(routes.assignUnmatched, { params: { uuid }, body }, settings)).data,
    unassignUnmatched: async (uuid, body, settings) =>
      (await send(routes.unassignUnmatched, { params: { uuid }, body }, settings)).data,
    returnUnmatched: async (uuid, body = {}, settings) =>
      (await send(routes.returnUnmatched, { params: { uuid }, body }, settings)).data,
    ignoreUnmatched: async (uuid, settings) =>
      (await send(routes.ignoreUnmatched, { params: { uuid } }, settings)).data,
    addWebhookEndpoint: async (body, settings) =>
      (await send(routes.addWebhookEndpoint, { body }, settings)).data,
    listWebhookEndpoints: async (settings) =>
      (await send(routes.listWebhookEndpoints, {}, settings)).data.data,
    getWebhookEndpoint: async (uuid, settings) =>
      (await send(routes.getWebhookEndpoint, { params: { uuid } }, settings)).data,
    updateWebhookEndpoint: async (uuid, body, settings) =>
      (await send(routes.updateWebhookEndpoint, { params: { uuid }, body }, settings)).data,
    removeWebhookEndpoint: async (uuid, settings) =>
      (await send(routes.removeWebhookEndpoint, { params: { uuid } }, settings)).data,
    rotateWebhookSecret: async (uuid, settings) =>
      (await send(routes.rotateWebhookSecret, { params: { uuid } }, settings)).data,
    testWebhookEndpoint: async (uuid, settings) =>
      (await send(routes.testWebhookEndpoint, { params: { uuid } }, settings)).data,
    setReceivingWallet: async (body, settings) =>
      (await send(routes.setReceivingWallet, { body }, settings)).data,
    setChargeWebhook: async (body, settings) =>
      (await send(routes.setChargeWebhook, { body }, settings)).data,
    listAuditLog: async (query = {}, settings) =>
      (await send(routes.listAuditLog, { query: toQueryValues(query) }, settings)).data,
    createRequest: async (request, settings) =>
      (await send(routes.createRequest, { body: toFormData(request) }, settings)).data,
    getRequest: async (uuid, settings) =>
      (await send(routes.getRequest, { params: { uuid } }, settings)).data,
    findRequest: async (query, settings) => {
      const { data, status } = await send(routes.findRequest, { query }, settings)
      return { request: data, wasCreated: status === 201 }
    },
    getRequestCharge: async (uuid, settings) =>
      (await send(routes.getRequestCharge, { params: { uuid } }, settings)).data,
  }
}

async function* iterateAllCharges(
  listCharges: Client['listCharges'],
  query: ChargeListQuery,
  options: RequestOptions | undefined,
): AsyncGenerator<ReducedCharge, void, void> {
  const goesToNewer = query.ending_before !== undefined
  let nextQuery = { limit: 100, ...query }
  for (;;) {
    const { data, pagination } = await listCharges(nextQuery, options)
    // Every page is newest first, also when iterating towards newer charges.
    yield* goesToNewer ? data.toReversed() : data
    const last = goesToNewer ? data[0] : data.at(-1)
    // `has_more` with an empty page would fetch the same page forever.
    if (!pagination.has_more || !last) return
    nextQuery = { ...nextQuery, [goesToNewer ? 'ending_before' : 'starting_after']: last.id }
  }
}

function checkOptions({ baseUrl, apiKey }: ClientOptions): { apiKey: string } {
  const createOptionError = (field: string, text: string) =>
    new PayError('invalid_setting', text, { field })
  if (!apiKey) throw createOptionError('apiKey', 'apiKey is empty: give the key of your account.')
  // The value stays out of the message: it is a secret.
  if (!visibleAsciiPattern.test(apiKey))
    throw createOptionError('apiKey', 'apiKey must be visible ASCII characters.')
  if (!isWebUrl(baseUrl))
    throw createOptionError('baseUrl', 'baseUrl must be an http or https URL.')
  return { apiKey }
}

/** Rejects input that fetch would reject with an error that looks like a network fault. */
function checkSendable(idempotencyKey: string | undefined, body: unknown): void {
  if (idempotencyKey !== undefined && !visibleAsciiPattern.test(idempotencyKey)) {
    const text = 'idempotencyKey must be visible ASCII characters.'
    throw new PayError('invalid_request', text, { field: 'idempotencyKey' })
  }
  try {
    JSON.stringify(body)
  } catch (cause) {
    throw new PayError('invalid_request', 'This can’t be written as JSON.', { cause })
  }
}

/** Returns the query with all values as text. */
function toQueryValues<Query extends { limit?: number }>(query: Query) {
  const { limit, ...filters } = query
  return limit === undefined ? filters : { ...filters, limit: String(limit) }
}

function toFormData(request: NewRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}
