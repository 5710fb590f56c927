import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DeskRole } from '../../../src/api/routes/scope.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import type { DeskAnswer, DeskVisitor } from '../../support/desk-visitor.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { payFor } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { openCharge } from '../payment-links/links.ts'

// A person makes a page that asks for money, sends it, sees who has paid, and ends it.

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  const tokenAddress = harness.chain.dusd
  await clientOf(harness).setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress })
  visitor = await signIn('decide')
})

async function signIn(role: DeskRole): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const at = { environment, baseUrl: service.baseUrl }
  return (await signInAtDesk(at, shop.id, { role, name: 'Ruth Sand' })).visitor
}

const page = '/desk/links/new'

/** Sends the form of a page as it stands there, with these values. */
async function send(values: Record<string, string>, from = page, action = page) {
  const { forms } = readPage((await visitor.open(from)).html)
  const form = forms.find((one) => one.action === action) ?? assert.fail(`no form ${action}`)
  const own = form.fields.map(({ name, value }) => [name, value] as const)
  return await visitor.send(action, { ...Object.fromEntries(own), ...values })
}

const idOf = ({ path }: DeskAnswer) => /\/links\/([\da-f-]{36})$/.exec(path)?.[1] ?? ''
const linkOf = (id: string) => clientOf(harness).getPaymentLink(id)

describe('a payment link at the desk', () => {
  test('has what was filled in, and its page has the address as text and as code', async () => {
    const answer = await send({
      name: 'Stoneware mug',
      amount: '1,019.90',
      description: 'Rust glaze',
      uses: 'once',
      days: '7',
      most: '4',
      'ask-email': 'required',
      'ask-note': 'optional',
      question: 'Your name on it',
      tax: 'Including tax',
      image: 'https://shop.example/mug.jpg',
      thanks: 'See you.',
      after: 'https://shop.example/thanks',
    })
    const link = await linkOf(idOf(answer))
    assert.deepEqual(link.local_price, { amount: '1019.90', currency: 'USD' })
    assert.deepEqual(link.quantity, { min: 1, max: 4 })
    assert.deepEqual(link.fields, [
      { kind: 'email', label: '', required: true },
      { kind: 'note', label: '', required: false },
      { kind: 'note', label: 'Your name on it', required: false },
    ])
    assert.equal(link.max_payments, 1)
    const days = (Date.parse(link.expires_at ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7, `${days}`)
    const { description, tax_note, image_url, thank_you, redirect_url } = link
    assert.deepEqual(
      [description, tax_note, image_url, thank_you, redirect_url],
      [
        'Rust glaze',
        'Including tax',
        'https://shop.example/mug.jpg',
        'See you.',
        'https://shop.example/thanks',
      ],
    )
    assert.ok(answer.html.includes(`data-copy="${link.url}"`))
    assert.match(answer.html, /The link is created/)
    for (const [format, type, begins] of [
      ['svg', 'image/svg+xml', '<?xml'],
      ['png', 'image/png', '\u{fffd}PNG'],
    ] as const) {
      const file = await visitor.open(`/desk/links/${link.id}/code/${format}`)
      assert.equal(file.headers.get('content-type'), type)
      assert.ok(file.html.startsWith(begins), file.html.slice(0, 8))
    }
    const list = (await visitor.open('/desk/links')).html
    assert.ok(list.includes(`data-copy="${link.url}"`))
    assert.match(list, /0 of 1/)
  })

  test('without an amount lets the customer decide, among suggestions', async () => {
    const answer = await send({ name: 'Support', 'suggestion-1': '5', 'suggestion-3': '20.50' })
    const link = await linkOf(idOf(answer))
    assert.equal(link.pricing_type, 'no_price')
    assert.deepEqual(link.suggested_amounts, ['5', '20.50'])
    assert.equal(link.max_payments, null)
  })

  test('can have items in place of one amount', async () => {
    const answer = await send({
      name: 'Tea set',
      'item-1-name': 'Cup',
      'item-1-quantity': '2',
      'item-1-price': '7.50',
      'item-2-name': 'Pot',
      'item-2-price': '30',
    })
    const link = await linkOf(idOf(answer))
    assert.equal(link.local_price.amount, '45')
    const again = await linkOf(idOf(await send({}, `${page}?like=${link.id}`)))
    assert.deepEqual(again.line_items, link.line_items)
    assert.deepEqual(again.local_price, link.local_price)
  })

  test('that is not taken stands there again, with its fault at the field', async () => {
    for (const [field, value] of [
      ['amount', '1.2.3'],
      ['image', 'http://shop.example/a.png'],
      ['after', 'javascript:alert(1)'],
      ['most', '2.5'],
      ['most', '5000'],
      ['suggestion-1', '3'],
      ['name', ' '],
    ] as const) {
      const answer = await send({ name: 'Mug', amount: '5', [field]: value })
      assert.equal(answer.status, 400, `${field} ${value}`)
      assert.match(answer.html, new RegExp(`id="${field}-fault"`), field)
      if (field !== 'name') assert.match(answer.html, /value="Mug"/)
    }
  })

  test('shows its payments, is made anew like it, and is ended by whoever decides', async () => {
    const first = idOf(await send({ name: 'Bowl', amount: '5', thanks: 'Bye' }))
    const link = await linkOf(first)
    const charge = await openCharge(link)
    await payFor(harness, charge)
    await until('the payment', async () => (await linkOf(first)).payments_count === 1 || undefined)
    const shown = (await visitor.open(`/desk/links/${first}`)).html
    assert.ok(shown.includes(`href="/desk/charges/${charge}"`))
    const ofCharge = (await visitor.open(`/desk/charges/${charge}`)).html
    assert.ok(ofCharge.includes(`href="/desk/links/${first}"`))
    const like = `${page}?like=${first}`
    assert.ok(shown.includes(`href="${like}"`))
    const second = await linkOf(idOf(await send({}, like)))
    assert.deepEqual(
      [second.name, second.local_price.amount, second.thank_you],
      ['Bowl', '5', 'Bye'],
    )
    const end = `/desk/links/${first}/end`
    const reader = await signIn('see')
    assert.ok(!(await reader.open(`/desk/links/${first}`)).html.includes(end))
    assert.equal((await reader.open(page)).status, 403)
    const answer = await send({}, `/desk/links/${first}`, end)
    assert.match(answer.html, /The link has ended/)
    assert.equal((await linkOf(first)).state, 'ended')
    const log = (await (await signIn('manage')).open('/desk/audit-log')).html
    assert.match(log, /ended the payment link/)
  })

  test('shows what a merchant or customer has written as text', async () => {
    const nasty = `"><script>alert('1')</script>`
    const answer = await send({ name: nasty, amount: '5', question: nasty, thanks: nasty })
    const link = await linkOf(idOf(answer))
    const charge = await openCharge(link, { field0: nasty })
    for (const path of [
      '/desk/links',
      `/desk/links/${link.id}`,
      `/desk/charges/${charge}`,
      `${page}?like=${link.id}`,
    ]) {
      const { html, status } = await visitor.open(path)
      assert.equal(status, 200)
      assert.ok(!/<script>alert/.test(html), path)
      assert.ok(html.includes('&lt;script&gt;alert'), path)
    }
  })
})
