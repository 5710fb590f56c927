import type { Page } from '@playwright/test'
import type { NewCharge } from '../../src/api/schemas/charges/charge.ts'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { renderPayCharge } from '../../src/element/ssr/render-pay-charge.ts'
import { runCli } from '../support/service.ts'
import type { Stage } from '../support/stage.ts'
import { card, expect, mine, payButton, test } from './fixtures.ts'
import { takesPictures } from './shoot.ts'

// A charge looks the same, and leads to the same places, however it comes into a page.

const brand = {
  color: '#0a7d4f',
  rgb: 'rgb(10, 125, 79)',
  logo: 'https://brand.example/logo.svg',
  name: 'Field & Kiln',
  support: 'mailto:hello@brand.example',
}
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

const fields = ({ shop }: Stage) =>
  ({
    name: 'Order 1042',
    description: 'Leaves the workshop on Monday.',
    line_items: [
      { name: 'Stoneware mug', quantity: 2, unit_amount: '7.50' },
      { name: 'Shipping', unit_amount: '4.99' },
    ],
    tax_note: 'Includes $1.60 VAT',
    payer_email: 'ada@example.com',
    redirect_url: `${shop}/success?of=charge`,
    cancel_url: `${shop}/cancel?of=charge`,
  }) satisfies Partial<NewCharge>

const createCharge = (stage: Stage) =>
  stage.client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99', currency: 'USD' },
    ...fields(stage),
  })

/** Opens a page of the shop that may show the brand's logo. */
async function openPage(page: Page, stage: Stage, body: string, styleSource = '') {
  const policy = `default-src 'self'; img-src data: https:; style-src 'self' ${styleSource}`
  const html = '<script type="module" src="/pay-charge.js"></script>'
  await page.goto(stage.page(body, '', { html, scriptSource: "'self'", policy }))
}

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } }

/** The ways of a charge into a page. Each opens the page. */
const ways: Record<string, (page: Page, stage: Stage) => Promise<void>> = {
  async 'charge-id'(page, stage) {
    const { id } = await createCharge(stage)
    await openPage(page, stage, `<pay-charge charge-id="${id}"></pay-charge>`)
  },
  async order(page, stage) {
    const order = JSON.stringify({ sku: 'mug', charge: fields(stage) })
    await openPage(page, stage, `<pay-charge order='${order}'></pay-charge>`)
  },
  async 'hosted page'(page, stage) {
    await page.goto((await createCharge(stage)).hosted_url)
  },
  async 'server rendering'(page, stage) {
    const { id } = await createCharge(stage)
    const [charge, requestCharge] = [
      await stage.client.getCharge(id),
      await stage.client.getRequestCharge(id),
    ]
    const { html, styleSource } = await renderPayCharge({ charge, requestCharge })
    expect(html).toContain(`<img src="${brand.logo}" alt="">Field &#38; Kiln`)
    expect(html).toContain(`:host{--_brand:${brand.color}}`)
    await openPage(page, stage, html, styleSource)
  },
  async preview(page, stage) {
    await ways['charge-id']?.(page, stage)
    await expect(payButton(page)).toBeVisible()
    await page.evaluate(async () => {
      const { preview } = (await customElements.whenDefined('pay-charge')) as typeof PayCharge
      const real = document.querySelector('pay-charge') as PayCharge
      const { show } = (await preview()).preview(
        document.body.appendChild(document.createElement('pay-charge')),
      )
      await show(real.state)
      real.remove()
    })
  },
}

/** What a card shows, and the fields of its charge that a payer meets later. */
async function read(page: Page) {
  await expect(payButton(page)).toBeVisible()
  // The style sheet alone derives an accent; the palette replaces it before a later frame.
  const filled = card(page).locator('.screen > button:not(.plain), .pay > button:not(.plain)')
  await expect(filled.first()).toHaveCSS('background-color', brand.rgb)
  // The code of the later screens is there, and its styles.
  await expect(card(page).locator('slot[name=summary]')).toContainText('Stoneware mug')
  return await page.evaluate(() => {
    const element = document.querySelector('pay-charge') as PayCharge
    const root = element.shadowRoot as ShadowRoot
    const text = (selector: string) =>
      root.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim()
    const { name, description, line_items, tax_note, payer_email_hint } = element.charge ?? {}
    const { redirects, livemode, support_url } = element.charge ?? {}
    return {
      store: text('header'),
      logo: root.querySelector('header img')?.getAttribute('src'),
      price: text('[part=price]'),
      pay: text('.pay button'),
      cancel: text('[part~=cancel]'),
      recipient: text('[part=recipient]'),
      isTest: livemode === false,
      summary: text('slot[name=summary]'),
      order: { name, description, line_items, tax_note, payer_email_hint },
      redirects,
      support_url,
    }
  })
}

test.beforeEach(async ({ page, stage }) => {
  await page.route(brand.logo, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: logo }),
  )
  await setBrand(stage, brand)
})
test.afterEach(async ({ stage }) => {
  await setBrand(stage, { color: '', logo: '', name: 'Mug shop', support: '' })
})

async function setBrand(
  stage: Stage,
  { color, logo: url, name, support }: Omit<typeof brand, 'rgb'>,
) {
  const values = ['--color', color, '--logo', url, '--name', name, '--support-url', support]
  await runCli(['account', 'brand', '--account', stage.account, ...values], stage.environment)
}

test('a charge is the same, field by field, however it comes', async ({ page, stage }) => {
  const { shop } = stage
  const seen: Record<string, unknown> = {}
  for (const [name, open] of Object.entries(ways)) {
    await open(page, stage)
    seen[name] = await read(page)
  }
  const { 'charge-id': first, ...others } = seen
  expect(first).toMatchObject({
    store: 'Field & Kiln',
    logo: brand.logo,
    support_url: brand.support,
    cancel: 'Cancel',
    redirects: {
      success_url: `${shop}/success?of=charge`,
      cancel_url: `${shop}/cancel?of=charge`,
      will_redirect_after_success: true,
    },
  })
  for (const [name, other] of Object.entries(others)) {
    // There, the store's name beside the card is the way out.
    const cancel = name === 'hosted page' ? undefined : 'Cancel'
    expect(other, name).toEqual({ ...(first as object), cancel })
  }
  await ways['hosted page']?.(page, stage)
  const contact = page.getByRole('link', { name: 'Contact Field & Kiln' })
  await expect(contact).toHaveAttribute('href', brand.support)
  for (const [name, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    const path = `test/output/screens/hosted-brand-${name}.png`
    if (takesPictures) await page.screenshot({ path, fullPage: true })
  }
})

for (const [name, open] of Object.entries(ways)) {
  // A preview pays nothing, and leads nowhere.
  if (name === 'preview') continue

  test(`cancel and success lead where the charge says, by ${name}`, async ({
    page,
    stage,
    wallet,
  }) => {
    await wallet()
    await open(page, stage)
    const cancel =
      name === 'hosted page'
        ? page.getByRole('link', { name: 'Return to Field & Kiln' })
        : card(page).getByRole('button', { name: 'Cancel' })
    await cancel.click()
    await page.waitForURL(`${stage.shop}/cancel?of=charge`)
    await open(page, stage)
    await payButton(page).click()
    await expect(card(page)).toContainText('Payment sent')
    await mine(stage)
    await page.waitForURL(`${stage.shop}/success?of=charge`)
  })
}
