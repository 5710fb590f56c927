import type { Page } from '@playwright/test'
import { createDeskKey } from '../support/desk.ts'
import { deployFeed, feedAddress, type SayPrice } from '../support/feed.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { test as base, card, confirm, expect, newCharge, open, payButton } from './fixtures.ts'
import { shoot } from './shoot.ts'

// Prices in the shop's currency: by a Chainlink feed of the euro, by hand, and in the euro's own token.

const hand = (rate: string) => [{ rate, until: '2099-12-31' }]

/** Says what a euro is worth, in units of 10 ** -8 dollars. */
let sayEuro: SayPrice

const test = base.extend<object, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const stage = await startStage(async (chain) => {
        sayEuro = await deployFeed(chain, { name: 'EUR / USD' })
        await sayEuro(108_530_000n)
        const [dollar, other] = chain.tokens
        return {
          TOKENS: JSON.stringify([
            { chainId: 31_337, peg: 'USD', ...dollar },
            { chainId: 31_337, peg: 'EUR', ...other, symbol: 'EURC' },
          ]),
          FX_RATES: JSON.stringify({
            EUR: {
              ...{ min: 0.8, max: 1.6 },
              sources: [{ chainId: 31_337, feed: feedAddress(0), maxAgeSeconds: 3600 }],
            },
            JPY: { min: 0.001, max: 0.1, sources: hand('0.0064') },
            KWD: { min: 2, max: 5, sources: hand('3.2613') },
          }),
        }
      })
      await use(stage)
      await stage.end()
    },
    { scope: 'worker' },
  ],
})

const priced = (
  stage: Stage,
  amount: string,
  currency: string,
  more: Record<string, unknown> = {},
) => newCharge(stage, { local_price: { amount, currency }, ...more })

/** Signs a person in at the desk by the browser. */
async function signIn(page: Page, { environment, account, service }: Stage) {
  const { apiKey } = await createDeskKey(environment, account, {
    ...{ scope: 'desk:manage', name: 'Ruth Sand' },
  })
  await page.goto(`${service.baseUrl}/desk`)
  await page.locator('input[type=password]').fill(apiKey)
  await page.keyboard.press('Enter')
  await expect(page.locator('.figures')).toBeVisible()
}

test('€19.90 are asked for, paid and shown in dollars by the feed, at the card and at the desk', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const charge = await priced(stage, '19.90', 'EUR', { name: 'Blue mug' })
  await open(page, stage, charge)
  await expect(card(page)).toContainText('€19.90')
  await expect(card(page)).toContainText('21.59747 DUSD')
  await shoot(page, 'euro-price')
  await payButton(page, '21.59747 DUSD').click()
  await confirm(page, stage)
  await expect(card(page)).toContainText('€19.90')
  await shoot(page, 'euro-receipt')
  const paid = await stage.client.getCharge(charge.id)
  expect(paid.pricing.rate).toMatchObject({ usd: '1.0853' })
  expect(paid.payments).toMatchObject([{ status: 'COMPLETED', creditedAmount: '21.59747' }])
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, stage)
  await expect(page.locator('.figures')).toContainText('€19.90')
  await shoot(page, 'euro-today')
  await page.goto(`${stage.service.baseUrl}/desk/charges/${charge.id}`)
  await expect(page.locator('main')).toContainText('€19.90')
  await expect(page.locator('main')).toContainText('21.59747 DUSD')
  await expect(page.locator('main')).toContainText('€1.00 = $1.0853')
  await shoot(page, 'euro-charge')
})

test('a link in euros, made at the desk, is paid once on a phone, and stands at the desk and in the books', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  await signIn(page, stage)
  const { baseUrl } = stage.service
  await page.goto(`${baseUrl}/desk/links/new`)
  await page.getByLabel('What it is for').fill('Bronze heron')
  await page.getByLabel('Amount', { exact: true }).fill('19.90')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('How often it can be paid').selectOption('once')
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = (await page.locator('.ask-link code').textContent()) ?? ''
  await shoot(page, 'link-desk')
  const readStatus = async () => (await fetch(url)).status
  expect(await readStatus()).toBe(200)
  await page.goto(url)
  await expect(page.locator('main')).toContainText('€19.90')
  await shoot(page, 'link-page')
  await page.setViewportSize({ width: 360, height: 720 })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(payButton(page, '21.59747 DUSD')).toBeVisible()
  // Another customer is told that it is taken, and afterwards that it is paid.
  expect(await readStatus()).toBe(409)
  await payButton(page, '21.59747 DUSD').click()
  await confirm(page, stage)
  expect(await readStatus()).toBe(410)
  await page.goto(`${baseUrl}/desk/links`)
  await expect(page.locator('table')).toContainText('Paid')
  await page.getByRole('link', { name: 'Bronze heron' }).click()
  await expect(page.locator('table')).toContainText('€19.90')
  const books = await fetch(`${baseUrl}/books?format=csv`, { headers: { 'api-key': stage.apiKey } })
  const rows = (await books.text()).split('\n').filter((row) => row.includes('Bronze heron'))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/Bronze heron,,,19\.90,EUR,,DUSD,21\.59747,/)
})

test('€19.90 are paid at par in the euro’s token while every source is dead, and ¥1,990 go on', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  await sayEuro(108_530_000n, 3 * 86_400)
  await stage.restartService()
  await expect(priced(stage, '19.90', 'EUR')).rejects.toThrow(/no rate of EUR/)
  const { address } = stage.chain.token('OUSD')
  const charge = await priced(stage, '19.90', 'EUR', { requestProps: { tokenAddress: address } })
  await open(page, stage, charge)
  await expect(card(page)).toContainText('€19.90')
  await payButton(page, '19.90 EURC').click()
  await confirm(page, stage)
  const yen = await priced(stage, '1990', 'JPY')
  await open(page, stage, yen)
  await expect(card(page)).toContainText('¥1,990')
  await shoot(page, 'yen-price')
  await payButton(page, '12.736 DUSD').click()
  await confirm(page, stage)
  await sayEuro(108_530_000n)
})

test('a charge in dinars is made at the desk, and its page shows three places', async ({
  page,
  stage,
}) => {
  await signIn(page, stage)
  await page.goto(`${stage.service.baseUrl}/desk/charges/new`)
  await page.getByLabel('What it is for').fill('Saffron')
  await page.getByLabel('Amount', { exact: true }).fill('3.1255')
  await page.getByLabel('Currency').selectOption('KWD')
  await page.getByRole('button', { name: 'Create charge' }).click()
  await expect(page.locator('main')).toContainText('Correct what is marked below')
  await expect(page.getByLabel('Currency')).toHaveValue('KWD')
  await page.getByLabel('Amount', { exact: true }).fill('3.125')
  await shoot(page, 'dinar-new')
  await page.getByRole('button', { name: 'Create charge' }).click()
  await expect(page.locator('main')).toContainText('KWD 3.125')
  await page.goto(
    (await page.locator('main code').filter({ hasText: '/pay/' }).textContent()) ?? '',
  )
  await expect(card(page)).toContainText('KWD 3.125')
  await expect(card(page)).toContainText('10.191563 DUSD')
  await shoot(page, 'dinar-page')
})

for (const [locale, euros, yen] of [
  ['ar-EG', /١٩[٫,]٩٠|19[.,]90.*€|€.*19[.,]90/, /١[٬,]٩٩٠|1,990/],
  ['de', '19,90 €', '1.990 ¥'],
  ['ja', '€19.90', /[¥￥]1,990/],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    test('the card and a link’s page write currencies as their readers do', async ({
      page,
      stage,
    }) => {
      await sayEuro(108_530_000n)
      for (const [amount, currency, text] of [
        ['19.90', 'EUR', euros],
        ['1990', 'JPY', yen],
      ] as const) {
        const charge = await priced(stage, amount, currency)
        await open(page, stage, charge, `lang="${locale}"`)
        await expect(card(page)).toContainText(text)
        await shoot(page, `price-${currency}-${locale}`)
        const link = await stage.client.createPaymentLink({
          pricing_type: 'fixed_price',
          local_price: { amount, currency },
          name: 'Bronze heron',
          description: 'Cast by hand, 12 cm.',
          quantity: { min: 1, max: 5 },
          fields: [{ kind: 'name' }, { kind: 'email', required: true }, { kind: 'note' }],
        })
        await page.goto(link.url)
        await expect(page.locator('main')).toContainText(text)
        await shoot(page, `link-${currency}-${locale}`)
      }
    })
  })
