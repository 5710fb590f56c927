import { erc20Abi } from 'viem'
import { card, confirm, expect, newCharge, nightly, test } from './fixtures.ts'
import { findOtherSizes } from './type-sizes.ts'

test('a payer pays on the hosted page, without any shop', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const { address } = stage.chain.token('DUSD')
  const balance = () =>
    stage.chain.client.readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [stage.recipient],
    })
  const before = await balance()
  const charge = await newCharge(stage, {
    redirect_url: `${stage.shop}/success`,
    cancel_url: `${stage.shop}/cancel`,
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(charge.hosted_url).origin)
      foreign.push(request.url())
  })
  await page.goto(charge.hosted_url)
  await expect(card(page)).toContainText('$19.99')
  await expect(page.getByRole('banner')).toContainText('Mug shop')
  await page.screenshot({ path: 'test/output/screens/hosted.png' })
  expect(foreign).toEqual([])
  await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
  await confirm(page, stage)
  expect((await balance()) - before).toBe(19_990_000n)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', paidAmountInRequestedToken: '19.99' }])
  await page.waitForURL(`${stage.shop}/success`)
  // Whoever has paid is not led to where the store takes a purchase for canceled.
  const paid = await (await page.request.get(charge.hosted_url)).text()
  expect(paid).toContain(`<a class="store" href="${stage.shop}/success"`)
})

test('the store’s name is the one way out: it cancels where the charge says', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage, { cancel_url: `${stage.shop}/cancel` })
  await page.goto(charge.hosted_url)
  await card(page)
    .getByRole('button', { name: /^Pay [$\d]/ })
    .click()
  await expect(card(page)).toContainText('We couldn’t find a wallet')
  await card(page).getByRole('button', { name: 'Back' }).click()
  await expect(card(page).getByRole('button', { name: /^Pay [$\d]/ })).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to Mug shop' }).click()
  await page.waitForURL(`${stage.shop}/cancel`)
})

test('the store’s name leads back, and what is bought stands beside the card', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage, {
    cancel_url: `${stage.shop}/cancel`,
    name: 'Order 1042',
    line_items: [
      {
        name: 'Stoneware mug',
        description: 'Rust glaze, 350 ml',
        quantity: 2,
        unit_amount: '7.50',
      },
      { name: 'Shipping, 2 to 4 days', unit_amount: '4.99' },
    ],
    tax_note: 'Including $1.60 tax',
    payer_email: 'ada@example.com',
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(charge.hosted_url)
  await expect(card(page)).toContainText('$19.99')
  const side = page.getByRole('banner')
  await expect(side.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
  // Playwright takes all that is in a closed list for hidden; this one is drawn.
  await expect(side.getByText('2 × $7.50')).toBeInViewport()
  expect(await findOtherSizes(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `test/output/screens/hosted-order-${colorScheme}.png` })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test/output/screens/hosted-order-phone.png' })
  expect(await findOtherSizes(page)).toEqual([])
  // The store and the mode are said once: by the page, and by the card.
  await expect(card(page).locator('header')).not.toContainText('Mug shop', { useInnerText: true })
  // Pay is seen without scrolling, and the lines are folded.
  await expect(card(page).getByRole('button', { name: /^Pay [$\d]/ })).toBeInViewport({ ratio: 1 })
  await expect(side.getByText('Stoneware mug', { exact: true })).toBeHidden()
  await side.locator('summary').click()
  await expect(side.getByText('Stoneware mug', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Mug shop' }).click()
  await page.waitForURL(`${stage.shop}/cancel`)
})

test('a long order moves beside the card, which stays in sight', async ({ page, stage }) => {
  const lines = Array.from({ length: 50 }, (_, index) => ({
    name: `Stoneware bowl ${index + 1}`,
    description: 'Rust glaze',
    unit_amount: '2.00',
  }))
  const charge = await newCharge(stage, {
    local_price: { amount: '100' },
    name: 'Order 1042',
    line_items: lines,
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(charge.hosted_url)
  const pay = card(page).getByRole('button', { name: /^Pay [$\d]/ })
  await expect(pay).toBeVisible()
  await page.locator('header.order').getByText('Stoneware bowl 40').scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(800)
  await expect(pay).toBeInViewport({ ratio: 1 })
  await page.screenshot({ path: 'test/output/screens/hosted-long.png' })
})

test('brand and price are there before any script', async ({ browser, stage }) => {
  const charge = await newCharge(stage)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(charge.hosted_url)
  const side = page.locator('.order')
  const main = page.getByRole('main')
  for (const place of [side, main]) await expect(place.getByText('$19.99').last()).toBeInViewport()
  await expect(side.getByText('Mug shop', { exact: true })).toBeVisible()
  await expect(main.locator('.card').getByText('Total', { exact: true })).toBeVisible()
  await context.close()
})

test('an address of no charge says so', async ({ page, stage }) => {
  const response = await page.goto(`${stage.service.baseUrl}/pay/${crypto.randomUUID()}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading')).toHaveText('We couldn’t find this payment')
})

nightly(
  'a file that was swapped on its host does not run, and the payer sees an error',
  async ({ page, stage, wallet }) => {
    const payer = await wallet()
    await page.route('**/assets/pay-charge-wallet-*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: `globalThis.hasAttackerRun = true\n${await response.text()}`,
      })
    })
    await page.goto((await newCharge(stage)).hosted_url)
    await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
    await expect(card(page)).toContainText('Part of this page couldn’t load')
    expect(await page.evaluate(() => 'hasAttackerRun' in globalThis)).toBe(false)
    expect(payer.count('eth_sendTransaction')).toBe(0)
  },
)

test('the page loads no script that has no hash (Integrity-Policy)', async ({ page, stage }) => {
  await page.goto((await newCharge(stage)).hosted_url)
  await expect(card(page)).toContainText('$19.99')
  // The import map has no such URL. The policy of content would allow it: it is the page's own origin.
  const result = await page.evaluate(() =>
    import(new URL('assets/pay-charge.js?unlisted', location.href).href).then(
      () => 'ran',
      () => 'blocked',
    ),
  )
  expect(result).toBe('blocked')
})
