import type { BrowserContext, Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { PayError } from '../../src/errors.ts'
import type { PayChargeMisdirectedEvent } from '../../src/index.ts'
import { createTransferCall } from '../../src/wallet/send/transfer-call.ts'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import {
  card,
  confirm,
  expect,
  journal,
  newCharge,
  seen,
  statuses,
  test,
  transfersOf,
} from './fixtures.ts'
import { element, pay, shoot } from './shoot.ts'

// A wallet that was tampered with: it is asked to pay the shop, and pays somebody else.

const thief = demoAccount(8).address
const title = (page: Page) =>
  card(page).getByRole('heading', { name: 'Your payment isn’t going to the store' })

/** Opens a charge in a page that names a node of its own. The shop's policy lets it call its own origin only. */
async function openWithNode(page: Page, stage: Stage, charge: { id: string }) {
  await page.context().route('**/rpc', async (route) => {
    const headers = { 'content-type': 'application/json' }
    const body = route.request().postData()
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })
    await route.fulfill({ contentType: 'application/json', body: await answer.text() })
  })
  await page.goto(stage.page(element(charge.id)))
  await setNode(page)
}

const setNode = (page: Page) =>
  page.locator('pay-charge').evaluate((target) => {
    Object.assign(target, { rpcUrls: { 31337: `${location.origin}/rpc` } })
  })

/** The wallet puts another address into what it is asked for. */
function exchangeRecipient(payer: TestWallet, stage: Stage) {
  const digits = (address: string) => address.slice(2).toLowerCase()
  payer.edit = (asked) => ({
    ...asked,
    data: asked.data.replace(digits(stage.recipient), digits(thief)) as `0x${string}`,
  })
}

/** Collects the element's events in every page of the browser. */
async function collect(context: BrowserContext) {
  const heard: unknown[] = []
  await context.exposeFunction('heard', (event: unknown) => heard.push(event))
  await context.addInitScript(() => {
    document.addEventListener('pay-charge-misdirected', (event) => {
      const { hash, expected, actual } = event as PayChargeMisdirectedEvent
      const plain = (one: object) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [name, String(value)]))
      void (window as unknown as { heard(one: unknown): void }).heard({
        hash,
        expected: plain(expected),
        actual: plain(actual),
      })
    })
  })
  return heard
}

test('the payer is told whom it pays, keeps the proof, and is not offered to pay again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  exchangeRecipient(payer, stage)
  const heard = await collect(page.context())
  const charge = await newCharge(stage)
  await openWithNode(page, stage, charge)
  await pay(page)
  await expect(title(page)).toBeVisible()
  const [hash = ''] = payer.sent
  // Both addresses as a whole, and the hash to keep.
  for (const address of [stage.recipient, thief]) await expect(card(page)).toContainText(address)
  await expect(card(page).locator(`[title="${hash}"]`)).toBeVisible()
  await expect(card(page).getByRole('button', { name: /pay/i })).toHaveCount(0)
  const token = stage.chain.dusd
  const transfer = { chainId: '31337', amount: '19990000' }
  await expect
    .poll(() => heard)
    .toEqual([
      {
        hash,
        expected: { ...transfer, tokenAddress: token, recipient: stage.recipient },
        actual: {
          ...transfer,
          tokenAddress: expect.stringMatching(new RegExp(token, 'i')),
          recipient: thief,
        },
      },
    ])
  // The shop learns of it, and its charge is as it was.
  await stage.chain.client.mine({ blocks: 3 })
  // The page compares beside its report, which may be under way still: until it has come, there is no status.
  const reason = async () => {
    const status = await stage.client.getPaymentStatus(charge.id, hash).catch((error: PayError) => {
      if (error.code !== 'not_found') throw error
    })
    return status?.reason ?? ''
  }
  await expect.poll(reason).toContain('another address')
  expect(await statuses(stage, charge)).toEqual([])
  expect(await transfersOf(stage, charge)).toEqual([])
  await shoot(page, 'misdirected')
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('it stays after a reload and shows in other tabs, and the API cannot pay either', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  exchangeRecipient(payer, stage)
  const charge = await newCharge(stage)
  await openWithNode(page, stage, charge)
  const another = await page.context().newPage()
  await another.goto(stage.page(element(charge.id)))
  await expect(card(another).getByRole('button', { name: /^Pay [$\d]/ })).toBeVisible()
  await pay(page)
  await expect(title(page)).toBeVisible()
  await expect(title(another)).toBeVisible()
  // No node is named any more: the journal has it.
  await page.reload()
  await expect(title(page)).toBeVisible()
  expect(await journal(page, charge)).toContain(thief)
  await page.locator('pay-charge').evaluate((target) => {
    ;(target as HTMLElement & { pay(): void }).pay()
  })
  await setNode(page)
  await seen(page, 500)
  await expect(title(page)).toBeVisible()
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('without another source than the wallet, the service alone says that it did not pay', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  exchangeRecipient(payer, stage)
  const charge = await newCharge(stage)
  await page.goto(stage.page(element(charge.id)))
  await pay(page)
  await expect(card(page)).toContainText('Payment sent')
  await stage.chain.client.mine({ blocks: 3 })
  await expect(card(page)).toContainText('The store couldn’t accept this payment')
})

test('a wallet that pays as it was asked to is believed, though a lying node shows a theft', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const charge = await newCharge(stage)
  await openWithNode(page, stage, charge)
  const { data } = await createTransferCall(
    stage.chain.client,
    {
      chargeId: charge.id,
      chainId: 31_337,
      recipient: thief,
      amount: 19_990_000n,
      token: {
        address: stage.chain.dusd,
        decimals: 6,
        symbol: 'DUSD',
        native: false,
      },
    },
    false,
  )
  let lies = 0
  await page.context().route('**/rpc', async (route) => {
    const headers = { 'content-type': 'application/json' }
    const body = route.request().postData() ?? ''
    const answer = await (await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })).text()
    if (body.includes('eth_getTransactionByHash')) lies++
    const lied = answer.replace(/"input":"0xa9059cbb[^"]*"/g, `"input":"${data}"`)
    await route.fulfill({ contentType: 'application/json', body: lied })
  })
  await pay(page)
  await expect.poll(() => lies).toBeGreaterThan(1)
  await confirm(page, stage)
  await expect(title(page)).toHaveCount(0)
})
