import { removePages } from './page.ts'
import { type WayName, ways } from './ways-to-pay.ts'

// The script of device.html: it opens a page of its own for a charge, and pays when it's told to. See open-device.ts.

const { way, ...charge } = Object.fromEntries(new URLSearchParams(location.search)) as {
  way: WayName
  id: string
  reference: string
}

async function run(): Promise<string> {
  const { pay } = await ways[way](charge)
  const { promise: isTold, resolve } = Promise.withResolvers<void>()
  addEventListener('message', () => resolve(), { once: true })
  parent.postMessage('ready', '*')
  await isTold
  await pay()
  return removePages().join(', ') || 'paid'
}

run().then(
  (done) => parent.postMessage(done, '*'),
  (cause: unknown) => parent.postMessage(String(cause), '*'),
)
