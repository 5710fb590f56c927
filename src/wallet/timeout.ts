/**
 * Waits for work, but no longer than a time limit. The work goes on after the limit; its failure is then nobody's.
 *
 * @param onTimeout returns what the call resolves with after the limit, or throws what it rejects with
 */
export async function withTimeout<T, U>(
  work: Promise<T>,
  timeoutMs: number,
  onTimeout: () => U,
): Promise<T | U> {
  const { promise: limit, resolve } = Promise.withResolvers<'limit'>()
  const timer = setTimeout(resolve, timeoutMs, 'limit')
  try {
    const settled = work.then((value) => ({ value }))
    const first = await Promise.race([settled, limit])
    return first === 'limit' ? onTimeout() : first.value
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
