import type { Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import {
  card,
  everyRun,
  expect,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from '../../e2e/fixtures.ts'
import type { Asked } from '../../support/test-wallet.ts'

// Wallets that leave the reference out, send from another account, or lose their answer: one payment all the same.

/** Characters of `transfer(address,uint256)` as hex: what follows is the suffix. */
const plainLength = 2 + 8 + 64 + 64

function dropReference(transaction: Asked): Asked {
  return { ...transaction, data: (transaction.data ?? '0x').slice(0, plainLength) as Hex }
}

const isTransfer = ({ method }: { method: string }) => method === 'eth_sendTransaction'

test('a wallet that drops the reference and never answers makes one payment, which one signature proves', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.edit = dropReference
  payer.decide = (ask) => (isTransfer(ask) ? 'mute' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.sent.length).toBe(1)
  await mine(stage)
  const asksToSign = async () => {
    await expect(card(page)).toContainText('Link your payment to this order')
    await expect(card(page).getByRole('button', { name: /Pay/ })).toHaveCount(0)
  }
  await asksToSign()
  await page.reload()
  await asksToSign()
  await card(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  await page.reload()
  await expect(receipt(page)).toBeVisible()
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect(payer.count('personal_sign')).toBe(1)
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: payer.sent[0] },
  ])
})

test('a wallet that drops the reference and answers nothing is found when the page is opened again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.edit = dropReference
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  await page.goto(stage.page('<p>Elsewhere</p>'))
  answer('mute')
  await expect.poll(() => payer.sent.length).toBe(1)
  await mine(stage)
  await open(page, stage, charge)
  await expect(card(page)).toContainText('Link your payment to this order')
  await expect(card(page).getByRole('button', { name: /Pay/ })).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect(payer.count('personal_sign')).toBe(1)
})

test('a payer who does not sign is not asked to pay again, and the merchant can assign the money', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.edit = dropReference
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.sent.length).toBe(1)
  await mine(stage)
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await expect(card(page)).toContainText('The store will link your payment')
  await expect(card(page).getByRole('button', { name: /Pay/ })).toHaveCount(0)
  const [hash] = payer.sent
  const unmatched = async () => {
    const { data } = await stage.client.listUnmatched()
    return data.find((one) => one.hash === hash)
  }
  await expect.poll(unmatched).toBeTruthy()
  const found = await unmatched()
  await stage.client.assignUnmatched(found?.uuid ?? '', { chargeUuid: charge.id })
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

for (const verdict of ['null', 'mute'] as const) {
  everyRun(verdict === 'mute')(
    `a payment that was sent from another account, with ${verdict === 'null' ? 'null' : 'nothing'} for an answer, shows as paid when the service says so`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      payer.edit = (transaction) => ({ ...transaction, from: demoAccount(2).address })
      payer.decide = (ask) => (isTransfer(ask) ? verdict : 'approve')
      const charge = await newCharge(stage)
      await stage.chain.transfer(stage.chain.dusd, demoAccount(2).address, 20_000_000n)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect.poll(() => payer.sent.length).toBe(1)
      await mine(stage)
      const status = async () => (await stage.client.getCharge(charge.id)).status
      await expect.poll(status).toBe('COMPLETED')
      // A wallet that is silent may still ask; the payer says that it does not.
      const doubt = card(page).getByRole('button', { name: 'Don’t see a request?' })
      if (verdict === 'mute') await doubt.click()
      await expect(receipt(page)).toBeVisible()
      await expect(card(page).getByRole('button', { name: /^Pay|again/ })).toHaveCount(0)
      expect(payer.count('eth_sendTransaction')).toBe(1)
      await page.reload()
      await expect(receipt(page)).toBeVisible()
    },
  )
}
