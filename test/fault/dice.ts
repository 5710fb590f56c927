/** Chances that a seed repeats (mulberry32). Seed 0 throws no dice: always the first, the plainest outcome. */
export class Dice {
  readonly #plain: boolean
  #state: number

  constructor(seed: number) {
    this.#plain = seed === 0
    this.#state = seed
  }

  /** A whole number from 0 to below `n`. */
  below(n: number): number {
    if (this.#plain) return 0
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Milliseconds that an answer takes; half of them come at once. */
  delay(): number {
    return this.pick(delays)
  }
}

const delays = [0, 0, 0, 0, 5, 40, 250, 900]
