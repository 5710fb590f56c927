import type { Page } from '@playwright/test'
import type { Asked } from '../support/test-wallet.ts'
import {
  card,
  confirm,
  expect,
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

const failed = (page: Page) => card(page).getByRole('heading', { name: 'Your payment failed' })
/** Gas enough to be mined, and too little for the token. */
const starved = (transaction: Asked) => ({ ...transaction, gas: '0x7530' as const })

test.describe('a transfer that the network reverts', () => {
  test('says so, and paying again works', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    payer.edit = starved
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('1 of 2 confirmations')
    await mine(stage)
    await expect(failed(page)).toBeVisible()
    expect(await transfersOf(stage, charge)).toEqual([])
    payer.edit = (transaction) => transaction
    await card(page).getByRole('button', { name: 'Pay again' }).click()
    await payButton(page).click()
    await confirm(page, stage)
    expect(await transfersOf(stage, charge)).toHaveLength(1)
    expect(await statuses(stage, charge)).toEqual(['COMPLETED'])
  })

  test('with no page open: opened again, the page says so', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    payer.edit = starved
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('1 of 2 confirmations')
    await page.close()
    await mine(stage)
    expect(await statuses(stage, charge)).toEqual([])
    const again = await openAnother(page, stage, charge)
    await expect(failed(again)).toBeVisible()
    payer.edit = (transaction) => transaction
    await card(again).getByRole('button', { name: 'Pay again' }).click()
    await payButton(again).click()
    await confirm(again, stage)
    expect(await transfersOf(stage, charge)).toHaveLength(1)
  })

  nightly(
    'and the wallet never told of it: opened again, the page says that nothing was sent',
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      payer.edit = starved
      payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'mute' : 'approve')
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect.poll(() => payer.sent.length).toBe(1)
      await page.close()
      await mine(stage)
      const again = await openAnother(page, stage, charge)
      await expect(card(again)).toContainText('Your wallet sent a different transaction instead')
      payer.edit = (transaction) => transaction
      payer.decide = () => 'approve'
      await card(again).getByRole('button', { name: 'Pay again' }).click()
      await payButton(again).click()
      await confirm(again, stage)
      expect(await transfersOf(stage, charge)).toHaveLength(1)
    },
  )
})
