import { PayError } from '../../errors.ts'
import type { Route } from '../routes/route.ts'
import { routes } from '../routes/routes.ts'
import type { Charge, ChargeListQuery, NewCharge, ReducedCharge } from '../schemas/charge.ts'
import { isWebUrl } from '../schemas/fields.ts'
import type {
  NewPayment,
  NewReservedAmount,
  Payment,
  PaymentStatus,
  ReservedAmount,
} from '../schemas/payment.ts'
import type { FindRequest, FoundRequest, NewRequest, PaymentRequest } from '../schemas/request.ts'
import type { RequestCharge } from '../schemas/request-charge.ts'
import type { ChargeWebhook, ReceivingWallet, StoredChargeWebhook } from '../schemas/settings.ts'
import type {
  UnmatchedAssignment,
  UnmatchedListQuery,
  UnmatchedPayment,
} from '../schemas/unmatched.ts'
import { type Answer, type CallInput, call, type Transport } from './call.ts'
import { sleep } from './timing.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The service's URL, such as `https://pay.example`. */
  baseUrl: string
  /** The account's api-key. It must never reach a browser. */
  apiKey: string
  /** @default globalThis.fetch */
  fetch?: Transport['fetch']
  /** Milliseconds for one attempt. @default 10_000 */
  timeout?: number
  /** Attempts after the first one, for calls that are safe to repeat. @default 3 */
  retries?: number
}

/** Options that every call of the client takes besides its own input. */
export interface CallSettings {
  signal?: AbortSignal
  /**
   * For calls that create something. The prefix `payer:` is reserved for the proxy, for the keys of payers.
   * @default a random one, so that the client's own attempts create only once
   */
  idempotencyKey?: string
}

/** A page of charges. */
export interface ChargePage {
  data: ReducedCharge[]
  pagination: { has_more: boolean; total: number }
}

/** A page of money without proof of its charge. */
export interface UnmatchedPage {
  data: UnmatchedPayment[]
  pagination: { has_more: boolean }
}

/**
 * A typed client of all endpoints, for a backend that holds the api-key.
 * Every method rejects with a PayError; its `code` and `status` tell which documented error it was.
 */
export interface Client {
  /** Creates a charge (interface 4.1). @throws PayError `not_found` for an unknown `requestId` */
  createCharge(charge: NewCharge, settings?: CallSettings): Promise<Charge>
  /** Returns a charge (interface 4.2). @throws PayError `not_found` */
  getCharge(id: string, settings?: CallSettings): Promise<ReducedCharge>
  /** Returns one page of charges, newest first (interface 4.3). @throws PayError `not_found` for an unknown cursor */
  listCharges(query?: ChargeListQuery, settings?: CallSettings): Promise<ChargePage>
  /**
   * Iterates over all charges that match the query, and fetches each page when it is needed.
   * Newest first; with `ending_before`, from that charge on towards the newest. A charge that exists when the iteration
   * begins comes exactly once. `limit` is the size of a page. @default 100
   * @example for await (const charge of client.iterateCharges({ status: 'COMPLETED' })) ship(charge)
   */
  charges(
    query?: ChargeListQuery,
    settings?: CallSettings,
  ): AsyncGenerator<ReducedCharge, void, void>
  /**
   * Posts the transaction's hash for a charge and returns the recorded payment (interface 4.6).
   * @throws PayError `conflict` when the hash was already used for a payment; `not_found`
   */
  addPayment(chargeId: string, payment: NewPayment, settings?: CallSettings): Promise<Payment>
  /** Returns the status of a reported transaction. @throws PayError `not_found` for a hash that was never reported */
  getPayment(chargeId: string, hash: string, settings?: CallSettings): Promise<PaymentStatus>
  /**
   * Reserves an exact amount for a charge: whoever transfers it pays this charge.
   * @throws PayError `conflict` when no amount is left, or the charge cannot be paid any more
   */
  reserveAmount(
    chargeId: string,
    asset: NewReservedAmount,
    settings?: CallSettings,
  ): Promise<ReservedAmount>
  /**
   * Cancels a charge that is not paid.
   * @throws PayError `conflict` while a payment for it is pending, or after it received money
   */
  cancelCharge(id: string, settings?: CallSettings): Promise<ReducedCharge>
  /**
   * Returns one page of money without proof of its charge, newest first; by default the part that waits for a decision.
   */
  listUnmatched(query?: UnmatchedListQuery, settings?: CallSettings): Promise<UnmatchedPage>
  /** Credits unmatched money to a charge. @throws PayError `conflict` when another decision was made before */
  assignUnmatched(
    uuid: string,
    to: UnmatchedAssignment,
    settings?: CallSettings,
  ): Promise<UnmatchedPayment>
  /** Marks unmatched money as for no charge. @throws PayError `conflict` when it was assigned before */
  ignoreUnmatched(uuid: string, settings?: CallSettings): Promise<UnmatchedPayment>
  /** Creates a new signing secret, shown only once. For 24 hours calls are signed with the old one too. */
  rotateWebhookSecret(settings?: CallSettings): Promise<StoredChargeWebhook>
  /** Sets where the account receives money (interface 4.4). */
  setReceivingWallet(wallet: ReceivingWallet, settings?: CallSettings): Promise<ReceivingWallet>
  /** Sets the URL for webhook calls (interface 4.5). A new URL comes with a new `secret`, shown only once. */
  setChargeWebhook(webhook: ChargeWebhook, settings?: CallSettings): Promise<StoredChargeWebhook>
  /** Creates a payment request, with its attachment (interface 4.7). */
  createRequest(request: NewRequest, settings?: CallSettings): Promise<PaymentRequest>
  /** Returns a payment request (interface 4.8). @throws PayError `not_found` */
  getRequest(uuid: string, settings?: CallSettings): Promise<PaymentRequest>
  /** Returns a matching payment request, or creates one (interface 4.9); `wasCreated` tells which. */
  findRequest(
    query: FindRequest,
    settings?: CallSettings,
  ): Promise<{ request: FoundRequest; created: boolean }>
  /** Returns where and how much to pay for a charge (interface 4.10). @throws PayError `not_found` */
  getRequestCharge(uuid: string, settings?: CallSettings): Promise<RequestCharge>
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
  checkOptions(options)
  const transport: Transport = {
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: { 'api-key': options.apiKey },
    timeout: options.timeout ?? 10_000,
    retries: options.retries ?? 3,
    sleep,
    random: Math.random,
  }
  const ask = <R extends Route>(
    route: R,
    input: CallInput<R>,
    settings: CallSettings = {},
  ): Promise<Answer<R>> => {
    const idempotencyKey =
      route.repeat === 'key' ? (settings.idempotencyKey ?? crypto.randomUUID()) : undefined
    checkSendable(idempotencyKey, input.body)
    return call(
      // One id for all attempts of a call, so that the service's log shows them together.
      { ...transport, headers: { ...transport.headers, 'x-request-id': crypto.randomUUID() } },
      route,
      { ...input, signal: settings.signal, idempotencyKey },
    )
  }
  const listCharges: Client['listCharges'] = async (query = {}, settings) =>
    (await ask(routes.listCharges, { query: textValues(query) }, settings)).data
  return {
    createCharge: async (body, settings) =>
      (await ask(routes.createCharge, { body }, settings)).data.data,
    getCharge: async (id, settings) =>
      (await ask(routes.getCharge, { params: { id } }, settings)).data.data,
    listCharges,
    charges: (query = {}, settings) => everyCharge(listCharges, query, settings),
    addPayment: async (uuid, body, settings) =>
      (await ask(routes.addPayment, { params: { uuid }, body }, settings)).data,
    getPayment: async (uuid, hash, settings) =>
      (await ask(routes.getPayment, { params: { uuid, hash } }, settings)).data,
    reserveAmount: async (uuid, body, settings) =>
      (await ask(routes.reserveAmount, { params: { uuid }, body }, settings)).data,
    cancelCharge: async (uuid, settings) =>
      (await ask(routes.cancelCharge, { params: { uuid } }, settings)).data.data,
    listUnmatched: async (query = {}, settings) =>
      (await ask(routes.listUnmatched, { query: textValues(query) }, settings)).data,
    assignUnmatched: async (uuid, body, settings) =>
      (await ask(routes.assignUnmatched, { params: { uuid }, body }, settings)).data,
    ignoreUnmatched: async (uuid, settings) =>
      (await ask(routes.ignoreUnmatched, { params: { uuid } }, settings)).data,
    rotateWebhookSecret: async (settings) =>
      (await ask(routes.rotateWebhookSecret, {}, settings)).data,
    setReceivingWallet: async (body, settings) =>
      (await ask(routes.setReceivingWallet, { body }, settings)).data,
    setChargeWebhook: async (body, settings) =>
      (await ask(routes.setChargeWebhook, { body }, settings)).data,
    createRequest: async (request, settings) =>
      (await ask(routes.createRequest, { body: toForm(request) }, settings)).data,
    getRequest: async (uuid, settings) =>
      (await ask(routes.getRequest, { params: { uuid } }, settings)).data,
    findRequest: async (query, settings) => {
      const { data, status } = await ask(routes.findRequest, { query }, settings)
      return { request: data, created: status === 201 }
    },
    getRequestCharge: async (uuid, settings) =>
      (await ask(routes.getRequestCharge, { params: { uuid } }, settings)).data,
  }
}

async function* everyCharge(
  listCharges: Client['listCharges'],
  query: ChargeListQuery,
  settings: CallSettings | undefined,
): AsyncGenerator<ReducedCharge, void, void> {
  const newer = query.ending_before !== undefined
  let next = { limit: 100, ...query }
  for (;;) {
    const { data, pagination } = await listCharges(next, settings)
    // Every page is newest first, also when iterating towards newer charges.
    yield* newer ? data.toReversed() : data
    const last = newer ? data[0] : data.at(-1)
    // `has_more` with an empty page would fetch the same page forever.
    if (!pagination.has_more || !last) return
    next = { ...next, [newer ? 'ending_before' : 'starting_after']: last.id }
  }
}

function checkOptions({ baseUrl, apiKey }: ClientOptions): void {
  const wrong = (field: string, text: string) => new PayError('invalid_setting', text, { field })
  if (!apiKey) throw wrong('apiKey', 'apiKey is empty: give the key of your account.')
  // The value stays out of the message: it is a secret.
  if (!isHeaderText(apiKey)) throw wrong('apiKey', 'apiKey must be visible ASCII characters.')
  if (!isWebUrl(baseUrl)) throw wrong('baseUrl', 'baseUrl must be an http or https URL.')
}

/** Rejects input that fetch would reject: its error could not be told from a network fault. */
function checkSendable(idempotencyKey: string | undefined, body: unknown): void {
  if (idempotencyKey !== undefined && !isHeaderText(idempotencyKey)) {
    const text = 'idempotencyKey must be visible ASCII characters.'
    throw new PayError('invalid_request', text, { field: 'idempotencyKey' })
  }
  try {
    JSON.stringify(body)
  } catch (cause) {
    throw new PayError('invalid_request', 'This cannot be written as JSON.', { cause })
  }
}

/** Returns whether every server accepts a text as a header's value (RFC 9110 section 5.5). */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** Returns the query with all values as text. */
function textValues<Query extends { limit?: number }>(query: Query) {
  const { limit, ...rest } = query
  return limit === undefined ? rest : { ...rest, limit: String(limit) }
}

function toForm(request: NewRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}
