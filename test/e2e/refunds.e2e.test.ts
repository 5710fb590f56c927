import { erc20Abi, type Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createDeskKey } from '../support/desk.ts'
import { until } from '../support/wait.ts'
import { axe, violations } from './axe.ts'
import { card, expect, mine, newCharge, suffixOf, test } from './fixtures.ts'
import { shoot } from './shoot.ts'

// A real payment is refunded: asked at the desk, its address signed for by the payer, sent by the merchant's wallet.

/** Where the payer wants the money. */
const home = demoAccount(7).address

test('a payment is refunded at the desk, by the merchant’s own wallet', async ({
  page,
  stage,
  wallet,
}) => {
  const { chain, client } = stage
  const dollars = chain.token('DUSD').address
  const balance = () =>
    chain.client.readContract({
      address: dollars,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [home],
    })
  const charge = await newCharge(stage, { name: 'Order 1042' })
  const hash = await chain.transfer(dollars, stage.recipient, 19_990_000n, suffixOf(charge) as Hex)
  await client
    .addPayment(charge.id, { hash, chainId: '31337', tokenAddress: dollars })
    .catch(() => undefined)
  await mine(stage)
  await until('the payment', async () =>
    (await client.getCharge(charge.id)).status === 'COMPLETED' ? true : undefined,
  )
  const { apiKey } = await createDeskKey(stage.environment, stage.account, {
    scope: 'desk:write',
    name: 'Ruth Sand',
  })
  await page.addInitScript({ path: axe })
  const desk = `${stage.service.baseUrl}/desk`
  await page.goto(`${desk}/charges/${charge.id}`)
  await page.getByLabel('Key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()

  const startedAt = performance.now()
  await page.getByText('Refund this charge').click()
  await page.getByLabel('Amount').fill('12.5')
  await page.getByLabel('Reason, for the payer').fill('One cup arrived broken.')
  await page.getByRole('button', { name: 'Begin the refund' }).click()
  await expect(page.getByRole('heading', { name: 'Refund of Order 1042' })).toBeVisible()
  await expect(page.getByText('Waits for the payer').first()).toBeVisible()
  await shoot(page, 'desk-refund-new')
  expect(await violations(page)).toEqual([])
  const begunMs = performance.now() - startedAt

  const [refund] = await client.listChargeRefunds(charge.id)
  if (!refund) throw new Error('There is no refund.')
  const payer = await wallet({ account: 1, name: 'Payer wallet' })
  await page.goto(refund.claimUrl)
  await expect(page.getByText('12.50 DUSD')).toBeVisible()
  await shoot(page, 'refund-claim')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Your address').fill(home)
  await page.getByRole('button', { name: 'Sign with Payer wallet' }).click()
  await expect(page.getByText('The store sends it to this address.')).toBeVisible()
  expect(payer.count('personal_sign')).toBe(1)
  await shoot(page, 'refund-claimed')

  const sendingFrom = performance.now()
  const merchant = await wallet({ account: 5, name: 'Shop wallet' })
  await page.goto(`${desk}/refunds/${refund.uuid}`)
  await expect(page.getByText('The account that paid has signed')).toBeVisible()
  await shoot(page, 'desk-refund-approved')
  expect(await violations(page)).toEqual([])
  await expect(page.getByLabel('Your account')).toHaveValue(stage.recipient)
  const before = await balance()
  await page.getByRole('button', { name: 'Go to the wallet' }).click()
  await card(page).getByRole('button', { name: 'Pay 12.50 DUSD' }).click()
  await card(page).getByRole('button', { name: 'Shop wallet' }).click()
  await expect(card(page)).toContainText('Payment sent')
  await shoot(page, 'desk-refund-signing')
  await mine(stage)
  await expect(card(page)).toContainText('Your payment is confirmed')
  expect((await balance()) - before).toBe(12_500_000n)
  expect(merchant.count('eth_sendTransaction')).toBe(1)
  const merchantMs = begunMs + performance.now() - sendingFrom
  console.log(`The merchant's own time: ${(merchantMs / 1000).toFixed(1)} s.`)

  await page.goto(`${desk}/refunds/${refund.uuid}`)
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await shoot(page, 'desk-refund-sent')
  const [sent] = await client.listChargeRefunds(charge.id)
  expect(sent).toMatchObject({ status: 'COMPLETED', sentAmount: '12.5', hash: merchant.sent[0] })
  // Nobody asks a wallet for it a second time.
  await page.goto(`${desk}/refunds`)
  await expect(page.getByRole('link', { name: 'Refunds' })).toBeVisible()
  await shoot(page, 'desk-refunds')
})
