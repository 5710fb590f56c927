import type { Request } from '@playwright/test'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  journal,
  mine,
  newCharge,
  nightly,
  open,
  openAnother,
  payButton,
  receipt,
  statuses,
  test,
} from './fixtures.ts'

const unreachable = 'can’t reach the store right now'

test('the service is killed in the middle and comes back: the payment is confirmed', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await expect(card(page)).toContainText('$19.99')
  await stage.stopService()
  await payButton(page).click()
  await expect(card(page)).toContainText(unreachable)
  await stage.restartService()
  await expect(card(page)).toContainText('confirmations')
  await stage.restartService()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('the service is down for the whole payment: it is recorded when the page is opened again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await expect(payButton(page)).toBeVisible()
  await stage.stopService()
  await payButton(page).click()
  await expect(card(page)).toContainText(unreachable)
  await page.close()
  await stage.restartService()
  const again = await openAnother(page, stage, charge)
  await confirm(again, stage)
  await expectPaidOnce(stage, charge, payer)
})

nightly(
  'the service is down for the whole payment, and nobody opens the page again: it finds the transfer by itself',
  async ({ page, stage, wallet }) => {
    const payer = await wallet()
    payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'mute' : 'approve')
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await expect(payButton(page)).toBeVisible()
    await stage.stopService()
    await payButton(page).click()
    await expect.poll(() => payer.sent.length).toBe(1)
    await page.close()
    await mine(stage)
    await stage.restartService()
    await expect.poll(() => statuses(stage, charge)).toEqual(['COMPLETED'])
    await expectPaidOnce(stage, charge, payer)
  },
)

test('the browser goes offline after the broadcast: the shop is told the moment it is back', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = async ({ method }) => {
    if (method === 'eth_sendTransaction') await context.setOffline(true)
    return 'approve' as const
  }
  const charge = await newCharge(stage)
  await page.clock.install()
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText(unreachable)
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  // No timer fires any more: only the event can wake what waits, once what that half minute began has failed.
  await page.clock.pauseAt(Date.now() + 30_000)
  await expect.poll(() => underWay.size).toBe(0)
  const told = page.waitForResponse('**/payments')
  await context.setOffline(false)
  // 409 where the service has found it by itself meanwhile.
  expect([201, 409]).toContain((await told).status())
  await page.clock.resume()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('the browser is offline when the page is opened again: it says so, keeps the receipt, and goes on by itself', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await page.route('**/payments', () => {})
  await payButton(page).click()
  await expect.poll(() => journal(page, charge)).toContain('"hash"')
  await page.close()
  const again = await context.newPage()
  await again.route('**/pay/**', (route) => route.abort())
  await open(again, stage, charge)
  await expect(card(again)).toContainText('You don’t need to pay again')
  await expect(card(again).locator(`[title="${payer.sent[0]}"]`)).toBeVisible()
  await expect(payButton(again)).toBeHidden()
  await again.unroute('**/pay/**')
  await mine(stage)
  await expect(receipt(again)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

test('the payer leaves while the shop waits to be told: it is told on the way out', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await page.clock.install()
  // Nothing on the chain names the charge: only the page can tell of it.
  await open(page, stage, charge, 'attribution="off"')
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText(unreachable)
  // No timer fires any more: only leaving can wake what waits.
  await page.clock.pauseAt(Date.now() + 30_000)
  await page.unroute('**/payments')
  await page.goto(`${stage.shop}/cancel`)
  await mine(stage)
  // Who reported it is known, and that is no proof: the merchant decides.
  const [hash] = payer.sent
  const found = async () =>
    (await stage.client.listUnmatched({})).data.filter((one) => one.hash === hash)
  await expect.poll(found).toMatchObject([{ chargeUuid: charge.id }])
  expect(payer.sent).toHaveLength(1)
})
