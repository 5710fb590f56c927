import type { BrowserContext, Page } from '@playwright/test'
import { type Address, concatHex, keccak256 } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { Relay } from '../support/relay.ts'
import { deploySafe } from '../support/safe.ts'
import { createSafeWallet, installWallet } from '../support/smart-wallets.ts'
import type { Stage } from '../support/stage.ts'
import { TestWallet } from '../support/test-wallet.ts'
import { WalletApp } from '../support/wallet-app.ts'
import { codeIn } from './code.ts'
import { card, expect, mine, newCharge, payButton, suffixOf, test } from './fixtures.ts'
import { scan, transferData } from './friend.ts'

// Who pays is taken back to the store, whatever way the money goes and wherever the page is meanwhile.

/** A payer with a browser of his own, and what a page of it has told. */
interface Visit {
  page: Page
  context: BrowserContext
  stage: Stage
  charge: { id: string }
  told: string[]
}

/** Brings the payer to the point at which he leaves the page, and returns what then pays. */
type Way = (visit: Visit) => Promise<() => Promise<unknown>>

/** Where the page is while the payment is made and confirmed. */
type Away = (visit: Visit, pays: () => Promise<void>) => Promise<void>

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (now ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

const whiles: Record<string, Away> = {
  visible: (_, pays) => pays(),
  async hidden({ page }, pays) {
    await setHidden(page, true)
    await pays()
    await setHidden(page, false)
  },
  async offline({ context }, pays) {
    await context.setOffline(true)
    await pays()
    await context.setOffline(false)
  },
  /** A phone ends the page of a browser that it left, and loads it anew. */
  async reloaded({ page }, pays) {
    const { href } = new URL(page.url())
    await page.goto('about:blank')
    await pays()
    await page.goto(href)
  },
}

const price = 19_990_000n

let last: Promise<unknown> = Promise.resolve()
/** The accounts that pay for several of the ways at once send one transaction after the other. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

const giveDollars = (stage: Stage, to: Address) =>
  inTurn(() => stage.chain.transfer(stage.chain.token('DUSD').address, to, price))

/** The payer's wallet in this browser, which answers when he is away. */
const wallet =
  (account: number): Way =>
  async ({ context, page, stage }) => {
    await giveDollars(stage, demoAccount(account).address)
    const payer = new TestWallet({ rpcUrl: stage.chain.rpcUrl, account })
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

const showCode = async (page: Page) => {
  await payButton(page).click()
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  return codeIn(page)
}

/** A code that another device scans; `reads`: the page can read the chain. */
const code =
  (reads: boolean): Way =>
  async ({ page, stage }) => {
    if (reads)
      await page.locator('pay-charge').evaluate((target) => {
        Object.assign(target, { rpcUrls: { 31337: `${location.origin}/rpc` } })
      })
    const uri = await showCode(page)
    return () => inTurn(() => scan(stage, uri))
  }

/** A transfer that names the charge, whose hash the payer pastes before any chain knows it. */
const pastedHash: Way = async ({ page, stage, charge }) => {
  // 8 and 9 send the stage's own transactions.
  const account = demoAccount(0)
  await giveDollars(stage, account.address)
  await showCode(page)
  const data = concatHex([transferData(stage.recipient, price), suffixOf(charge)])
  const to = stage.chain.token('DUSD').address
  const fees = { gas: 100_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const nonce = await stage.chain.client.getTransactionCount({ address: account.address })
  const request = { chainId: 31_337, nonce, to, data, ...fees, type: 'eip1559' } as const
  const serializedTransaction = await account.signTransaction(request)
  await card(page).getByText('Already paid?').click()
  await card(page).getByLabel('Transaction hash').fill(keccak256(serializedTransaction))
  await card(page).getByRole('button', { name: 'Check payment' }).click()
  return () => stage.chain.client.sendRawTransaction({ serializedTransaction })
}

const walletConnect: Way = async ({ page, stage }) => {
  const relay = await Relay.start()
  const app = await WalletApp.start({ relayUrl: relay.url, rpcUrl: stage.chain.rpcUrl, account: 7 })
  await giveDollars(stage, app.address)
  page.context().once('close', () => void app.stop().then(() => relay.leave()))
  const { href } = new URL(page.url())
  const [id] = /[0-9a-f-]{36}/.exec(await card(page).evaluate((one) => one.outerHTML)) ?? []
  await page.addInitScript((relayUrl) => {
    Object.assign(window, { process: { env: { IS_VITEST: 'true' } }, global: window })
    document.addEventListener('readystatechange', () => {
      const rpcUrls = { 31337: `${location.origin}/rpc` }
      for (const one of document.querySelectorAll('pay-charge'))
        Object.assign(one, { relayUrl, rpcUrls })
    })
  }, relay.url)
  const tag = elementOf({ id: id ?? href }, 'walletconnect-project-id="test"')
  await page.goto(stage.page(tag, relay.url))
  const { promise, resolve } = Promise.withResolvers<'approve'>()
  app.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : 'approve')
  await payButton(page).click()
  await card(page).getByRole('button', { name: 'WalletConnect' }).click()
  await app.pair(await codeIn(page))
  await expect(card(page)).toContainText('Confirm in')
  return async () => {
    resolve('approve')
    await expect.poll(() => app.sent.length).toBe(1)
  }
}

/** A Safe, whose owners sign when the page is away. */
const safe: Way = async ({ page, context, stage }) => {
  const owners = [5, 6].map(demoAccount)
  const account = await inTurn(() => deploySafe(stage.chain, owners, 2))
  const app = createSafeWallet(stage.chain, account, {})
  await giveDollars(stage, app.address)
  await installWallet(context, app, 'Safe')
  await page.reload()
  await payButton(page).click()
  await expect(card(page)).toContainText('Waiting for signatures')
  return () => app.execute([5, 6])
}

/** The same charge, open here and paid on another device. */
const otherDevice: Way = async (visit) => {
  const { page, context, stage, charge } = visit
  const elsewhere = await context.browser()?.newContext()
  const another = await elsewhere?.newPage()
  if (!another) throw new Error('No browser.')
  await another.goto(stage.page(elementOf(charge, 'redirect="none"')))
  const uri = await showCode(another)
  await another.context().close()
  await payButton(page).click()
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  await codeIn(page)
  return () => inTurn(() => scan(stage, uri))
}

const ways: [name: string, way: Way, away: keyof typeof whiles][] = [
  ['wallet', wallet(1), 'visible'],
  ['wallet', wallet(3), 'offline'],
  ['wallet', wallet(4), 'reloaded'],
  ['reserved amount', code(true), 'visible'],
  ['reserved amount', code(true), 'hidden'],
  ['reserved amount', code(true), 'offline'],
  ['code that only the service sees', code(false), 'visible'],
  ['code that only the service sees', code(false), 'reloaded'],
  ['code on another device', otherDevice, 'hidden'],
  ['pasted hash', pastedHash, 'visible'],
  ['WalletConnect', walletConnect, 'hidden'],
  ['Safe', safe, 'hidden'],
]

const elementOf = (charge: { id: string }, more = '') =>
  `<pay-charge charge-id="${charge.id}" success-url="/success" ${more}></pay-charge>`

/** Opens a charge in a browser of its own, and notes each success event and each redirect. */
async function visitShop(context: BrowserContext, stage: Stage): Promise<Visit> {
  const told: string[] = []
  await context.exposeBinding('tellSuccess', () => void told.push('success'))
  await context.addInitScript(() => {
    const { tellSuccess } = window as unknown as { tellSuccess: () => void }
    document.addEventListener('pay-charge-success', () => tellSuccess())
  })
  const page = await context.newPage()
  page.on('framenavigated', (frame) => {
    if (frame.url().endsWith('/success')) told.push('redirect')
  })
  await page.route('**/rpc', async (route) => {
    const body = route.request().postData()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })
    await route.fulfill({ contentType: 'application/json', body: await answer.text() })
  })
  const charge = await newCharge(stage)
  await page.goto(stage.page(elementOf(charge)))
  return { page, context, stage, charge, told }
}

test('twelve ways to pay end with one success event and one redirect, wherever the page is meanwhile', async ({
  browser,
  stage,
}) => {
  const outcomes = await Promise.all(
    ways.map(async ([name, way, away]) => {
      const context = await browser.newContext()
      const visit = await visitShop(context, stage)
      const paid = async () => (await stage.client.getCharge(visit.charge.id)).payments
      try {
        const pays = await way(visit)
        await whiles[away]?.(visit, async () => {
          await pays()
          await expect
            .poll(async () => {
              await mine(stage)
              return await paid()
            })
            .toMatchObject([{ status: 'COMPLETED' }])
        })
        await expect.poll(() => visit.told).toContain('redirect')
        return [name, away, ...visit.told]
      } catch (cause) {
        const text = await card(visit.page)
          .evaluate((one) => one.shadowRoot?.textContent)
          .catch(() => '')
        return [
          name,
          away,
          ...visit.told,
          String(text).replace(/\s+/g, ' '),
          String(cause).split('\n', 3).join(' '),
        ]
      } finally {
        await context.close()
      }
    }),
  )
  expect(outcomes).toEqual(ways.map(([name, , away]) => [name, away, 'success', 'redirect']))
})
