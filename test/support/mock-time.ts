import { mock } from 'node:test'

/** The time of a process, which a test sets. */
export interface MockTime {
  /** Lets time pass, by both clocks. */
  pass(milliseconds: number): void
  /** Sets the machine's clock forward or back, as an operator does: no time passes. */
  jump(milliseconds: number): void
  /** Ends it. */
  reset(): void
}

/** Takes over the time of this process: `Date` and the monotonic clock. */
export function mockTime(now = Date.now()): MockTime {
  mock.timers.enable({ apis: ['Date'], now })
  // Whole milliseconds: with a fraction, sums of intervals would differ from them by a rounding error.
  let monotonic = Math.ceil(performance.now())
  const { now: realNow } = performance
  // Not by `mock.method`, which keeps a stack of every call for good.
  performance.now = () => monotonic
  return {
    pass(milliseconds) {
      monotonic += milliseconds
      mock.timers.setTime(Date.now() + milliseconds)
    },
    jump: (milliseconds) => mock.timers.setTime(Date.now() + milliseconds),
    reset() {
      performance.now = realNow
      mock.timers.reset()
    },
  }
}
