import type { TabStatus } from '../../../src/checkout/ports/tabs.ts'
import { createTabs } from '../../../src/element/checkout/storage/tab-channel.ts'
import { equal, show, turn, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const other = '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10'
const channels: BroadcastChannel[] = []
const closed: BroadcastChannel[] = []

/** The tabs port of one tab, on a real channel. */
function tab(canLock = true) {
  return createTabs(canLock, (name) => {
    const channel = new BroadcastChannel(name)
    const close = channel.close.bind(channel)
    channel.close = () => {
      closed.push(channel)
      close()
    }
    channels.push(channel)
    return channel
  })
}

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  closed.length = 0
})

/** What a tab hears of a charge. */
function hears(port: ReturnType<typeof tab>, of = chargeId) {
  const heard: TabStatus[] = []
  const stop = port.listen(of, (status) => heard.push(status))
  return { heard, stop }
}

const length = (heard: TabStatus[], wanted: number) =>
  until(
    () => heard.length >= wanted,
    () => `${wanted} should be heard: ${show(heard)}`,
  )

const hash = `0x${'1'.repeat(64)}`

test('what one tells the others hear, in order, and it itself does not', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  const own = hears(first)
  const others = [hears(second), hears(third)]
  const told: TabStatus[] = [
    { step: 'sending' },
    { step: 'reporting', hash },
    { step: 'confirming', hash, confirmations: 1, requiredConfirmations: 2 },
    { step: 'over' },
  ]
  for (const status of told) first.notify(chargeId, status)
  for (const { heard } of others) {
    await length(heard, told.length)
    equal(heard, told)
  }
  equal(own.heard, [])
})

test('who comes later is told at once how it stands, and nothing once it is over', async () => {
  const first = tab()
  first.notify(chargeId, { step: 'sending' })
  first.notify(chargeId, { step: 'confirming', hash, confirmations: 1, requiredConfirmations: 2 })
  const { heard, stop } = hears(tab())
  await length(heard, 1)
  equal(heard, [{ step: 'confirming', hash, confirmations: 1, requiredConfirmations: 2 }])
  stop()
  first.notify(chargeId, { step: 'over' })
  const late = hears(tab())
  // Somebody who pays another charge answers later than nobody would.
  const end = hears(tab(), other)
  const payer = tab()
  payer.notify(other, { step: 'unknownOutcome' })
  await length(end.heard, 1)
  equal(
    late.heard.filter(({ step }) => step !== 'over'),
    [],
  )
})

test('another charge’s payment is nobody’s business', async () => {
  const [first, second] = [tab(), tab()]
  const { heard } = hears(second)
  const there = hears(second, other)
  first.notify(other, { step: 'sending' })
  await length(there.heard, 1)
  equal(heard, [])
})

test('who has stopped listening hears nothing more, and holds no channel open', async () => {
  const [first, second] = [tab(), tab()]
  const { heard, stop } = hears(second)
  const still = hears(tab())
  stop()
  equal(closed.length, 1)
  first.notify(chargeId, { step: 'sending' })
  await length(still.heard, 1)
  equal(heard, [])
})

test('who pays keeps the channel: others may ask', async () => {
  const payer = tab()
  const { stop } = hears(payer)
  payer.notify(chargeId, { step: 'sending' })
  stop()
  equal(closed.length, 0)
  const { heard } = hears(tab())
  await length(heard, 1)
})

test('without locks nothing is told or heard: nobody could take over', async () => {
  const [first, second] = [tab(false), tab(false)]
  const { heard, stop } = hears(second)
  first.notify(chargeId, { step: 'sending' })
  await turn()
  equal(heard, [])
  equal(channels.length, 0)
  stop()
})

test('a message that has not the form of one is not heard, and throws nothing', async () => {
  const { heard } = hears(tab())
  const channel = new BroadcastChannel('pay-charge')
  const planted = [
    null,
    7,
    'over',
    {},
    { chargeId },
    { chargeId, status: null },
    { chargeId, status: { step: 'paid' } },
    { chargeId, status: { step: 'confirming', hash: '<b>' } },
    { chargeId, status: { step: 'confirming', hash, confirmations: -1 } },
    { chargeId: {}, status: { step: 'over' } },
  ]
  for (const message of planted) channel.postMessage(message)
  channel.postMessage({ chargeId, status: { step: 'unknownOutcome' } })
  await length(heard, 1)
  equal(heard, [{ step: 'unknownOutcome' }])
  channel.close()
})
