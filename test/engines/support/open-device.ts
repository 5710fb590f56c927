import type { Charge, WayName } from './ways-to-pay.ts'

/**
 * Has another device get ready to pay a charge by a way, and returns what then pays. Its origin is another, so it shares no
 * storage and no channel with the pages here.
 */
export async function openDevice(way: WayName, { id, reference }: Charge) {
  const frame = document.createElement('iframe')
  const there = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const address = new URL('/test/engines/support/device.html', location.href)
  address.hostname = there
  address.search = String(new URLSearchParams({ way, id, reference }))
  frame.src = address.href
  const ready = hear(frame, 'ready')
  document.body.append(frame)
  await ready
  return async () => {
    const paid = hear(frame, 'paid')
    frame.contentWindow?.postMessage('pay', '*')
    await paid
    frame.remove()
  }
}

/** Waits for a word of a frame. Rejects when it says another. */
function hear(frame: HTMLIFrameElement, word: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  addEventListener('message', function listen({ source, data }) {
    if (source !== frame.contentWindow) return
    removeEventListener('message', listen)
    if (data === word) resolve()
    else reject(new Error(`The other device: ${data}`))
  })
  return promise
}
