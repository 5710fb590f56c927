import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Refund } from '../../../src/api/schemas/payments/refund.ts'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'

// Refunds at the desk: whose they are, which of them wait for the shop, and how the payer is told where to say the address.

const home = `0x${'7'.repeat(40)}`

let visitor: DeskVisitor
let asked: Refund
let named: Refund
let canceled: Refund
const harness = provideHarness()
before(async () => {
  await harness.started
  const client = clientOf(harness)
  const { environment, shop, service } = harness
  const order = { name: 'Order 1042', payer_email: 'ada.byron@example.com' }
  const id = await newCharge(harness, {}, order)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const begin = (reason: string) => client.createRefund(id, { amount: '1', reason })
  asked = await begin('One cup arrived broken.')
  named = await begin('Too late.')
  await client.nameRefundRecipient(id, named.uuid, { recipientAddress: home })
  canceled = await begin('By mistake.')
  await client.cancelRefund(canceled.uuid)
  const { apiKey } = await createDeskKey(environment, shop.id, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
})

/** The refunds of a list, by the links of its rows. */
async function listRefunds(query: string): Promise<string[]> {
  const { links } = readPage((await visitor.open(`/desk/refunds${query}`)).html)
  return links.flatMap((link) => /\/refunds\/([\da-f-]{36})$/.exec(link)?.[1] ?? [])
}

describe('the lists of refunds', () => {
  test('show first what waits for the shop, then what waits for others, and what is over', async () => {
    assert.deepEqual(await listRefunds(''), [named.uuid])
    assert.deepEqual(await listRefunds('?show=onItsWay'), [asked.uuid])
    assert.deepEqual(await listRefunds('?show=done'), [canceled.uuid])
    assert.deepEqual(await listRefunds('?show=NAMED'), [named.uuid])
    assert.deepEqual(await listRefunds('?show=APPROVED'), [])
    assert.deepEqual(await listRefunds('?show=nonsense'), [named.uuid])
  })

  test('name order, customer and reason', async () => {
    const { html } = await visitor.open('/desk/refunds?show=onItsWay')
    for (const text of ['Order 1042', 'ada.byron@example.com', 'One cup arrived broken.'])
      assert.ok(html.includes(text), text)
  })
})

describe('the page of a refund', () => {
  test('says how far it is, and gives the payer’s link to copy and to send by e-mail', async () => {
    const { html } = await visitor.open(`/desk/refunds/${asked.uuid}`)
    assert.match(html, /<li class="" aria-current="step"><span aria-hidden="true">2<\/span>Address/)
    assert.ok(html.includes(`data-copy="${asked.claimUrl}"`))
    const { links } = readPage(html)
    const mail = new URL(links.find((link) => link.startsWith('mailto:')) ?? assert.fail('no mail'))
    assert.equal(decodeURIComponent(mail.pathname), 'ada.byron@example.com')
    assert.ok(mail.searchParams.get('body')?.endsWith(asked.claimUrl))
  })

  test('of one that is canceled has no steps', async () => {
    const { html } = await visitor.open(`/desk/refunds/${canceled.uuid}`)
    assert.doesNotMatch(html, /class="steps/)
  })
})
