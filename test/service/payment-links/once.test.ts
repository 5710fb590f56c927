import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PaymentLink } from '../../../src/api/schemas/payment-links.ts'
import { execute, letPass } from '../../support/aging.ts'
import { clientOf, type Harness, provideHarness } from '../../support/harness.ts'
import { payFor } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'
import { countCharges, newLink, openCharge, postForm, readChargeId } from './links.ts'

const harness = provideHarness({
  RATE_LIMIT_LINKS: '0',
  TRUSTED_PROXIES: '1',
  LINK_OPEN_CHARGES: '5',
})

/** A header as a reverse proxy writes it for one of many customers. */
const from = (customer: number) => ({
  'x-forwarded-for': `10.${customer >> 16}.${(customer >> 8) & 255}.${customer & 255}`,
})

/** Posts the form of a link for many customers at once, and counts how they are answered. */
async function rush(link: PaymentLink, customers: number, baseUrls = [harness.service.baseUrl]) {
  const answers = await Promise.all(
    Array.from({ length: customers }, (_, index) => {
      const url = `${baseUrls[index % baseUrls.length]}/l/${link.code}`
      return postForm({ url }, {}, from(index))
    }),
  )
  return {
    opened: answers.filter(({ status }) => status === 303),
    refused: answers.filter(({ status }) => status === 409 || status === 429),
  }
}

const countPaid = async ({ id }: PaymentLink) =>
  (await clientOf(harness).getPaymentLink(id)).payments_count

const stateOf = async (link: PaymentLink, own: Harness = harness) =>
  (await clientOf(own).getPaymentLink(link.id)).state

/** Lets the time of a link's charge be over, and waits until it is marked as expired. Returns the link at the service's new address. */
async function expire({ id: linkId }: PaymentLink, id: string): Promise<PaymentLink> {
  await letPass(harness, id, 60)
  await until('the charge to expire', async () => {
    const { status } = await clientOf(harness).getCharge(id)
    return status === 'EXPIRED' || undefined
  })
  return await clientOf(harness).getPaymentLink(linkId)
}

describe('a link that is paid once', () => {
  test('asks one of two customers at once, and tells the other when to come back', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const { opened, refused } = await rush(link, 2)
    assert.deepEqual([opened.length, refused.length], [1, 1])
    const [answer] = refused
    assert.equal(answer?.status, 409)
    const wait = Number(answer?.headers.get('retry-after'))
    assert.ok(wait > 60 && wait <= 30 * 60, `${wait}`)
    assert.match(await (answer as Response).text(), /you can pay in (29|30) minutes/)
    assert.equal(await stateOf(link), 'taken')
  })

  test('asks one of 100 at once', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const { opened, refused } = await rush(link, 100)
    assert.deepEqual([opened.length, refused.length], [1, 99])
    assert.equal(await countCharges(harness, link), 1)
  })

  test('leads a customer who comes back to the charge that is theirs, and nobody else', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const first = await postForm(link)
    const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    assert.match(first.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    for (const again of [
      await postForm(link, {}, { cookie }),
      await fetch(link.url, { headers: { cookie }, redirect: 'manual' }),
    ])
      assert.equal(readChargeId(again), readChargeId(first))
    const other = await newLink(harness, { max_payments: 1 })
    await openCharge(other)
    assert.equal((await postForm(other, {}, { cookie })).status, 409)
  })

  test('asks a customer who clicks twice once, and anew where that charge has ended', async () => {
    const link = await newLink(harness, {
      max_payments: 1,
      fields: [{ kind: 'note' }],
    })
    const html = await (await fetch(link.url)).text()
    const [, visit = ''] = /name="visit" value="([^"]+)"/.exec(html) ?? []
    assert.ok(!(await (await fetch(link.url)).text()).includes(visit), 'each opening has its own')
    const clicks = await Promise.all(
      [1, 2, 3].map((customer) => postForm(link, { visit, field0: 'L' }, from(customer))),
    )
    clicks.push(await postForm(link, { visit, field0: 'L' }))
    const [id] = clicks.map(readChargeId)
    assert.deepEqual(new Set(clicks.map(readChargeId)), new Set([id]))
    assert.match(clicks[3]?.headers.get('set-cookie') ?? '', new RegExp(`=${id};`))
    assert.equal((await postForm(link, { visit, field0: 'M' })).status, 409)
    assert.equal((await postForm(link, { visit: crypto.randomUUID(), field0: 'L' })).status, 409)
    assert.equal(await countCharges(harness, link), 1)
    await clientOf(harness).cancelCharge(id ?? '')
    assert.notEqual(await openCharge(link, { visit, field0: 'L' }), id)
  })

  test('is done for good once it is paid, also after a refund was asked for', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const id = await openCharge(link)
    await payFor(harness, id)
    await until('the link to be paid', async () => (await stateOf(link)) === 'paid' || undefined)
    const { opened, refused } = await rush(link, 3)
    assert.deepEqual([opened.length, refused.length], [0, 0])
    assert.equal((await fetch(link.url)).status, 410)
  })

  test('is free again when its charge was canceled or has expired unpaid', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    await clientOf(harness).cancelCharge(await openCharge(link))
    const second = await openCharge(link)
    assert.equal((await postForm(link)).status, 409)
    const free = await expire(link, second)
    assert.equal(free.state, 'open')
    const third = await openCharge(free)
    assert.notEqual(third, second)
    // Money for the one that has expired is credited to it, as any late money is: the merchant sends one of both back.
    await payFor(harness, second)
    await until('the late payment', async () => {
      const { status, timeline } = await clientOf(harness).getCharge(second)
      return (status === 'COMPLETED' && timeline.at(-1)?.context === 'DELAYED') || undefined
    })
    assert.equal(await stateOf(link), 'paid')
    assert.equal((await clientOf(harness).getCharge(third)).status, 'NEW')
  })

  test('takes no other customer while late money of the first one is there', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const id = await openCharge(link)
    const free = await expire(link, id)
    await payFor(harness, id, 1_000_000n)
    await until('a part of the price', async () => {
      const { payment_status: status } = await clientOf(harness).getCharge(id)
      return status === 'part_paid' || undefined
    })
    assert.equal(await stateOf(link), 'taken')
    // Nobody is paying, and nobody is asked to come back.
    const refused = await postForm(free)
    assert.equal(refused.status, 410)
    assert.match(await refused.text(), /Nothing more can be paid by this link/)
    const own = await postForm(free, {}, { cookie: `pay-charge-link=${id}` })
    assert.equal(readChargeId(own), id)
  })
})

describe('a link of several payments', () => {
  test('asks as many customers as it has payments, of 100 at once in two processes', async (t) => {
    const { DATABASE_URL } = harness.environment
    const second = DATABASE_URL ? await startService(harness.environment) : undefined
    if (!second) t.diagnostic('the embedded database belongs to one process')
    try {
      const link = await newLink(harness, { max_payments: 3 })
      const baseUrls = [harness.service, ...(second ? [second] : [])].map(({ baseUrl }) => baseUrl)
      const { opened, refused } = await rush(link, 100, baseUrls)
      assert.deepEqual([opened.length, refused.length], [3, 97])
      assert.equal(await countCharges(harness, link), 3)
    } finally {
      await second?.end()
    }
  })

  test('is paid when it has all of more than a thousand payments', async () => {
    const max = 1003
    const link = await newLink(harness, { max_payments: max })
    const id = await openCharge(link)
    await payFor(harness, id)
    await until('the payment', async () => (await countPaid(link)) === 1 || undefined)
    const copy = (count: number) =>
      execute(
        harness,
        `insert into charges overriding user value select (jsonb_populate_record(original, jsonb_build_object(
          'id', gen_random_uuid(), 'reference', md5(gen_random_uuid()::text)))).*
        from charges as original, generate_series(1, ${count}) where id = '${id}'`,
      )
    await harness.restart({}, () => copy(max - 2))
    const again = await clientOf(harness).getPaymentLink(link.id)
    assert.deepEqual([again.state, again.payments_count], ['open', max - 1])
    await harness.restart({}, () => copy(1))
    const paid = await clientOf(harness).getPaymentLink(link.id)
    assert.deepEqual([paid.state, paid.payments_count], ['paid', max])
    assert.match(await (await fetch(paid.url)).text(), /This has been paid/)
  })

  test('has no more unpaid charges at the same time than the operator’s setting', async () => {
    const link = await newLink(harness)
    const { opened, refused } = await rush(link, 30)
    assert.deepEqual([opened.length, refused.length], [5, 25])
    assert.match(await (refused[0] as Response).text(), /Too many people are paying/)
    await clientOf(harness).cancelCharge(readChargeId(opened[0] as Response))
    await openCharge(link)
  })

  test('makes no charge once it was ended, of those that come at the same moment', async () => {
    const link = await newLink(harness)
    const [{ opened }] = await Promise.all([
      rush(link, 4),
      clientOf(harness).endPaymentLink(link.id),
    ])
    const count = await countCharges(harness, link)
    assert.equal(count, opened.length)
    await rush(link, 4)
    assert.equal(await countCharges(harness, link), count)
  })
})

describe('a bot', () => {
  test('that opens a link 10,000 times makes nothing', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const total = async () => (await clientOf(harness).listCharges({ limit: 1 })).pagination.total
    const before = await total()
    for (let round = 0; round < 100; round += 1)
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const method = index % 10 === 0 ? 'HEAD' : 'GET'
          const path = index === 1 ? '/preview.png' : index === 2 ? '?utm_source=bot' : ''
          const init = { method, headers: from(round * 100 + index) }
          const response = await fetch(link.url + path, init)
          await response.arrayBuffer()
          assert.ok(response.status === 200 || (path === '/preview.png' && response.status === 503))
        }),
      )
    assert.equal(await total(), before)
    assert.equal(await countCharges(harness, link), 0)
    assert.equal(await stateOf(link), 'open')
  })
})
