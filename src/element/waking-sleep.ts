import { sleep } from '../api/timing.ts'

/** What makes it worth to try at once: the network is back, the payer looks again, or the page is being left. */
const reasons = [
  [globalThis, 'online'],
  [globalThis, 'pagehide'],
  [globalThis.document, 'visibilitychange'],
] as const

/** Waits like {@link sleep}, and ends early when there is a reason to try at once. */
export async function wakingSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const woken = new AbortController()
  const wake = () => woken.abort()
  for (const [target, type] of reasons) target.addEventListener(type, wake, { once: true })
  try {
    await sleep(milliseconds, AbortSignal.any([signal, woken.signal]))
  } catch (cause) {
    if (signal.aborted) throw cause
  } finally {
    for (const [target, type] of reasons) target.removeEventListener(type, wake)
  }
}
