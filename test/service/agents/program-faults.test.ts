import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Address, erc20Abi, type Hex, parseEventLogs, parseUnits } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { baseUsdc, createAgents } from '../../support/agents.ts'
import { isNightly } from '../../support/effort.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service.ts'
import { until } from '../../support/wait.ts'
import {
  clients,
  createKey,
  decode,
  type Fetch,
  isPayment,
  orderInit,
  paymentHeaders,
  type Selling,
  startSelling,
} from './selling.ts'

// Whatever breaks, an order is debited once at most, nobody reads 402 once something may pay it, and in the end it is answered as
// paid. Each fault meets all its orders at once: with each client, at the charge's page or at `requirePayment`.

const doors = ['page', 'requirePayment'] as const
const prices = ['0.09', '0.90', '19'] as const

/** An order, and everything that was answered about it. */
interface Order {
  name: string
  client: string
  door: (typeof doors)[number]
  price: string
  url: string
  init: RequestInit | undefined
  /** Of the shop's order. */
  key: string
  /** Of the page's charge. */
  chargeId: string
  payers: readonly [PrivateKeyAccount, PrivateKeyAccount]
  /** From then on something may pay it. */
  mayBePaid: boolean
  answers: { isPayment: boolean; mayBePaid: boolean; status: number }[]
}

/** By night each client meets each fault at each price and at both doors, else at one of them. */
const rounds = isNightly ? prices : prices.slice(0, 1)
for (const [round, price] of rounds.entries())
  describe(`programs in trouble, at ${price} dollars first`, () => playFaults(round))

function playFaults(round: number): void {
  let selling: Selling & { service: ServiceProcess }
  /** How many orders were made of each client and door: they take the prices in turn. */
  let turn = round

  before(async () => {
    selling = (await startSelling({}, 2, startServiceProcess)) as typeof selling
  })
  after(() => selling?.end())
  // A fault that fails must not keep the next one waiting.
  afterEach(async () => {
    selling.signer.isSigning = true
    selling.shop.fetch = fetch
    await selling.chain.client.setAutomine(true)
  })

  /** Makes an order of each client at each door. */
  async function createOrders(only: readonly Order['door'][] = doors): Promise<Order[]> {
    turn += 1
    const rows = Object.keys(clients).flatMap((client, index) =>
      only
        .filter((_, at) => isNightly || at === (turn + index) % only.length)
        .map((door) => ({
          ...{ client, door },
          price: prices[(turn + index) % prices.length] as string,
        })),
    )
    const payers = await createAgents(selling.chain, 2 * rows.length)
    return await Promise.all(
      rows.map(async ({ client, door, price }, index): Promise<Order> => {
        const [key, isPage] = [createKey(), door === 'page']
        const chargeId = isPage ? await selling.createCharge(price) : ''
        return {
          ...{ name: `${client} at ${door} for ${price}`, client, door, price, key, chargeId },
          url: isPage ? selling.urlOf(chargeId) : selling.buyAt(price),
          init: isPage ? undefined : orderInit(key),
          payers: payers.slice(2 * index, 2 * index + 2) as unknown as Order['payers'],
          ...{ mayBePaid: false, answers: [] },
        }
      }),
    )
  }

  /** A fetch that notes what is answered about an order, and loses what is to be lost. */
  function createWire(order: Order, { loses = false } = {}): Fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      const { mayBePaid } = order
      const response = await fetch(request)
      order.answers.push({ isPayment: isPayment(request), mayBePaid, status: response.status })
      if (!loses || !isPayment(request)) return response
      await response.arrayBuffer()
      throw new TypeError('The connection broke.')
    }
  }

  /** One call of an unmodified client: with its own limit where that is enough. Undefined where it ends without an answer. */
  async function call(
    order: Order,
    { payer = order.payers[0], wire = createWire(order) } = {},
  ): Promise<{ status: number; headers: Headers } | undefined> {
    const hasLimitOfItsOwn = Number(order.price) <= 1
    const pay = clients[order.client]?.(payer, wire, hasLimitOfItsOwn ? undefined : 20)
    try {
      const response = await pay?.(order.url, order.init)
      // Unread, it would keep its connection, and the service waiting for its end.
      await response?.arrayBuffer()
      return response
    } catch {
      return undefined
    }
  }

  /** Hands in headers that were signed before. */
  async function hand(order: Order, signed: Headers) {
    const { method = 'GET', body = null } = order.init ?? {}
    const headers = new Headers(order.init?.headers)
    for (const name of paymentHeaders) {
      const value = signed.get(name)
      if (value !== null) headers.set(name, value)
    }
    const response = await createWire(order)(order.url, { method, body, headers })
    await response.arrayBuffer()
    return response
  }

  const signFor = (order: Order, payer = order.payers[0]) =>
    selling.sign(order.client, payer, order.url, order.init)

  /** Calls again until the order is answered as paid. */
  async function finish(order: Order): Promise<Hex> {
    const response = await until(`${order.name} to be paid`, async () => {
      const response = await call(order)
      return response?.status === 200 ? response : undefined
    })
    const settled = decode(response.headers.get('payment-response'))
    assert.equal(settled.success, true, order.name)
    return settled.transaction as Hex
  }

  /** Waits until the service has accepted a payment of each order. */
  async function waitForAccepted(orders: readonly Order[]): Promise<void> {
    const { accepted } = selling.signer
    for (const order of orders) {
      const isAccepted = () => order.payers.some(({ address }) => accepted.has(address))
      await until(`${order.name} to be accepted`, () => isAccepted() || undefined)
      order.mayBePaid = true
    }
  }

  async function countDebits(): Promise<Map<Address, number>> {
    const logs = await selling.chain.client.getLogs({ address: baseUsdc, fromBlock: 0n })
    const transfers = parseEventLogs({ abi: erc20Abi, logs, eventName: 'Transfer' })
    const debits = new Map<Address, number>()
    for (const { args } of transfers) debits.set(args.from, (debits.get(args.from) ?? 0) + 1)
    return debits
  }

  /** What holds of every order, whatever has happened to it. */
  async function checkAll(orders: readonly Order[], expected = 1): Promise<void> {
    const debits = await countDebits()
    for (const { name, payers, answers, door, key, chargeId } of orders) {
      const own = payers.reduce((sum, { address }) => sum + (debits.get(address) ?? 0), 0)
      assert.equal(own, expected, `debits of ${name}`)
      const unpaid = answers.filter(({ mayBePaid, status }) => mayBePaid && status === 402)
      assert.deepEqual(unpaid, [], `${name} was called unpaid`)
      if (door === 'requirePayment') assert.ok(selling.shop.given.includes(key), name)
      else assert.equal(await selling.statusOf(chargeId), 'COMPLETED', name)
    }
  }

  test('an answer that is lost after the money has moved', async () => {
    const orders = await createOrders()
    await Promise.all(
      orders.map(async (order) => {
        const lost = await call(order, { wire: createWire(order, { loses: true }) })
        assert.equal(lost, undefined)
        order.mayBePaid = true
        await finish(order)
      }),
    )
    await checkAll(orders)
  })

  test('a service that restarts between accepting and sending', async () => {
    const orders = await createOrders()
    selling.signer.isSigning = false
    const calls = orders.map((order) => call(order))
    await waitForAccepted(orders)
    await selling.service.end()
    await selling.startAgain()
    selling.signer.isSigning = true
    await Promise.all(calls)
    await Promise.all(orders.map(finish))
    await checkAll(orders)
  })

  test('a service that is killed between accepting and sending, and again before a block has it', async () => {
    const { client } = selling.chain
    const orders = await createOrders()
    selling.signer.isSigning = false
    const calls = orders.map((order) => call(order))
    await waitForAccepted(orders)
    await selling.service.end('SIGKILL')
    // Nobody reads that nothing is paid while the service is gone.
    await Promise.all([...calls, ...orders.map((order) => call(order))])
    await client.setAutomine(false)
    selling.signer.isSigning = true
    await selling.startAgain()
    const waiting = orders.map((order) => call(order))
    await until('all to be sent', async () => {
      const { transactions } = await client.getBlock({ blockTag: 'pending' })
      return transactions.length >= orders.length || undefined
    })
    await selling.service.end('SIGKILL')
    await Promise.all(waiting)
    await selling.startAgain()
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await Promise.all(orders.map(finish))
    await checkAll(orders)
  })

  test('two clients at once with one payload', async () => {
    const orders = await createOrders()
    await Promise.all(
      orders.map(async (order) => {
        const signed = await signFor(order)
        order.mayBePaid = true
        const answers = await Promise.all([hand(order, signed), hand(order, signed)])
        const [first, second] = answers.map(({ headers }) => headers.get('payment-response'))
        assert.ok(first, order.name)
        assert.equal(first, second, order.name)
        await finish(order)
      }),
    )
    await checkAll(orders)
  })

  test('two clients at once that sign for themselves', async () => {
    const orders = await createOrders()
    await Promise.all(
      orders.map(async (order) => {
        const answers = await Promise.all(order.payers.map((payer) => call(order, { payer })))
        assert.deepEqual(
          answers.map((answer) => answer?.status),
          [200, 200],
          order.name,
        )
      }),
    )
    await checkAll(orders)
  })

  test('one payload for two orders', async () => {
    const orders = await createOrders()
    turn -= 1
    const others = await createOrders()
    await Promise.all(
      orders.map(async (order, index) => {
        const other = others[index] as Order
        const signed = await signFor(order)
        const answers = await Promise.all([hand(order, signed), hand(other, signed)])
        const statuses = answers.map(({ status }) => status)
        const paid = statuses.indexOf(200)
        assert.ok([402, 409].includes(statuses[1 - paid] ?? 0), `${order.name}: ${statuses}`)
        if (order.client === 'mppx') assert.equal(paid, 0, order.name)
        // What is left is paid by its own client.
        if (paid === 0) await finish(other)
        else await call({ ...other, payers: [other.payers[1], other.payers[0]] })
        if (paid === 1) {
          const { given } = selling.shop
          assert.equal(given.includes(order.key), false, order.name)
          await finish({ ...order, payers: [order.payers[1], order.payers[0]] })
        }
      }),
    )
    const debits = await countDebits()
    for (const [index, order] of orders.entries()) {
      const payers = [...order.payers, ...(others[index] as Order).payers]
      const count = payers.reduce((sum, { address }) => sum + (debits.get(address) ?? 0), 0)
      assert.equal(count, 2, order.name)
    }
  })

  test('a stranger who sends it first', async () => {
    const orders = await createOrders()
    selling.signer.isSigning = false
    const signed = await Promise.all(orders.map((order) => signFor(order)))
    const calls = orders.map((order, index) => hand(order, signed[index] as Headers))
    await waitForAccepted(orders)
    const hashes: Hex[] = []
    for (const headers of signed) hashes.push(await selling.relayAsStranger(headers))
    const answers = await Promise.all(calls)
    // By MPP the nonce names the charge. Any other is the merchant's to decide, and no client signs again meanwhile.
    assert.deepEqual(
      answers.map(({ status }) => status),
      orders.map(({ client }) => (client === 'mppx' ? 200 : 409)),
    )
    const again = await Promise.all(orders.map((order) => call(order)))
    assert.deepEqual(
      again.map((answer) => answer?.status),
      answers.map(({ status }) => status),
    )
    const { data: money } = await selling.client.listUnmatched({ limit: 100 })
    for (const { uuid } of money.filter(({ hash }) => hashes.includes(hash as Hex))) {
      const [first] = (await selling.client.getUnmatched(uuid)).suggestions ?? []
      await selling.client.assignUnmatched(uuid, { chargeUuid: first?.chargeUuid ?? '' })
    }
    selling.signer.isSigning = true
    assert.deepEqual(await Promise.all(orders.map(finish)), hashes)
    await checkAll(orders)
  })

  test('a relayer without coin', async () => {
    const orders = await createOrders()
    await selling.fund(1000n)
    const answers = await Promise.all(orders.map((order) => call(order)))
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      orders.map(() => 503),
    )
    assert.ok(answers.every((answer) => answer?.headers.get('retry-after')))
    await selling.fund()
    await Promise.all(orders.map(finish))
    await checkAll(orders)
  })

  test('a person who pays meanwhile', async () => {
    const orders = await createOrders()
    selling.signer.isSigning = false
    const calls = orders.map((order) => call(order))
    await waitForAccepted(orders)
    const hashes: Hex[] = []
    for (const order of orders) {
      const chargeId = order.chargeId || (await findCharge(order))
      hashes.push(await selling.payAsPerson(chargeId, parseUnits(order.price, 6)))
    }
    const answers = await Promise.all(calls)
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      orders.map(() => 200),
    )
    selling.signer.isSigning = true
    assert.deepEqual(await Promise.all(orders.map(finish)), hashes)
    await checkAll(orders, 0)
  })

  /** Returns the charge of an order of the shop. */
  async function findCharge({ url, key }: Order): Promise<string> {
    const page = await fetch(url, {
      ...orderInit(key, { accept: 'text/html' }),
      redirect: 'manual',
    })
    const [, id] = /\/pay\/([\w-]+)$/.exec(String(page.headers.get('location'))) ?? []
    assert.ok(id)
    return id
  }

  test('a payload of a cheap order for a dear one', async () => {
    const orders = await createOrders()
    await Promise.all(
      orders.map(async (order) => {
        const isPage = order.door === 'page'
        const url = isPage
          ? selling.urlOf(await selling.createCharge('0.01'))
          : selling.buyAt('0.01')
        const init = isPage ? undefined : orderInit(createKey())
        const signed = await selling.sign(order.client, order.payers[0], url, init)
        assert.equal((await hand(order, signed)).status, 402, order.name)
        assert.equal(selling.shop.given.includes(order.key), false, order.name)
        await finish(order)
      }),
    )
    await checkAll(orders)
  })

  test('a shop that restarts while it waits for the service', async () => {
    const orders = await createOrders(['requirePayment'])
    selling.signer.isSigning = false
    const calls = orders.map((order) => call(order))
    await waitForAccepted(orders)
    await selling.shop.stop()
    await Promise.all(calls)
    await selling.shop.start()
    selling.signer.isSigning = true
    await Promise.all(orders.map(finish))
    await checkAll(orders)
  })

  test('a service whose answers the shop does not get', async () => {
    const orders = await createOrders(['requirePayment'])
    const counts = new Map<string, number>()
    // Each call of the shop: lost, answered by a gateway after it was done, without an answer in time, and then let through.
    selling.shop.fetch = async (input, init) => {
      const request = new Request(input, init)
      const { method, url, headers } = request
      const name = [method, url, headers.get('idempotency-key'), isPayment(request)].join(' ')
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      if (count === 1) throw new TypeError('Nobody listens.')
      const response = await fetch(request)
      if (count > 3) return response
      if (isPayment(request) && response.status === 200) markPaid(url)
      await response.arrayBuffer()
      if (count === 2) return new Response('<h1>Bad gateway</h1>', { status: 502 })
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    const byUrl = new Map<string, Order>()
    const markPaid = (url: string) => {
      const order = byUrl.get(url.split('/').at(-1) ?? '')
      if (order) order.mayBePaid = true
    }
    for (const order of orders) {
      const id = await until('the charge', () => findCharge(order).catch(() => undefined))
      byUrl.set(id, order)
    }
    await Promise.all(orders.map(finish))
    assert.ok(orders.every(({ mayBePaid }) => mayBePaid))
    await checkAll(orders)
  })
}
