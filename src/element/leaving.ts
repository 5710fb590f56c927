/** How long a receipt is seen before the page goes on, in milliseconds. */
const seenFor = 3000
const tick = 250

/** Goes to an address once the payer has seen the receipt for a while. Hidden time does not count. */
export class Leaving {
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get active(): boolean {
    return this.#timer !== undefined
  }

  start(url: string) {
    this.stop()
    let seen = 0
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') seen += tick
      if (seen < seenFor) return
      this.stop()
      location.assign(url)
    }, tick)
    this.#changed()
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#changed()
  }
}
