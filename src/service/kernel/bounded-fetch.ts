/** Thrown for a response that is longer than a service should hold in memory. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'AnswerTooLong'
}

/** Fetches like `fetch`, but the response's body fails when it exceeds a limit: its size is another's choice. */
export async function fetchBounded(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<Response> {
  const response = await fetch(input, init)
  let byteCount = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        byteCount += chunk.byteLength
        if (byteCount > maxBytes)
          throw new ResponseTooLargeError(`The response has more than ${maxBytes} bytes.`)
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded ?? null, { status, statusText, headers })
}
