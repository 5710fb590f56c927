import { PayError } from '../../errors.ts'
import { computeBackoffMs } from '../backoff.ts'
import { freshParameter } from '../routes/checkout-charge-url.ts'
import type { Route, RouteInput, RouteOutput } from '../routes/route.ts'
import { buildCallUrl } from './call-url.ts'
import { createReplyError } from './failure.ts'

/** The dependencies of a call. Everything outside the program is injected, so that tests can replace it. */
export interface HttpTransport {
  /** Absolute, or relative to the page. A trailing slash is ignored. */
  baseUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every call, such as `api-key`. */
  headers?: Record<string, string> | undefined
  /**
   * The browser's HTTP cache mode (Fetch Standard). Left out by default, because not every server runtime takes it.
   *
   * With `no-store`, each read also has a unique address ({@link freshParameter}): the mode controls only the browser's own cache,
   * and one between browser and server may store a reply although it must not.
   */
  cache?: RequestCache | undefined
  /** Milliseconds for one attempt, from the request to the last byte of the reply. */
  timeoutMs: number
  /** Attempts after the first one, for calls that are safe to repeat. */
  retries: number
  /** Waits; rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 to 1, for jitter. */
  random: () => number
}

/** The input of one call: the route's own, and the options of the request. */
export type CallInput<R extends Route> = Partial<Omit<RouteInput<R>, 'body'>> & {
  /** FormData is sent as multipart/form-data, anything else as JSON. */
  body?: RouteInput<R>['body'] | FormData
  signal?: AbortSignal | undefined
  /** Makes a call safe to repeat, if its route's `retryPolicy` needs a key. */
  idempotencyKey?: string | undefined
  /** Lets the request outlive the page (Fetch Standard, keepalive; 64 KiB of bodies at most). */
  keepalive?: boolean | undefined
}

/** The status and the parsed reply of a successful call. */
export interface CallResult<R extends Route> {
  status: number
  data: RouteOutput<R>
}

/**
 * Calls a route of the table, repeats the call while that is safe and useful, and returns the parsed reply.
 *
 * @throws PayError with the code of {@link errorCode}, or `timeout`, `offline`, `aborted`, `invalid_reply`
 */
export async function callRoute<R extends Route>(
  transport: HttpTransport,
  route: R,
  input: CallInput<R> = {} as CallInput<R>,
): Promise<CallResult<R>> {
  const isRepeatable =
    route.retryPolicy === 'safe' || (route.retryPolicy === 'key' && !!input.idempotencyKey)
  for (let attempt = 0; ; attempt++) {
    try {
      return await callOnce(transport, route, input, isRepeatable)
    } catch (cause) {
      const error = PayError.from(cause, 'offline')
      if (!error.retryable || attempt >= transport.retries) throw error
      // Full jitter: many clients that failed at the same time do not retry at the same time.
      const { random } = transport
      const backoffMs = computeBackoffMs(attempt, { baseMs: 400, maxMs: 8000, jitter: 1, random })
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs)
      await transport.sleep(waitMs, input.signal).catch((reason) => {
        throw createAbortedError(reason)
      })
    }
  }
}

async function callOnce<R extends Route>(
  transport: HttpTransport,
  route: R,
  input: CallInput<R>,
  isRepeatable: boolean,
): Promise<CallResult<R>> {
  // Checked before fetch: for an aborted signal and a form, Node's fetch rejects twice, and the second rejection cannot be caught.
  if (input.signal?.aborted) throw createAbortedError(input.signal.reason)
  const completion = new AbortController()
  const signal = input.signal
    ? AbortSignal.any([input.signal, completion.signal])
    : completion.signal
  const timeoutReached = transport.sleep(transport.timeoutMs, completion.signal).then(() => {
    throw new PayError('timeout', `No answer within ${transport.timeoutMs / 1000} s.`, {
      retryable: isRepeatable,
    })
  })
  try {
    return await Promise.race([
      fetchReply(transport, route, input, signal, isRepeatable),
      timeoutReached,
    ])
  } catch (cause) {
    if (input.signal?.aborted) throw createAbortedError(cause)
    if (cause instanceof PayError) throw cause
    // fetch and the body's reader reject with a TypeError for every network fault (Fetch Standard 5.6), without telling
    // which one it was.
    throw new PayError(
      'offline',
      'The payment service can’t be reached. Check your connection and try again.',
      {
        cause,
        retryable: isRepeatable,
      },
    )
  } finally {
    completion.abort()
  }
}

function createAbortedError(cause: unknown): PayError {
  return new PayError('aborted', 'The request was canceled.', { cause })
}

async function fetchReply<R extends Route>(
  transport: HttpTransport,
  route: R,
  input: CallInput<R>,
  signal: AbortSignal,
  isRepeatable: boolean,
): Promise<CallResult<R>> {
  const isFresh = transport.cache === 'no-store' && route.method === 'GET'
  const query = isFresh ? { ...input.query, [freshParameter]: transport.random() } : input.query
  const url = buildCallUrl(transport.baseUrl, route, { ...input, query })
  const response = await transport.fetch(url, {
    method: route.method,
    signal,
    // Following a redirect would send the api-key to another host, and turn a POST into a GET.
    redirect: 'manual',
    ...buildRequestInit(transport, input),
  })
  const body = await readJson(response)
  if (!route.successStatuses.includes(response.status)) {
    throw createReplyError(response, body, isRepeatable)
  }
  // As any Standard Schema: the script tag's build has other ones in place of zod's (schemas/compiled-schema.ts).
  const result = await route.reply['~standard'].validate(body)
  if (!result.issues) return { status: response.status, data: result.value as RouteOutput<R> }
  const [issue] = result.issues
  throw new PayError('invalid_reply', 'The reply doesn’t fit this version.', {
    field: issue?.path?.join('.'),
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause: result.issues,
  })
}

function buildRequestInit<R extends Route>(
  transport: HttpTransport,
  input: CallInput<R>,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', ...transport.headers }
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const { cache } = transport
  const init: RequestInit = {
    headers,
    ...(cache && { cache }),
    ...(input.keepalive && { keepalive: true }),
  }
  const body: unknown = input.body
  if (body === undefined) return init
  if (body instanceof FormData) return { ...init, body }
  headers['content-type'] = 'application/json'
  return { ...init, body: JSON.stringify(body) }
}

/** Reads the body as JSON. Returns undefined for anything else, such as an HTML page of a server in between. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
