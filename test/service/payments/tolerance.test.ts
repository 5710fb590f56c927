import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookEvent } from '../../../src/api/schemas/webhook.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { until } from '../../support/wait.ts'

// A merchant who does not want to write to a payer about 80 cents says so, and is told when somebody else does.

const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on', SETTINGS_DELAY_HOURS: '24' })
const receiver = provideReceiver(harness)

const events = () => receiver.received.map(({ body }) => JSON.parse(body) as WebhookEvent)
const priced = (amount: string) => newCharge(harness, {}, { local_price: { amount } })

async function pay(id: string, units: bigint) {
  const hash = await payFor(harness, id, units)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const { status, timeline } = await clientOf(harness).getCharge(id)
  return [status, timeline.at(-1)?.context]
}

async function setNow(amount: string, percent: string) {
  const args = ['settings', 'tolerance', '--account', harness.shop.id, '--now']
  await runOperator([...args, '--amount', amount, '--percent', percent], harness.environment)
}

test('a new charge is paid by what is short by less, and the timeline says so', async () => {
  const before = await priced('50')
  await setNow('1', '2')
  const id = await priced('50')
  assert.deepEqual(await pay(id, 49_000_000n), ['COMPLETED', 'UNDERPAID'])
  await until('the store to be told', () =>
    events().find(
      (event) =>
        event.type === 'charge:confirmed' &&
        event.data.id === id &&
        event.data.timeline.at(-1)?.context === 'UNDERPAID',
    ),
  )
  assert.deepEqual(await pay(await priced('50'), 48_999_999n), ['PENDING', 'UNDERPAID'])
  // What was agreed on before holds.
  assert.deepEqual(await pay(before, 49_000_000n), ['PENDING', 'UNDERPAID'])
  assert.deepEqual(await pay(id, 1_000_000n), ['COMPLETED', undefined])
})

test('a larger tolerance waits and is told, a smaller one holds at once, and none exceeds five', async () => {
  await setNow('1', '1')
  const client = clientOf(harness)
  const { effective_at } = await client.setUnderpaymentTolerance({ amount: '5', percent: '5' })
  assert.ok(effective_at)
  assert.deepEqual(await pay(await priced('50'), 47_500_000n), ['PENDING', 'UNDERPAID'])
  const event = await until('the notice', () =>
    events().find((one) => one.type === 'tolerance.changing'),
  )
  assert.deepEqual(event.data, {
    ...event.data,
    effective_at,
    from: { amount: '1', percent: '1' },
    to: { amount: '5', percent: '5' },
  })
  const args = ['settings', 'pending', '--account', harness.shop.id]
  const { stdout } = await runOperator(args, harness.environment)
  assert.match(stdout, /tolerance {2}by \S+ {2}to 5 dollars, 5 %/)
  const none = await client.setUnderpaymentTolerance({ amount: '0', percent: '0' })
  assert.deepEqual(none, { amount: '0', percent: '0' })
  assert.deepEqual(await pay(await priced('50'), 49_990_000n), ['PENDING', 'UNDERPAID'])
  const tooMuch = client.setUnderpaymentTolerance({ amount: '1', percent: '100' })
  await assert.rejects(tooMuch, { code: 'invalid_request' })
  const { data } = await client.listAuditLog()
  assert.deepEqual(
    data.slice(0, 3).map(({ action }) => action),
    ['tolerance.set', 'tolerance.canceled', 'tolerance.changing'],
  )
})
