import assert from 'node:assert/strict'
import pg from 'pg'

/**
 * Forgets the calls that rate limits have counted, of a service that is down. The embedded database keeps none: there a
 * service counts for itself, from nothing at each start.
 */
export async function forgetCalls({ DATABASE_URL }: Record<string, string>): Promise<void> {
  if (!DATABASE_URL) return
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('delete from rate_limits').finally(() => client.end())
}

/**
 * Milliseconds. A process whose database has not counted a call after five seconds counts it for itself, from nothing
 * (src/service/db/rate-counters.ts): the limit that all processes share does not have it. A call that was answered sooner is
 * in it. A little less than five seconds, since clocks differ.
 */
const ownCountMs = 4_900

/** Makes calls and tells which of them the shared count may lack, as a machine that stands still for seconds brings about. */
export class CallTimer {
  /** How many calls took so long that they may not be in the shared count. */
  uncounted = 0

  async time<T>(call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await call()
    } finally {
      if (performance.now() - startedAt >= ownCountMs) this.uncounted += 1
    }
  }
}

/**
 * Makes calls one after the other, and asserts how each is answered. One that the limit is to refuse comes in addition to as many
 * as the shared count may lack of those before it: the limit then has room for these.
 */
export async function expectStatuses(
  calls: readonly (() => Promise<number>)[],
  expected: readonly number[],
): Promise<void> {
  assert.equal(calls.length, expected.length)
  const timer = new CallTimer()
  const statuses: number[] = []
  let extra = 0
  for (const [index, call] of calls.entries()) {
    let status = await timer.time(call)
    for (; expected[index] === 429 && status !== 429 && extra < timer.uncounted; extra += 1)
      status = await timer.time(call)
    statuses.push(status)
  }
  assert.deepEqual(statuses, expected)
}
