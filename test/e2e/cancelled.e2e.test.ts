import {
  byHand,
  card,
  confirm,
  expect,
  insist,
  lookedAgain,
  mine,
  newCharge,
  nightly,
  open,
  openAnother,
  payButton,
  statuses,
  test,
  transfersOf,
} from './fixtures.ts'
import { replace, title, waiting } from './replacing.ts'

test.describe('cancelled in the wallet', () => {
  test('says so, and paying again works', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await byHand(stage, async () => {
      await waiting(page, stage, charge, payer)
      await replace(stage, payer, 'cancel')
      await mine(stage)
      await expect(title(page, 'Canceled in your wallet')).toBeVisible()
    })
    expect(await transfersOf(stage, charge)).toEqual([])
    await card(page).getByRole('button', { name: 'Pay again' }).click()
    await payButton(page).click()
    await confirm(page, stage)
    expect(await transfersOf(stage, charge)).toHaveLength(1)
    expect(payer.count('eth_sendTransaction')).toBe(2)
  })

  test('before anybody has seen it: it is called lost after a minute, and paying again works', async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await page.clock.install()
    await open(page, stage, charge)
    await page.route('**/payments', () => {})
    await byHand(stage, async () => {
      await payButton(page).click()
      await expect.poll(() => payer.sent.length).toBe(1)
      await expect(card(page)).toContainText('Payment sent')
      await replace(stage, payer, 'cancel')
      await mine(stage)
    })
    // The shop is told of a hash that no node knows any more.
    await page.unroute('**/payments')
    await page.reload()
    await lookedAgain(payer)
    await page.clock.fastForward('01:01')
    await expect(title(page, 'Your payment may not go through')).toBeVisible()
    await insist(page, 'Pay again')
    await payButton(page).click()
    await confirm(page, stage)
    expect(await transfersOf(stage, charge)).toHaveLength(1)
  })

  nightly('with no page open: opened again, it says so', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await byHand(stage, async () => {
      await waiting(page, stage, charge, payer)
      await page.close()
      await replace(stage, payer, 'cancel')
      await mine(stage)
    })
    // What was reported and never mined is no payment of the charge, failed or not.
    expect(await statuses(stage, charge)).toEqual([])
    const again = await openAnother(page, stage, charge)
    await expect(title(again, 'Canceled in your wallet')).toBeVisible()
    await card(again).getByRole('button', { name: 'Pay again' }).click()
    await payButton(again).click()
    await confirm(again, stage)
    expect(await transfersOf(stage, charge)).toHaveLength(1)
  })
})
