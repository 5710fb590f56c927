import assert from 'node:assert/strict'
import { Attribution } from 'ox/erc8021'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { type Client, createClient } from '../../../src/api/client/client.ts'
import type { Route } from '../../../src/api/routes/route.ts'
import { routes } from '../../../src/api/routes/routes.ts'
import type { BookRow } from '../../../src/api/schemas/books.ts'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../src/api/schemas/events.ts'
import type { Refund } from '../../../src/api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../src/api/signed-messages.ts'
import { chainId, clientOf, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { suffixOf } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import type { TestAccount } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'
import { type Relaying, startRelaying } from '../relayer/relaying.ts'
import { createNeutralizer } from './neutral.ts'

// One shop's day on a real chain that calls every endpoint: the examples of the API's document are what it sent and got.

/** The example of an endpoint: what was sent, where that has a body, and what came back. */
export type Example = { body?: unknown; reply: unknown }
type Name = keyof typeof routes

const home = demoAccount(7).address
const merchant = demoAccount(5)
const price = 19_990_000n

/** Plays the day, and returns an example of each endpoint in the order of the routes, without what differs from run to run. */
export async function recordExamples(): Promise<Record<Name, Example>> {
  const receiver = await startReceiver()
  const relaying = await startRelaying({ WEBHOOK_ALLOW_PRIVATE: 'on', SETTINGS_DELAY_HOURS: '24' })
  try {
    const { harness } = relaying
    const recorder = createRecorder(harness.service.baseUrl)
    const day = createDay(relaying, receiver, recorder.clientOf(harness.shop), clientOf(harness))
    await day.setUp()
    const order = await day.sell()
    await day.refund(order.id)
    await day.sortStrayMoney()
    await day.request()
    const linkCode = await day.offerByLink()
    await day.manageWebhooks()
    await day.lookBack(order.id)
    const { stdout } = await runOperator(
      ['keys', 'create', '--account', harness.shop.id, '--test', '--scope', 'admin', '--json'],
      relaying.environment,
    )
    const testAccount = JSON.parse(stdout) as TestAccount
    await recorder.clientOf(testAccount).triggerEvent({ type: 'charge:confirmed' })
    const neutral = createNeutralizer({
      texts: [
        [receiver.url, 'https://shop.example.org/webhooks'],
        [harness.service.baseUrl, 'https://pay.example.org'],
        [getAddress(relaying.usdc), '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
        [`${chainId}`, '8453'],
        ['Mug shop', 'Field & Kiln'],
        [order.reserved, '19.992474'],
        [linkCode, 'mug2stnwre'],
      ],
      addresses: [wallet, home, demoAccount(1).address],
    })
    return neutral(recorder.examples())
  } finally {
    await relaying.end()
    await receiver.die()
  }
}

/** Keeps the first answer of each endpoint. */
function createRecorder(baseUrl: string) {
  const kept = new Map<string, Example>()
  const patterns = Object.entries(routes as Record<string, Route>).map(
    ([name, { method, path }]) => ({
      name,
      method,
      // A path without parameters goes before those with some (OpenAPI 3.1, Paths Object).
      order: path.includes(':') ? 1 : 0,
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    }),
  )
  const byOrder = patterns.toSorted((one, other) => one.order - other.order)

  async function record(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url, init)
    const { pathname } = new URL(url)
    const found = byOrder.find(
      ({ method, pattern }) => method === (init.method ?? 'GET') && pattern.test(pathname),
    )
    assert.ok(found, `${init.method} ${pathname} is no route`)
    if (response.ok && !kept.has(found.name)) {
      const line = chooseLine(await response.clone().text())
      const [body, reply] = [readBody(init.body), JSON.parse(line) as unknown]
      const example = queueing.has(found.name) ? asQueued(reply as ListedEvent) : reply
      kept.set(found.name, { ...(body !== undefined && { body }), reply: example })
    }
    return response
  }

  return {
    clientOf: ({ apiKey }: TestAccount) =>
      createClient({ baseUrl, apiKey, retries: 0, timeoutMs: patience, fetch: record }),
    examples(): Record<Name, Example> {
      const entries = Object.keys(routes).map((name) => [name, kept.get(name)])
      return Object.fromEntries(entries) as Record<Name, Example>
    },
  }
}

/**
 * Chooses the line of an answer: of the books the payment that names the first order, whose id begins with the earliest time. Which line is
 * the first one depends on the hashes, where two were paid in one second.
 */
function chooseLine(text: string): string {
  const lines = text.split('\n')
  const named = lines.filter((line) => line.includes('"proof":"reference"'))
  const orderOf = (line: string) => (JSON.parse(line) as BookRow).charge_id
  const [earliest] = named.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return earliest ?? lines[0] ?? ''
}

/** The endpoints that queue an event. It may have been delivered before they answer. */
const queueing = new Set<string>([
  'redeliverEvent',
  'redeliverEventToEndpoint',
  'testWebhookEndpoint',
] satisfies Name[])

function asQueued(event: ListedEvent): ListedEvent {
  const nextAttemptAt = event.createdAt
  const attempts = { attempts: 0, lastAttemptAt: '', answerStatus: 0, nextAttemptAt }
  const queued = { ...attempts, status: 'WAITING' } as const
  return { ...event, deliveries: event.deliveries.map((one) => ({ ...one, ...queued })) }
}

function readBody(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined
}

/**
 * What the shop does, chapter by chapter.
 *
 * @param client whose answers are recorded
 * @param waiting reads again and again, unrecorded, until something has happened
 */
function createDay(
  { harness, createPayer, signOffer, ...relaying }: Relaying,
  receiver: Receiver,
  client: Client,
  waiting: Client,
) {
  const { chain } = harness
  const usdc = getAddress(relaying.usdc)
  const tokenOnChain = { chainId: `${chainId}`, tokenAddress: usdc }

  async function send(account: typeof merchant, to: Address, amount: bigint, suffix: Hex = '0x') {
    const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    const data = `${call}${suffix.slice(2)}` as Hex
    const hash = await chain.client.sendTransaction({ account, to: usdc, data })
    await chain.client.waitForTransactionReceipt({ hash })
    return hash
  }

  async function readPaid(id: string) {
    return await until('the charge to be paid', async () => {
      const charge = await waiting.getCharge(id)
      return charge.status === 'COMPLETED' ? charge : undefined
    })
  }

  async function newOrder(over: Partial<NewCharge> = {}) {
    return await client.createCharge({ ...orderBody, ...over })
  }

  /** A paid order that can be refunded. */
  async function paidOrder(): Promise<string> {
    const { id } = await newOrder()
    await send(chain.payer, wallet, price, suffixOf(id))
    await readPaid(id)
    return id
  }

  async function strayMoney(amount: bigint): Promise<string> {
    const hash = await send(chain.payer, wallet, amount)
    return await until('the money to be listed', async () => {
      const { data } = await waiting.listUnmatched()
      return data.find((one) => one.hash === hash)?.uuid
    })
  }

  async function refundIn({ uuid }: Refund, isReached: (refund: Refund) => boolean) {
    return await until('the refund to go on', async () => {
      const { data } = await waiting.listRefunds()
      return data.find((one) => one.uuid === uuid && isReached(one))
    })
  }

  const sign = ({ uuid }: Refund) =>
    client.signRefund(uuid, { senderAddress: merchant.address, attempt: crypto.randomUUID() })

  return {
    async setUp() {
      await client.setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress: usdc })
      const { secret = '' } = await client.setChargeWebhook({ url: receiver.url })
      receiver.secret = secret
      await client.setUnderpaymentTolerance({ amount: '1.50', percent: '2' })
    },

    /** An order that is paid by a transfer, one that is paid by a signature, and one that nobody wants any more. */
    async sell() {
      const { id } = await newOrder()
      await client.getCharge(id)
      await client.getRequestCharge(id)
      const { amount: reserved } = await client.reserveAmount(id, tokenOnChain)
      await chain.client.setAutomine(false)
      const sending = send(chain.payer, wallet, price, suffixOf(id))
      const hash = await until('the transaction', async () => {
        const { transactions } = await chain.client.getBlock({ blockTag: 'pending' })
        return transactions[0]
      })
      await client.addPayment(id, { hash, ...tokenOnChain })
      await chain.client.setAutomine(true)
      await chain.client.mine({ blocks: 1 })
      await sending
      await readPaid(id)
      await client.getPaymentStatus(id, hash)
      await client.listCharges({ limit: 1 })
      const { data: payments } = await client.listPayments({ limit: 1 })
      await client.getPayment(payments[0]?.uuid ?? '')
      await client.markShipped(id)
      await client.getReceipt(id)

      const signed = await newOrder()
      const [offer] = await client.listAuthorizationOffers(signed.id)
      assert.ok(offer)
      await client.addAuthorization(signed.id, await signOffer(offer, await createPayer()))
      await readPaid(signed.id)

      const unwanted = await newOrder()
      await client.cancelCharge(unwanted.id)

      const short = await newOrder()
      const shortHash = await send(chain.payer, wallet, price - 1_000_000n, suffixOf(short.id))
      await client.addPayment(short.id, { hash: shortHash, ...tokenOnChain })
      await until('the charge to be part paid', async () => {
        const { payment_status } = await waiting.getCharge(short.id)
        return payment_status === 'part_paid' || undefined
      })
      const reason = 'The exchange kept its fee.'
      await client.acceptCharge(short.id, { amount: '18.99', reason })
      await client.unacceptCharge(short.id)
      return { id, reserved }
    },

    /** A refund from the question to the money, one to an address by the merchant, and one that is called off. */
    async refund(order: string) {
      const asked = await client.createRefund(order, {
        amount: '19.99',
        reason: 'The cup arrived broken.',
      })
      const { reference, amount, tokenSymbol: symbol } = asked
      const message = createRefundMessage({ reference, amount, symbol, chainId, recipient: home })
      const signature = await chain.payer.signMessage({ message })
      await client.nameRefundRecipient(order, asked.uuid, { recipientAddress: home, signature })
      await client.listChargeRefunds(order)
      await sign(asked)
      const codes = [asked.reference]
      const hash = await send(merchant, home, price, Attribution.toDataSuffix({ codes }))
      await client.reportRefund(asked.uuid, { hash })
      await until('the refund to be confirmed', async () => {
        const { status } = await waiting.getRefund(asked.uuid)
        return status === 'COMPLETED' ? status : undefined
      })
      await client.getRefund(asked.uuid)
      await client.listRefunds()

      const begun = await client.createRefund(await paidOrder(), {})
      await client.approveRefund(begun.uuid, { recipientAddress: home })
      await sign(begun)
      const unclear = await send(merchant, home, 1_000_000n)
      await refundIn(begun, ({ unclearTransfers }) => unclearTransfers.length > 0)
      await client.dismissRefundTransactions(begun.uuid, { hashes: [unclear] })
      await client.releaseRefund(begun.uuid)

      const wrong = await client.createRefund(await paidOrder(), {})
      await client.cancelRefund(wrong.uuid)
    },

    /** Money that names no order: it is assigned, taken back, sent back, ignored, restored. */
    async sortStrayMoney() {
      const { id } = await newOrder()
      const uuid = await strayMoney(price)
      await client.listUnmatched()
      await client.getUnmatched(uuid)
      await client.assignUnmatched(uuid, { chargeUuid: id })
      await client.unassignUnmatched(uuid, { chargeUuid: id })
      await client.returnUnmatched(uuid)
      const gift = await strayMoney(1_000_000n)
      await client.ignoreUnmatched(gift)
      await client.restoreUnmatched(gift)
    },

    async request() {
      const terms = { recipientAddress: wallet, tokenAmount: '19.99', ...tokenOnChain }
      const { uuid } = await client.createRequest(terms)
      await client.getRequest(uuid)
      await client.findRequest({ recipient: wallet, tokenAmount: '19.99', ...tokenOnChain })
    },

    async offerByLink() {
      const { id, code } = await client.createPaymentLink({
        pricing_type: 'fixed_price',
        local_price: { amount: '19.99' },
        name: 'Stoneware mug',
        description: 'Rust glaze',
        quantity: { min: 1, max: 4 },
        fields: [
          { kind: 'email', required: true },
          { kind: 'note', label: 'Your name on it' },
        ],
        thank_you: 'We send it tomorrow.',
      })
      await client.listPaymentLinks()
      await client.getPaymentLink(id)
      await client.endPaymentLink(id)
      return code
    },

    async manageWebhooks() {
      const { uuid } = await client.addWebhookEndpoint({
        url: `${receiver.url}/tea`,
        events: ['charge:confirmed', 'charge:paid_again'],
        shop: 'tea',
      })
      await client.listWebhookEndpoints()
      await client.getWebhookEndpoint(uuid)
      const { uuid: event } = await client.testWebhookEndpoint(uuid)
      await client.redeliverEventToEndpoint(uuid, event)
      await client.rotateWebhookSecret(uuid)
      await client.updateWebhookEndpoint(uuid, { enabled: false })
      await client.removeWebhookEndpoint(uuid)
    },

    async lookBack(order: string) {
      const uuid = await until('the events to be delivered', async () => {
        const { data } = await waiting.listEvents({ charge: order })
        const deliveries = data.flatMap((event) => event.deliveries)
        const isDone = deliveries.every(({ status }) => status === 'DELIVERED')
        return isDone ? data.find(({ type }) => type === 'charge:confirmed')?.uuid : undefined
      })
      await client.listEvents({ charge: order, limit: 1 })
      await client.getEvent(uuid)
      await client.redeliverEvent(uuid)
      await client.redeliverEvents({ since: '2026-01-01T00:00:00.000Z', status: 'FAILED' })
      await client.listAuditLog({ limit: 1 })
      for await (const row of client.exportBooks()) if (row) break
      await client.summarizeBooks()
      const monthAgo = new Date(Date.now() - 30 * 24 * 3_600_000)
      await client.closeBooks({ closed_before: monthAgo.toISOString() })
    },
  }
}

const orderBody: NewCharge = {
  pricing_type: 'fixed_price',
  local_price: { amount: '19.99', currency: 'USD' },
  name: 'Order A-1001',
  line_items: [
    { name: 'Stoneware mug', description: 'Rust glaze, 350 ml', quantity: 2, unit_amount: '7.50' },
    { name: 'Shipping', unit_amount: '4.99' },
  ],
  tax_note: 'Includes $1.60 VAT',
  payer_email: 'ada@example.com',
  metadata: { order: 'A-1001' },
  redirect_url: 'https://shop.example.org/thanks',
}
