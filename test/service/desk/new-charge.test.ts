import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskAnswer, type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'

// A person asks for money without a developer: a charge made at the desk, and what its customer is sent.

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  assert.match((await (await signIn('desk:manage')).open(page)).html, /No wallet is set/)
  const tokenAddress = harness.chain.dusd
  await clientOf(harness).setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress })
  visitor = await signIn('desk:manage')
})

async function signIn(scope: 'desk:see' | 'desk:manage'): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, { scope, name: 'Ruth Sand' })
  const browser = visitDesk(service.baseUrl)
  await browser.send('/desk/sign-in', { key: apiKey })
  return browser
}

const page = '/desk/charges/new'

async function send(values: Record<string, string>): Promise<DeskAnswer> {
  const { forms } = readPage((await visitor.open(page)).html)
  const form = forms.find(({ action }) => action === page) ?? assert.fail('no form')
  const own = form.fields.map(({ name, value }) => [name, value] as const)
  return await visitor.send(page, { ...Object.fromEntries(own), ...values })
}

const idOf = ({ path }: DeskAnswer) => /\/charges\/([\da-f-]{36})$/.exec(path)?.[1] ?? ''

describe('a charge made at the desk', () => {
  test('has what was filled in, and its page has the link as text, message, mail and code', async () => {
    const before = Date.now()
    const answer = await send({
      name: 'Glazing course, December 4',
      amount: '1,120.50',
      order: '1043',
      email: 'ada.byron@example.com',
      note: 'Bring an apron.',
      hours: '168',
    })
    const id = idOf(answer)
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual(charge.pricing.local, { amount: '1120.50', currency: 'USD' })
    assert.equal(charge.name, 'Glazing course, December 4')
    assert.equal(charge.description, 'Bring an apron.')
    assert.equal(charge.payer_email, 'ada.byron@example.com')
    assert.deepEqual(charge.metadata, { made_at: 'desk', orderId: '1043' })
    const lasts = Date.parse(charge.expires_at) - before
    assert.ok(Math.abs(lasts - 168 * 3_600_000) < 3_600_000, String(lasts))
    // The link, the message with it, and the mail to the customer with both.
    assert.ok(answer.html.includes(`data-copy="${charge.hosted_url}"`))
    assert.match(
      answer.html,
      /data-copy="Please pay \$1,120\.50 for Glazing course, December 4 here: http/,
    )
    const { links } = readPage(answer.html)
    const mail = new URL(links.find((link) => link.startsWith('mailto:')) ?? assert.fail('no mail'))
    assert.equal(decodeURIComponent(mail.pathname), 'ada.byron@example.com')
    assert.match(
      mail.searchParams.get('body') ?? '',
      new RegExp(`\\$1,120\\.50.*${charge.hosted_url}`),
    )
    // The picture is in the page: to see it asks the service for nothing.
    const [, picture = ''] = /<img src="data:image\/svg\+xml[^,]*,([^"]+)"/.exec(answer.html) ?? []
    assert.match(Buffer.from(picture, 'base64').toString(), /<svg/)
    for (const [format, type, start] of [
      ['svg', 'image/svg+xml', '<?xml'],
      ['png', 'image/png', '\u{fffd}PNG'],
    ] as const) {
      const link = links.find((one) => one.endsWith(`/code/${format}`)) ?? assert.fail(format)
      const file = await visitor.open(link)
      assert.equal(file.headers.get('content-type'), type)
      assert.ok(file.html.startsWith(start), file.html.slice(0, 8))
    }
  })

  test('of items costs what they add up to', async () => {
    const answer = await send({
      'item-1-name': 'Stoneware mug',
      'item-1-quantity': '3',
      'item-1-price': '12.10',
      'item-4-name': 'Shipping',
      'item-4-price': '0.20',
    })
    const charge = await clientOf(harness).getCharge(idOf(answer))
    assert.equal(charge.pricing.local.amount, '36.5')
    assert.deepEqual(
      charge.line_items.map(({ name, quantity, amount }) => [name, quantity, amount]),
      [
        ['Stoneware mug', 3, '36.30'],
        ['Shipping', 1, '0.20'],
      ],
    )
  })

  for (const [fault, values, mark] of [
    ['no amount', { name: 'A mug' }, 'amount'],
    ['an amount of 0', { amount: '0' }, 'amount'],
    ['words for an amount', { amount: 'ten' }, 'amount'],
    ['an e-mail address that is none', { amount: '1', email: 'ada' }, 'email'],
    ['a name that turns letters around', { amount: '1', name: 'a\u202eb' }, 'name'],
    ['an item without a name', { 'item-2-price': '1' }, 'item-2-name'],
    ['an item without a price', { 'item-2-name': 'Mug' }, 'item-2-price'],
    [
      'half an item',
      { 'item-1-name': 'Mug', 'item-1-price': '1', 'item-1-quantity': '0.5' },
      'item-1-quantity',
    ],
  ] as const)
    test(`with ${fault} is not made, and the form says so at the field`, async () => {
      const { pagination } = await clientOf(harness).listCharges()
      const answer = await send(values)
      assert.equal(answer.status, 400)
      const marks = [...answer.html.matchAll(/<p class="fault" id="([\w-]+)-fault">/g)]
      assert.deepEqual(
        marks.map(([, id]) => id),
        [mark],
      )
      for (const [name, value] of Object.entries(values)) {
        const { forms } = readPage(answer.html)
        const fields = forms.flatMap((form) => form.fields)
        assert.equal(fields.find((field) => field.name === name)?.value, value)
      }
      assert.equal((await clientOf(harness).listCharges()).pagination.total, pagination.total)
    })

  test('for a time that the page does not offer is not made', async () => {
    assert.equal((await send({ amount: '1', hours: '9999' })).status, 400)
  })

  test('whose items and amount differ is not made: neither is guessed', async () => {
    const answer = await send({ amount: '5', 'item-1-name': 'Mug', 'item-1-price': '6' })
    assert.equal(answer.status, 400)
    assert.match(answer.html, /add up to 6 USD/)
  })

  test('is not offered to whoever may only see, nor made by them', async () => {
    const reader = await signIn('desk:see')
    assert.doesNotMatch((await reader.open('/desk/charges')).html, /charges\/new/)
    assert.doesNotMatch((await reader.open(page)).html, new RegExp(`action="${page}"`))
    const form_token = reader.formToken()
    assert.equal((await reader.send(page, { form_token, amount: '1' })).status, 403)
  })
})
