import { PayError } from '../../errors.ts'
import { isWebUrl, visibleAsciiPattern } from '../formats.ts'
import type { Route, RouteInput, RouteOutput } from '../routes/route.ts'
import { routes } from '../routes/routes.ts'
import type { ChargeListQuery, ReducedCharge } from '../schemas/charges/charge.ts'
import type { QueryValues } from '../schemas/page-query.ts'
import type {
  FindRequest,
  FoundRequest,
  NewRequest,
  PaymentRequest,
} from '../schemas/requests/request.ts'
import { type CallInput, type CallResult, callRoute, type HttpTransport } from './call.ts'
import { toFormData } from './form-data.ts'
import { readLines } from './read-lines.ts'
import { sleep } from './timing.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The service's URL, such as `https://pay.example`. */
  baseUrl: string
  /**
   * The account's api-key. It must never reach a browser. Undefined, as from a missing environment variable, is refused
   * immediately.
   */
  apiKey: string | undefined
  /** @default globalThis.fetch */
  fetch?: HttpTransport['fetch']
  /** Milliseconds for one attempt. @default 10_000 */
  timeoutMs?: number
  /** Attempts after the first one, for calls that are safe to repeat. @default 3 */
  retries?: number
}

/** Options that every call of the client takes in addition to its input. */
export interface RequestOptions {
  signal?: AbortSignal
  /**
   * For calls that create something. The prefix `payer:` is reserved for the proxy, for the keys of payers.
   * @default a random one, so that the client's own attempts create only once
   */
  idempotencyKey?: string
}

/** The path's parameters as arguments, in their order. */
type PathArguments<Params extends readonly string[]> = Params extends readonly []
  ? []
  : Params extends readonly [string]
    ? [id: string]
    : { [At in keyof Params]: string }

/** A call's input apart from its path: its body, or the query of a list. */
type InputArguments<R extends Route> = R['body'] extends object
  ? Optional<RouteInput<R>['body']>
  : R['query'] extends object
    ? R['params'] extends readonly []
      ? Optional<QueryValues<R['query']>>
      : []
    : []
type Optional<Value> = object extends Value ? [input?: Value] : [input: Value]

/** The reply of a route; if it is not a page and has `data`, only that. */
type Reply<R extends Route> =
  RouteOutput<R> extends { pagination: unknown }
    ? RouteOutput<R>
    : RouteOutput<R> extends { data: infer Data }
      ? Data
      : RouteOutput<R>

type Method<R extends Route> = (
  ...input: [...PathArguments<R['params']>, ...InputArguments<R>, options?: RequestOptions]
) => Promise<Reply<R>>

type Routes = typeof routes
/** The endpoints whose reply is a file with a record in each line. */
type Export = Extract<keyof Routes, `export${string}`>
/** The endpoints that need a method of a different form. */
type OwnMethod = Export | 'createRequest' | 'findRequest'
/**
 * Iterates over the records of a file as they are read from the network. If the file is cut off, it throws a PayError `offline`, so a
 * partial file never looks complete.
 */
type ExportMethod<R extends Route> = (
  query?: Omit<QueryValues<NonNullable<R['query']>>, 'format'>,
  options?: Pick<RequestOptions, 'signal'>,
) => AsyncGenerator<RouteOutput<R>, void, void>

/**
 * A typed client of all endpoints, for a backend that holds the api-key: a method for each, which takes the path's parameters, then
 * the body, or the query of a list, then {@link RequestOptions}. Each rejects with a PayError, whose `code` and `status` identify
 * the documented error.
 */
export type Client = { [Name in Exclude<keyof Routes, OwnMethod>]: Method<Routes[Name]> } & {
  [Name in Export]: ExportMethod<Routes[Name]>
} & {
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
  /** Creates a payment request, with its attachment. */
  createRequest(request: NewRequest, options?: RequestOptions): Promise<PaymentRequest>
  /** Returns a matching payment request, or creates one; `wasCreated` is true for a new one. */
  findRequest(
    query: FindRequest,
    options?: RequestOptions,
  ): Promise<{ request: FoundRequest; wasCreated: boolean }>
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
  const transport = createTransport(options)
  // One id for all attempts of a call, so that the service's log shows them together.
  const createCallTransport = () => ({
    ...transport,
    headers: { ...transport.headers, 'x-request-id': crypto.randomUUID() },
  })
  const send = <R extends Route>(
    route: R,
    input: CallInput<R>,
    options: RequestOptions = {},
  ): Promise<CallResult<R>> => {
    const idempotencyKey =
      route.retryPolicy === 'key' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    checkSendable(idempotencyKey, input.body)
    const given = { ...input, signal: options.signal, idempotencyKey }
    return callRoute(createCallTransport(), route, given)
  }
  const createMethod = (route: Route) =>
    route.fileTypes
      ? (query: object = {}, options: RequestOptions = {}) => {
          const { input } = readArguments(route, [{ ...query, format: 'jsonl' }])
          return readLines(createCallTransport(), route, { ...input, signal: options.signal })
        }
      : async (...values: unknown[]) => {
          const { input, settings } = readArguments(route, values)
          const { data } = await send(route, input, settings)
          return hasOnlyData(route) ? (data as { data: unknown }).data : data
        }
  const methods = Object.fromEntries(
    Object.entries<Route>(routes).map(([name, route]) => [name, createMethod(route)]),
  ) as unknown as Pick<Client, Exclude<keyof Routes, 'findRequest'>>
  return {
    ...methods,
    iterateCharges: (query = {}, settings) =>
      iterateAllCharges(methods.listCharges, query, settings),
    findRequest: async (query, settings) => {
      const { data, status } = await send(routes.findRequest, { query }, settings)
      return { request: data, wasCreated: status === 201 }
    },
  }
}

/** Creates the function that makes calls with an api-key. @throws PayError `invalid_setting` that names the option */
export function createTransport(options: ClientOptions): HttpTransport {
  const { apiKey } = checkOptions(options)
  return {
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: { 'api-key': apiKey },
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 3,
    sleep,
    random: Math.random,
  }
}

/** Reads the arguments of a method as {@link Method} has them. */
function readArguments(route: Route, values: unknown[]) {
  const rest = [...values]
  const params = Object.fromEntries(route.params.map((name) => [name, rest.shift()]))
  const input: Record<string, unknown> = { params }
  if (route.body) {
    const body = rest.shift() ?? {}
    input.body = route.encoding === 'multipart' ? toFormData(body) : body
  } else if (route.query && route.params.length === 0) {
    input.query = toQueryValues(rest.shift() ?? {})
  }
  return { input: input as CallInput<Route>, settings: rest.shift() as RequestOptions | undefined }
}

/** Whether the reply has `data`, and is not a page. */
function hasOnlyData({ reply }: Route): boolean {
  const shape = 'shape' in reply.def ? (reply.def.shape as object) : {}
  return 'data' in shape && !('pagination' in shape)
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
  if (!apiKey) throw createOptionError('apiKey', 'apiKey is empty: pass your account’s key.')
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
function toQueryValues(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
