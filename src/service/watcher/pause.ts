/** A wait that can be cut short. */
export interface Pause {
  /** Resolves after the time, when woken, or when the signal is aborted: whichever comes first. */
  wait(milliseconds: number): Promise<void>
  /** Ends the wait; one that is called before the wait began ends the next. */
  wake(): void
}

export function pausable(signal: AbortSignal): Pause {
  let woken = false
  let end: () => void = () => undefined
  signal.addEventListener('abort', () => end(), { once: true })
  return {
    async wait(milliseconds) {
      if (!woken && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, milliseconds)
        end = resolve
        await promise
        clearTimeout(timer)
      }
      woken = false
    },
    wake() {
      woken = true
      end()
    },
  }
}
