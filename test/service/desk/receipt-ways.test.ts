import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { chainId, clientOf, provideHarness } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'

// What the desk says of a paid order's receipt, of keys and of chains, in the words of a shop.

const harness = provideHarness()
let visitor: DeskVisitor
before(async () => {
  await harness.started
  const { environment, shop, service } = harness
  const key = { scope: 'desk:see', name: 'Ben Okoro' } as const
  const { apiKey } = await createDeskKey(environment, shop.id, key)
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
})

async function paidCharge(more: Parameters<typeof newCharge>[2] = {}): Promise<ReducedCharge> {
  const id = await newCharge(harness, undefined, more)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return await clientOf(harness).getCharge(id)
}

/** The link of the message with the receipt; a customer who has not paid is written to as well. */
const findMail = (links: readonly string[]) =>
  links.find((link) => link.startsWith('mailto:') && /subject=Your%20receipt/.test(link))

describe('the receipt of a paid order', () => {
  test('is viewed, copied, printed, and sent in a message to its customer', async () => {
    const email = 'ada+mugs&co@shop.example'
    const charge = await paidCharge({ name: 'Order 7 & 8', payer_email: email })
    const { html } = await visitor.open(`/desk/charges/${charge.id}`)
    const { links } = readPage(html)
    assert.ok(links.includes(charge.hosted_url))
    assert.ok(html.includes(`data-copy="${charge.hosted_url}"`))
    assert.ok(links.includes(`/desk/charges/${charge.id}/receipt`))
    // RFC 6068, section 2: the fields are percent-encoded, and only the @ of the address stands for itself.
    const mail = new URL(findMail(links) ?? assert.fail('no message'))
    assert.equal(mail.pathname, 'ada%2Bmugs%26co@shop.example')
    const fields = Object.fromEntries(mail.searchParams)
    assert.deepEqual(Object.keys(fields), ['subject', 'body'])
    assert.match(fields.subject ?? '', /^Your receipt from ./)
    assert.ok(fields.body?.includes('Order 7 & 8'))
    assert.ok(fields.body?.endsWith(charge.hosted_url))
  })

  test('is printed with its lines, its payment and what it was signed by', async () => {
    const charge = await paidCharge({
      line_items: [{ name: 'Stoneware mug <em>', quantity: 2, unit_amount: '2.50' }],
    })
    const { html, status } = await visitor.open(`/desk/charges/${charge.id}/receipt`)
    assert.equal(status, 200)
    assert.match(html, /data-print/)
    for (const text of [
      'Stoneware mug &lt;em&gt;',
      '$5.00',
      charge.payments[0]?.payerTransactionHash ?? assert.fail('no payment'),
      charge.reference,
    ])
      assert.ok(html.includes(text), text)
  })

  test('is offered neither before it is paid, nor to be sent where no address is known', async () => {
    const open = await newCharge(harness, undefined, { payer_email: 'ada@shop.example' })
    const { links } = readPage((await visitor.open(`/desk/charges/${open}`)).html)
    assert.equal(findMail(links), undefined)
    assert.ok(!links.includes(`/desk/charges/${open}/receipt`))
    assert.notEqual((await visitor.open(`/desk/charges/${open}/receipt`)).status, 200)
    const { id } = await paidCharge()
    const paid = readPage((await visitor.open(`/desk/charges/${id}`)).html)
    assert.equal(findMail(paid.links), undefined)
    assert.ok(paid.links.includes(`/desk/charges/${id}/receipt`))
  })
})

test('what a key can do is said in words, of every scope', async () => {
  const { environment, shop } = harness
  const scopes = ['charges:write', 'charges:read', 'payments', 'payments:assign', 'refunds']
  await runOperator(
    [
      ...['keys', 'create', '--account', shop.id, '--name', 'Till'],
      ...[...scopes, 'settings'].flatMap((scope) => ['--scope', scope]),
    ],
    environment,
  )
  const { html } = await visitor.open('/desk/keys')
  assert.ok(
    html.includes(
      'Create charges, See charges, Report payments, Decide which charge is paid, Refund, Change settings',
    ),
  )
  assert.match(html, /Ben Okoro.*?Can see/s)
  for (const scope of [...scopes, 'desk:see']) assert.ok(!html.includes(`>${scope}`), scope)
})

test('a chain is shown with its newest block, its age and the number of its nodes', async () => {
  const { html } = await visitor.open('/desk/chains')
  const [row = ''] = html.match(/<tr><td>Localhost.*?<\/tr>/s) ?? []
  assert.ok(row.includes(`${chainId}`))
  assert.match(row, /Up to date/)
  const [, block = '', nodes = ''] =
    /block ([\d,]+) · [^·<]*(?:ago|now)[^·<]* · nodes: (\d+)/.exec(row) ?? assert.fail(row)
  const newest = await harness.chain.client.getBlockNumber()
  const shown = BigInt(block.replaceAll(',', ''))
  assert.ok(shown > 0n && shown <= newest, `${shown} of ${newest}`)
  assert.equal(nodes, '1')
})
