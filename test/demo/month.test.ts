import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { monthDays, planMonth } from '../../demo/start/month/plan.ts'
import { type Client, createClient } from '../../src/api/client/client.ts'
import { temporaryFolder } from '../support/service.ts'
import { end, endAll, type OpenDemo, openDemo } from './demo-process.ts'

const dayMs = 86_400_000

describe('a new demo', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let demo: OpenDemo
  let client: Client
  before(async () => {
    folder = await temporaryFolder()
    demo = await openDemo({ DEMO_DATA: folder.path, DEMO_MONTH: 'on' })
    assert.equal(/could not be played/.exec(demo.stdout()), null)
    const { apiKey } = JSON.parse(await readFile(join(folder.path, 'account.json'), 'utf8'))
    client = createClient({ baseUrl: demo.facts.service, apiKey })
  })
  after(async () => {
    await end(demo)
    endAll()
    await folder.remove()
  })

  test('has a month of charges behind it, paid in blocks of their days', async () => {
    const planned = planMonth().flat()
    const charges = await listAll()
    assert.equal(charges.length, planned.length)
    const paid = charges.filter(({ status }) => status === 'COMPLETED')
    const isPaid = /^(paid|paidTwice|refunded|refundAsked)$/
    assert.equal(paid.length, planned.filter(({ fate }) => isPaid.test(fate)).length)
    const ages = paid.map(({ created_at }) =>
      Math.floor((Date.now() - Date.parse(created_at)) / dayMs),
    )
    assert.equal(Math.max(...ages), monthDays - 1)
    assert.equal(new Set(ages).size > monthDays - 6, true)
    for (const { created_at, payments } of paid) {
      const [first] = payments
      const waitedMs = Date.parse(first?.minedAt ?? '') - Date.parse(created_at)
      assert.ok(waitedMs >= 0 && waitedMs < dayMs, `${created_at} ${first?.minedAt}`)
    }
  })

  test('has refunds, and money that waits for a decision', async () => {
    const { data: refunds } = await client.listRefunds()
    assert.deepEqual(
      refunds.map(({ status }) => status),
      ['NAMED', 'COMPLETED', 'COMPLETED', 'COMPLETED'],
    )
    const { data: unmatched } = await client.listUnmatched()
    assert.equal(unmatched.length, 3)
  })

  async function listAll() {
    const charges = []
    let after: string | undefined
    for (;;) {
      const { data, pagination } = await client.listCharges({
        limit: 100,
        ...(after && { starting_after: after }),
      })
      charges.push(...data)
      if (!pagination.has_more) return charges
      after = data.at(-1)?.id
    }
  }
})
