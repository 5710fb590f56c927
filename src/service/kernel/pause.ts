/** A wait that can be ended early. */
export interface Pause {
  /** Waits until the time is over, `wake` is called, or the signal is aborted. */
  wait(durationMs: number): Promise<void>
  /** Ends the current wait, or else the next one. */
  wake(): void
}

/** Creates a pause that also ends when the signal is aborted. */
export function createPause(signal: AbortSignal): Pause {
  let wasWoken = false
  let end: () => void = () => undefined
  signal.addEventListener('abort', () => end(), { once: true })
  return {
    async wait(milliseconds) {
      if (!wasWoken && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, milliseconds)
        end = resolve
        await promise
        clearTimeout(timer)
      }
      wasWoken = false
    },
    wake() {
      wasWoken = true
      end()
    },
  }
}
