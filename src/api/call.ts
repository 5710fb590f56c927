import * as z from 'zod/mini'
import { PayError } from '../errors.ts'
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
      const wait = Math.max(error.retryAfter ?? 0, backoff)
      await transport.sleep(wait, input.signal).catch((reason) => {
        throw givenUp(reason)
      })
    }
  }
}

async function once<R extends Route>(
  transport: Transport,
  route: R,
  input: CallInput<R>,
  repeatable: boolean,
): Promise<Answer<R>> {
  // Not left to fetch: Node's then rejects twice for a form, the second time where nobody can catch it.
  if (input.signal?.aborted) throw givenUp(input.signal.reason)
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
    if (input.signal?.aborted) throw givenUp(cause)
    if (cause instanceof PayError) throw cause
    // fetch and the reader of a body reject with a TypeError for every network fault (Fetch Standard 5.6), and tell
    // no more.
    throw new PayError('offline', 'The service could not be reached.', {
      cause,
      retryable: repeatable,
    })
  } finally {
    done.abort()
  }
}

function givenUp(cause: unknown): PayError {
  return new PayError('aborted', 'The call was given up.', { cause })
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
  const response = await transport.fetch(url, {
    method: route.method,
    signal,
    // Followed, it would carry the api-key to another host, and make a GET of a POST.
    redirect: 'manual',
    ...payload(transport, input),
  })
  const body = await readJson(response)
  if (!route.success.includes(response.status)) {
    // Apart, so that a page which meets no error does not load what reads them.
    const { failure } = await import('./failure.ts')
    throw failure(response, body, repeatable)
  }
  const parsed = z.safeParse(route.reply, body)
  if (parsed.success) return { status: response.status, data: parsed.data as Output<R> }
  const issue = parsed.error.issues[0]
  throw new PayError(
    'invalid_reply',
    'The service answered in a form that this version does not know.',
    {
      field: issue?.path.join('.'),
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
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
