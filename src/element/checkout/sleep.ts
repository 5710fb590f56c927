import { sleep } from '../../api/client/timing.ts'

/** The events that end a wait early: the network is back, the tab is shown or hidden, or the page is being left. */
const wakeEvents = [
  [globalThis, 'online'],
  [globalThis, 'pagehide'],
  [globalThis.document, 'visibilitychange'],
] as const

/** Waits like {@link sleep}, but ends early at one of these events. Rejects when the signal is aborted. */
export async function sleepUntilWoken(durationMs: number, signal: AbortSignal): Promise<void> {
  const wakeController = new AbortController()
  const wake = () => wakeController.abort()
  for (const [target, type] of wakeEvents) target.addEventListener(type, wake, { once: true })
  try {
    await sleep(durationMs, AbortSignal.any([signal, wakeController.signal]))
  } catch (cause) {
    if (signal.aborted) throw cause
  } finally {
    for (const [target, type] of wakeEvents) target.removeEventListener(type, wake)
  }
}
