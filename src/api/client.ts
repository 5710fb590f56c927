import { PayError } from '../errors.ts'
import { type Answer, type CallInput, call, type Transport } from './call.ts'
import type { Charge, ChargeListQuery, NewCharge, ReducedCharge } from './charge.ts'
import { isWebUrl } from './fields.ts'
import type {
  NewPayment,
  NewReservedAmount,
  Payment,
  PaymentStatus,
  ReservedAmount,
} from './payment.ts'
import type { FindRequest, FoundRequest, NewRequest, PaymentRequest } from './request.ts'
import type { RequestCharge } from './request-charge.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import type { ChargeWebhook, ReceivingWallet, StoredChargeWebhook } from './settings.ts'
import { sleep } from './timing.ts'
import type { UnmatchedAssignment, UnmatchedListQuery, UnmatchedPayment } from './unmatched.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://pay.example`. */
  baseUrl: string
  /** The account's key. It must never reach a browser. */
  apiKey: string
  /** @default globalThis.fetch */
  fetch?: Transport['fetch']
  /** Milliseconds for one try. @default 10_000 */
  timeout?: number
  /** Tries after the first, of calls that are safe to repeat. @default 3 */
  retries?: number
}

/** What every call of the client takes beside its own input. */
export interface CallSettings {
  signal?: AbortSignal
  /**
   * Creation calls only. The prefix `payer:` is the proxy's, for the keys of payers.
   * @default a fresh one, so that the client's own tries create once
   */
  idempotencyKey?: string
}

/** A page of charges. */
export interface ChargePage {
  data: ReducedCharge[]
  pagination: { has_more: boolean; total: number }
}

/** A page of money that no charge can claim by proof. */
export interface UnmatchedPage {
  data: UnmatchedPayment[]
  pagination: { has_more: boolean }
}

/**
 * The typed client of all endpoints, for a backend that holds the api-key.
 * Every method rejects with a PayError; its `code` and `status` tell which documented error it was.
 */
export interface Client {
  createCharge(charge: NewCharge, settings?: CallSettings): Promise<Charge>
  getCharge(id: string, settings?: CallSettings): Promise<ReducedCharge>
  listCharges(query?: ChargeListQuery, settings?: CallSettings): Promise<ChargePage>
  /**
   * Every charge that fits, page by page as it is read: `for await (const charge of client.charges({ status }))`.
   * Newest first; with `ending_before` from there on to the newest. Those that exist when it begins come exactly once.
   * `limit` is a page's size, 100 unless given.
   */
  charges(
    query?: ChargeListQuery,
    settings?: CallSettings,
  ): AsyncGenerator<ReducedCharge, void, void>
  addPayment(chargeId: string, payment: NewPayment, settings?: CallSettings): Promise<Payment>
  /** How a reported transaction stands. @throws PayError `not_found` for a hash that was never reported */
  getPayment(chargeId: string, hash: string, settings?: CallSettings): Promise<PaymentStatus>
  /** An exact amount that pays this charge whoever sends it. @throws PayError `conflict` where there is none left */
  reserveAmount(
    chargeId: string,
    asset: NewReservedAmount,
    settings?: CallSettings,
  ): Promise<ReservedAmount>
  /** Ends a charge that is not paid. @throws PayError `conflict` while money for it is on its way, or has come */
  cancelCharge(id: string, settings?: CallSettings): Promise<ReducedCharge>
  /** Money that no charge can claim by proof, newest first; by default what waits for a decision. */
  listUnmatched(query?: UnmatchedListQuery, settings?: CallSettings): Promise<UnmatchedPage>
  /** Credits it to a charge. @throws PayError `conflict` when it was decided otherwise */
  assignUnmatched(
    uuid: string,
    to: UnmatchedAssignment,
    settings?: CallSettings,
  ): Promise<UnmatchedPayment>
  /** It pays no charge of ours. @throws PayError `conflict` when it was assigned before */
  ignoreUnmatched(uuid: string, settings?: CallSettings): Promise<UnmatchedPayment>
  /** A new signing secret, shown this once; the old one signs beside it for 24 hours. */
  rotateWebhookSecret(settings?: CallSettings): Promise<StoredChargeWebhook>
  setReceivingWallet(wallet: ReceivingWallet, settings?: CallSettings): Promise<ReceivingWallet>
  setChargeWebhook(webhook: ChargeWebhook, settings?: CallSettings): Promise<StoredChargeWebhook>
  createRequest(request: NewRequest, settings?: CallSettings): Promise<PaymentRequest>
  getRequest(uuid: string, settings?: CallSettings): Promise<PaymentRequest>
  /** `created` tells 201 from 200. */
  findRequest(
    query: FindRequest,
    settings?: CallSettings,
  ): Promise<{ request: FoundRequest; created: boolean }>
  getRequestCharge(uuid: string, settings?: CallSettings): Promise<RequestCharge>
}

/**
 * Makes a {@link Client}.
 *
 * @throws PayError `invalid_setting` that names the option
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
      // One id for all tries of a call: the service's log shows them together.
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
    // A page is newest first, also on the way to newer ones.
    yield* newer ? data.toReversed() : data
    const last = newer ? data[0] : data.at(-1)
    // More, but nothing to go on from, would ask for the same page for ever.
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

/** Refuses what fetch would, since fetch says of it only what it says of a lost network. */
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

/** What every server takes as a header's value (RFC 9110 section 5.5). */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** A query travels as text. */
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
