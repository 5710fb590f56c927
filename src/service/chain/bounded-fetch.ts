/** Bytes of one answer: a block's worth of logs or of calls is far below, and what is above was made to be. */
const limit = 32 * 1024 * 1024

/** An answer that is longer than a service should hold in memory. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/**
 * As fetch, but ends an answer that does not end by itself: what a transaction does decides how long its trace is, and
 * anybody may send one.
 */
export async function boundedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init)
  let length = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length > limit) throw new AnswerTooLong(`The answer has more than ${limit} bytes.`)
        controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded ?? null, { status, statusText, headers })
}
