/** Plays a month of the demo's shop, in a process of its own: what it is given comes on stdin. Ends with code 0 when it is played. */

import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import type { Address } from 'viem'
import { parseAmount } from '../../../src/amount.ts'
import { createClient } from '../../../src/api/client/client.ts'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import { createService } from '../../../src/service/app/create.ts'
import { demoAccount } from '../../chain/accounts.ts'
import type { DemoToken } from '../../chain/deploy.ts'
import { dollars } from '../../shop/catalogue.ts'
import { openMonthChain } from './chain.ts'
import { setClock } from './clock.ts'
import { type PlannedOrder, planMonth } from './plan.ts'

/** What the month is played on. */
export interface MonthParts {
  dataDir: string
  apiKey: string
  chainId: number
  rpcUrl: string
  tokens: readonly DemoToken[]
  confirmations: number
  /** The demo account that is paid. */
  merchant: number
}

/** The demo accounts that pay, each some orders: those with coin that have no other role. */
const payers = [0, 2, 3, 7]
/** Milliseconds between two looks, at first. */
const lookMs = 20
/** Milliseconds between two looks on a machine that is so busy that many are needed. */
const longestLookMs = 400
/** Looks that the service has for one thing, a minute or more: the shop opens without a month rather than never. */
const maxLooks = 200
/** Milliseconds for one step, many times what the whole month takes. A busy machine is slow, and goes on; what hangs does not. */
const stepLimitMs = 180_000
const minuteMs = 60_000

const parts = (await json(process.stdin)) as MonthParts
const [token] = parts.tokens
if (!token) throw new Error('The demo has no token.')
const units = 10n ** BigInt(token.decimals - 2)
const merchant: Address = demoAccount(parts.merchant).address
const end = Date.now()
/** What is played now. */
let step = 'the start of the service'
const stepTimer = setTimeout(() => {
  process.stderr.write(
    `It stood still for ${stepLimitMs / 1000} seconds, and was ended at ${step}.`,
  )
  process.exit(1)
}, stepLimitMs).unref()

// Before the service is there: it holds the chain's blocks against its start.
const days = planMonth()
const firstAgoMs = days[0]?.[0]?.agoMs ?? 0
setClock(new Date(end - firstAgoMs - 10 * minuteMs))
const service = createService({
  database: { dataDir: parts.dataDir },
  publicUrl: 'http://localhost',
  rpcUrls: new Map([[parts.chainId, [parts.rpcUrl]]]),
  confirmations: new Map([[parts.chainId, parts.confirmations]]),
  tokens: parts.tokens.map((each) => ({ chainId: parts.chainId, ...each, peg: 'USD' as const })),
  settingsDelayMs: 0,
  pollIntervalMs: lookMs,
  rateLimit: 0,
  log: pino({ level: 'fatal' }),
})
await service.start()
const client = createClient({
  baseUrl: 'http://localhost',
  apiKey: parts.apiKey,
  fetch: (url, init) => service.fetch(new Request(url, init)),
  timeoutMs: stepLimitMs,
})
await client.setReceivingWallet({
  walletAddress: merchant,
  chainId: parts.chainId,
  tokenAddress: token.address,
})
const chain = openMonthChain(parts.rpcUrl, token.address)
for (const payer of payers) await chain.mint(payer, 100_000n * 100n * units)
for (const orders of days) await playDay(orders)
setClock(new Date(end))
await chain.mine(new Date(end), parts.confirmations)
await service.stop()
process.exit(0)

/** Begins a step, and its time limit. */
function beginStep(next: string): void {
  step = next
  stepTimer.refresh()
}

/** An order for which money was sent. */
interface Sent extends PlannedOrder {
  charge: ReducedCharge
  payer: number
  hash: string
}

/** Plays a day: its orders one after the other, their payments in one block, and what the merchant does about them. */
async function playDay(orders: readonly PlannedOrder[]): Promise<void> {
  const sent: Sent[] = []
  for (const order of orders) {
    beginStep(`order ${order.number}`)
    setClock(new Date(end - order.agoMs))
    const charge = await createOrder(order)
    if (order.fate === 'canceled') await client.cancelCharge(charge.id)
    if (order.fate === 'left' || order.fate === 'canceled') continue
    const payer = payers[order.number % payers.length]!
    sent.push({ ...order, charge, payer, hash: await pay(order, charge, payer) })
  }
  await mine()
  for (const each of sent) {
    beginStep(`what follows order ${each.number}`)
    await settle(each)
  }
}

function createOrder({ number, cents, lines, email }: PlannedOrder): Promise<ReducedCharge> {
  return client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: dollars(cents) },
    name: `Order ${1001 + number}`,
    line_items: lines,
    payer_email: email,
    metadata: { orderId: String(1001 + number) },
  })
}

/** Pays an order as its fate is: an exchange names none, and may keep a dollar. */
function pay({ fate, cents }: PlannedOrder, { reference }: ReducedCharge, payer: number) {
  const isShort = fate === 'short' || fate === 'shortAssigned'
  const isNamed = !isShort && fate !== 'unnamed'
  const amount = (isShort ? cents - 100n : cents) * units
  return chain.transfer(payer, merchant, amount, isNamed ? reference : undefined)
}

/** Waits until the service has found a payment, and plays what comes after it. */
async function settle(order: Sent): Promise<void> {
  const { charge, cents, payer, fate, hash } = order
  if (fate === 'short' || fate === 'shortAssigned' || fate === 'unnamed') {
    const uuid = await findUnmatched(hash)
    if (fate === 'shortAssigned') await client.assignUnmatched(uuid, { chargeUuid: charge.id })
    return
  }
  await until(
    `order ${order.number} to be paid`,
    async () => (await client.getCharge(charge.id)).status === 'COMPLETED',
  )
  if (fate === 'paidTwice') {
    const second = await chain.transfer(payer, merchant, cents * units)
    await mine()
    await findUnmatched(second)
  }
  if (fate === 'refunded' || fate === 'refundAsked') await refund(order)
}

/** Refunds the first piece of an order; of one that is asked, the payer has only named an address. */
async function refund({ charge, fate, lines: [line], payer }: Sent): Promise<void> {
  const recipientAddress = demoAccount(payer).address
  pass(40)
  const { uuid, reference, amount } = await client.createRefund(charge.id, {
    ...(line && { amount: line.unit_amount }),
    reason: 'One piece arrived broken.',
  })
  if (fate === 'refundAsked') {
    await client.nameRefundRecipient(charge.id, uuid, { recipientAddress })
    return
  }
  pass(20)
  await client.approveRefund(uuid, { recipientAddress })
  pass(3)
  await client.signRefund(uuid, { senderAddress: merchant, attempt: crypto.randomUUID() })
  const baseUnits = parseAmount(amount, parts.tokens[0]!.decimals)
  const hash = await chain.transfer(parts.merchant, recipientAddress, baseUnits, reference)
  await client.reportRefund(uuid, { hash })
  await mine()
  await until(
    `refund ${uuid} to be confirmed`,
    async () => (await client.getRefund(uuid)).status === 'COMPLETED',
  )
}

/** Mines what was sent, some seconds after it was. */
function mine(): Promise<void> {
  setClock(new Date(Date.now() + 5000))
  return chain.mine(new Date(), parts.confirmations)
}

/** Lets minutes pass. */
function pass(minutes: number): void {
  setClock(new Date(Date.now() + minutes * minuteMs))
}

async function findUnmatched(hash: string): Promise<string> {
  let uuid: string | undefined
  await until(`the payment ${hash} to be found`, async () => {
    const { data } = await client.listUnmatched({ limit: 100 })
    uuid = data.find((payment) => payment.hash === hash)?.uuid
    return uuid !== undefined
  })
  return uuid ?? ''
}

/**
 * Looks until it is so. The clock goes on faster than looks are made: what the service does after some seconds has not to be
 * waited for. Looks become rarer, so that a call that a busy machine answers late does not take minutes by this clock.
 */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < maxLooks; look++) {
    if (await isTrue()) return
    setClock(new Date(Date.now() + 2000))
    const waitMs = Math.min(lookMs * 1.05 ** look, longestLookMs)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw new Error(`Waited in vain for ${what}.`)
}
