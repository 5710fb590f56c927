import { fetchBounded } from './bounded-fetch.ts'
import { type NodeLimits, parseRetryAfterMs } from './limits.ts'

/** Called for each call that is sent to a node, with its JSON-RPC method. */
export type CallListener = (method: string) => void

/** A pause that is waited for. A longer one fails the call, so that another node is asked, or the next poll tries. */
const maxWaitMs = 2_000

/**
 * Creates the fetch of one node. It counts the calls, and keeps to what the node asks for with 429, 503, or 402 (the
 * plan's credits are used up): while it asks for no calls, none is sent.
 */
export function createNodeFetch(limits: NodeLimits, onCall: CallListener): typeof fetch {
  return async (input, init) => {
    const pauseMs = limits.getPauseMs()
    if (pauseMs > maxWaitMs)
      throw new Error(`The node asked to wait ${Math.ceil(pauseMs / 1000)} s more.`)
    if (pauseMs > 0) await wait(pauseMs)
    for (const method of readMethods(init?.body)) onCall(method)
    const response = await fetchBounded(input as RequestInfo | URL, init)
    const { status, statusText, headers } = response
    const retryAfter = headers.get('retry-after')
    if (status === 402 || status === 429 || (status === 503 && retryAfter !== null)) {
      limits.pause(parseRetryAfterMs(retryAfter))
      // viem would wait this long inside the call, and whoever made it with it.
      headers.delete('retry-after')
      return new Response(response.body, { status, statusText, headers })
    }
    if (response.ok) limits.endPauses()
    return response
  }
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
