import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import {
  byHand,
  card,
  expect,
  expectPaidOnce,
  insist,
  lookedAgain,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  rpc,
  test,
  transfersOf,
} from './fixtures.ts'

const lost = (page: Page) =>
  card(page).getByRole('heading', { name: 'Your payment may not go through' })

/** A payment with one confirmation, which the chain then takes back. Gives it as it was signed. */
async function takenBack(page: Page, stage: Stage, payer: TestWallet): Promise<Hex> {
  // Reported before it is mined: what the service has found by itself it forgets with its block, and is told anew.
  await byHand(stage, async () => {
    const told = page.waitForResponse('**/payments')
    await payButton(page).click()
    await told
    await mine(stage, 1)
  })
  await expect(card(page)).toContainText('1 of 2 confirmations')
  const raw = await rpc(stage, 'eth_getRawTransactionByHash', payer.sent.at(-1))
  await rpc(stage, 'anvil_reorg', 1, [])
  // anvil's clock went back with the blocks, and the service counts nothing that is older than its charge.
  await stage.chain.setTime(Date.now())
  return raw as Hex
}

const sendAgain = (stage: Stage, serializedTransaction: Hex) =>
  stage.chain.client.sendRawTransaction({ serializedTransaction })

test('a mined payment that the chain takes back and mines again is paid once, and the payer is told meanwhile', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  const raw = await takenBack(page, stage, payer)
  await byHand(stage, async () => {
    await sendAgain(stage, raw)
    await expect(card(page)).toContainText('The network is confirming your payment again')
    await mine(stage)
    await expect(receipt(page)).toBeVisible()
  })
  await expectPaidOnce(stage, charge, payer)
})

test.describe('a payment that the chain takes back for good', () => {
  test('is called lost after a minute, and is credited when it comes after all', async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await page.clock.install()
    await open(page, stage, charge)
    const raw = await takenBack(page, stage, payer)
    await lookedAgain(payer)
    await page.clock.fastForward('01:01')
    await expect(lost(page)).toBeVisible()
    await sendAgain(stage, raw)
    await expect(card(page)).toContainText('1 of 2 confirmations')
    await mine(stage)
    await expect(receipt(page)).toBeVisible()
    await expectPaidOnce(stage, charge, payer)
  })

  test('can be paid anew once the payer has read the warning', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await page.clock.install()
    await open(page, stage, charge)
    await takenBack(page, stage, payer)
    await lookedAgain(payer)
    await page.clock.fastForward('01:01')
    await expect(lost(page)).toBeVisible()
    await expect(card(page)).toContainText(
      'If you pay again and the first payment still goes through, you’ll pay twice',
    )
    await insist(page, 'Pay again')
    await payButton(page).click()
    await expect.poll(() => payer.sent.length).toBe(2)
    expect(payer.count('eth_sendTransaction')).toBe(2)
    await mine(stage)
    await expect(receipt(page)).toBeVisible()
    expect(await transfersOf(stage, charge)).toHaveLength(1)
  })
})
