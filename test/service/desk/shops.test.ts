import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Refund } from '../../../src/api/schemas/payments/refund.ts'
import type { UnmatchedPayment } from '../../../src/api/schemas/unmatched.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import type { DeskVisitor } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Two shops of one account: each list and each figure can be narrowed to one of them, and says what it shows of both.

const harness = provideHarness()
let visitor: DeskVisitor
const shops = ['coffee', 'tea'] as const
const refunds = new Map<string, Refund>()
const assigned = new Map<string, UnmatchedPayment>()
let open: UnmatchedPayment

/** The account, with a key of one of its shops. */
async function keyOf(shop: string) {
  const { stdout } = await runOperator(
    [
      ...['keys', 'create', '--account', harness.shop.id, '--scope', 'admin'],
      ...['--shop', shop, '--json'],
    ],
    harness.environment,
  )
  const { apiKey } = JSON.parse(stdout) as { apiKey: string }
  return { ...harness.shop, apiKey }
}

/** Sends money without any reference, and waits for its row. */
async function sendUnmatched(units: bigint) {
  const hash = await harness.chain.transfer(harness.chain.dusd, wallet, units)
  return await until('the unmatched money', async () =>
    (await clientOf(harness).listUnmatched({ limit: 100 })).data.find((one) => one.hash === hash),
  )
}

before(async () => {
  await harness.started
  const { visitor: person } = await signInAtDesk(
    { environment: harness.environment, baseUrl: harness.service.baseUrl },
    harness.shop.id,
    { role: 'manage', name: 'Ruth Sand' },
  )
  visitor = person
})

/** The rows of a list of the desk, by the links that have an id. */
async function listRows(path: string, kind: string): Promise<string[]> {
  const { links } = readPage((await visitor.open(path)).html)
  const ids = links.flatMap(
    (link) => new RegExp(`/desk/${kind}/([\\da-f-]{36})$`).exec(link)?.[1] ?? [],
  )
  return [...new Set(ids)].sort()
}

test('an account with fewer than two shops has no filter by shop', async () => {
  await keyOf('coffee')
  for (const path of ['', '/charges', '/refunds', '/unmatched']) {
    const { html } = await visitor.open(`/desk${path}`)
    assert.doesNotMatch(html, /name="shop"/, path)
  }
})

test('two shops sell, send back and find money', async () => {
  for (const [index, shop] of shops.entries()) {
    const client = clientOf(harness, await keyOf(shop))
    const { id } = await client.createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount: '5' },
      requestProps: {
        chainId: `${harness.chain.chainId}`,
        recipientAddress: wallet,
        tokenAddress: harness.chain.dusd,
      },
    })
    const hash = await payFor(harness, id)
    await report(harness, id, hash)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const refund = await client.createRefund(id, { amount: '1' })
    refunds.set(shop, refund)
    await client.nameRefundRecipient(id, refund.uuid, { recipientAddress: `0x${'7'.repeat(40)}` })
    const money = await sendUnmatched(7_000_000n + BigInt(index))
    assigned.set(shop, await client.assignUnmatched(money.uuid, { chargeUuid: id }))
  }
  await newCharge(harness)
  open = await sendUnmatched(9_000_000n)
})

test('the API names the shop of refunds and of assigned money, and lists those of one', async () => {
  const client = clientOf(harness)
  for (const shop of shops) {
    const { data } = await client.listRefunds({ shop })
    assert.deepEqual(
      data.map(({ uuid, shop: name }) => [uuid, name]),
      [[refunds.get(shop)?.uuid, shop]],
    )
    assert.equal((await client.getRefund(refunds.get(shop)?.uuid ?? '')).shop, shop)
    const money = await client.listUnmatched({ status: 'ASSIGNED', shop })
    assert.deepEqual(
      money.data.map(({ uuid, shop: name }) => [uuid, name]),
      [[assigned.get(shop)?.uuid, shop]],
    )
    assert.equal(assigned.get(shop)?.shop, shop)
    // Money that is not assigned belongs to no shop, and is hidden by none.
    assert.deepEqual(
      (await client.listUnmatched({ shop })).data.map(({ uuid, shop: name }) => [uuid, name]),
      [[open.uuid, '']],
    )
  }
  assert.equal((await client.listRefunds()).data.length, 2)
  assert.deepEqual((await client.listRefunds({ shop: 'bread' })).data, [])
  await assert.rejects(client.listRefunds({ shop: 'Tea shop' }), { code: 'invalid_request' })
  await assert.rejects(client.listUnmatched({ shop: '' }), { code: 'invalid_request' })
  // A payer does not learn what the merchant calls a shop.
  const refund = refunds.get('tea')
  const seen = await client.listChargeRefunds(refund?.chargeUuid ?? '')
  assert.ok(seen.length > 0 && seen.every((one) => !('shop' in one)))
})

test('each list of the desk has the shop as a column and as a filter', async () => {
  const { html } = await visitor.open('/desk/refunds')
  assert.match(html, /<th scope="col">Shop<\/th>/)
  for (const shop of shops) {
    const uuid = refunds.get(shop)?.uuid ?? ''
    assert.deepEqual(await listRows(`/desk/refunds?shop=${shop}`, 'refunds'), [uuid])
    assert.match(html, new RegExp(`<td class="shop"><span dir="auto">${shop}</span>`))
    assert.deepEqual(await listRows(`/desk/unmatched?show=assigned&shop=${shop}`, 'unmatched'), [
      assigned.get(shop)?.uuid,
    ])
  }
  assert.equal((await listRows('/desk/refunds', 'refunds')).length, 2)
  // The cross ends the filter, and leaves the list that is shown.
  const narrowed = (await visitor.open('/desk/refunds?show=toDo&shop=tea')).html
  assert.match(narrowed, /class="chip" href="\/desk\/refunds\?show=toDo"/)
  assert.match(narrowed, /<option value="tea" selected>/)
})

test('money of no shop is shown with each, and the page says so', async () => {
  const page = await visitor.open('/desk/unmatched?shop=tea')
  assert.deepEqual(await listRows('/desk/unmatched?shop=tea', 'unmatched'), [open.uuid])
  assert.match(page.html, /Money that is not assigned belongs to no shop\./)
  const assignedPage = await visitor.open('/desk/unmatched?show=assigned&shop=tea')
  assert.doesNotMatch(assignedPage.html, /belongs to no shop/)
  const [today, all] = [await visitor.open('/desk?shop=tea'), await visitor.open('/desk')]
  const says = /Unmatched money, webhooks and chains are those of all shops\./
  assert.match(today.html, says)
  assert.doesNotMatch(all.html, says)
})

test('what today says of a shop is what its lists have', async () => {
  for (const shop of ['', ...shops]) {
    const { html } = await visitor.open(shop ? `/desk?shop=${shop}` : '/desk')
    const lists = readPage(html)
      .links.map((link) => new URL(link, 'http://desk'))
      .filter(
        ({ pathname, searchParams }) =>
          /\/(charges|refunds)$/.test(pathname) && searchParams.has('show'),
      )
    assert.ok(lists.length > 3)
    for (const { searchParams } of lists) assert.equal(searchParams.get('shop') ?? '', shop)
    const count = (/show=NAMED[^"]*">.*?<b class="count [^>]*>(\d+)/.exec(html) ?? [])[1]
    assert.equal(Number(count), shop ? 1 : 2)
    const paid = /class="panel figure".*?class="v"><bdi[^>]*>\$([\d.]+)/s.exec(html)?.[1]
    assert.equal(paid, shop ? '5.00' : '10.00')
  }
})
