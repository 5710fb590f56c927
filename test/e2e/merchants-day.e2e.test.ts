import type { Locator, Page } from '@playwright/test'
import { erc20Abi, type Hex, parseUnits } from 'viem'
import type { NewCharge } from '../../src/api/schemas/charges/charge.ts'
import { createDeskKey } from '../support/desk.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { until } from '../support/wait.ts'
import { expect, suffixOf, test } from './fixtures.ts'

// A merchant's day, on a real chain and by keyboard alone: each thing that goes wrong is opened from Today and decided, in so many
// presses, and the shop hears exactly what became of its orders.

let stage: Stage
let receiver: Receiver
let deskKey: string
test.beforeAll(async () => {
  // Who asks for no other time has four seconds to pay.
  stage = await startStage({ CHARGE_EXPIRY_HOURS: '0.001' })
  receiver = await startReceiver()
  const { secret = '' } = await stage.client.addWebhookEndpoint({ url: receiver.url })
  receiver.secret = secret
  const person = { scope: 'desk:manage', name: 'Ruth Sand' } as const
  deskKey = (await createDeskKey(stage.environment, stage.account, person)).apiKey
})
test.afterAll(async () => {
  await receiver.die()
  await stage.end()
})

const hourMs = 3_600_000

/** An order that can be paid for an hour. */
function order(number: number, amount: string, more: Partial<NewCharge> = {}) {
  return stage.client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount },
    name: `Order ${number}`,
    metadata: { orderId: String(number) },
    expires_at: new Date(Date.now() + hourMs).toISOString(),
    ...more,
  })
}

/** Sends dollars to the shop, for a charge or for none, and gives them their confirmations. */
async function send(dollars: string, charge?: { id: string }, symbol = 'DUSD'): Promise<Hex> {
  const { chain, recipient } = stage
  const { address, decimals } = chain.token(symbol)
  const amount = BigInt(Math.round(Number(dollars) * 1e6)) * 10n ** BigInt(decimals - 6)
  const hash = await chain.transfer(address, recipient, amount, charge && suffixOf(charge))
  await chain.client.mine({ blocks: 3 })
  return hash
}

const untilStatus = (id: string, status: string) =>
  until(`${status}`, async () => (await stage.client.getCharge(id)).status === status || undefined)

/** Waits until money is listed as unmatched. */
const untilUnmatched = (hash: Hex) =>
  until('the unmatched money', async () => {
    const { data } = await stage.client.listUnmatched({ limit: 100 })
    return data.find((payment) => payment.hash === hash)
  })

/**
 * The types of the events of a charge, in the order in which the shop received them; each is genuine and later than the one before.
 * Whether money is still on its way when a decision is made is a matter of moments: `charge:pending` is left out.
 */
function eventsOf({ id }: { id: string }): string[] {
  const events = receiver.received.filter(({ event }) => event.data.id === id)
  expect(events.every(({ genuine }) => genuine)).toBe(true)
  const places = events.map(({ event }) => event.sequence)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(events.map(({ event }) => event.id)).size).toBe(events.length)
  return events.map(({ event }) => event.type).filter((type) => type !== 'charge:pending')
}

/** Expects that the books add up to what the shop's address holds on the chain, in each token. */
async function expectBooksOfChain() {
  const { chain, client, recipient } = stage
  for (const { address, symbol, decimals } of chain.tokens) {
    const args = { address, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] } as const
    const held = await chain.client.readContract(args)
    await expect
      .poll(async () => {
        const { totals } = await client.summarizeBooks()
        return totals
          .filter(({ token }) => token === symbol)
          .reduce((sum, { amount }) => sum + parseUnits(amount ?? '', decimals), 0n)
      })
      .toBe(held)
  }
}

/** Counts what a person presses, from the first page on. */
let presses = 0

/** Opens the first page, where each job begins. */
async function begin(page: Page) {
  await page.goto(`${stage.service.baseUrl}/desk`)
  presses = 0
}

/** Walks to a control with the Tab key. */
async function reach(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 150 && !(await isFocused()); step += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

async function press(page: Page, control: Locator) {
  await reach(page, control)
  await page.keyboard.press('Enter')
  presses += 1
}

/** Presses what decides, and waits until the page says that it is done: the next job begins on another page. */
async function decide(page: Page, control: Locator, outcome: string | RegExp) {
  await press(page, control)
  await expect(page.getByRole('status')).toContainText(outcome)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

test('a day of a shop', async ({ page }) => {
  test.slow()
  await page.goto(`${stage.service.baseUrl}/desk`)
  await reach(page, page.getByLabel('Key'))
  await page.keyboard.type(deskKey)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()

  const [short, late, other, twice, unnamed, over, returned, missed] = await Promise.all([
    order(2001, '52.00'),
    order(2002, '31.00', { expires_at: undefined }),
    order(2003, '44.00'),
    order(2004, '88.00'),
    order(2005, '61.30'),
    order(2006, '23.00'),
    order(2007, '95.00', { payer_email: 'ada.byron@example.com' }),
    order(2008, '19.00'),
  ])

  await test.step('a short payment, whose exchange kept a dollar, is accepted', async () => {
    await untilUnmatched(await send('51.00'))
    await begin(page)
    await press(page, link(page, 'Choose'))
    await decide(page, button(page, 'Assign to Order 2001, accept as paid'), 'Assigned')
    await untilStatus(short.id, 'COMPLETED')
    expect(presses).toBe(2)
  })

  await test.step('a late payment without reference is assigned to its order', async () => {
    await untilStatus(late.id, 'EXPIRED')
    await untilUnmatched(await send('31.00'))
    await begin(page)
    await press(page, link(page, 'Choose'))
    await decide(page, button(page, 'Assign to Order 2002'), 'Assigned')
    await untilStatus(late.id, 'COMPLETED')
    expect(presses).toBe(2)
  })

  await test.step('a payment in another token is assigned at its value in dollars', async () => {
    await untilUnmatched(await send('44.00', other, 'OUSD'))
    await begin(page)
    await press(page, link(page, 'Choose'))
    await decide(page, button(page, 'Assign to Order 2003'), 'Assigned')
    await untilStatus(other.id, 'COMPLETED')
    expect(presses).toBe(2)
  })

  await test.step('a second payment is sent back', async () => {
    await send('88.00', twice)
    await untilStatus(twice.id, 'COMPLETED')
    await untilUnmatched(await send('88.00'))
    await begin(page)
    await press(page, button(page, 'Send 88.00 DUSD back'))
    await expect(page).toHaveURL(/\/desk\/refunds\//)
    expect(presses).toBe(1)
  })

  await test.step('a payment without any reference finds its order', async () => {
    await untilUnmatched(await send('61.30'))
    await begin(page)
    await press(page, link(page, 'Choose'))
    await decide(page, button(page, 'Assign to Order 2005'), 'Assigned')
    await untilStatus(unnamed.id, 'COMPLETED')
    expect(presses).toBe(2)
  })

  await test.step('dust asks nobody for a decision, and a gift is ignored', async () => {
    await untilUnmatched(await send('777.00'))
    await send('0.000001')
    await begin(page)
    await decide(page, button(page, 'Ignore'), 'Ignored')
    expect(presses).toBe(1)
    await page.goto(`${stage.service.baseUrl}/desk/unmatched`)
    await expect(page.getByText('Nothing to decide')).toBeVisible()
  })

  await test.step('what is too much is sent back', async () => {
    await send('29.00', over)
    await untilStatus(over.id, 'COMPLETED')
    await begin(page)
    await press(page, link(page, /^Paid too much: \$6\.00/))
    await press(page, link(page, 'Order 2006'))
    await press(page, button(page, 'Send 6.00 DUSD back'))
    await expect(page.getByRole('heading', { name: 'Refund of Order 2006' })).toBeVisible()
    expect(presses).toBe(3)
  })

  await test.step('a refund that is asked for by mail is begun for whoever asked', async () => {
    await send('95.00', returned)
    await untilStatus(returned.id, 'COMPLETED')
    await begin(page)
    await page.keyboard.press('/')
    await page.keyboard.type('ada.byron@example.com')
    await page.keyboard.press('Enter')
    presses += 1
    await press(page, page.getByText('Refund this charge'))
    await press(page, button(page, 'Begin the refund'))
    await expect(page.getByRole('heading', { name: 'Refund of Order 2007' })).toBeVisible()
    expect(presses).toBe(3)
  })

  await test.step('what the shop missed while it was down is sent again, once', async () => {
    await receiver.die()
    await send('19.00', missed)
    await untilStatus(missed.id, 'COMPLETED')
    await expect
      .poll(async () => {
        await begin(page)
        return page.locator('main').textContent()
      })
      .toContain('Failing since')
    expect(eventsOf(missed)).toEqual(['charge:created'])
    await receiver.comeBack()
    await decide(page, button(page, /^Retry all now/), 'All of them are being sent now.')
    await until('the missed events', () => eventsOf(missed).length === 2 || undefined)
    expect(presses).toBe(1)
  })

  await test.step('last month is closed', async () => {
    await begin(page)
    await press(page, link(page, 'Books'))
    await press(page, page.locator('summary').filter({ hasText: /^Close / }))
    await decide(page, button(page, /^Close .+ for good$/), 'The month is closed.')
    await expect(page.locator('main')).toContainText('Closed up to')
    expect(presses).toBe(3)
  })
  for (const charge of [short, other, twice, unnamed, over, returned, missed])
    expect(eventsOf(charge), charge.name).toEqual(['charge:created', 'charge:confirmed'])
  expect(eventsOf(late)).toEqual(['charge:created', 'charge:expired', 'charge:confirmed'])
  await expectBooksOfChain()
})
