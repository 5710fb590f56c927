import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewPaymentLink } from '../../../src/api/schemas/payment-links.ts'
import { call, clientOf, errorOf, provideHarness } from '../../support/harness.ts'
import { payFor } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { countCharges, linkBody, newLink, openCharge, postForm, readChargeId } from './links.ts'

const harness = provideHarness({ RATE_LIMIT_LINKS: '0' })

const tooLong = 'x'.repeat(10_240)

describe('POST /payment-links', () => {
  test('makes a link to a page, and every field comes back', async () => {
    const link = await newLink(harness, {
      description: 'Rust glaze',
      tax_note: 'Including tax',
      redirect_url: 'https://shop.example/thanks',
      image_url: 'https://shop.example/mug.jpg',
      quantity: { min: 2, max: 4 },
      fields: [
        { kind: 'email', required: true },
        { kind: 'note', label: 'Size' },
      ],
      max_payments: 3,
      expires_at: '2999-01-01T00:00:00.000Z',
      thank_you: 'See you.',
    })
    assert.match(link.code, /^[a-hjkmnp-z2-9]{10}$/)
    assert.equal(link.url, `${harness.service.baseUrl}/l/${link.code}`)
    const { id, url, code, created_at, ...others } = link
    assert.deepEqual(others, {
      livemode: true,
      state: 'open',
      payments_count: 0,
      pricing_type: 'fixed_price',
      local_price: { amount: '5', currency: 'USD' },
      name: 'Mug',
      description: 'Rust glaze',
      line_items: [],
      tax_note: 'Including tax',
      redirect_url: 'https://shop.example/thanks',
      image_url: 'https://shop.example/mug.jpg',
      suggested_amounts: [],
      quantity: { min: 2, max: 4 },
      fields: [
        { kind: 'email', label: '', required: true },
        { kind: 'note', label: 'Size', required: false },
      ],
      max_payments: 3,
      thank_you: 'See you.',
      expires_at: '2999-01-01T00:00:00.000Z',
      ended_at: null,
    })
    assert.deepEqual(await clientOf(harness).getPaymentLink(id), link)
  })

  test('refuses what a charge would be refused for, and what a link cannot be', async () => {
    const choosing = (amounts: readonly string[]) => ({
      ...{ pricing_type: 'no_price', local_price: undefined, suggested_amounts: amounts },
    })
    const refused: [field: string, over: Record<string, unknown>][] = [
      ['name', { name: ' ' }],
      ['name', { name: '\u200b\u3164' }],
      ['local_price', { local_price: undefined }],
      ['local_price.amount', { local_price: { amount: '-1' } }],
      ['local_price.currency', { local_price: { amount: '5', currency: 'XXX' } }],
      ['line_items', { line_items: [{ name: 'Mug', unit_amount: '4' }] }],
      ['requestProps.recipientAddress', { requestProps: { chainId: '1' } }],
      ['image_url', { image_url: 'http://shop.example/a.png' }],
      ['redirect_url', { redirect_url: 'javascript:alert(1)' }],
      ['suggested_amounts', { suggested_amounts: ['1'] }],
      ['suggested_amounts.1', choosing(['5', '0'])],
      ['suggested_amounts.2', choosing(['5', '7', '5.00'])],
      ['suggested_amounts.1', choosing(['5', '7.0000001'])],
      ['suggested_amounts.0', choosing(['9'.repeat(78)])],
      ['quantity.max', { quantity: { min: 2, max: 1 } }],
      ['quantity.max', { quantity: { min: 1, max: 1001 } }],
      ['quantity', { pricing_type: 'no_price', quantity: { min: 1, max: 2 } }],
      ['fields.0.kind', { fields: [{ kind: 'phone' }] }],
      ['fields', { fields: Array.from({ length: 6 }, () => ({ kind: 'note' })) }],
      ['fields.1', { fields: [{ kind: 'note' }, { kind: 'note' }] }],
      ['fields.1', { fields: [{ kind: 'name' }, { kind: 'note', label: 'customer_name' }] }],
      ['max_payments', { max_payments: 0 }],
      ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
      ['thank_you', { thank_you: tooLong }],
      ['price', { price: '1' }],
    ]
    for (const [field, over] of refused) {
      const body = linkBody(harness, over as Partial<NewPaymentLink>)
      const answer = await call(harness, 'POST', '/payment-links', body)
      assert.equal(answer.status, 400, `${field}: ${JSON.stringify(answer.body)}`)
      assert.equal(errorOf(answer.body).details[0]?.field, field, JSON.stringify(answer.body))
    }
  })

  test('takes the total of a quantity for a price that a charge may not have', async () => {
    const body = linkBody(harness, {
      quantity: { min: 1, max: 1000 },
      local_price: { amount: '100000000' },
      line_items: [{ name: 'Bead', quantity: 10_000, unit_amount: '10000' }],
    })
    const { status } = await call(harness, 'POST', '/payment-links', body)
    assert.equal(status, 400)
  })

  test('is repeated with its Idempotency-Key, and makes one link', async () => {
    const body = linkBody(harness, { name: 'Once' })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(harness, 'POST', '/payment-links', body, headers)),
    )
    assert.equal(new Set(answers.map(({ body }) => (body as { id: string }).id)).size, 1)
  })

  test('does not show the links of another account', async () => {
    const { id } = await newLink(harness)
    const other = clientOf(harness, harness.other)
    await assert.rejects(other.getPaymentLink(id), { code: 'not_found' })
    await assert.rejects(other.endPaymentLink(id), { code: 'not_found' })
    assert.ok(!(await other.listPaymentLinks()).data.some((link) => link.id === id))
    assert.equal((await clientOf(harness).getPaymentLink(id)).state, 'open')
  })
})

describe('the page of a link', () => {
  test('leads to the payment page of a charge with what was chosen', async () => {
    const link = await newLink(harness, {
      quantity: { min: 1, max: 4 },
      fields: [
        { kind: 'name' },
        { kind: 'email' },
        { kind: 'note' },
        { kind: 'note', label: 'Size' },
      ],
    })
    const answers = {
      field0: ' Ada ',
      field1: 'ada@example.com',
      field2: 'Two\r\nlines',
      field3: 'L',
    }
    const id = await openCharge(link, { quantity: '3', ...answers })
    const charge = await clientOf(harness).getCharge(id)
    assert.equal(charge.payment_link, link.id)
    assert.equal(charge.pricing.local.amount, '15')
    assert.equal(charge.pricing.settlement.amount, '15')
    assert.deepEqual(charge.line_items, [
      { name: 'Mug', description: '', quantity: 3, unit_amount: '5', amount: '15' },
    ])
    assert.equal(charge.payer_email, 'ada@example.com')
    assert.deepEqual(charge.metadata, {
      customer_name: 'Ada',
      customer_note: 'Two lines',
      Size: 'L',
    })
    assert.equal(await countCharges(harness, link), 1)
    assert.equal(charge.hosted_url, `${harness.service.baseUrl}/pay/${id}`)
  })

  test('multiplies each line of an order', async () => {
    const lines = [
      { name: 'Mug', quantity: 2, unit_amount: '3.50' },
      { name: 'Voucher', unit_amount: '-2.00' },
    ]
    const link = await newLink(harness, { quantity: { min: 1, max: 2 }, line_items: lines })
    const charge = await clientOf(harness).getCharge(await openCharge(link, { quantity: '2' }))
    assert.deepEqual(
      charge.line_items.map(({ quantity, amount }) => [quantity, amount]),
      [
        [4, '14.00'],
        [2, '-4.00'],
      ],
    )
    assert.equal(charge.pricing.local.amount, '10')
  })

  test('takes only its own amounts, quantities and fields: no page changes price or recipient', async () => {
    const link = await newLink(harness, {
      pricing_type: 'no_price',
      local_price: undefined,
      suggested_amounts: ['3', '7.50'],
    })
    assert.equal((await postForm(link, { amount: '0.01' })).status, 400)
    const attempts = {
      local_price: '0.01',
      'requestProps[recipientAddress]': harness.chain.payer.address,
      recipientAddress: harness.chain.payer.address,
      pricing_type: 'fixed_price',
      metadata: '{}',
    }
    const chosen = await clientOf(harness).getCharge(
      await openCharge(link, { amount: '7.50', ...attempts }),
    )
    assert.equal(chosen.pricing_type, 'no_price')
    assert.equal(chosen.pricing.settlement.amount, '7.5')
    assert.deepEqual(chosen.metadata, {})
    const mug = await newLink(harness, { quantity: { min: 2, max: 3 } })
    for (const quantity of ['1', '4', '-2', '2.5', '1e3', '٢', '9'.repeat(20)])
      assert.equal((await postForm(mug, { quantity })).status, 400, quantity)
    assert.equal(await countCharges(harness, mug), 0)
  })

  test('shows scripts, formulas and long texts as text, once, and takes none that is too long', async () => {
    const script = `"><script>alert('1')</script>&`
    const formula = '=HYPERLINK("https://evil.example")'
    const link = await newLink(harness, {
      name: script,
      description: formula,
      thank_you: script,
      fields: [{ kind: 'note', label: script, required: true }, { kind: 'email' }],
    })
    const page = await (await fetch(link.url)).text()
    assert.ok(!page.includes('<script'))
    assert.equal(page.split('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;').length > 1, true)
    for (const [field, value] of [
      ['field0', tooLong],
      ['field0', '\u202Eturned'],
      ['field0', 'a\u0000b'],
      ['field0', ' '],
      ['field0', '\u200b\u2060'],
      ['field1', tooLong],
      ['field1', 'not an address'],
      ['field1', 'a@b\r\nBcc: c@d'],
    ] as const) {
      const response = await postForm(link, { field0: 'fine', [field]: value })
      const html = await response.text()
      assert.equal(response.status, 400, `${field} ${value.slice(0, 20)}`)
      assert.match(html, /aria-invalid="true"/)
      assert.ok(html.length < 20_000, `${html.length}`)
    }
    assert.equal((await postForm(link, { field0: 'x'.repeat(70_000) })).status, 413)
    assert.equal(await countCharges(harness, link), 0)
    const refusedHtml = await (await postForm(link, { field0: script, field1: script })).text()
    assert.ok(!refusedHtml.includes('<script'))
    const id = await openCharge(link, { field0: formula })
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual(charge.metadata, { [script]: formula })
  })

  test('is found in any case, and says so where there is none', async () => {
    const link = await newLink(harness)
    assert.equal((await fetch(link.url.replace(link.code, link.code.toUpperCase()))).status, 200)
    for (const code of ['aaaaaaaaaa', 'x', 'a%00', '../pay', 'ooooooooo0']) {
      const response = await fetch(`${harness.service.baseUrl}/l/${encodeURIComponent(code)}`)
      assert.equal(response.status, 404)
      assert.match(await response.text(), /We couldn’t find this payment/)
    }
  })

  test('has a strict policy, a preview with a picture, and the customer’s language', async () => {
    const link = await newLink(harness)
    const response = await fetch(link.url, { headers: { 'accept-language': 'de' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /form-action 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    const html = await response.text()
    assert.match(html, /Weiter zur Zahlung/)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    assert.ok(picture.startsWith(`${link.url}/preview.png`), picture)
    const drawn = await fetch(picture.replaceAll('&amp;', '&'))
    assert.equal(drawn.headers.get('content-type'), 'image/png')
    await clientOf(harness).endPaymentLink(link.id)
    assert.equal((await fetch(picture.replaceAll('&amp;', '&'))).status, 404)
  })

  test('says that it was ended or has expired, and makes no charge', async () => {
    const link = await newLink(harness)
    const ended = await clientOf(harness).endPaymentLink(link.id)
    assert.equal(ended.state, 'ended')
    assert.deepEqual(await clientOf(harness).endPaymentLink(link.id), ended)
    for (const response of [await fetch(link.url), await postForm(link)]) {
      assert.equal(response.status, 410)
      assert.match(await response.text(), /This link has ended/)
    }
    const expiring = await newLink(harness, {
      expires_at: new Date(Date.now() + 1000).toISOString(),
    })
    await until('the link to expire', async () => {
      const { state } = await clientOf(harness).getPaymentLink(expiring.id)
      return state === 'expired' || undefined
    })
    const late = await postForm(expiring)
    assert.equal(late.status, 410)
    assert.match(await late.text(), /This link has expired/)
    assert.equal(await countCharges(harness, link), 0)
  })

  test('thanks whoever has paid, and nobody else', async () => {
    const link = await newLink(harness, { thank_you: 'The code is 1234.' })
    const id = await openCharge(link)
    const { redirects } = await clientOf(harness).getCharge(id)
    const thanks = redirects?.success_url ?? ''
    assert.equal(thanks, `${link.url}/thanks/${id}`)
    const early = await fetch(thanks, { redirect: 'manual' })
    assert.equal(early.status, 303)
    assert.equal(readChargeId(early), id)
    assert.ok(!(await (await fetch(thanks)).text()).includes('1234'))
    const other = await newLink(harness, { thank_you: 'Another.' })
    assert.equal((await fetch(`${other.url}/thanks/${id}`)).status, 404)
    await payFor(harness, id)
    const html = await until('the thanks', async () => {
      const response = await fetch(thanks)
      const text = await response.text()
      return text.includes('1234') ? text : undefined
    })
    assert.match(html, /Thank you/)
    assert.equal((await clientOf(harness).getPaymentLink(link.id)).payments_count, 1)
  })
})
