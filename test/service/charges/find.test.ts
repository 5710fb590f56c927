import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ChargeListQuery, ListedEvent, NewCharge } from '../../../src/api/index.ts'
import { call, clientOf, provideHarness } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { runCli } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// A merchant finds a charge by whatever a customer's mail says: the order's number, a hash, an address, an amount.

let receiver: Receiver
/** A paid charge with everything by which one is found. */
let paid: { id: string; reference: string; hash: string; payer: string }
let open: string
const order = {
  name: 'Order 1042',
  payer_email: 'Ada@Example.com',
  metadata: { order_id: 'A-1042', cart: 77, gift: true, notes: { inner: 'A-1042' }, sku: 'MUG' },
} satisfies Partial<NewCharge>

const harness = provideHarness({
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ webhookRetryDelaysMs: [100] }),
})
before(async () => {
  await harness.started
  receiver = await startReceiver()
  await clientOf(harness).setChargeWebhook({ url: receiver.url })
  const id = await newCharge(harness, {}, order)
  // The same key with another value, the same value with another key, and another charge of the same merchant.
  open = await newCharge(harness, {}, { metadata: { order_id: 'A-1043', previous: 'A-1042' } })
  const hash = await payFor(harness, id)
  const { payerAddress: payer } = await paymentThatIs(harness, id, hash, 'COMPLETED')
  const { reference } = await clientOf(harness).getCharge(id)
  paid = { id, reference, hash, payer }
})
after(() => receiver.die())

async function find(query: ChargeListQuery, account = harness.shop): Promise<string[]> {
  const { data } = await clientOf(harness, account).listCharges(query)
  return data.map(({ id }) => id)
}

describe('GET /charges finds', () => {
  const byPaid: [string, () => ChargeListQuery][] = [
    ['an entry of the metadata', () => ({ metadata_key: 'order_id', metadata_value: 'a-1042' })],
    ['a number in the metadata', () => ({ metadata_key: 'cart', metadata_value: '77' })],
    ['a boolean in the metadata', () => ({ metadata_key: 'gift', metadata_value: 'true' })],
    ['the reference', () => ({ reference: paid.reference })],
    ['the hash, in any case', () => ({ hash: `0x${paid.hash.slice(2).toUpperCase()}` })],
    ['the payer', () => ({ payer: paid.payer.toLowerCase() })],
    ['the e-mail address, in any case', () => ({ payer_email: 'ada@example.COM' })],
    ['the status and the amount', () => ({ status: 'COMPLETED', amount: '5.00' })],
    ['the time of payment', () => ({ paid_since: '2020-01-01T00:00:00Z' })],
    ['two things at once', () => ({ metadata_key: 'sku', metadata_value: 'mug', amount: '5' })],
    ['its id, typed', () => ({ search: ` ${paid.id.toUpperCase()} ` })],
    ['its reference, typed', () => ({ search: paid.reference })],
    ['its hash, typed', () => ({ search: paid.hash })],
    ['its payer, typed', () => ({ search: paid.payer })],
    ['its order’s name, typed', () => ({ search: 'order 1042' })],
    ['its e-mail address, typed', () => ({ search: 'ada@example.com' })],
    ['its number, typed, with another filter', () => ({ search: '77', status: 'COMPLETED' })],
  ]
  for (const [name, query] of byPaid)
    test(name, async () => assert.deepEqual(await find(query()), [paid.id]))

  test('every charge that has the text, newest first, and pages of them', async () => {
    assert.deepEqual(await find({ search: 'A-1042' }), [open, paid.id])
    assert.deepEqual(await find({ search: 'A-1042', limit: 1 }), [open])
    assert.deepEqual(await find({ search: 'A-1042', limit: 1, starting_after: open }), [paid.id])
    assert.deepEqual(await find({ search: 'A-1042', ending_before: paid.id }), [open])
    assert.deepEqual(await find({ amount: '5' }), [open, paid.id])
  })

  test('a transaction that was reported, before any chain has shown it', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const tokenAddress = harness.chain.dusd
    const chainId = String(harness.chain.chainId)
    await clientOf(harness).addPayment(open, { hash, chainId, tokenAddress })
    assert.deepEqual(await find({ hash }), [open])
  })

  test('a time of creation, its start and not its end', async () => {
    const client = clientOf(harness)
    const [first, second] = await Promise.all([paid.id, open].map((id) => client.getCharge(id)))
    const [since, before] = [first?.created_at ?? '', second?.created_at ?? '']
    assert.deepEqual(await find({ created_since: since, created_before: before }), [paid.id])
    assert.deepEqual(await find({ created_since: before }), [open])
    assert.deepEqual(await find({ created_before: since }), [])
    assert.deepEqual(await find({ paid_before: since }), [])
  })

  test('nothing of what is nearly the same', async () => {
    const nearly: ChargeListQuery[] = [
      { search: 'A-104' },
      { metadata_key: 'previous', metadata_value: 'A-1043' },
      { metadata_key: 'notes', metadata_value: 'A-1042' },
      { metadata_key: 'ORDER_ID', metadata_value: 'A-1042' },
      { amount: '5.000001' },
      { search: `0x${'00'.repeat(20)}` },
      { status: 'EXPIRED', search: 'A-1042' },
    ]
    for (const query of nearly) assert.deepEqual(await find(query), [], JSON.stringify(query))
  })

  test('nothing of another account, by whatever it knows', async () => {
    for (const [, query] of byPaid) assert.deepEqual(await find(query(), harness.other), [])
  })

  test('how many there are, and says what cannot be asked', async () => {
    const { pagination } = await clientOf(harness).listCharges({ search: 'A-1042', limit: 1 })
    assert.deepEqual(pagination, { has_more: true, total: 2 })
    const wrong: [string, string][] = [
      ['metadata_key=order_id', 'metadata_value'],
      ['metadata_value=A-1042', 'metadata_key'],
      ['created_since=yesterday', 'created_since'],
      ['paid_since=2026-11-02T00:00:00Z&paid_before=2026-11-01T00:00:00Z', 'paid_before'],
      ['payer=0x52908400098527886E0F7030069857D2E4169ee7', 'payer'],
      ['hash=0x12', 'hash'],
      ['amount=five', 'amount'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['search=', 'search'],
    ]
    for (const [query, field] of wrong) {
      const { status, body } = await call(harness, 'GET', `/charges?${query}`)
      const { error } = body as { error: { details: { field: string }[] } }
      assert.deepEqual([status, error.details[0]?.field], [400, field], query)
    }
  })

  test('a charge whose metadata no database can take apart', async () => {
    const metadata = { order_id: 'Z-1', 'weird"\\key': 'va"lue\\', nul: 'a\u0000b', empty: '' }
    const id = await newCharge(harness, {}, { metadata })
    assert.deepEqual(await find({ metadata_key: 'order_id', metadata_value: 'Z-1' }), [id])
    assert.deepEqual(await find({ metadata_key: 'weird"\\key', metadata_value: 'VA"LUE\\' }), [id])
    assert.deepEqual(await find({ search: 'a\u0000b' }), [id])
  })
})

describe('pay-charge call findCharge', () => {
  const show = (text: string) => runCli(['call', 'findCharge', '--name', text], harness.environment)

  test('finds a charge of any account by its number, and names several that have it', async () => {
    const { stdout } = await show('A-1043')
    assert.equal((JSON.parse(stdout) as { charge: { id: string } }).charge.id, open)
    await assert.rejects(show('A-1042'), {
      code: 1,
      stderr: `Several charges have A-1042. Give the id of one: ${open}, ${paid.id}.\n`,
    })
  })
})

describe('GET /payments', () => {
  test('lists an account’s payments, and finds them', async () => {
    const client = clientOf(harness)
    const { data, pagination } = await client.listPayments()
    const [ofCharge] = (await client.getCharge(paid.id)).payments
    const payment = ofCharge && { ...ofCharge, livemode: true }
    assert.deepEqual(data, [payment])
    assert.deepEqual(pagination, { has_more: false })
    assert.deepEqual(await client.getPayment(payment?.uuid ?? ''), payment)
    const { createdAt = '' } = payment ?? {}
    const found = [{ hash: paid.hash }, { payer: paid.payer }, { charge: paid.id }]
    for (const query of [...found, { status: 'COMPLETED' as const }, { since: createdAt }])
      assert.deepEqual((await client.listPayments(query)).data, [payment])
    for (const query of [{ status: 'FAILED' as const }, { charge: open }, { before: createdAt }])
      assert.deepEqual((await client.listPayments(query)).data, [])
  })

  test('shows another account nothing', async () => {
    const other = clientOf(harness, harness.other)
    const [payment] = (await clientOf(harness).getCharge(paid.id)).payments
    assert.deepEqual((await other.listPayments({ hash: paid.hash })).data, [])
    await assert.rejects(other.getPayment(payment?.uuid ?? ''), { code: 'not_found' })
    await assert.rejects(other.listPayments({ starting_after: payment?.uuid ?? '' }), {
      code: 'not_found',
    })
  })
})

describe('GET /events', () => {
  const eventsOf = async (charge: string) => (await clientOf(harness).listEvents({ charge })).data

  const isDelivered = ({ deliveries }: ListedEvent) =>
    deliveries.length === 1 && deliveries.every(({ status }) => status === 'DELIVERED')

  test('lists what was told, with its body, newest first', async () => {
    const delivered = await until('the deliveries', async () => {
      const events = await eventsOf(paid.id)
      return events.every(isDelivered) ? events : undefined
    })
    assert.deepEqual(
      delivered.map(({ type }) => type),
      ['charge:confirmed', 'charge:pending', 'charge:created'],
    )
    const [confirmed] = delivered
    const { event, ...listed } = await clientOf(harness).getEvent(confirmed?.uuid ?? '')
    // Alone, it also has what each endpoint answered.
    const deliveries = listed.deliveries.map(({ answerBody: _, answerMs: __, ...one }) => one)
    assert.deepEqual({ ...listed, deliveries }, confirmed)
    const sent = receiver.received.find(({ event: { id } }) => id === confirmed?.uuid)
    assert.deepEqual(event, JSON.parse(sent?.body ?? ''))
    const cursor = { limit: 1, starting_after: confirmed?.uuid ?? '' }
    const { data, pagination } = await clientOf(harness).listEvents({ charge: paid.id, ...cursor })
    assert.deepEqual([data, pagination.has_more], [[delivered[1]], true])
  })

  test('an event is sent again, with its id', async () => {
    const [{ uuid } = assert.fail('no event')] = await eventsOf(paid.id)
    const calls = () => receiver.received.filter(({ event }) => event.id === uuid).length
    const before = calls()
    const { deliveries } = await clientOf(harness).redeliverEvent(uuid)
    // Before its next attempt, or already after it.
    assert.equal(deliveries.length, 1)
    assert.match(deliveries[0]?.status ?? '', /WAITING|DELIVERED/)
    await until('the second call', () => calls() > before || undefined)
  })

  test('what was given up is sent again since a time, the oldest first', async () => {
    const since = new Date().toISOString()
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const ids = [await newCharge(harness), await newCharge(harness)]
    await until('both to be given up', async () => {
      const { data } = await clientOf(harness).listEvents({ status: 'FAILED', since })
      return data.length === 2 || undefined
    })
    const [failed] = await eventsOf(ids[0] ?? '')
    assert.match(failed?.deliveries[0]?.lastError ?? '', /500/)
    receiver.answer = (_, response) => void response.writeHead(204).end()
    assert.deepEqual(
      await clientOf(harness).redeliverEvents({ since, before: since.replace(/^2/, '3') }),
      {
        count: 2,
        next_since: '',
      },
    )
    await until('both to arrive', async () => {
      const { data } = await clientOf(harness).listEvents({ status: 'DELIVERED', since })
      return data.length === 2 || undefined
    })
    assert.deepEqual(await clientOf(harness).redeliverEvents({ since }), {
      count: 0,
      next_since: '',
    })
  })

  test('shows and sends nothing of another account', async () => {
    const other = clientOf(harness, harness.other)
    const [{ uuid, deliveries } = assert.fail('no event')] = await eventsOf(paid.id)
    assert.deepEqual((await other.listEvents({ charge: paid.id })).data, [])
    await assert.rejects(other.getEvent(uuid), { code: 'not_found' })
    await assert.rejects(other.redeliverEvent(uuid), { code: 'not_found' })
    const since = '2020-01-01T00:00:00Z'
    assert.equal((await other.redeliverEvents({ since, status: 'DELIVERED' })).count, 0)
    const endpoint = deliveries[0]?.endpoint ?? assert.fail('no endpoint')
    await assert.rejects(other.redeliverEvents({ endpoint }), { code: 'not_found' })
  })
})
