import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import {
  byHand,
  confirm,
  expect,
  mine,
  newCharge,
  nightly,
  openAnother,
  receipt,
  statuses,
  test,
  transfersOf,
} from './fixtures.ts'
import { replace, shown, waiting } from './replacing.ts'

/** One transfer, one credit; the hash that it was reported by first is void. */
async function expectCreditedOnce(stage: Stage, charge: { id: string }, payer: TestWallet) {
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect(await transfersOf(stage, charge)).toHaveLength(1)
  const settled = async () => (await statuses(stage, charge)).filter((one) => one !== 'FAILED')
  await expect.poll(settled).toEqual(['COMPLETED'])
}

test.describe('sped up in the wallet', () => {
  test('the page follows the faster one, and it is paid once, with its hash', async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await byHand(stage, async () => {
      await waiting(page, stage, charge, payer)
      await expect(shown(page, payer.sent[0])).toBeVisible()
      const faster = await replace(stage, payer, 'faster')
      await mine(stage, 1)
      await expect(shown(page, faster)).toBeVisible()
      await confirm(page, stage)
      await expect(shown(page, faster)).toBeVisible()
    })
    await expectCreditedOnce(stage, charge, payer)
  })

  nightly(
    'and final before the page has looked: the receipt has the hash that was mined',
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      await byHand(stage, async () => {
        await waiting(page, stage, charge, payer)
        // The wallet tells nothing until it is credited.
        payer.silent = () => true
        const faster = await replace(stage, payer, 'faster')
        await mine(stage)
        await expect.poll(() => statuses(stage, charge)).toContain('COMPLETED')
        payer.silent = () => false
        await expect(receipt(page)).toBeVisible()
        await expect(shown(page, faster)).toBeVisible()
      })
      await expectCreditedOnce(stage, charge, payer)
    },
  )

  test('with no page open: opened again, it shows the hash that was mined', async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await byHand(stage, async () => {
      await waiting(page, stage, charge, payer)
      await page.close()
      const faster = await replace(stage, payer, 'faster')
      await mine(stage)
      await expect.poll(() => statuses(stage, charge)).toEqual(['COMPLETED'])
      const again = await openAnother(page, stage, charge)
      await expect(receipt(again)).toBeVisible()
      await expect(shown(again, faster)).toBeVisible()
    })
    await expectCreditedOnce(stage, charge, payer)
  })

  nightly(
    'with no page open, and the service follows it before it is final: nothing is recorded twice',
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      await byHand(stage, async () => {
        await waiting(page, stage, charge, payer)
        await page.close()
        const faster = await replace(stage, payer, 'faster')
        await mine(stage, 1)
        // The service has found the one that was mined, by the charge's name in it.
        await expect.poll(() => statuses(stage, charge)).toEqual(['PENDING'])
        const again = await openAnother(page, stage, charge)
        await expect(shown(again, faster)).toBeVisible()
        await mine(stage)
        await expect(receipt(again)).toBeVisible()
        await expect(shown(again, faster)).toBeVisible()
      })
      await expectCreditedOnce(stage, charge, payer)
      expect(await statuses(stage, charge)).toHaveLength(1)
    },
  )
})
