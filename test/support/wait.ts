import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds after which something hangs. A limit of a test tells that from slowness and measures no speed: machines
 * that run tests are busy, and some stand still for a minute.
 */
export const patience = 180_000

/**
 * Asks until the answer is not undefined and gives it.
 * Rejects after `limit` milliseconds, saying what was waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limit = patience,
): Promise<T> {
  // Not by Date, whose time some tests simulate.
  const end = performance.now() + limit
  // Seldom after a while: whoever asks takes the time of those who are asked.
  for (let pause = 50; ; pause = Math.min(pause * 1.2, 250)) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`Waited ${limit} ms in vain for ${what}.`)
    await sleep(pause)
  }
}
