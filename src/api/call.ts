import * as z from 'zod/mini'
import { PayError } from '../errors.ts'
import { errorCode, readErrorBody } from './error-body.ts'
import type { Input, Output, Route } from './route.ts'

/** What a call is made with: everything that touches the world is handed in. */
export interface Transport {
  /** Absolute, or relative to the page. A slash at its end is ignored. */
  baseUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every call, such as `api-key`. */
  headers?: Record<string, string> | undefined
  /** Milliseconds for one try, from the request to the last byte of the answer. */
  timeout: number
  /** How often a call that may be repeated is tried again. */
  retries: number
  /** Rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** 0 to 1, for jitter. */
  random: () => number
}

export type CallInput<R extends Route> = Partial<Omit<Input<R>, 'body'>> & {
  /** A form travels as it is (multipart), anything else as JSON. */
  body?: Input<R>['body'] | FormData
  signal?: AbortSignal | undefined
  /** Makes a call whose route says `repeat: 'key'` safe to repeat. */
  idempotencyKey?: string | undefined
  /** Lets the request outlive the page (Fetch Standard, keepalive; 64 KiB of bodies at most). */
  keepalive?: boolean | undefined
}

export interface Answer<R extends Route> {
  status: number
  data: Output<R>
}

/**
 * Makes one call of the route table, repeats it while that is safe and useful, and returns the checked answer.
 *
 * @throws PayError with the code of {@link errorCode}, or `timeout`, `offline`, `aborted`, `invalid_reply`
 */
export async function call<R extends Route>(
  transport: Transport,
  route: R,
  input: CallInput<R> = {} as CallInput<R>,
): Promise<Answer<R>> {
  const repeatable = route.repeat === 'safe' || (route.repeat === 'key' && !!input.idempotencyKey)
  for (let tried = 0; ; tried++) {
    try {
      return await once(transport, route, input, repeatable)
    } catch (cause) {
      const error = PayError.from(cause, 'offline')
      if (!error.retryable || tried >= transport.retries) throw error
      // Full jitter: many clients that failed together do not come back together.
      const backoff = transport.random() * Math.min(8000, 400 * 2 ** tried)
      await transport.sleep(Math.max(error.retryAfter ?? 0, backoff), input.signal)
    }
  }
}

async function once<R extends Route>(
  transport: Transport,
  route: R,
  input: CallInput<R>,
  repeatable: boolean,
): Promise<Answer<R>> {
  const done = new AbortController()
  const signal = input.signal ? AbortSignal.any([input.signal, done.signal]) : done.signal
  const limit = transport.sleep(transport.timeout, done.signal).then(() => {
    throw new PayError('timeout', `No answer within ${transport.timeout / 1000} s.`, {
      retryable: repeatable,
    })
  })
  try {
    return await Promise.race([exchange(transport, route, input, signal, repeatable), limit])
  } catch (cause) {
    if (input.signal?.aborted) throw new PayError('aborted', 'The call was given up.', { cause })
    throw PayError.from(cause, 'offline')
  } finally {
    done.abort()
  }
}

async function exchange<R extends Route>(
  transport: Transport,
  route: R,
  input: CallInput<R>,
  signal: AbortSignal,
  repeatable: boolean,
): Promise<Answer<R>> {
  const url =
    transport.baseUrl.replace(/\/+$/, '') + fillPath(route, input.params) + fillQuery(input.query)
  let response: Response
  try {
    response = await transport.fetch(url, {
      method: route.method,
      signal,
      ...payload(transport, input),
    })
  } catch (cause) {
    // fetch rejects with a TypeError for every network fault (Fetch Standard 5.6), and tells no more.
    throw new PayError('offline', 'The service could not be reached.', {
      cause,
      retryable: repeatable,
    })
  }
  const body = await readJson(response)
  if (!route.success.includes(response.status)) throw failure(response, body, repeatable)
  const parsed = z.safeParse(route.reply, body)
  if (parsed.success) return { status: response.status, data: parsed.data as Output<R> }
  const issue = parsed.error.issues[0]
  throw new PayError(
    'invalid_reply',
    'The service answered in a form that this version does not know.',
    {
      field: issue?.path.join('.'),
      status: response.status,
      requestId: requestId(response),
      cause: parsed.error,
    },
  )
}

function payload<R extends Route>(transport: Transport, input: CallInput<R>): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', ...transport.headers }
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const init: RequestInit = { headers, ...(input.keepalive && { keepalive: true }) }
  const body: unknown = input.body
  if (body === undefined) return init
  if (body instanceof FormData) return { ...init, body }
  headers['content-type'] = 'application/json'
  return { ...init, body: JSON.stringify(body) }
}

function fillPath(route: Route, params: Record<string, string> | undefined): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name]
    // An empty one would turn GET /charges/:id into the list.
    if (!value) throw new PayError('invalid_request', `${name} must not be empty.`, { field: name })
    return encodeURIComponent(value)
  })
}

function fillQuery(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size ? `?${search}` : ''
}

/** The body as JSON; undefined where it is something else, such as an HTML page of a server in between. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failure(response: Response, body: unknown, repeatable: boolean): PayError {
  const { status } = response
  const said = readErrorBody(body)
  const code = status < 400 ? 'invalid_reply' : errorCode(status)
  const passing =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  return new PayError(code, said.message ?? `The service answered ${status}.`, {
    status,
    field: said.field,
    details: said.details,
    requestId: requestId(response),
    retryAfter: retryAfter(response),
    retryable: repeatable && passing,
  })
}

function requestId(response: Response): string | undefined {
  return response.headers.get('x-request-id') ?? undefined
}

/** Milliseconds of Retry-After: seconds or a date (RFC 9110 section 10.2.3), two minutes at most. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 120_000)
}
