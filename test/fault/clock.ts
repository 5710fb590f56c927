import { AsyncLocalStorage } from 'node:async_hooks'
import { Violation } from './violation.ts'

interface Timer {
  at: number
  end: () => void
  owner: object | undefined
  /** It may end early. */
  light?: boolean
}

/** How many things may happen at one moment before it counts as an endless loop. */
const crowd = 5_000

/** Whose code runs: the timers that it sets die with it. */
const running = new AsyncLocalStorage<object>()

/** Runs code as a tab's own. */
export function as<T>(owner: object, work: () => T): T {
  return running.run(owner, work)
}

/** A clock that moves only when it is told to. */
export class Clock {
  /** Time that only goes forward: of timers, of the chain, and of the service. */
  now = 1_790_000_000_000
  /** By how much the browser's own clock is ahead of it, in milliseconds; it jumps when somebody sets it. */
  skewMs = 0
  #timers: Timer[] = []
  #moment = 0

  /** The time of the browser's own clock. */
  get wall(): number {
    return this.now + this.skewMs
  }

  /** Sets a timer; one with an owner ends with it. */
  after(milliseconds: number, end: () => void, owner?: object): Timer {
    const timer = { at: this.now + Math.max(0, milliseconds), end, owner }
    let place = this.#timers.length
    // Later ones are at the end, and of equals the first set comes first.
    while (place > 0 && (this.#timers[place - 1] as Timer).at > timer.at) place--
    this.#timers.splice(place, 0, timer)
    return timer
  }

  cancel(timer: Timer) {
    const place = this.#timers.indexOf(timer)
    if (place >= 0) this.#timers.splice(place, 1)
  }

  /** Forgets the timers of a page that is gone. */
  drop(owner: object) {
    this.#timers = this.#timers.filter((one) => one.owner !== owner)
  }

  /** Ends the sleep of a page. */
  wake(owner: object) {
    for (const timer of this.#timers.filter((one) => one.light && one.owner === owner)) {
      this.cancel(timer)
      this.after(0, timer.end, owner)
    }
  }

  /** True while a page waits for a time to come. */
  waits(owner: object): boolean {
    return this.#timers.some((one) => one.owner === owner)
  }

  /** Lets all that is ready run, then moves on, from timer to timer. */
  async advance(milliseconds: number, halt: () => boolean) {
    const until = this.now + milliseconds
    await settled()
    for (;;) {
      const [next] = this.#timers
      if (!next || next.at > until || halt()) break
      this.#timers.shift()
      this.#count(next.at)
      next.end()
      await settled()
    }
    this.now = Math.max(this.now, until)
  }

  #count(at: number) {
    this.#moment = at > this.now ? 0 : this.#moment + 1
    this.now = Math.max(this.now, at)
    if (this.#moment > crowd) throw new Violation('endless', 'A loop runs and no time passes.')
  }

  /** Waits; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal, owner: object): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const abort = () => {
        this.cancel(timer)
        reject(signal.reason)
      }
      const end = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const timer = this.after(milliseconds, end, owner)
      timer.light = true
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  /** Makes this the clock of everything that asks the global one. Returns how to give that back. */
  install(random: () => number): () => void {
    const { setTimeout, clearTimeout } = globalThis
    const { now } = Date
    const { now: monotonicNow } = performance
    const { random: real } = Math
    const timers = new Map<number, Timer>()
    let serial = 0
    Object.assign(globalThis, {
      setTimeout: (end: () => void, milliseconds = 0) => {
        const id = ++serial
        timers.set(id, this.after(milliseconds, end, running.getStore()))
        return id
      },
      clearTimeout: (id: number) => {
        const timer = timers.get(id)
        if (timer) this.cancel(timer)
      },
    })
    Date.now = () => this.wall
    performance.now = () => this.now
    Math.random = random
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout })
      Date.now = now
      performance.now = monotonicNow
      Math.random = real
    }
  }
}

/** Lets every promise that can settle do so: an immediate comes when nothing is left to run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
