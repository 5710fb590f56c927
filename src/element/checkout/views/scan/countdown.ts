import { AsyncDirective, directive } from 'lit/async-directive.js'
import { noChange } from 'lit/html.js'
import { fill } from '../../../i18n/messages.ts'

const dayMs = 24 * 60 * 60_000

/** Formats a time that is left: `29:41`, or `1:29:41`. */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const [hours, ...minutesAndSeconds] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(
    Math.floor,
  )
  const [minutes = 0, ends = 0] = minutesAndSeconds
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(ends).padStart(2, '0')}`
  return hours ? `${hours}:${tail}` : tail
}

/**
 * Renders the remaining time, updated every second; nothing after the end, nor more than a day before it, where the
 * device's clock may be wrong.
 */
class Countdown extends AsyncDirective {
  #timer: ReturnType<typeof setInterval> | undefined
  #show = () => {}

  /** @param endsAt Unix milliseconds */
  render(endsAt: number, text: string): unknown {
    this.#show = () => {
      const leftMs = endsAt - Date.now()
      const isShown = leftMs > 0 && leftMs < dayMs
      this.setValue(isShown ? fill(text, { time: formatTimeLeft(leftMs) }) : '')
    }
    this.reconnected()
    return noChange
  }

  protected override reconnected() {
    this.disconnected()
    this.#show()
    this.#timer = setInterval(this.#show, 1000)
  }

  protected override disconnected() {
    clearInterval(this.#timer)
  }
}

export const countdown = directive(Countdown)
