import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { ReducedCharge, Status } from '../../../src/api/index.ts'
import { openStore } from '../../../src/service/app/store.ts'
import {
  call,
  chainId,
  clientOf,
  databaseOf,
  errorOf,
  judged,
  provideHarness,
} from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { chargeBody, payFor, paymentThatIs, reportTo } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'

const harness = provideHarness()

async function make(account = harness.shop, amount = '5'): Promise<string> {
  const { id } = await clientOf(harness, account).createCharge(
    chargeBody(harness, {}, { local_price: { amount }, metadata: { large: 'x'.repeat(1000) } }),
  )
  return id
}

const makeMany = (count: number, account = harness.shop) =>
  Promise.all(Array.from({ length: count }, () => make(account)))

const idsOf = (charges: ReducedCharge[]) => charges.map(({ id }) => id)

describe('GET /charges', () => {
  test('of an account without charges is empty', async () => {
    const { status, body } = await call(harness, 'GET', '/charges', undefined, {
      'api-key': harness.other.apiKey,
    })
    assert.equal(status, 200)
    assert.deepEqual(body, { data: [], pagination: { has_more: false, total: 0 }, warnings: [] })
  })

  test('answers exactly the reduced set, newest first, 25 unless said otherwise', async () => {
    await makeMany(26)
    const last = await make()
    const { body } = await call(harness, 'GET', '/charges')
    const { data, pagination, warnings } = body as {
      data: ReducedCharge[]
      pagination: unknown
      warnings: unknown
    }
    assert.deepEqual(warnings, [])
    assert.deepEqual(pagination, { has_more: true, total: 27 })
    assert.equal(data.length, 25)
    const single = await call(harness, 'GET', `/charges/${last}`)
    // Only one charge says whether a report of it waits, what a large payment waits for, and what a card needs.
    const {
      waiting_report,
      finality,
      brand_color,
      brand_logo_url,
      organization_name,
      support_url,
      redirects,
      ...rest
    } = (single.body as { data: ReducedCharge }).data
    assert.deepEqual([waiting_report, finality], [null, null])
    assert.ok(
      brand_color && organization_name && redirects && brand_logo_url === '' && support_url === '',
    )
    assert.deepEqual(data[0], rest)
    const reduced = ['created_at', 'hosted_url', 'id', 'payments', 'pricing', 'pricing_type']
    const beside = [
      ...['expires_at', 'livemode', 'metadata', 'reference', 'status', 'timeline'],
      ...['payment_status', 'missing_amount', 'excess_amount'],
    ]
    const order = [
      'name',
      'description',
      'line_items',
      'tax_note',
      'payer_email',
      'payer_email_hint',
    ]
    const keys = [...reduced, ...beside, ...order].sort()
    for (const charge of data) assert.deepEqual(Object.keys(charge).sort(), keys)
    const times = data.map(({ created_at }) => Date.parse(created_at))
    assert.ok(Math.abs((times[0] ?? 0) - Date.now()) < 600_000)
  })

  test('starting_after goes to older, ending_before to the page next to it; both newest first', async () => {
    const all = idsOf((await clientOf(harness).listCharges({ limit: 100 })).data)
    const page = (query: object) => clientOf(harness).listCharges({ limit: 3, ...query })
    const older = await page({ starting_after: all[4] })
    assert.deepEqual(idsOf(older.data), all.slice(5, 8))
    assert.deepEqual(older.pagination, { has_more: true, total: all.length })
    const oldest = await page({ starting_after: all.at(-3)?.toUpperCase() })
    assert.deepEqual(idsOf(oldest.data), all.slice(-2))
    assert.equal(oldest.pagination.has_more, false)
    assert.deepEqual((await page({ starting_after: all.at(-1) })).data, [])
    const newer = await page({ ending_before: all[5] })
    assert.deepEqual(idsOf(newer.data), all.slice(2, 5))
    assert.equal(newer.pagination.has_more, true)
    const newest = await page({ ending_before: all[2] })
    assert.deepEqual(idsOf(newest.data), all.slice(0, 2))
    assert.equal(newest.pagination.has_more, false)
    assert.deepEqual(idsOf((await page({ limit: 1 })).data), all.slice(0, 1))
  })

  test('the status filters, and total counts what fits', async () => {
    const client = clientOf(harness)
    const before = (await client.listCharges({ status: 'NEW' })).pagination.total
    const id = await make()
    const token = harness.chain.dusd
    const hash = await payFor(harness, id)
    await reportTo(client, id, { hash, chainId: `${chainId}`, tokenAddress: token })
    await judged(harness, id, hash)
    const completed = await client.listCharges({ status: 'COMPLETED' })
    assert.deepEqual(idsOf(completed.data), [id])
    assert.equal(completed.data[0]?.payments[0]?.payerTransactionHash, hash)
    assert.deepEqual(completed.pagination, { has_more: false, total: 1 })
    const fresh = await client.listCharges({ status: 'NEW', limit: 1 })
    assert.equal(fresh.pagination.total, before)
    // A cursor need not fit the filter: it is a place in the list.
    const around = await client.listCharges({ status: 'NEW', starting_after: id, limit: 1 })
    assert.equal(around.data.length, 1)
    assert.deepEqual((await client.listCharges({ status: 'EXPIRED' })).data, [])
  })

  const unknown = crypto.randomUUID()
  const faults: [query: string, status: number, field: string][] = [
    ['limit=0', 400, 'limit'],
    ['limit=101', 400, 'limit'],
    ['limit=-1', 400, 'limit'],
    ['limit=ten', 400, 'limit'],
    ['limit=', 400, 'limit'],
    ['limit=1.5', 400, 'limit'],
    ['limit=1&limit=2', 400, 'limit'],
    ['status=PAID', 400, 'status'],
    ['status=new', 400, 'status'],
    ['starting_after=7', 400, 'starting_after'],
    ['ending_before=%00', 400, 'ending_before'],
    [`starting_after=${unknown}&ending_before=${unknown}`, 400, 'ending_before'],
    [`starting_after=${unknown}`, 404, 'starting_after'],
    [`ending_before=${unknown}`, 404, 'ending_before'],
  ]
  for (const [query, status, field] of faults) {
    test(`${query.replaceAll(unknown, ':uuid')} is ${status}, naming ${field}`, async () => {
      const { status: got, body } = await call(harness, 'GET', `/charges?${query}`)
      assert.equal(got, status)
      assert.equal(errorOf(body).details[0]?.field, field)
      assert.ok(errorOf(body).message.startsWith(field))
    })
  }

  test('a cursor of another account is 404, as one that names nothing', async () => {
    const foreign = { 'api-key': harness.other.apiKey }
    const path = `/charges?starting_after=${await make()}`
    const { status, body } = await call(harness, 'GET', path, undefined, foreign)
    assert.equal(status, 404)
    assert.equal(errorOf(body).type, 'not_found')
  })
})

describe('paging', () => {
  /** An account of its own for each run: its service must be down while the embedded database makes it. */
  const accounts: (typeof harness.shop)[] = []
  before(async () => {
    await harness.service.end()
    for (let index = 0; index < 6; index++) {
      const args = ['account', 'create', '--name', `Shop ${index}`, '--json']
      const { stdout } = await runOperator(args, harness.environment)
      accounts.push(JSON.parse(stdout))
    }
    harness.service = await startService(harness.environment)
  })

  test('either way meets each charge that existed at the start exactly once, while others are made', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        fc.constantFrom<Status | undefined>(undefined, 'NEW'),
        async (count, limit, newer, status) => {
          const account = accounts.pop() ?? harness.other
          const before = await clientOf(harness, account).listCharges({ limit: 100 })
          const first = await make(account)
          const there = [...idsOf(before.data), ...(await makeMany(count, account))]
          let paging = true
          const busy = async () => {
            while (paging) await make(account)
          }
          const writers = [busy(), busy(), busy()]
          const met: string[] = []
          const query = { limit, ...(status && { status }), ...(newer && { ending_before: first }) }
          for await (const { id } of clientOf(harness, account).iterateCharges(query)) {
            met.push(id)
            // Towards newer ones, the writers could keep it busy for ever: those that were there come first.
            if (newer && met.length > there.length + 20) break
            if (met.length > 2000) assert.fail('no end')
          }
          paging = false
          await Promise.all(writers)
          const expected = newer ? there.slice(before.data.length) : [...there, first]
          const times = expected.map((id) => met.filter((one) => one === id).length)
          assert.deepEqual(new Set(times), new Set(expected.length > 0 ? [1] : []))
          assert.equal(new Set(met).size, met.length)
        },
      ),
      { numRuns: 6 },
    )
  })

  test('total is what there is, after all that', async () => {
    for (const account of [harness.shop, harness.other]) {
      let counted = 0
      for await (const _ of clientOf(harness, account).iterateCharges()) counted += 1
      const { pagination } = await clientOf(harness, account).listCharges({ limit: 1 })
      assert.equal(pagination.total, counted)
    }
  })
})

describe('counters', () => {
  test('are exact when many charges are made and moved at once', async () => {
    const client = clientOf(harness)
    const totals = async () => {
      const of = async (status?: Status) =>
        (await client.listCharges({ limit: 1, ...(status && { status }) })).pagination.total
      return { all: await of(), fresh: await of('NEW'), canceled: await of('CANCELLED') }
    }
    const before = await totals()
    const work = async (index: number) => {
      const id = await make()
      if (index % 2 === 0) await client.cancelCharge(id)
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => work(index)))
    assert.deepEqual(await totals(), {
      all: before.all + 60,
      fresh: before.fresh + 30,
      canceled: before.canceled + 30,
    })
  })
})

test('the answers to Idempotency-Keys are forgotten after a day, in portions', async () => {
  const key = crypto.randomUUID()
  const body = chargeBody(harness)
  const made = await clientOf(harness).createCharge(body, { idempotencyKey: key })
  await harness.service.end()
  const store = await openStore(databaseOf(harness), (error) => assert.fail(error))
  try {
    assert.equal(
      await store.deleteIdempotencyKeys(new Date(Date.parse(made.created_at) - 3_600_000), 3),
      0,
    )
    const later = new Date(Date.now() + 1000)
    assert.equal(await store.deleteIdempotencyKeys(later, 3), 3)
    while (await store.deleteIdempotencyKeys(later, 50));
    assert.equal(await store.getSavedResponse(harness.shop.id, key, 'x'), undefined)
  } finally {
    await store.close()
  }
  harness.service = await startService(harness.environment)
  const again = await clientOf(harness).createCharge(body, { idempotencyKey: key })
  assert.notEqual(again.id, made.id)
})

test('payment_status lists the charges whose money stands so, also of a searched text', async () => {
  const [short, whole, open] = [await make(), await make(), await make()]
  for (const [id, amount] of [
    [short, 4_000_000n],
    [whole, 5_000_000n],
  ] as const)
    await paymentThatIs(harness, id, await payFor(harness, id, amount), 'COMPLETED')
  for (const [payment_status, id] of [
    ['part_paid', short],
    ['paid', whole],
    ['unpaid', open],
  ] as const)
    for (const query of [{}, { search: '5' }]) {
      const { data } = await clientOf(harness).listCharges({
        ...{ ...query, payment_status, limit: 100 },
      })
      const found = idsOf(data).filter((listed) => [short, whole, open].includes(listed))
      assert.deepEqual(found, [id])
      assert.ok(data.every((charge) => charge.payment_status === payment_status))
    }
})
