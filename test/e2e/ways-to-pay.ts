import type { BrowserContext, Page } from '@playwright/test'
import { type Address, concatHex, keccak256, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { WalletApp } from '../clients/wallet-app.ts'
import { Relay } from '../support/relay.ts'
import { deploySafe } from '../support/safe.ts'
import { createSafeWallet, installWallet } from '../support/smart-wallets.ts'
import type { Stage } from '../support/stage.ts'
import { TestWallet } from '../support/test-wallet.ts'
import { askForCode, codeIn } from './code.ts'
import { card, expect, payButton, suffixOf } from './fixtures.ts'
import { scan, transferData } from './friend.ts'

// The ways in which the money goes, each up to the moment before it does.

/** A payer with a browser of their own, at the page of a charge. */
export interface Visit {
  page: Page
  context: BrowserContext
  stage: Stage
  charge: { id: string }
}

/** Brings the payer to the point at which only the payment itself is missing, and returns what then pays. */
export type Way = (visit: Visit) => Promise<() => Promise<unknown>>

const price = 19_990_000n

export const elementOf = (charge: { id: string }, attributes = '') =>
  `<pay-charge charge-id="${charge.id}" success-url="/success" ${attributes}></pay-charge>`

let last: Promise<unknown> = Promise.resolve()
/** An account that pays for several ways at once sends one transaction after the other. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

const giveDollars = (stage: Stage, to: Address) =>
  inTurn(() => stage.chain.transfer(stage.chain.dusd, to, price))

/** An account of one payer's own, with money: of a shared one, what others send meanwhile would take the numbers. */
async function newPayer(stage: Stage) {
  const { client } = stage.chain
  const account = privateKeyToAccount(generatePrivateKey())
  await client.impersonateAccount({ address: account.address })
  await client.setBalance({ address: account.address, value: parseEther('1') })
  await giveDollars(stage, account.address)
  return account
}

/** The payer's wallet in this browser, which is approved while the page is away. */
const wallet: Way = async ({ context, page, stage }) => {
  const payer = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
  payer.address = (await newPayer(stage)).address
  await payer.install(context)
  await page.reload()
  const answer = payer.leaveOpen()
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  return async () => {
    answer('approve')
    await expect.poll(() => payer.sent.length).toBe(1)
  }
}

export const showCode = async (page: Page) => {
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  return codeIn(page)
}

/** A code that another device scans. Only the service sees the transfer: the page can read no chain. */
const code: Way = async ({ page, stage }) => {
  const uri = await showCode(page)
  return () => inTurn(() => scan(stage, uri))
}

/** The same amount, which the page finds by itself: it reads the chain at the store's own node. */
const reservedAmount: Way = async ({ page, stage }) => {
  await page.locator('pay-charge').evaluate((target) => {
    Object.assign(target, { rpcUrls: { 31337: `${location.origin}/rpc` } })
  })
  const uri = await showCode(page)
  return () => inTurn(() => scan(stage, uri))
}

/** A transfer that names the charge, whose hash the payer pastes before any chain knows it. */
const pastedHash: Way = async ({ page, stage, charge }) => {
  const { client, token } = stage.chain
  const account = await newPayer(stage)
  await showCode(page)
  const data = concatHex([transferData(stage.recipient, price), suffixOf(charge)])
  const fees = { gas: 100_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const request = { chainId: 31_337, nonce: 0, to: token('DUSD').address, data, ...fees } as const
  const serializedTransaction = await account.signTransaction({ ...request, type: 'eip1559' })
  await card(page).getByText('I’ve already sent it').click()
  await card(page).getByLabel('Transaction hash').fill(keccak256(serializedTransaction))
  const reported = page.waitForResponse((one) => one.url().endsWith('/payments') && one.ok())
  await card(page).getByRole('button', { name: 'Check payment' }).click()
  await reported
  return () => client.sendRawTransaction({ serializedTransaction })
}

/** A wallet app on another device, which is approved while the page is away. */
const walletConnect: Way = async ({ page, context, stage, charge }) => {
  const relay = await Relay.start()
  const app = await WalletApp.start({ relayUrl: relay.url, rpcUrl: stage.chain.rpcUrl })
  context.once('close', () => void app.stop().then(() => relay.leave()))
  app.address = (await newPayer(stage)).address
  await page.addInitScript((relayUrl) => {
    Object.assign(window, { process: { env: { IS_VITEST: 'true' } }, global: window })
    document.addEventListener('readystatechange', () => {
      const rpcUrls = { 31337: `${location.origin}/rpc` }
      for (const one of document.querySelectorAll('pay-charge'))
        Object.assign(one, { relayUrl, rpcUrls })
    })
  }, relay.url)
  await page.goto(stage.page(elementOf(charge, 'walletconnect-project-id="test"'), relay.url))
  const answer = app.leaveOpen()
  await payButton(page).click()
  await app.pair(await askForCode(page))
  await expect(card(page)).toContainText('Confirm in')
  return async () => {
    answer('approve')
    await expect.poll(() => app.sent.length).toBe(1)
  }
}

/** A Safe, whose owners sign while the page is away. */
const safe: Way = async ({ page, context, stage }) => {
  const owners = [5, 6].map(demoAccount)
  const account = await inTurn(() => deploySafe(stage.chain, owners, 2))
  const app = createSafeWallet(stage.chain, account, {})
  await giveDollars(stage, app.address)
  await installWallet(context, app, 'Safe')
  await page.reload()
  await payButton(page).click()
  await expect(card(page)).toContainText('Waiting for signatures')
  return () => inTurn(() => app.execute([5, 6]))
}

export const ways = {
  wallet,
  code,
  'pasted hash': pastedHash,
  WalletConnect: walletConnect,
  Safe: safe,
  'reserved amount': reservedAmount,
} satisfies Record<string, Way>
