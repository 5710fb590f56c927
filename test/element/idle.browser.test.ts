import { ok, until } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'
import { at, clear, mount } from './support/mount.ts'
import { PageShop } from './support/shop.ts'

// A file of its own: what is loaded once is not loaded again.

afterEach(clear)

/** Modules that the page has asked for; the list of the browser is too short for all of them. */
const loaded: string[] = []
new PerformanceObserver((list) => {
  loaded.push(...list.getEntries().map(({ name }) => new URL(name).pathname))
}).observe({ type: 'resource', buffered: true })
performance.setResourceTimingBufferSize(10_000)

const has = (part: string) => loaded.some((path) => path.includes(part))

test('the screens that come next are fetched when the browser is idle, the wallets’ code is not', async () => {
  const shop = new PageShop()
  const { promise: clicked, resolve: idle } = Promise.withResolvers<void>()
  const { requestIdleCallback } = window
  // The browser is idle when the test says so.
  window.requestIdleCallback = (work) => {
    void clicked.then(() => requestIdleCallback(work))
    return 0
  }
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  await new Promise((done) => setTimeout(done, 300))
  ok(!has('checkout/checkout') && !has('views/index'), 'nothing more while there is better to do')
  idle()
  await until(
    () => has('checkout/checkout') && has('views/index'),
    () => 'the screens should be fetched',
  )
  await until(
    () => (element.shadowRoot?.adoptedStyleSheets.length ?? 0) > 1,
    () => 'and be of use',
  )
  window.requestIdleCallback = requestIdleCallback
  await new Promise((done) => setTimeout(done, 300))
  ok(!has('/src/wallet/index'), 'the wallets’ code is for whom it is wanted')
  ok(!has('languages.ts') && !has('preview'), 'no other language, and no preview')
  element.dispatchEvent(new PointerEvent('pointerenter'))
  await until(
    () => has('/src/wallet/index'),
    () => 'with intent, it should be fetched',
  )
})
