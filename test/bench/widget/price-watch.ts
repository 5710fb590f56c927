import type { MeasuredPage } from './conditions.ts'
import { priceText } from './variants.ts'

/** What a page knows of its own load. Times in milliseconds since the navigation began. */
export interface PriceWatch {
  /** When the first frame with the price was done; 0 before. */
  priceAt: number
  /** Tasks of 50 ms and more (Long Tasks API). */
  longTasks: { start: number; duration: number }[]
  /** The sum of all layout shifts (Layout Instability API). */
  shift: number
}

declare global {
  interface Window {
    priceWatch?: PriceWatch
    /** Tells the bench, by a binding of the DevTools protocol, that the price is shown. */
    notifyPrice?: (nothing: string) => void
  }
}

/** The name of the mark that the price leaves in a trace. */
export const priceMark = 'bench-price'

/**
 * Loads a URL and resolves when its price is on the screen.
 *
 * It waits by a binding: Playwright's own waits run a script of hundreds of KiB in the page, which on the slow CPU
 * would be a large part of what is measured.
 */
export async function loadUntilPrice({ page, cdp }: MeasuredPage, url: string): Promise<void> {
  await page.addInitScript(watchPrice, { text: priceText, mark: priceMark })
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'notifyPrice' })
  const { promise: shown, resolve, reject } = Promise.withResolvers<void>()
  cdp.once('Runtime.bindingCalled', () => resolve())
  const timer = setTimeout(() => reject(new Error(`No price in a minute at ${url}.`)), 60_000)
  await page.goto(url, { waitUntil: 'commit' })
  await shown.finally(() => clearTimeout(timer))
}

/** Reads what the page has watched. */
export async function readPriceWatch({ cdp }: MeasuredPage): Promise<PriceWatch> {
  const expression = 'window.priceWatch'
  const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value as PriceWatch
}

/**
 * Watches for the price. It runs in the page, by itself, before any of its scripts.
 *
 * It looks when the document or a shadow root changes. A look at every frame would make the page draw frames all the
 * time, which on the slow CPU are a tenth of what is measured. The time is taken in a task behind the frame that shows
 * the price: style, layout and paint of that frame are in it.
 */
function watchPrice({ text, mark }: { text: string; mark: string }) {
  const watch: PriceWatch = { priceAt: 0, longTasks: [], shift: 0 }
  window.priceWatch = watch
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watch.longTasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      watch.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })

  const frameDone = new MessageChannel()
  frameDone.port1.onmessage = () => {
    watch.priceAt = performance.now()
    performance.mark(mark)
    window.notifyPrice?.('')
  }
  const look = () => {
    const host = document.querySelector('pay-charge, bare-charge, .amount')
    // A root that came with the HTML was attached by nobody.
    if (host?.shadowRoot) observe(host.shadowRoot)
    const shown = host?.shadowRoot?.querySelector('.amount') ?? host
    if (!shown?.textContent?.includes(text)) return
    observer.disconnect()
    requestAnimationFrame(() => frameDone.port2.postMessage(null))
  }
  const observer = new MutationObserver(look)
  const observe = (root: Node) =>
    observer.observe(root, { childList: true, subtree: true, characterData: true })
  observe(document)
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    observe(root)
    return root
  }
}
