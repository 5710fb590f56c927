/** Limit of one response. The logs or calls of a normal block are far below; more was made on purpose to flood us. */
const maxResponseBytes = 32 * 1024 * 1024

/** Thrown for a response that is longer than a service should hold in memory. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'AnswerTooLong'
}

/**
 * Fetches like `fetch`, but fails when the response exceeds a limit: the size of a trace depends on its transaction, and anyone can
 * send one.
 */
export async function fetchBounded(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init)
  let byteCount = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        byteCount += chunk.byteLength
        if (byteCount > maxResponseBytes)
          throw new ResponseTooLargeError(`The response has more than ${maxResponseBytes} bytes.`)
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded ?? null, { status, statusText, headers })
}
