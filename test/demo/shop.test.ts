import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chainClient } from '../../demo/chain/client.ts'
import { type Orders, openOrders } from '../../demo/shop/orders.ts'
import { createShop } from '../../demo/shop/shop.ts'
import { createClient } from '../../src/api/client/client.ts'
import { prepareDemoFolder } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/service.ts'
import { patience, until } from '../support/wait.ts'
import { complaint, type DemoFacts, end, endAll, type OpenDemo, openDemo } from './demo-process.ts'
import { protection } from './protection.ts'
import {
  balance,
  buyMug,
  chargeIdOf,
  client,
  json,
  merchant,
  order,
  pageThatSays,
  pay,
  payer,
  text,
} from './visitor.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  endAll()
  await folder.remove()
})

describe('an open shop', { timeout: 10 * patience }, () => {
  let demo: OpenDemo
  let facts: DemoFacts
  before(async () => {
    await prepareDemoFolder(join(folder.path, 'open'))
    demo = await openDemo({ DEMO_DATA: join(folder.path, 'open') })
    facts = demo.facts
  })
  after(() => end(demo))

  /** How many charges the service has been asked to make, as its own log tells. */
  async function chargesMade(): Promise<number> {
    // The log comes a moment late: once this call is in it, all before are.
    const marker = crypto.randomUUID()
    await fetch(`${facts.service}/nothing`, { headers: { 'x-request-id': marker } })
    const log = await until('the log', async () => {
      const written = await readFile(join(folder.path, 'open', 'service.log'), 'utf8')
      return written.includes(marker) ? written : undefined
    })
    return log.split('"method":"POST","route":"/charges",').length - 1
  }

  test('demo.json tells where everything is', async () => {
    assert.equal(facts.shop, demo.shop)
    assert.equal(facts.chain.id, 31_337)
    assert.equal(await chainClient(facts.chain.rpcUrl).getChainId(), 31_337)
    assert.deepEqual(
      facts.tokens.map(({ symbol, decimals }) => [symbol, decimals]),
      [
        ['DUSD', 6],
        ['OUSD', 6],
      ],
    )
    assert.deepEqual(
      facts.products.map(({ sku, price }) => [sku, price]),
      [
        ['mug', '19.99'],
        ['bowl', '34.50'],
      ],
    )
    assert.equal(await balance(facts, payer.address), 10_000_000_000n)
  })

  test('every page is there, under a strict policy, with no script or style in it', async () => {
    const order = await buyMug(facts)
    const pages = ['/', '/wallet', '/playground', ...facts.products.map(({ url }) => url), order]
    for (const path of [...pages, `${order}/success`, `${order}/cancel`]) {
      const response = await fetch(new URL(path, facts.shop))
      assert.equal(response.status, 200, path)
      const policy = response.headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "require-trusted-types-for 'script'",
        'trusted-types lit-html',
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
      ]) {
        assert.ok(policy.split('; ').includes(part), `${part} is in the policy of ${path}`)
      }
      const page = await response.text()
      // An import map can stand in the page alone; the policy has its hash.
      const withoutMap = page.replace(/<script type="importmap">[^<]*<\/script>/, '')
      assert.doesNotMatch(withoutMap, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/, path)
      assert.doesNotMatch(page, new RegExp(facts.apiKey), 'no page holds the api-key')
    }
    assert.equal((await fetch(`${facts.shop}/nothing`)).status, 404)
    assert.equal((await fetch(`${facts.shop}/products/spoon`)).status, 404)
    assert.equal((await fetch(`${facts.shop}/orders/nobodys/success`)).status, 404)
  })

  test('scripts, styles and pictures are served in their types; chunks last for ever', async () => {
    const expected = {
      '/pay-charge.js': 'text/javascript; charset=utf-8',
      '/demo-wallet.js': 'text/javascript; charset=utf-8',
      '/shop.js': 'text/javascript; charset=utf-8',
      '/playground.js': 'text/javascript; charset=utf-8',
      '/shop.css': 'text/css; charset=utf-8',
      '/mug.svg': 'image/svg+xml',
    }
    for (const [path, type] of Object.entries(expected)) {
      const response = await fetch(facts.shop + path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(response.status, 200, path)
      assert.equal(response.headers.get('content-type'), type)
      assert.equal(response.headers.get('content-encoding'), 'br')
      assert.equal(response.headers.get('cache-control'), 'no-cache')
      const etag = response.headers.get('etag')!
      const again = { headers: { 'accept-encoding': 'br', 'if-none-match': etag } }
      assert.equal((await fetch(facts.shop + path, again)).status, 304)
    }
    const chunk = /\.\/(pay-charge-[\w-]+\.js)/.exec(await text(`${facts.shop}/pay-charge.js`))?.[1]
    assert.ok(chunk, 'the entry names a chunk')
    const { headers } = await fetch(`${facts.shop}/${chunk}`)
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  })

  test('an order through the proxy has the price of the shop, whatever it says', async () => {
    const given = { sku: 'bowl', quantity: 2, price: '0.01', local_price: { amount: '0.01' } }
    const response = await order(facts, given)
    assert.equal(response.status, 201)
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    assert.deepEqual(data.pricing, {
      local: { amount: '69.00', currency: 'USD' },
      settlement: { amount: '69', currency: 'DUSD' },
    })
    assert.ok(!('metadata' in data))
    const { success_url: success } = data.redirects as { success_url: string }
    assert.match(success, new RegExp(`^${facts.shop}/orders/[\\da-f-]{36}/success$`))
    // Nobody has paid, so the page does not say that somebody has.
    const page = await text(success)
    assert.match(page, /Not paid yet/)
    assert.match(page, /\$69\.00/)
  })

  test('an order may be paid in another token, or in ether at the price of the shop', async () => {
    const settlement = async (token: string) => {
      const response = await order(facts, { sku: 'bowl', token })
      const { data } = (await response.json()) as { data: { pricing: { settlement: unknown } } }
      return data.pricing.settlement
    }
    assert.deepEqual(await settlement('OUSD'), { amount: '34.5', currency: 'OUSD' })
    assert.deepEqual(await settlement('ETH'), { amount: '0.01725', currency: 'ETH' })
    const page = await text(`${facts.shop}/products/bowl?token=ETH&quantity=3`)
    assert.match(
      page,
      /order="{&quot;sku&quot;:&quot;bowl&quot;,&quot;quantity&quot;:3,&quot;token&quot;:&quot;ETH&quot;}"/,
    )
    assert.match(page, /0\.05175 ETH/)
  })

  test('a repeated order is one charge and one order', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([1, 2].map(() => order(facts, { sku: 'mug' }, key)))
    const [first, second] = await Promise.all(
      answers.map((answer) => answer.json() as Promise<{ data: { id: string }; binding: string }>),
    )
    assert.deepEqual(second!.data, first!.data)
    // Neither caller had a cookie, so the proxy took them for two visitors: the order is bound to each.
    assert.notEqual(second!.binding, first!.binding)
  })

  test('a wrong order is a 400 that names the field, and makes no charge', async () => {
    const made = await chargesMade()
    const wrong: [unknown, string][] = [
      [{ sku: 'spoon' }, 'sku'],
      [{}, 'sku'],
      [{ sku: '__proto__' }, 'sku'],
      [{ sku: 'bowl', quantity: 0 }, 'quantity'],
      [{ sku: 'bowl', quantity: 10 }, 'quantity'],
      [{ sku: 'bowl', quantity: 1.5 }, 'quantity'],
      [{ sku: 'bowl', quantity: '2' }, 'quantity'],
      [{ sku: 'bowl', token: 'USDX' }, 'token'],
      ['bowl', 'order'],
      [[], 'order'],
      [null, 'order'],
    ]
    for (const [given, field] of wrong) {
      const response = await order(facts, given)
      const { error } = (await response.json()) as { error: Record<string, unknown> }
      assert.equal(response.status, 400, JSON.stringify(given))
      assert.equal(error.type, 'validation_error')
      assert.equal((error.details as [{ field: string }])[0].field, field, JSON.stringify(given))
    }
    for (const query of ['quantity=0', 'quantity=x', 'token=USDX']) {
      const response = await fetch(`${facts.shop}/products/bowl?${query}`)
      assert.equal(response.status, 400, query)
    }
    assert.equal(await chargesMade(), made)
  })

  test('looking at a product makes no charge, and buying it makes one', async () => {
    const before = await chargesMade()
    for (const { url } of facts.products) await text(url)
    assert.equal(await chargesMade(), before)
    const page = await text(await buyMug(facts))
    assert.equal(await chargesMade(), before + 1)
    const charge = await client(facts).getCharge(chargeIdOf(page))
    assert.equal(charge.pricing.local.amount, '19.99')
  })

  test('a paid order says so, with what arrived and the transaction', async () => {
    const place = await buyMug(facts)
    const chargeId = chargeIdOf(await text(place))
    const before = await balance(facts, merchant)
    const hash = await pay(facts, chargeId, '19.99')
    const page = await pageThatSays('Thank you.', `${place}/success`)
    assert.match(page, new RegExp(hash))
    assert.match(page, /Confirmed/)
    assert.match(page, new RegExp(payer.address))
    assert.equal((await balance(facts, merchant)) - before, 19_990_000n)
    // The address that a payer comes back to decides nothing.
    assert.match(await text(`${place}/cancel`), /Thank you\./)
  })

  test('a transfer that is too small leaves the rest to pay', async () => {
    const place = await buyMug(facts)
    await pay(facts, chargeIdOf(await text(place)), '5')
    const page = await pageThatSays('A part is paid.', `${place}/success`)
    assert.match(page, /5\.00 DUSD/)
    assert.match(page, /Pay the rest/)
  })

  test('its data is not for a second demo', async () => {
    assert.match(
      await complaint({ DEMO_DATA: join(folder.path, 'open') }),
      /^DEMO_DATA: .*open is in use by another process, .*\n$/,
    )
  })

  test('a page of a stranger cannot order', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    assert.equal((await fetch(`${facts.shop}/buy/mug`, { method: 'POST', headers })).status, 403)
    assert.equal((await order(facts, { sku: 'mug' }, headers)).status, 403)
  })

  test('the faucet gives, and only to an address', async () => {
    const to = '0x00000000000000000000000000000000000A11cE'
    const ask = (body: string) =>
      fetch(`${facts.shop}/faucet`, { method: 'POST', headers: json, body })
    assert.equal((await ask(JSON.stringify({ address: to }))).status, 200)
    assert.equal(await balance(facts, to), 1_000_000_000n)
    assert.equal((await ask(JSON.stringify({ address: '0x12' }))).status, 400)
    assert.equal((await ask(' '.repeat(70_000))).status, 413)
  })

  test('the chain is reached through the shop, by JSON-RPC and POST only', async () => {
    const url = `${facts.shop}/chain`
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    const post = (body: string, headers: Record<string, string> = json) =>
      fetch(url, { method: 'POST', headers, body })
    assert.deepEqual(await (await post(call)).json(), { jsonrpc: '2.0', id: 1, result: '0x7a69' })
    const batch = (await (await post(`[${call},${call}]`)).json()) as unknown[]
    assert.equal(batch.length, 2)
    assert.equal((await fetch(url)).status, 405)
    assert.equal((await post(call, { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await post('{')).status, 400)
    assert.equal((await post('"eth_chainId"')).status, 400)
    assert.equal((await post(' '.repeat(70_000))).status, 413)
    // Pages may stop blocks, and give nobody money; nor is it given in the shadow of something else.
    const params = [payer.address, '0x0']
    const gift = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'anvil_setBalance', params })
    for (const body of [gift, `[${call},${gift}]`]) {
      const { error } = (await (await post(body)).json()) as { error: { code: number } }
      assert.equal(error.code, -32601)
    }
    assert.notEqual(await chainClient(facts.chain.rpcUrl).getBalance(payer), 0n)
  })
})

describe('a shop whose service is down', () => {
  /** Nobody listens on port 9 of this machine. */
  const dead = 'http://127.0.0.1:9'

  function shopOf(orders: Orders) {
    const apiKey = 'a-key-of-nobody'
    const dollar = { symbol: 'DUSD', address: merchant, decimals: 6 }
    return createShop({
      service: { url: dead, apiKey, client: createClient({ baseUrl: dead, apiKey, retries: 0 }) },
      chain: { id: 31_337, rpcUrl: dead, tokens: [dollar] },
      assets: [],
      protection,
      orders,
    })
  }

  test('it says so, orders nothing, and tells nobody that an order is paid', async (t) => {
    t.mock.method(console, 'error', () => {})
    const file = join(folder.path, 'down.jsonl')
    const orders = openOrders(file)
    const shop = shopOf(orders)
    const bought = await shop.request('/buy/mug', { method: 'POST' })
    assert.equal(bought.status, 502)
    assert.match(await bought.text(), /Nothing was charged/)
    assert.equal(existsSync(file), false)

    orders.add({ id: 'one', sku: 'mug', quantity: 1, token: 'DUSD', chargeId: crypto.randomUUID() })
    const page = await shop.request('/orders/one/success')
    assert.equal(page.status, 502)
    assert.doesNotMatch(await page.text(), /Thank you/)
    assert.equal(
      (await shop.request('/chain', { method: 'POST', headers: json, body: '{}' })).status,
      502,
    )
  })

  test('an order that a death cut off in mid-line harms none of the others', async () => {
    const file = join(folder.path, 'cut.jsonl')
    const one = { id: 'one', sku: 'mug', quantity: 1, token: 'DUSD', chargeId: 'c' }
    openOrders(file).add(one)
    await appendFile(file, '{"id":"tw')
    const reopened = openOrders(file)
    assert.deepEqual(reopened.find('one'), one)
    reopened.add({ ...one, id: 'three' })
    assert.equal(openOrders(file).find('three')?.id, 'three')
  })
})
