import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { deploy, mintCall } from '../support/contracts.ts'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  journal,
  mine,
  newCharge,
  open,
  payButton,
  postpone,
  receipt,
  suffixOf,
  test,
  transfersOf,
} from './fixtures.ts'

// In which token, how much of it, and what an account lacks: all of it said before a wallet opens.

/** The accounts that have just what a test gives them. */
const [poor, other] = [6, 7]

/** A charge of 19.99 that DUSD pays, and OUSD too. */
function twoTokens(stage: Stage, more: Record<string, unknown> = {}) {
  const { address: tokenAddress } = stage.chain.token('OUSD')
  return newCharge(stage, {
    requestProps: { accepts: [{ chainId: '31337', tokenAddress }] },
    ...more,
  })
}

function balanceOf(stage: Stage, account: Address, symbol: string): Promise<bigint> {
  const { address } = stage.chain.token(symbol)
  const asked = { address, abi: erc20Abi, functionName: 'balanceOf' } as const
  return stage.chain.client.readContract({ ...asked, args: [account] })
}

/** Makes an account have just so many base units of a token. */
async function holds(stage: Stage, index: number, symbol: string, amount: bigint) {
  const { chain } = stage
  const account = demoAccount(index)
  const { address: to } = chain.token(symbol)
  const now = await balanceOf(stage, account.address, symbol)
  if (now < amount) await chain.transfer(to, account.address, amount - now)
  if (now <= amount) return
  const args = [chain.payer.address, now - amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await chain.client.setBalance({ address: account.address, value: parseEther('1') })
  const hash = await chain.client.sendTransaction({ account, to, data })
  await chain.client.waitForTransactionReceipt({ hash })
}

const hasCoin = (stage: Stage, index: number, value: bigint) =>
  stage.chain.client.setBalance({ address: demoAccount(index).address, value })

const rows = (page: Page) => card(page).locator('[part="wallet"]')
const row = (page: Page, symbol: string) => rows(page).filter({ hasText: `19.99 ${symbol}` })
const button = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name })

test('both tokens are shown with what the payer has, payable first, the other with what is missing', async ({
  page,
  stage,
  wallet,
}) => {
  await holds(stage, poor, 'DUSD', 5_000_001n)
  await holds(stage, poor, 'OUSD', 100_000_000n)
  await hasCoin(stage, poor, parseEther('1'))
  const payer = await wallet({ account: poor })
  await open(page, stage, await twoTokens(stage))
  await payButton(page).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(0)).toContainText('19.99 OUSD')
  await expect(rows(page).nth(0)).toContainText('You have 100.00 OUSD')
  await expect(rows(page).nth(1)).toContainText('19.99 DUSD')
  await expect(rows(page).nth(1)).toContainText('Need 14.99 DUSD more')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-disabled', 'true')
  await rows(page).nth(1).click({ force: true })
  await expect(rows(page)).toHaveCount(2)
  expect(payer.count('eth_sendTransaction')).toBe(0)
  // What is missing comes: the next look offers it, in the merchant's own order.
  await holds(stage, poor, 'DUSD', 19_990_000n)
  await button(page, 'Check again').click()
  await expect(rows(page).nth(0)).toContainText('You have 19.99 DUSD')
  await expect(button(page, 'Check again')).toHaveCount(0)
  await row(page, 'DUSD').click()
  await confirm(page, stage)
  expect(await balanceOf(stage, demoAccount(poor).address, 'DUSD')).toBe(0n)
})

test('the second token pays the whole charge, and stands first the next time', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await twoTokens(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(rows(page).nth(0)).toContainText('19.99 DUSD')
  const before = await balanceOf(stage, stage.recipient, 'OUSD')
  await row(page, 'OUSD').click()
  await confirm(page, stage)
  await expect(card(page)).toContainText('19.99 OUSD')
  expect((await balanceOf(stage, stage.recipient, 'OUSD')) - before).toBe(19_990_000n)
  await expectPaidOnce(stage, charge, payer)
  const { payments } = await stage.client.getCharge(charge.id)
  const { address } = stage.chain.token('OUSD')
  expect(payments).toMatchObject([
    { paidTokenAddress: address, paidAmountInRequestedToken: '19.99', payerChainId: '31337' },
  ])
  await open(page, stage, await twoTokens(stage))
  await payButton(page).click()
  await expect(rows(page).nth(0)).toContainText('19.99 OUSD')
})

test('a reload in mid-payment goes on in the token that was chosen', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await twoTokens(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  const answer = payer.leaveOpen()
  await row(page, 'OUSD').click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  await page.reload()
  await expect(card(page)).toContainText('Looking for your payment')
  answer('mute')
  await confirm(page, stage)
  // Who has told the service of it, the page or the chain, is a race.
  const { address } = stage.chain.token('OUSD')
  const paid = { payerChainId: '31337', paidTokenAddress: address, status: 'COMPLETED' }
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([paid])
  await expect(card(page)).toContainText('19.99 OUSD')
  await page.reload()
  await expect(receipt(page)).toBeVisible()
  await expect(card(page).locator('[part="receipt"]')).toContainText('19.99 OUSD')
  await expectPaidOnce(stage, charge, payer)
})

test('paid in part in one token, the rest in the other', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const charge = await twoTokens(stage)
  const { address: tokenAddress } = stage.chain.token('DUSD')
  await stage.chain.transfer(tokenAddress, stage.recipient, 5_000_000n, suffixOf(charge))
  await mine(stage)
  await expect
    .poll(async () => (await stage.client.getCharge(charge.id)).payments[0]?.status)
    .toBe('COMPLETED')
  await open(page, stage, charge)
  const before = await balanceOf(stage, stage.recipient, 'OUSD')
  await button(page, 'Pay the remaining 14.99 DUSD').click()
  await rows(page).filter({ hasText: '14.99 OUSD' }).click()
  await confirm(page, stage)
  expect((await balanceOf(stage, stage.recipient, 'OUSD')) - before).toBe(14_990_000n)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments.map((one) => [one.status, one.paidAmountInRequestedToken])).toEqual([
    ['COMPLETED', '5'],
    ['COMPLETED', '14.99'],
  ])
  // Of this transaction, and not of what was paid before in another token.
  await expect(card(page).locator('[part="receipt"]')).toContainText('14.99 OUSD')
})

test('a token that the service has never heard of is not offered, whatever the page says', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  await open(page, stage, await newCharge(stage))
  const { address: tokenAddress } = stage.chain.token('OUSD')
  const accepts = [{ chainId: 31_337, tokenAddress, tokenDecimals: 6, tokenSymbol: 'DUSD' }]
  await card(page).evaluate((element, given) => Object.assign(element, { accepts: given }), accepts)
  await payButton(page).click()
  await confirm(page, stage)
  await expect(card(page)).toContainText('19.99 DUSD')
})

test('the payer names the amount in his own writing, within the shop’s bounds, and pays it exactly', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  // The card waits eight seconds for its language, and then speaks English.
  await postpone(page.context(), 8000)
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  const charge = await newCharge(stage, price)
  await page.goto(
    stage.page(`<div lang="de"><pay-charge charge-id="${charge.id}"></pay-charge></div>`),
  )
  await expect(card(page)).toContainText('Wie viel möchten Sie zahlen?')
  // Also when the page sets it after the screen is there.
  await card(page).evaluate((element) =>
    Object.assign(element, {
      amounts: { suggested: ['5', '12.5', '1000'], min: '2', max: '1000', dollarsPerToken: '1' },
    }),
  )
  await expect(button(page, '12,50 DUSD')).toBeVisible()
  await expect(button(page, '1.000,00 DUSD')).toBeVisible()
  const field = card(page).getByLabel('Betrag in DUSD')
  const alert = card(page).getByRole('alert')
  for (const [text, reason] of [
    ['1,99', 'Mindestens 2,00 DUSD.'],
    ['1000,000001', 'Höchstens 1.000,00 DUSD.'],
    ['1.0.0', 'Geben Sie den Betrag in Ziffern ein, zum Beispiel 12,5.'],
    ['7,1234567', 'DUSD erlaubt höchstens 6 Nachkommastellen.'],
    ['0', 'Geben Sie einen Betrag über null ein.'],
  ] as const) {
    await field.fill(text)
    await button(page, 'Weiter').click()
    await expect(alert).toHaveText(reason)
    await expect(field).toHaveValue(text)
  }
  // A point groups thousands here, and what it means is shown before it is paid.
  await field.fill('1.000')
  await expect(card(page)).toContainText('1.000,00 DUSD')
  await field.fill('7,123456')
  await expect(card(page)).toContainText('etwa 7,12 $')
  await field.press('Enter')
  await expect(button(page, '7,123456 DUSD zahlen')).toBeVisible()
  const before = await balanceOf(stage, stage.recipient, 'DUSD')
  await button(page, '7,123456 DUSD zahlen').click()
  await expect(card(page)).toContainText('Zahlung gesendet')
  await mine(stage)
  await expect(card(page)).toContainText('Vielen Dank. Ihre Zahlung ist bestätigt.')
  expect((await balanceOf(stage, stage.recipient, 'DUSD')) - before).toBe(7_123_456n)
  await expectPaidOnce(stage, charge, payer)
})

test('a suggested amount is one click, and pays in either token', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  const charge = await twoTokens(stage, price)
  await open(page, stage, charge)
  await expect(card(page)).toContainText('How much')
  await card(page).evaluate((element) =>
    Object.assign(element, { amounts: { suggested: ['5', '25'] } }),
  )
  await button(page, '25.00 DUSD').click()
  await button(page, 'Pay 25.00 DUSD').click()
  const before = await balanceOf(stage, stage.recipient, 'OUSD')
  await rows(page).filter({ hasText: '25.00 OUSD' }).click()
  await confirm(page, stage)
  expect((await balanceOf(stage, stage.recipient, 'OUSD')) - before).toBe(25_000_000n)
})

test('short of the token: how much, where to get it to, and what arrives is seen', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await holds(stage, poor, 'DUSD', 5_250_001n)
  await hasCoin(stage, poor, parseEther('1'))
  const payer = await wallet({ account: poor })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Not enough DUSD')
  await expect(card(page)).toContainText(
    'You have 5.25 DUSD on Localhost. This payment needs 19.99 DUSD.',
  )
  await expect(button(page, 'Pay with another token')).toHaveCount(0)
  await button(page, /^Copy address/).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(payer.address)
  await expect(card(page)).toContainText('Add 14.74 DUSD on Localhost to this address')
  // What arrives is noticed by itself. A part of it is not enough.
  await holds(stage, poor, 'DUSD', 6_000_000n)
  await expect(card(page)).toContainText('You have 6.00 DUSD on Localhost.')
  await holds(stage, poor, 'DUSD', 19_990_000n)
  await expect(card(page)).toContainText('Ready to pay')
  expect(payer.count('eth_sendTransaction')).toBe(0)
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('short of the token: another token, or another wallet', async ({ page, stage, wallet }) => {
  await holds(stage, poor, 'DUSD', 19_990_000n)
  await holds(stage, poor, 'OUSD', 19_990_000n)
  await hasCoin(stage, poor, parseEther('1'))
  await holds(stage, other, 'DUSD', 19_990_000n)
  await hasCoin(stage, other, parseEther('1'))
  await wallet({ account: poor, name: 'Empty Wallet' })
  const full = await wallet({ account: other, name: 'Full Wallet' })
  const charge = await twoTokens(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await button(page, 'Empty Wallet').click()
  await expect(rows(page)).toHaveCount(2)
  // Spent elsewhere since it was read.
  await holds(stage, poor, 'DUSD', 0n)
  await row(page, 'DUSD').click()
  await expect(card(page)).toContainText('Not enough DUSD')
  await button(page, 'Pay with another token').click()
  await expect(row(page, 'DUSD')).toContainText('Need 19.99 DUSD more')
  await holds(stage, poor, 'OUSD', 0n)
  await row(page, 'OUSD').click()
  await expect(card(page)).toContainText('Not enough OUSD')
  await button(page, 'Use another wallet').click()
  await button(page, 'Full Wallet').click()
  await row(page, 'DUSD').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, full)
})

test('short of coin for the fee: how much of it, and what arrives is seen', async ({
  page,
  stage,
  wallet,
}) => {
  await holds(stage, poor, 'DUSD', 19_990_000n)
  await hasCoin(stage, poor, 0n)
  const payer = await wallet({ account: poor })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Not enough ETH')
  const text = (await card(page).locator('.screen').textContent()) ?? ''
  const [, need, missing] =
    /Localhost charges a fee of about ([\d.]+)\sETH\. You have 0\.00\sETH\..*Add ([\d.]+)\sETH on Localhost to this address/s.exec(
      text,
    ) ?? []
  expect(need).toBe(missing)
  // Just what it says is enough.
  await hasCoin(stage, poor, parseEther(missing ?? ''))
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a token that its issuer has stopped is said so, in its own words, and nothing is sent', async ({
  page,
  stage,
  wallet,
}) => {
  const { chain } = stage
  const address = await deploy(chain, 'PausableToken')
  await chain.send(address, mintCall(chain.payer.address, 100_000_000n))
  const pause = (on: boolean): Hex =>
    encodeFunctionData({ abi: parseAbi(['function pause(bool on)']), args: [on] })
  await chain.send(address, pause(true))
  const payer = await wallet()
  const requestProps = { tokenAddress: address, tokenAmount: '19.99' }
  const charge = await newCharge(stage, { requestProps })
  await open(page, stage, charge)
  await payButton(page, '19.99 PUSD').click()
  await expect(card(page).getByRole('alert')).toContainText(
    'PUSD rejects this transfer. Nothing was sent',
  )
  expect(payer.count('eth_sendTransaction')).toBe(0)
  expect(await journal(page, charge)).toBe('')
  expect(await transfersOf(stage, charge)).toEqual([])
  await chain.send(address, pause(false))
  await payButton(page, '19.99 PUSD').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})
