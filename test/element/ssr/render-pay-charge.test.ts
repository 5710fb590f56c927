import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type PayError, renderPayCharge } from '../../../src/ssr.ts'
import { charge, reducedCharge, requestCharge } from '../../api/samples.ts'

type Samples = Parameters<typeof renderPayCharge>[0]
const unpaid = { ...charge, payments: [], status: 'NEW' } as Samples['charge'] & typeof charge
const samples = { charge: unpaid, requestCharge } as Samples

test('the price, the network and the way to the hosted page stand in the HTML', async () => {
  const { html } = await renderPayCharge(samples, { proxy: '/pay', locale: 'en' })
  assert.match(html, /^<pay-charge proxy="\/pay" locale="en" charge-id="[^"]+">/)
  assert.match(html, /<template shadowrootmode="open"><style>/)
  assert.match(html, /class="amount">\$19\.99</)
  assert.match(html, /19\.99 USDC on Base</)
  assert.ok(
    html.includes(`<a part="button" class="button" href="${unpaid.hosted_url}">Pay 19.99 USDC</a>`),
  )
})

test('in the payer’s language, with its direction and digits', async () => {
  const { html } = await renderPayCharge(samples, { locale: 'ar-EG' })
  assert.match(html, /lang="ar" dir="rtl"/)
  assert.match(html, /١٩٫٩٩/)
  const german = await renderPayCharge(samples, { locale: 'de' })
  assert.match(german.html, /19,99\u00a0\$</)
})

test('the style has the hash that is told, also in another brand color', async () => {
  const sources = new Set<string>()
  for (const color of ['#0a7', 'oklch(62% 0.2 250)', '']) {
    const { html, styleSource } = await renderPayCharge(samples, { 'brand-color': color })
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    assert.equal(styleSource, `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    assert.equal(style.includes(`--_brand:${color}}`), color !== '')
    sources.add(styleSource)
  }
  assert.equal(sources.size, 3)
})

test('what is disabled leads nowhere, and what is hidden is not there', async () => {
  const { html } = await renderPayCharge(samples, { disabled: '', hide: 'recipient' })
  assert.match(html, /class="amount">\$19\.99</)
  assert.doesNotMatch(html, /part="(button|recipient)"/)
})

test('a nonce stands at the style', async () => {
  const { html } = await renderPayCharge(samples, {}, { nonce: 'a"b' })
  assert.ok(html.includes('<style nonce="a&#34;b">'))
})

test('what the merchant keeps for itself does not reach the page', async () => {
  const { html } = await renderPayCharge(samples)
  assert.ok(charge.metadata.cart === 'private' && !html.includes('private'))
})

test('texts of a charge are texts, wherever they stand', async () => {
  const evil = '</script></template><img src=x onerror=alert(1)>'
  const hostile = {
    ...unpaid,
    organization_name: evil,
    hosted_url: 'javascript:alert(1)',
    brand_logo_url: 'javascript:alert(2)',
    brand_color: 'red}</style><script>alert(3)</script>',
  }
  const { html } = await renderPayCharge(
    { ...samples, charge: hostile },
    { 'success-url': '"><script>alert(4)</script>' },
    { content: '<p slot="summary">Mug</p>' },
  )
  const { html: plain } = await renderPayCharge(
    samples,
    {},
    { content: '<p slot="summary">Mug</p>' },
  )
  const tags = (text: string) =>
    text.match(/<\/?[a-z-]+/g)?.filter((tag) => !/a$|div|span/.test(tag))
  assert.deepEqual(tags(html), tags(plain))
  assert.doesNotMatch(html, /href="javascript|src="javascript/)
  assert.match(html, /<\/template><p slot="summary">Mug<\/p><\/pay-charge>$/)
})

test('nothing that a payment could be made from stands in the page', async () => {
  const { html } = await renderPayCharge(samples)
  assert.doesNotMatch(html, /<script/)
  assert.ok(!html.includes(requestCharge.tokenAddress))
})

const left: [why: string, charge: object, attributes: Record<string, string>][] = [
  ['a payment is on its way', { ...reducedCharge }, {}],
  ['the charge has expired', { ...unpaid, status: 'EXPIRED' }, {}],
  ['the charge was canceled', { ...unpaid, status: 'CANCELLED' }, {}],
  ['it opens as a dialog', unpaid, { mode: 'dialog' }],
]
for (const [why, given, attributes] of left)
  test(`the screen is left to the element when ${why}`, async () => {
    const both = { ...samples, charge: given as Samples['charge'] }
    const { html } = await renderPayCharge(both, attributes, { content: 'x' })
    assert.match(html, /^<pay-charge[^>]* charge-id="[^"]+">x<\/pay-charge>$/)
  })

test('what cannot be rendered is refused by its name', async () => {
  const refused = async (work: Promise<unknown>) =>
    await work.then(
      () => assert.fail('should be refused'),
      (error) => [(error as PayError).code, (error as PayError).field],
    )
  const typo = renderPayCharge(samples, { 'sucess-url': '/thanks' })
  assert.deepEqual(await refused(typo), ['invalid_attribute', 'sucess-url'])
  const order = renderPayCharge(samples, { order: '{}' })
  assert.deepEqual(await refused(order), ['invalid_attribute', 'order'])
  const wrong = { ...samples, requestCharge: { ...requestCharge, tokenAmount: '-1' } }
  const reply = renderPayCharge(wrong as typeof samples)
  assert.deepEqual(await refused(reply), ['invalid_reply', 'request_charge.tokenAmount'])
})

test('no module of it needs a document', () => {
  assert.equal('document' in globalThis, false)
})
