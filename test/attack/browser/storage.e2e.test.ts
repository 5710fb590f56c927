import type { BrowserContext, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  somethingWrong,
  test,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'
import type { TestWallet } from '../../support/test-wallet.ts'

// One script on the shop's origin, at any time, can write what it likes into its storage, and speak on its channel.

const attacker = demoAccount(7).address
const nothing = `0x${'ab'.repeat(32)}`
const order = JSON.stringify({ sku: 'mug' })

/** What of a payment stands in an entry, as far as the service's own offer would have it. */
function quoteOf(stage: Stage, charge: { id: string }) {
  const { address } = stage.chain.token('DUSD')
  const token = { address, decimals: 6, symbol: 'DUSD', native: false }
  return {
    chargeId: charge.id,
    chainId: 31_337,
    token,
    recipient: stage.recipient,
    amount: '19990000',
  }
}

type Quote = ReturnType<typeof quoteOf>

function intentOf(quote: object, more: object = {}) {
  const from = demoAccount(1).address
  return { id: 'planted', from, quote, nonce: 0, block: '0', time: 1_790_000_000_000, ...more }
}

const entry = (quote: object, more: object = {}) => ({
  version: 1,
  intent: intentOf(quote),
  ...more,
})

/** Entries of every form, each of which would have the payer pay something else, or believe that he has paid. */
const forms: Record<string, (quote: Quote) => unknown> = {
  'the attacker’s recipient': (quote) => entry({ ...quote, recipient: attacker }),
  'the chain’s coin under the token’s name': (quote) =>
    entry({
      ...quote,
      recipient: attacker,
      token: { address: `0x${'0'.repeat(40)}`, decimals: 17, symbol: 'DUSD', native: true },
      amount: '1999000000000000000',
    }),
  'another symbol': (quote) => entry({ ...quote, token: { ...quote.token, symbol: 'EVIL' } }),
  'fewer decimals': (quote) => entry({ ...quote, token: { ...quote.token, decimals: 2 } }),
  'a token of the attacker’s': (quote) =>
    entry({ ...quote, token: { ...quote.token, address: attacker } }),
  'another chain': (quote) => entry({ ...quote, chainId: 1 }),
  'another amount': (quote) => entry({ ...quote, amount: '1999000000' }),
  'a hash beside the attacker’s recipient': (quote) =>
    entry({ ...quote, recipient: attacker }, { hash: nothing }),
  'a batch that the wallet is said to have': (quote) => ({
    version: 1,
    intent: intentOf(
      { ...quote, recipient: attacker },
      { proposal: { kind: 'batch', id: nothing } },
    ),
  }),
  'a receipt for nothing': (quote) =>
    entry({ ...quote, recipient: attacker }, { settledAt: 1, hash: '' }),
  'no JSON': () => '{"version":1,"intent":',
  'a list': () => [entry({})],
  'names of the prototype': () =>
    '{"version":1,"__proto__":{"settledAt":1},"constructor":{},"unreportedHashes":7}',
}

/** Those that no run leaves out: one of each kind. A note that cannot be read: test/e2e/storage. */
const kinds = [
  'the attacker’s recipient',
  'the chain’s coin under the token’s name',
  'another chain',
  'a hash beside the attacker’s recipient',
  'a batch that the wallet is said to have',
  'a receipt for nothing',
]

async function plant(page: Page, stage: Stage, items: Record<string, unknown>) {
  await page.goto(stage.page('<p>Before</p>'))
  const texts = Object.entries(items).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  await page.evaluate((all) => {
    for (const [key = '', text = ''] of all) localStorage.setItem(key, text)
  }, texts)
}

/** What a payer does who reads an old note, and pays: whatever the screen, it asks for nothing but the shop's price. */
async function payAllTheSame(page: Page, stage: Stage) {
  const goOn = card(page).getByRole('button', {
    name: /^(Pay anyway|Pay again|I didn’t approve it – pay again)$/,
  })
  const fold = somethingWrong(page)
  await expect(goOn.or(fold).or(payButton(page)).first()).toBeVisible()
  const asks = async () => {
    await expect(card(page)).toContainText('$19.99')
    await expect(card(page)).not.toContainText(/EVIL|ETH|1,?999|199,?900/)
    await expect(card(page)).not.toContainText(attacker.slice(-4))
  }
  await asks()
  if (await fold.isVisible()) await fold.click()
  if (!(await payButton(page).isVisible())) await goOn.click()
  await expect(payButton(page)).toBeVisible()
  await asks()
  await payButton(page).click()
  const sent = card(page).getByText('Payment sent', { exact: true })
  await expect(goOn.or(sent).first()).toBeVisible()
  // A note that cannot be read gives way to a payer who insists.
  if (await goOn.isVisible()) await goOn.click()
  await confirm(page, stage)
}

/** The wallet was asked once, for the shop's own price to the shop's own account. */
function expectAsked(stage: Stage, payer: TestWallet) {
  const call = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stage.recipient, 19_990_000n],
  })
  expect(payer.transactions).toHaveLength(1)
  const [{ to = '', data = '', value = '0x0' } = {}] = payer.transactions
  expect(to.toLowerCase()).toBe(stage.chain.dusd.toLowerCase())
  expect(data.toLowerCase().slice(0, call.length)).toBe(call)
  expect(BigInt(value)).toBe(0n)
}

for (const [what, form] of Object.entries(forms)) {
  everyRun(kinds.includes(what))(
    `a planted entry with ${what} leads no money elsewhere, and asks for nothing but the price`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      await plant(page, stage, { [`pay-charge:${charge.id}`]: form(quoteOf(stage, charge)) })
      await open(page, stage, charge)
      await payAllTheSame(page, stage)
      expectAsked(stage, payer)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

test('a planted receipt of a charge that is paid shows the payment that the service counts', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await confirm(page, stage)
  const quote = { ...quoteOf(stage, charge), amount: '1' }
  const planted = { ...entry(quote), settledAt: 1, hash: nothing }
  await plant(page, stage, { [`pay-charge:${charge.id}`]: planted })
  await open(page, stage, charge)
  await expect(receipt(page)).toBeVisible()
  const [hash = ''] = payer.sent
  await expect(card(page)).toContainText('19.99 DUSD')
  await expect(card(page)).toContainText(hash.slice(-4))
  await expect(card(page)).not.toContainText('abab')
})

/** What the shop keeps of an order, as a browser has it that has ordered. */
async function orderIn(context: BrowserContext, stage: Stage) {
  const page = await context.newPage()
  await page.goto(stage.page(`<pay-charge order='${order}'></pay-charge>`))
  await expect(payButton(page)).toBeVisible()
  const key = `pay-charge:order:/pay ${order}`
  const text = await page.evaluate((name) => localStorage.getItem(name) ?? '', key)
  return { key, text, id: (JSON.parse(text) as { chargeId: string }).chargeId, page }
}

test('an order whose stored charge was swapped for the attacker’s, with his valid binding, pays its own charge', async ({
  page,
  browser,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const foreign = await browser.newContext()
  const theirs = await orderIn(foreign, stage)
  expect(JSON.parse(theirs.text), 'the attacker’s own').toHaveProperty('binding')
  await foreign.close()
  // Somebody who has ordered before, so that the shop knows the browser again.
  const own = await orderIn(context, stage)
  await own.page.close()
  const planted = entry({ ...quoteOf(stage, theirs), recipient: attacker })
  await plant(page, stage, { [theirs.key]: theirs.text, [`pay-charge:${theirs.id}`]: planted })
  await page.goto(stage.page(`<pay-charge order='${order}'></pay-charge>`))
  await expect(card(page)).toContainText('Looking for an earlier payment')
  await payAllTheSame(page, stage)
  expectAsked(stage, payer)
  expect((await stage.client.getCharge(theirs.id)).payments).toEqual([])
})

test('an order whose stored charge was swapped, with no binding that fits, pays its own charge', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const theirs = await newCharge(stage, { local_price: { amount: '500', currency: 'USD' } })
  const stored = { chargeId: theirs.id, binding: 'A'.repeat(43) }
  const planted = entry({ ...quoteOf(stage, theirs), recipient: attacker })
  await plant(page, stage, {
    [`pay-charge:order:/pay ${order}`]: stored,
    [`pay-charge:${theirs.id}`]: planted,
  })
  await page.goto(stage.page(`<pay-charge order='${order}'></pay-charge>`))
  await expect(card(page)).toContainText('$19.99')
  await payAllTheSame(page, stage)
  expectAsked(stage, payer)
  expect((await stage.client.getCharge(theirs.id)).payments).toEqual([])
})

test('planted messages of other tabs, and planted events of the storage, show no payment that is none', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await expect(payButton(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(stage.page('<p>Another page of the shop</p>'))
  const speak = () =>
    other.evaluate(
      ([id = '', hash = '']) => {
        const channel = new BroadcastChannel('pay-charge')
        const statuses = [
          { step: 'confirming', hash, confirmations: 2, requiredConfirmations: 2 },
          {
            step: 'confirming',
            hash: '<b>0x</b>',
            confirmations: -1,
            requiredConfirmations: Number.NaN,
          },
          { step: 'paid', hash },
          { step: 'over' },
          null,
        ]
        for (const status of statuses) channel.postMessage({ chargeId: id, status })
        const odd = [undefined, 7, '', [], { chargeId: {} }, { chargeId: id, ask: true }]
        for (const message of odd) channel.postMessage(message)
        const key = `pay-charge:${id}`
        for (const text of ['', '{}', '{"version":1,"settledAt":1}', '[['])
          localStorage.setItem(key, text)
        localStorage.removeItem(key)
        channel.close()
      },
      [charge.id, nothing],
    )
  await speak()
  await expect(payButton(page)).toBeVisible()
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment sent')
  await speak()
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  await expect(card(page)).not.toContainText('abab')
  await expectPaidOnce(stage, charge, payer)
})
