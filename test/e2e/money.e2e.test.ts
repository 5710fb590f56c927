import { card, confirm, expect, newCharge, open, payButton, test } from './fixtures.ts'

test('a page that is reloaded before the hash was recorded records it, and sends nothing again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText('can’t reach the store right now')
  await page.unroute('**/payments')
  await page.reload()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect((await stage.client.getCharge(charge.id)).payments).toHaveLength(1)
})

test('an order that is reloaded in mid-payment goes on with its charge', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.goto(stage.page(`<pay-charge order='{"sku":"mug"}'></pay-charge>`))
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText('can’t reach the store right now')
  await page.unroute('**/payments')
  await page.reload()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('a hash that pays another charge is refused with a text that says so', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const { address: tokenAddress } = stage.chain.token('DUSD')
  const [first, second] = [await newCharge(stage), await newCharge(stage)]
  await open(page, stage, first)
  const submitted = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('pay-charge-submit', (event) =>
          resolve((event as unknown as { hash: string }).hash),
        )
      }),
  )
  await payButton(page).click()
  const hash = await submitted
  await confirm(page, stage)
  const claim = stage.client.addPayment(second.id, { hash, chainId: '31337', tokenAddress })
  await expect(claim).rejects.toMatchObject({ code: 'conflict', status: 409 })
})
