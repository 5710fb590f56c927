import assert from 'node:assert/strict'
import type { Transport } from '../../src/api/call.ts'
import { sleep } from '../../src/api/timing.ts'
import { PayError } from '../../src/errors.ts'

/** A transport whose back-off is noted and not waited for; the limit of a try is real. */
export function testTransport(baseUrl: string, change: Partial<Transport> = {}) {
  const waits: number[] = []
  const transport: Transport = {
    baseUrl,
    fetch: (url, init) => fetch(url, init),
    // Longer than any back-off, so that the two are told apart, and than a busy machine stands still.
    timeout: 60_000,
    retries: 3,
    sleep: async (milliseconds, signal) => {
      if (milliseconds === transport.timeout) return await sleep(milliseconds, signal)
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
