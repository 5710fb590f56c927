import { PayError } from '../../errors.ts'
import type { Route, RouteOutput } from '../routes/route.ts'
import type { CallInput, HttpTransport } from './call.ts'
import { buildCallUrl } from './call-url.ts'
import { createReplyError } from './failure.ts'

/**
 * Calls a route whose reply is a file of JSON lines, and iterates over them as they arrive. It is not repeated: the caller has
 * had the first lines already. An iteration that is left ends the call.
 *
 * @throws PayError with the code of the reply; `offline`, also where the connection breaks in the middle; `aborted`,
 *   `timeout` until the reply begins, `invalid_reply`
 */
export async function* readLines<R extends Route>(
  transport: HttpTransport,
  route: R,
  { query, params, signal }: Pick<CallInput<R>, 'query' | 'params' | 'signal'>,
): AsyncGenerator<RouteOutput<R>, void, void> {
  const ending = new AbortController()
  const anySignal = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
  try {
    if (signal?.aborted) throw signal.reason
    const url = buildCallUrl(transport.baseUrl, route, { query, params })
    const init = { method: route.method, redirect: 'manual', signal: anySignal } as const
    const response = await begin(transport, url, { ...init, headers: transport.headers ?? {} })
    if (!route.successStatuses.includes(response.status))
      throw createReplyError(response, await response.json().catch(() => undefined), true)
    for await (const line of splitLines(response.body ?? new ReadableStream())) {
      const parsed = await route.reply['~standard'].validate(parseLine(line))
      if (parsed.issues) throw createLineError(parsed.issues)
      yield parsed.value as RouteOutput<R>
    }
  } catch (cause) {
    if (cause instanceof PayError) throw cause
    if (signal?.aborted) throw new PayError('aborted', 'The request was canceled.', { cause })
    const text = 'The payment service can’t be reached, or its answer was cut off.'
    throw new PayError('offline', text, { cause, retryable: true })
  } finally {
    ending.abort()
  }
}

async function begin(transport: HttpTransport, url: string, init: RequestInit): Promise<Response> {
  const begun = new AbortController()
  const timeout = transport.sleep(transport.timeoutMs, begun.signal).then(() => {
    const seconds = transport.timeoutMs / 1000
    throw new PayError('timeout', `No answer within ${seconds} s.`, { retryable: true })
  })
  try {
    return await Promise.race([transport.fetch(url, init), timeout])
  } finally {
    timeout.catch(() => undefined)
    begun.abort()
  }
}

async function* splitLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw createLineError('The last line has no end.')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw createLineError(cause)
  }
}

function createLineError(cause: unknown): PayError {
  const text = 'The reply doesn’t fit this version.'
  return new PayError('invalid_reply', text, { cause })
}
