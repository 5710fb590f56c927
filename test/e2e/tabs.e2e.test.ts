import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  openAnother,
  payButton,
  receipt,
  seen,
  test,
} from './fixtures.ts'

const title = (page: Page, name: string) => card(page).getByRole('heading', { name })
const elsewhere = (page: Page) => title(page, 'You’re paying in another tab')

test('two tabs click Pay at once: one asks the wallet, the other follows it and takes over when it closes', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  const other = await openAnother(page, stage, charge)
  for (const tab of [page, other]) await seen(tab)
  // Both buttons take clicks; from here on nothing waits for one of them, which the other tab's click may take away.
  await payButton(page).click({ trial: true })
  await payButton(other).click({ trial: true })
  const clicks = await Promise.all([page, other].map(findPayButton))
  await Promise.all(clicks.map((click) => click()))
  const sights = [page, other].map(async (tab) => {
    await expect(elsewhere(tab)).toBeVisible()
    return tab
  })
  const watching = await Promise.any(sights)
  const paying = watching === page ? other : page
  await expect(card(paying)).toContainText('Confirm in Test Wallet')
  // The note is written first: the screen is there before the wallet is asked.
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  answer('approve')
  await expect(card(paying)).toContainText('1 of 2 confirmations')
  await expect(elsewhere(watching)).toBeVisible()
  await expect(card(watching)).toContainText('1 of 2 confirmations')
  await expect(card(watching).locator(`[title="${payer.sent[0]}"]`)).toBeVisible()
  await paying.close()
  await confirm(watching, stage)
  await expectPaidOnce(stage, charge, payer)
})

/** Returns the click on the place of the Pay button, whether or not the button is still there. */
async function findPayButton(page: Page): Promise<() => Promise<void>> {
  const box = await payButton(page).boundingBox()
  if (!box) throw new Error('The Pay button is not on the page')
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Another tab that has found out, by a click on Pay, that this one pays. */
async function watch(page: Page, stage: Stage, charge: { id: string }, attributes = '') {
  await open(page, stage, charge, attributes)
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  const other = await openAnother(page, stage, charge, attributes)
  await expect(elsewhere(other)).toBeVisible()
  await expect(payButton(other)).toBeHidden()
  return other
}

test('a tab that is opened while another pays follows it to the receipt, and only one leaves for success', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  const other = await watch(page, stage, charge, 'success-url="/success"')
  await card(other).getByRole('button', { name: 'Check again' }).click()
  await expect(elsewhere(other)).toBeVisible()
  answer('approve')
  await confirm(page, stage)
  await expect(receipt(other)).toBeVisible()
  await page.waitForURL(`${stage.shop}/success`)
  await expect(receipt(other)).toBeVisible()
  await expect(card(other)).not.toContainText('Returning to the store')
  await expectPaidOnce(stage, charge, payer)
})

test('the paying tab dies while its wallet asks: the other looks, finds what was approved since, and pays nothing', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  const other = await watch(page, stage, charge)
  await page.close()
  await expect(title(other, 'Looking for your payment')).toBeVisible()
  answer('approve')
  await confirm(other, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('declined in one tab, it can be paid in the other', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  const other = await watch(page, stage, charge)
  answer('refuse')
  await expect(card(page)).toContainText('You declined the request in your wallet')
  payer.decide = () => 'approve'
  await payButton(other).click()
  await confirm(other, stage)
  await expect(receipt(page)).toBeVisible()
  expect(payer.sent).toHaveLength(1)
})

test('a tab on its first screen hears of another that pays', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  const other = await openAnother(page, stage, charge)
  await expect(payButton(other)).toBeVisible()
  await payButton(page).click()
  await expect(elsewhere(other)).toBeVisible()
  answer('approve')
  await confirm(page, stage)
  await expect(receipt(other)).toBeVisible()
})
