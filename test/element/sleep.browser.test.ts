import { sleepUntilWoken } from '../../src/element/checkout/sleep.ts'
import { equal, ok, thrown } from './support/assert.ts'
import { test } from './support/bdd.ts'

const never = new AbortController().signal
const hour = 3_600_000

test('it sleeps as long as it is told', async () => {
  const start = performance.now()
  await sleepUntilWoken(200, never)
  ok(performance.now() - start >= 195)
})

for (const [name, target, type] of [
  ['the browser is online again', window, 'online'],
  ['the page is left', window, 'pagehide'],
  ['the payer looks again', document, 'visibilitychange'],
] as const) {
  test(`it wakes when ${name}`, async () => {
    const sleeping = sleepUntilWoken(hour, never)
    target.dispatchEvent(new Event(type))
    await sleeping
  })
}

test('it rejects with the reason when it is broken off, before and meanwhile', async () => {
  const leaving = new AbortController()
  const sleeping = thrown(() => sleepUntilWoken(hour, leaving.signal))
  leaving.abort(new Error('Another screen.'))
  equal((await sleeping).message, 'Another screen.')
  equal((await thrown(() => sleepUntilWoken(hour, leaving.signal))).message, 'Another screen.')
})

test('it leaves no listener behind', async () => {
  const listening = new Set<string>()
  const { addEventListener, removeEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (this === window || this === document) listening.add(type)
    return addEventListener.call(this, type, ...rest)
  }
  EventTarget.prototype.removeEventListener = function (type, ...rest) {
    if (this === window || this === document) listening.delete(type)
    return removeEventListener.call(this, type, ...rest)
  }
  try {
    const sleeping = sleepUntilWoken(20, never)
    equal([...listening].sort(), ['online', 'pagehide', 'visibilitychange'])
    await sleeping
    equal([...listening], [])
  } finally {
    Object.assign(EventTarget.prototype, { addEventListener, removeEventListener })
  }
})
