import { fetchBounded } from '../../kernel/bounded-fetch.ts'
import { type NodeLimits, parseRetryAfterMs } from './limits.ts'
import { classifyResponse } from './refusals.ts'

/** Called for each call that is sent to a node, with its JSON-RPC method. */
export type CallListener = (method: string) => void

/** A pause that is waited for. A longer one fails the call, so that another node is asked, or the next poll tries. */
const maxWaitMs = 2_000

/**
 * Creates the fetch of one node. It counts the calls, and respects the node's pauses: during one, no call is sent. A call refused
 * for too many calls, or without a reply, is sent once more, after a second or the time that the node states. A second response
 * that is no reply is the node's failure.
 */
export function createNodeFetch(limits: NodeLimits, onCall: CallListener): typeof fetch {
  async function send(input: RequestInfo | URL, init: RequestInit | undefined) {
    const pauseMs = limits.getPauseMs()
    if (pauseMs > maxWaitMs)
      throw new Error(`The node asked to wait ${Math.ceil(pauseMs / 1000)} s more.`)
    if (pauseMs > 0) await wait(pauseMs)
    const [method, ...others] = readMethods(init?.body)
    for (const one of [method, ...others]) if (one !== undefined) onCall(one)
    const { status, statusText, headers, ...response } = await read(input, init)
    const retryAfter = headers.get('retry-after')
    const kind = classifyResponse({ status, retryAfter, body: response.body }, method)
    if (kind === 'answer') limits.recordAnswer()
    else if (kind !== 'error') limits.pause(parseRetryAfterMs(retryAfter))
    // viem would wait this long inside the call, and block its caller.
    headers.delete('retry-after')
    return { kind, response: new Response(response.body, { status, statusText, headers }) }
  }

  return async (input, init) => {
    const first = await send(input as RequestInfo | URL, init)
    const isRepeated = first.kind === 'refused' || first.kind === 'no reply'
    if (!isRepeated) return first.response
    const last =
      limits.getPauseMs() > maxWaitMs ? first : await send(input as RequestInfo | URL, init)
    if (last.kind === 'no reply') throw new Error('The node answers without a result or an error.')
    return last.response
  }
}

/**
 * Limit of one response. The logs or calls of a normal block are far below; more was made on purpose to flood us: the size of a
 * trace depends on its transaction, and anyone can send one.
 */
const maxResponseBytes = 32 * 1024 * 1024

async function read(input: RequestInfo | URL, init: RequestInit | undefined) {
  const response = await fetchBounded(input, init, maxResponseBytes)
  const { status, statusText, headers } = response
  return { status, statusText, headers, body: await response.text() }
}

async function wait(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, milliseconds)
  await promise
}

/** Returns the methods of a JSON-RPC request, or of a batch. */
function readMethods(body: unknown): string[] {
  if (typeof body !== 'string') return []
  const calls = [JSON.parse(body)].flat() as { method?: unknown }[]
  return calls.map(({ method }) => String(method))
}
