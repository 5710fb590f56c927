import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { generatePrivateKey, type PrivateKeyAccount } from 'viem/accounts'
import type { PayError } from '../../../src/errors.ts'
import { OrderError, requirePayment, toNodeListener } from '../../../src/proxy.ts'
import {
  baseId,
  baseUsdc,
  countDebits,
  createAgent,
  createMppx,
  createX402,
  createX402v1,
  fundRelayers,
  startBase,
} from '../../support/agents.ts'
import type { LocalChain } from '../../support/local-chain.ts'
import { type PreparedDatabase, prepareDatabase } from '../../support/prepared.ts'
import { hasRealTokens } from '../../support/real-tokens.ts'
import { type RunningService, startService } from '../../support/service.ts'
import { patience } from '../../support/wait.ts'
import { wallet } from '../harness.ts'

type Fetch = typeof globalThis.fetch

const relayerKey = generatePrivateKey()
const clients: Record<string, (account: PrivateKeyAccount, fetch: Fetch) => Fetch> = {
  'x402 v2': (account, fetch) => createX402(account, fetch, 100) as Fetch,
  'x402 v1': (account, fetch) => createX402v1(account, fetch, 100_000_000n) as Fetch,
  mppx: (account, fetch) => createMppx(account, fetch, '100'),
}

describe('a resource that has to be paid for', { skip: !hasRealTokens() }, () => {
  let chain: LocalChain
  let database: PreparedDatabase
  let service: RunningService
  let shop: Server
  let shopUrl: string
  /** What the shop gave, by key. */
  const given: string[] = []
  const errors: PayError[] = []
  /** What the shop's backend sent to the service. */
  const calls: { url: string; headers: Headers }[] = []
  let isServiceDown = false

  before(async () => {
    chain = await startBase()
    database = await prepareDatabase()
    await fundRelayers(chain, [relayerKey])
    service = await startService({
      ...database.environment,
      // Two nodes have to show each payment, with the nonce that was accepted for it.
      CHAIN_RPC_URLS: JSON.stringify({
        [baseId]: [chain.rpcUrl, chain.rpcUrl.replace('127.0.0.1', 'localhost')],
      }),
      QUORUM_ABOVE_USD: '0',
      CONFIRMATIONS: JSON.stringify({ [baseId]: 1 }),
      RELAYER_KEYS: relayerKey,
      RELAY_MAX_FEE: JSON.stringify({ [baseId]: '0.01' }),
    })
    const readKey = (request: Request) => request.headers.get('idempotency-key') ?? ''
    const handler = requirePayment({
      baseUrl: service.baseUrl,
      apiKey: database.shop.apiKey,
      order(request) {
        const amount = new URL(request.url).searchParams.get('price') ?? '0.09'
        if (amount === 'none') throw new OrderError('There is no such thing.', { status: 404 })
        const requestProps = {
          ...{ chainId: String(baseId), recipientAddress: wallet, tokenAddress: baseUsdc },
        }
        const local_price = { amount }
        return {
          key: readKey(request),
          charge: { pricing_type: 'fixed_price', local_price, requestProps },
        }
      },
      async resource(request, { status }) {
        given.push(readKey(request))
        return Response.json({ status, body: await request.text() }, { headers: { etag: '"1"' } })
      },
      async fetch(url, init) {
        calls.push({ url, headers: new Headers(init.headers) })
        if (isServiceDown) throw new TypeError('Nobody listens.')
        return await fetch(url, init)
      },
      onError: (error) => void errors.push(error),
    })
    shop = createServer(toNodeListener(handler)).listen(0, '127.0.0.1')
    await once(shop, 'listening')
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  })
  after(async () => {
    shop?.closeAllConnections()
    shop?.close()
    await service?.end()
    await chain?.stop()
    await database?.remove()
  })

  const createKey = () => `order-${crypto.randomUUID()}`
  const init = (key: string, more: Record<string, string> = {}) => ({
    method: 'POST',
    body: 'what is asked',
    headers: { 'idempotency-key': key, ...more },
  })
  const buy = (price = '0.09') => `${shopUrl}/answer?price=${price}`

  for (const [name, createFetch] of Object.entries(clients)) {
    test(`${name}: pays once for an order, and once more for another one`, async () => {
      const account = await createAgent(chain)
      const pay = createFetch(account, fetch)
      const [key, other] = [createKey(), createKey()]
      for (const [of, debits] of [
        [key, 1],
        [key, 1],
        [other, 2],
      ] as const) {
        const response = await pay(buy(), init(of))
        assert.equal(response.status, 200)
        assert.deepEqual(await response.json(), { status: 'COMPLETED', body: 'what is asked' })
        assert.equal(response.headers.get('etag'), '"1"')
        assert.ok(response.headers.get('payment-response'))
        assert.equal(await countDebits(chain, account), debits)
      }
    })

    test(`${name}: an answer that is lost after the money has moved is given again`, async () => {
      const [account, key] = [await createAgent(chain), createKey()]
      let count = 0
      const lossy: Fetch = async (input, options) => {
        const response = await fetch(input, options)
        if (++count < 2) return response
        await response.arrayBuffer()
        throw new TypeError('The connection broke.')
      }
      await assert.rejects(createFetch(account, lossy)(buy(), init(key)))
      const response = await createFetch(account, fetch)(buy(), init(key))
      assert.equal(response.status, 200)
      assert.equal(await countDebits(chain, account), 1)
    })
  }

  test('a payment is credited when two nodes show it', async () => {
    const [account, key] = [await createAgent(chain), createKey()]
    const signal = AbortSignal.timeout(patience)
    const response = await createX402(account, fetch, 100)(buy(), { ...init(key), signal })
    assert.equal(response.status, 200)
  })

  test('two clients with one order pay once', async () => {
    const key = createKey()
    const accounts = [await createAgent(chain), await createAgent(chain)]
    const responses = await Promise.all(
      accounts.map((account) => createX402(account, fetch, 100)(buy(), init(key))),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    )
    const debits = await Promise.all(accounts.map((account) => countDebits(chain, account)))
    assert.equal(debits.join().replace('0,1', '1,0'), '1,0')
  })

  test('what was signed for a cheap order gets no dear resource, nor does its key', async () => {
    const [account, cheap, dear] = [await createAgent(chain), createKey(), createKey()]
    let signed = ''
    const keep: Fetch = async (input, options) => {
      const request = new Request(input, options)
      signed = request.headers.get('payment-signature') ?? ''
      return signed === '' ? await fetch(request) : new Response()
    }
    await createX402(account, keep, 100)(buy(), init(cheap))
    const before = given.length
    const refused = await fetch(buy('19'), init(dear, { 'payment-signature': signed }))
    assert.equal(refused.status, 402)
    assert.equal((await createX402(account, fetch, 100)(buy(), init(cheap))).status, 200)
    // The key of a paid order, with another price.
    assert.equal((await fetch(buy('19'), init(cheap))).status, 409)
    assert.equal((await fetch(buy('19'), init(dear))).status, 402)
    assert.deepEqual(given.slice(before), [cheap])
    assert.equal(await countDebits(chain, account), 1)
  })

  test('the offer names the resource, and the service’s page never gets the api-key', async () => {
    const response = await fetch(buy(), init(createKey()))
    assert.equal(response.status, 402)
    const required = JSON.parse(
      Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString(),
    ) as { resource: { url: string } }
    const body = (await response.json()) as { accepts: { resource: string }[] }
    assert.equal(required.resource.url, buy())
    assert.equal(body.accepts[0]?.resource, buy())
    assert.match(String(response.headers.get('www-authenticate')), /^Payment id=/)
    const pages = calls.filter(({ url }) => url.includes('/pay/'))
    assert.ok(pages.length > 0)
    for (const { headers } of pages) assert.equal(headers.has('api-key'), false)
  })

  test('a browser is sent to the charge’s page', async () => {
    const response = await fetch(buy(), {
      ...init(createKey(), { accept: 'text/html' }),
      redirect: 'manual',
    })
    assert.equal(response.status, 303)
    const location = String(response.headers.get('location'))
    assert.ok(location.startsWith(`${service.baseUrl}/pay/`), location)
  })

  test('while the service does not answer, nobody reads that nothing was paid', async () => {
    isServiceDown = true
    const response = await fetch(buy(), init(createKey(), { 'payment-signature': 'e30=' }))
    isServiceDown = false
    assert.ok([502, 503, 504].includes(response.status), String(response.status))
  })

  test('a refused order, and a key that can be guessed, cost nothing', async () => {
    assert.equal((await fetch(buy('none'), init(createKey()))).status, 404)
    const before = errors.length
    assert.equal((await fetch(buy(), init('short'))).status, 500)
    assert.equal(errors.length, before + 1)
    assert.match(String(errors.at(-1)?.message), /key/)
    assert.throws(
      () => requirePayment({ baseUrl: service.baseUrl, apiKey: 'a-key-of-tests' } as never),
      /order must be a function/,
    )
  })
})
