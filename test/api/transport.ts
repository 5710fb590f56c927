import assert from 'node:assert/strict'
import type { HttpTransport } from '../../src/api/client/call.ts'
import { sleep } from '../../src/api/client/timing.ts'
import { PayError } from '../../src/errors.ts'

/** A transport whose back-off is noted and not waited for; the limit of a try is real. */
export function testTransport(baseUrl: string, change: Partial<HttpTransport> = {}) {
  const waits: number[] = []
  const transport: HttpTransport = {
    baseUrl,
    fetch: (url, init) => fetch(url, init),
    // Longer than any back-off, so that the two are told apart, and than a busy machine stands still.
    timeoutMs: 60_000,
    retries: 3,
    sleep: async (milliseconds, signal) => {
      if (milliseconds === transport.timeoutMs) return await sleep(milliseconds, signal)
      signal?.throwIfAborted()
      waits.push(milliseconds)
    },
    random: () => 1,
    ...change,
  }
  return { transport, waits }
}

/** The PayError that a promise rejects with; anything else fails. */
export async function rejection(promise: Promise<unknown>): Promise<PayError> {
  const error = await promise.then(
    (value) => assert.fail(`no error, but ${JSON.stringify(value)}`),
    (cause: unknown) => cause,
  )
  assert.ok(error instanceof PayError, `no PayError: ${error}`)
  return error
}
