import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { languages } from '../../src/service/texts/language.ts'
import { createDeskKey } from '../support/desk.ts'
import { deploySafe } from '../support/safe.ts'
import { runCli } from '../support/service.ts'
import { createSafeWallet, installWallet } from '../support/smart-wallets.ts'
import type { Stage } from '../support/stage.ts'
import { until } from '../support/wait.ts'
import { axe, violations } from './axe.ts'
import { card, expect, mine, newCharge, suffixOf, test } from './fixtures.ts'
import { shoot, takesPictures } from './shoot.ts'
import { findOtherSizes } from './type-sizes.ts'

// A real payment is refunded: asked at the desk, its address signed for by the payer, sent by the merchant's wallet or Safe.

/** Where the payer wants the money. */
const home = demoAccount(7).address

const balanceOfHome = ({ chain }: Stage) =>
  chain.client.readContract({
    address: chain.dusd,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [home],
  })

/** The shop's account sends dollars to the address of the refund, and says nothing of what they are for. */
async function sendHome({ chain }: Stage, amount: bigint) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [home, amount] })
  const to = chain.dusd
  const hash = await chain.client.sendTransaction({ account: demoAccount(5), to, data })
  await chain.client.waitForTransactionReceipt({ hash })
}

/** Pays a new charge of 19.99 dollars, by the account that signs for the refund later. */
async function payCharge(stage: Stage, name: string) {
  const { chain, client } = stage
  const dollars = chain.dusd
  const charge = await newCharge(stage, { name })
  const hash = await chain.transfer(dollars, stage.recipient, 19_990_000n, suffixOf(charge) as Hex)
  await client
    .addPayment(charge.id, { hash, chainId: '31337', tokenAddress: dollars })
    .catch(() => undefined)
  await mine(stage)
  await until('the payment', async () =>
    (await client.getCharge(charge.id)).status === 'COMPLETED' ? true : undefined,
  )
  return charge
}

/** Opens a page of the desk, as somebody who may refund. */
async function openDesk(page: Page, { service, environment, account }: Stage, path: string) {
  const { apiKey } = await createDeskKey(environment, account, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  await page.goto(`${service.baseUrl}/desk${path}`)
  await page.getByLabel('Key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Begins the refund of 12.50 dollars of the charge that the page shows. */
async function beginRefund(page: Page, order: string) {
  await page.getByText('Refund this charge').click()
  await page.getByLabel('Amount').fill('12.5')
  await page.getByLabel('Reason, for the payer').fill('One cup arrived broken.')
  await expect(page.getByText('19.99 DUSD left to refund')).toBeVisible()
  await page.getByRole('button', { name: 'Begin the refund' }).click()
  await expect(page.getByRole('heading', { name: `Refund of ${order}` })).toBeVisible()
}

/** Returns the one refund of a charge. */
async function getRefund({ client }: Stage, charge: { id: string }) {
  const [refund] = await client.listChargeRefunds(charge.id)
  if (!refund) throw new Error('There is no refund.')
  return refund
}

const untilRefunded = (stage: Stage, charge: { id: string }) =>
  until('the refund', async () =>
    (await getRefund(stage, charge)).status === 'COMPLETED' ? true : undefined,
  )

/** Enters the payer's address on the page of a refund: first one that is cut, then the whole, which is shown to be checked. */
async function nameAddress(page: Page) {
  const field = page.getByLabel('Your address')
  const next = page.getByRole('button', { name: 'Continue' })
  await field.fill(home.slice(0, -1))
  await next.click()
  await expect(page.getByText('An address has 42 characters. This one has 41.')).toBeVisible()
  await expect(field).toHaveValue(home.slice(0, -1))
  await expect(field).toBeFocused()
  await shoot(page, 'refund-fault')
  expect(await violations(page)).toEqual([])
  expect(await findOtherSizes(page)).toEqual([])
  await field.fill(home)
  await next.click()
  await expect(page.getByRole('heading', { name: 'Send the refund here?' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Your address' })).toHaveText(home)
  await shoot(page, 'refund-check')
  expect(await violations(page)).toEqual([])
  expect(await findOtherSizes(page)).toEqual([])
  // What was entered can be changed.
  await page.getByRole('button', { name: 'Change' }).last().click()
  await expect(field).toHaveValue(home)
  await next.click()
}

test('a payment is refunded at the desk, by the merchant’s own wallet', async ({
  page,
  browser,
  stage,
  wallet,
}) => {
  const charge = await payCharge(stage, 'Order 1042')
  await page.addInitScript({ path: axe })
  await openDesk(page, stage, `/charges/${charge.id}`)

  const startedAt = performance.now()
  await beginRefund(page, 'Order 1042')
  await expect(page.getByText('Waits for the payer').first()).toBeVisible()
  await shoot(page, 'desk-refund-new')
  expect(await violations(page)).toEqual([])
  const begunMs = performance.now() - startedAt

  const refund = await getRefund(stage, charge)
  const payer = await wallet({ account: 1, name: 'Payer wallet' })
  await page.goto(refund.claimUrl)
  await expect(page.getByText('12.50 DUSD')).toBeVisible()
  await shoot(page, 'refund-claim')
  expect(await violations(page)).toEqual([])
  for (const language of languages) {
    const context = await browser.newContext({ locale: language })
    const claim = await context.newPage()
    await claim.goto(refund.claimUrl)
    await expect(claim.locator('html')).toHaveAttribute('lang', language)
    for (const width of [360, 1280]) {
      await claim.setViewportSize({ width, height: 720 })
      const overflow = await claim.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${language} at ${width} px`).toBeLessThanOrEqual(0)
      const picture = `test/output/screens/refund-claim-${language}-${width}-light.png`
      if (takesPictures) await claim.screenshot({ path: picture, fullPage: true })
    }
    await claim.setViewportSize({ width: 360, height: 720 })
    await claim.locator('#recipient').fill(home)
    await claim.locator('[value=check]').click()
    await expect(claim.getByRole('group')).toHaveText(home)
    const overflow = await claim.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${language}, to check`).toBeLessThanOrEqual(0)
    const picture = `test/output/screens/refund-check-${language}-360-light.png`
    if (takesPictures) await claim.screenshot({ path: picture, fullPage: true })
    await context.close()
  }
  await nameAddress(page)
  await page.getByRole('button', { name: 'Sign with Payer wallet' }).click()
  await expect(page.getByText('The store will send your refund to this address.')).toBeVisible()
  expect(payer.count('personal_sign')).toBe(1)
  await shoot(page, 'refund-claimed')
  expect(await violations(page)).toEqual([])
  expect(await findOtherSizes(page)).toEqual([])

  const sendingFrom = performance.now()
  const merchant = await wallet({ account: 5, name: 'Shop wallet' })
  await page.goto(`${stage.service.baseUrl}/desk/refunds/${refund.uuid}`)
  await expect(page.getByText('The account that paid has signed')).toBeVisible()
  await shoot(page, 'desk-refund-approved')
  expect(await violations(page)).toEqual([])
  await expect(page.getByLabel('Your account')).toHaveValue(stage.recipient)
  const before = await balanceOfHome(stage)
  await page.getByRole('button', { name: 'Go to the wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Send it from your wallet' })).toBeVisible()
  await shoot(page, 'desk-refund-sign')
  await card(page).getByRole('button', { name: 'Refund 12.50 DUSD' }).click()
  await card(page).getByRole('button', { name: 'Shop wallet' }).click()
  await expect(card(page)).toContainText('Refund sent')
  await shoot(page, 'desk-refund-signing')
  await mine(stage)
  await expect(card(page)).toContainText('The refund is confirmed.')
  expect((await balanceOfHome(stage)) - before).toBe(12_500_000n)
  expect(merchant.count('eth_sendTransaction')).toBe(1)
  const merchantMs = begunMs + performance.now() - sendingFrom
  console.log(`The merchant's own time: ${(merchantMs / 1000).toFixed(1)} s.`)

  await untilRefunded(stage, charge)
  await page.goto(`${stage.service.baseUrl}/desk/refunds/${refund.uuid}`)
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await shoot(page, 'desk-refund-sent')
  expect(await getRefund(stage, charge)).toMatchObject({
    status: 'COMPLETED',
    sentAmount: '12.5',
    hash: merchant.sent[0],
  })
  await page.goto(`${stage.service.baseUrl}/desk/charges/${charge.id}`)
  await expect(page.getByText('7.49 DUSD left to refund')).toBeVisible()
  await expect(page.getByText('Ruth Sand began a refund of')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Refunded' })).toHaveCount(2)
  await shoot(page, 'desk-refunded-charge')
  expect(await violations(page)).toEqual([])

  // Its payer sees it on the receipt.
  await page.goto(charge.hosted_url)
  await expect(card(page)).toContainText(/Sent\s+12\.50 DUSD/)
  await shoot(page, 'refunded-receipt')
  expect(await violations(page)).toEqual([])

  // Nobody asks a wallet for it a second time.
  await page.goto(`${stage.service.baseUrl}/desk/refunds?show=done`)
  await expect(page.locator('main').getByRole('link', { name: 'Order 1042' })).toBeVisible()
  await shoot(page, 'desk-refunds')
})

test('a payer names the address of a wallet without a signature, and sees the refund go on', async ({
  page,
  stage,
  wallet,
}) => {
  const brand = (...values: string[]) =>
    runCli(['account', 'brand', '--account', stage.account, ...values], stage.environment)
  await brand('--color', '#0a7d4f', '--support-url', 'mailto:hello@brand.example')
  const charge = await payCharge(stage, 'Order 1045')
  const { claimUrl, uuid } = await stage.client.createRefund(charge.id, { reason: '' })
  const payer = await wallet({ account: 1, name: 'Payer wallet' })
  await page.addInitScript({ path: axe })
  await page.goto(claimUrl)
  const contact = page.getByRole('link', { name: 'Contact Mug shop' })
  await expect(contact).toHaveAttribute('href', 'mailto:hello@brand.example')
  const { address } = demoAccount(1)
  await page.getByRole('button', { name: 'Use Payer wallet' }).click()
  await expect(page.getByRole('group', { name: 'Your address' })).toHaveText(address)
  // A wallet that this page is connected to shows its address, and that it has paid.
  await page.getByRole('button', { name: 'Change' }).last().click()
  const row = page.getByRole('button', { name: /^Use 0x/ })
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  await expect(row).toHaveText(`Use ${short}The wallet you paid with`)
  await shoot(page, 'refund-wallet')
  expect(await violations(page)).toEqual([])
  await row.click()
  await page.getByRole('button', { name: 'Submit this address' }).click()
  await expect(
    page.getByRole('heading', { name: 'The store is checking the address' }),
  ).toBeVisible()
  expect(payer.count('personal_sign')).toBe(0)
  await shoot(page, 'refund-named')
  expect(await violations(page)).toEqual([])
  expect(await findOtherSizes(page)).toEqual([])
  // The store decides, and the page says so without a word of the payer's.
  await stage.client.approveRefund(uuid, { recipientAddress: address })
  await expect(page.getByRole('heading', { name: 'Your refund is approved' })).toBeVisible()
  await expect(page.locator('[aria-current=step]')).toHaveText('Sent')
  await brand('--color', '', '--support-url', '')
})

test('a payment is refunded by the merchant’s Safe, whose owners sign later', async ({
  page,
  stage,
}) => {
  const { chain, client } = stage
  const safe = await deploySafe(chain, [2, 3, 4].map(demoAccount), 2)
  await chain.transfer(chain.dusd, safe.address, 100_000_000n)
  const app = createSafeWallet(chain, safe, {})
  await installWallet(page.context(), app, 'Safe')
  const charge = await payCharge(stage, 'Order 1043')
  const desk = `${stage.service.baseUrl}/desk`
  await openDesk(page, stage, `/charges/${charge.id}`)
  await beginRefund(page, 'Order 1043')
  const { uuid } = await getRefund(stage, charge)
  // The payer paid from an exchange: the address is named, and the merchant approves it.
  await client.approveRefund(uuid, { recipientAddress: home })

  await page.goto(`${desk}/refunds/${uuid}`)
  await page.getByLabel('Your account').fill(safe.address)
  await page.getByRole('button', { name: 'Go to the wallet' }).click()
  await card(page).getByRole('button', { name: 'Refund 12.50 DUSD' }).click()
  await expect(card(page)).toContainText('Waiting for signatures')
  // A second transfer begins at the refund, once the service has searched for the first.
  await expect(card(page).getByRole('button', { name: /again/ })).toHaveCount(0)
  await shoot(page, 'desk-refund-safe')
  // The desk is closed, and the owners take their time.
  await page.goto(`${desk}/refunds`)
  const before = await balanceOfHome(stage)
  const hash = await app.execute([2, 4])
  await mine(stage)
  await untilRefunded(stage, charge)
  expect(await getRefund(stage, charge)).toMatchObject({ sentAmount: '12.5', hash })
  expect((await balanceOfHome(stage)) - before).toBe(12_500_000n)
  expect(app.count('eth_sendTransaction') + app.count('wallet_sendCalls')).toBe(1)
})

test('a wallet that never answered is asked for the same nonce again: of both transactions one is mined', async ({
  page,
  stage,
  wallet,
}) => {
  const { client } = stage
  const charge = await payCharge(stage, 'Order 1044')
  await page.addInitScript({ path: axe })
  await openDesk(page, stage, `/charges/${charge.id}`)
  await beginRefund(page, 'Order 1044')
  const { uuid } = await getRefund(stage, charge)
  await client.approveRefund(uuid, { recipientAddress: home })
  const merchant = await wallet({ account: 5, name: 'Shop wallet' })

  // What left the account since and does not say what it is, is shown before any wallet is asked.
  await sendHome(stage, 3_000_000n)
  await page.goto(`${stage.service.baseUrl}/desk/refunds/${uuid}`)
  await page.getByRole('button', { name: 'Go to the wallet' }).click()
  await expect(page.getByRole('heading', { name: 'This may be the refund' })).toBeVisible()
  await expect(page.getByText('3.00 DUSD')).toBeVisible()
  await shoot(page, 'desk-refund-unclear')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'This is something else' }).click()
  await expect(page.getByRole('heading', { name: 'This may be the refund' })).toHaveCount(0)

  const answerFirst = merchant.leaveOpen()
  // The browser has one wallet, which the click asks at once.
  const ask = async (count: number) => {
    await page.goto(`${stage.service.baseUrl}/desk/refunds/${uuid}`)
    await page.getByRole('button', { name: 'Go to the wallet' }).click()
    await card(page).getByRole('button', { name: 'Refund 12.50 DUSD' }).click()
    await expect.poll(() => merchant.count('eth_sendTransaction')).toBe(count)
    return await getRefund(stage, charge)
  }

  const first = await ask(1)
  await page.goto(`${stage.service.baseUrl}/desk/refunds/${uuid}`)
  await page.getByRole('button', { name: 'Nothing was sent' }).click()
  await expect(page.getByText('The service is checking that nothing was sent')).toBeVisible()
  await shoot(page, 'desk-refund-waits')
  expect(await violations(page)).toEqual([])
  await until('the freed refund', async () => {
    await mine(stage, 1)
    return (await getRefund(stage, charge)).status === 'APPROVED' ? true : undefined
  })

  const before = await balanceOfHome(stage)
  merchant.decide = () => 'approve'
  const second = await ask(2)
  expect(second.senderNonce).toBe(first.senderNonce)
  const nonce = numberToHex(Number(second.senderNonce))
  expect(merchant.transactions).toMatchObject([{ nonce }, { nonce }])
  await expect(card(page)).toContainText('Refund sent')
  answerFirst('approve')
  await mine(stage)
  await untilRefunded(stage, charge)
  expect(merchant.sent).toHaveLength(1)
  expect((await balanceOfHome(stage)) - before).toBe(12_500_000n)
})
