import type { CheckoutEvent } from '../../../src/checkout/state.ts'
import type { PayCharge } from '../../../src/element/pay-charge.ts'

/** A point of the viewport to click at, and what is there. */
export interface Control {
  label: string
  x: number
  y: number
}

/** Lets a bench click through the screens of the built preview, and read what each click cost. */
export interface ScreenStage {
  screens: string[]
  /**
   * Shows a screen and returns its controls; the next event that one of them sends is answered by showing another.
   *
   * @param answer the screen that is shown in answer to a click
   */
  show(screen: string, answer: string): Promise<Control[]>
  /** Returns how long the interactions since the last call took until the next paint (Event Timing API), in ms. */
  takeInteractions(): Promise<number[]>
}

declare global {
  interface Window {
    screenStage?: ScreenStage
  }
}

/** Prepares the page. It runs in the page, by itself. */
export async function prepareScreens(): Promise<string[]> {
  const { preview: load } = (await customElements.whenDefined('pay-charge')) as typeof PayCharge
  const { preview, samples } = await load()
  const element = document.createElement('pay-charge')
  element.setAttribute('brand-name', 'Field & Kiln')
  element.setAttribute('redirect', 'none')
  // A receipt that is printed would open a window over the page.
  window.open = () => null

  const find = (name: string) => {
    const sample = samples.find((one) => one.name === name)
    if (!sample) throw new Error(`There is no screen ${name}.`)
    return sample.state
  }
  let answer = ''
  const onEvent = (_: CheckoutEvent) => void show(find(answer))
  const { show } = preview(element, onEvent)
  document.querySelector('main')?.append(element)

  const entries: PerformanceEventTiming[] = []
  const collect = (list: PerformanceEntryList) => {
    for (const entry of list as PerformanceEventTiming[])
      if (entry.interactionId) entries.push(entry)
  }
  const observer = new PerformanceObserver((list) => collect(list.getEntries()))
  // Shorter ones are not told by any browser.
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)

  const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  window.screenStage = {
    screens: samples.map(({ name }) => name),
    async show(screen, nextAnswer) {
      answer = nextAnswer
      await show(find(screen))
      await nextFrame()
      await nextFrame()
      const all = element.shadowRoot?.querySelectorAll<HTMLElement>('button, input, summary') ?? []
      return [...all]
        .filter((control) => control.checkVisibility() && !control.matches(':disabled'))
        .map((control) => {
          control.scrollIntoView({ block: 'nearest' })
          const { x, y, width, height } = control.getBoundingClientRect()
          const label = (control.textContent?.trim() || control.ariaLabel || control.tagName) ?? ''
          return {
            label: label.replace(/\s+/g, ' ').slice(0, 40),
            x: x + width / 2,
            y: y + height / 2,
          }
        })
    },
    async takeInteractions() {
      // An event's time is known once its frame was painted.
      await nextFrame()
      await wait(100)
      collect(observer.takeRecords())
      const longest = new Map<number, number>()
      for (const { interactionId, duration } of entries.splice(0))
        longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
      return [...longest.values()]
    },
  }
  return window.screenStage.screens
}
