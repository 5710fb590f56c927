/** How long the payer sees the receipt before the redirect. */
const receiptSeenMs = 3000
const tickMs = 250

/** Redirects to a URL once the payer has seen the receipt for a while. Time in a hidden tab does not count. */
export class DelayedRedirect {
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get isActive(): boolean {
    return this.#timer !== undefined
  }

  start(url: string) {
    this.stop()
    let seenMs = 0
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') seenMs += tickMs
      if (seenMs < receiptSeenMs) return
      this.stop()
      location.assign(url)
    }, tickMs)
    this.#onChange()
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#onChange()
  }
}
