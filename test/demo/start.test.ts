import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createWalletClient, erc20Abi, http, parseUnits } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { chainClient, localChain } from '../../demo/chain/client.ts'
import { createClient } from '../../src/api/client.ts'
import { temporaryFolder } from '../support/service.ts'
import { until } from '../support/wait.ts'
import {
  type DemoFacts,
  end,
  endAll,
  type OpenDemo,
  openDemo,
  portsFree,
  runDemo,
} from './demo-process.ts'

const merchant = demoAccount(5).address
const payer = demoAccount(1)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  endAll()
  await folder.remove()
})

const client = ({ service, apiKey }: DemoFacts) => createClient({ baseUrl: service, apiKey })
const json = { 'content-type': 'application/json' }

function order({ shop }: DemoFacts, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...json, origin: shop, ...headers } }
  return fetch(`${shop}/pay/charges`, { ...init, body: JSON.stringify(body) })
}

/** Buys the mug as the button does and gives the address that the browser is sent to. */
async function buyMug({ shop }: DemoFacts): Promise<string> {
  const response = await fetch(`${shop}/buy/mug`, { method: 'POST', redirect: 'manual' })
  assert.equal(response.status, 303)
  return new URL(response.headers.get('location')!, shop).href
}

async function text(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** Looks at a page again and again until it says something, and gives it. */
function pageThatSays(words: string, url: string): Promise<string> {
  return until(`"${words}" on ${url}`, async () => {
    const page = await text(url)
    return page.includes(words) ? page : undefined
  })
}

function chargeIdOf(page: string): string {
  const id = /charge-id="([^"]+)"/.exec(page)?.[1]
  assert.ok(id, 'the page names its charge')
  return id
}

function balance({ chain, tokens }: DemoFacts, holder: `0x${string}`): Promise<bigint> {
  const { address } = tokens[0]!
  const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] } as const
  return chainClient(chain.rpcUrl).readContract(read)
}

/** Pays an amount of the first token to the shop and reports it, as the element would. */
async function pay(facts: DemoFacts, chargeId: string, amount: string): Promise<string> {
  const { chain, tokens } = facts
  const { address, decimals } = tokens[0]!
  const wallet = createWalletClient({
    account: payer,
    chain: localChain(chain.rpcUrl),
    transport: http(chain.rpcUrl),
  })
  const args = [merchant, parseUnits(amount, decimals)] as const
  const call = { address, abi: erc20Abi, functionName: 'transfer', args } as const
  const hash = await wallet.writeContract(call)
  const report = { hash, chainId: String(chain.id), tokenAddress: address }
  const response = await fetch(`${facts.shop}/pay/charges/${chargeId}/payments`, {
    method: 'POST',
    headers: { ...json, origin: facts.shop },
    body: JSON.stringify(report),
  })
  assert.equal(response.status, 201, await response.text())
  return hash
}

/** What a demo that cannot start complains of. */
async function complaint(environment: Record<string, string>, args: string[] = []) {
  const demo = runDemo({ DEMO_DATA: join(folder.path, 'none'), ...environment }, args)
  assert.equal(await demo.exited, 1)
  return demo.stderr()
}

describe('an open shop', () => {
  let demo: OpenDemo
  let facts: DemoFacts
  before(async () => {
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
    return log.split('"method":"POST","path":"/charges",').length - 1
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
    const pages = ['/', '/wallet', ...facts.products.map(({ url }) => url), order]
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
      assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/, path)
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
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    assert.deepEqual(second, first)
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
      new RegExp(`^DEMO_DATA: .*open is in use by process ${demo.pid}, .*\\n$`),
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
  })
})

// Each test takes up what the one before has left: a start takes seconds.
describe('the life of a demo', () => {
  let demo: OpenDemo
  let first: DemoFacts
  /** The page of an order that is paid, and its charge. */
  const paid = { place: '', chargeId: '', hash: '' }
  const file = (name: string) => join(folder.path, 'life', name)
  const environment = () => ({ DEMO_DATA: file('') })

  test('a restart keeps charges, payments, money and the account', async () => {
    demo = await openDemo(environment())
    first = demo.facts
    paid.place = await buyMug(first)
    paid.chargeId = chargeIdOf(await text(paid.place))
    // Ended before the transfer is in a block.
    paid.hash = await pay(first, paid.chargeId, '19.99')
    assert.equal(await end(demo), 0)
    await portsFree(first)
    assert.equal((await stat(file('account.json'))).mode & 0o777, 0o600)

    demo = await openDemo({
      ...environment(),
      SHOP_PORT: new URL(first.shop).port,
      SERVICE_PORT: new URL(first.service).port,
      CHAIN_PORT: new URL(first.chain.rpcUrl).port,
    })
    assert.deepEqual(demo.facts, first)
    assert.equal(await balance(first, merchant), 19_990_000n)
    assert.match(await pageThatSays('Thank you.', `${paid.place}/success`), new RegExp(paid.hash))
  })

  test('a part that dies ends all of it, and is named', async () => {
    const [line] = (await readFile(file('service.log'), 'utf8')).split('\n')
    process.kill((JSON.parse(line!) as { pid: number }).pid, 'SIGKILL')
    assert.equal(await demo.exited, 1)
    assert.match(demo.stderr(), /^The service has ended by itself\. It ended with SIGKILL\. .*\n$/)
    await portsFree(demo.facts)
  })

  test('a chain that is lost comes back with its tokens, beside the charges of before', async () => {
    await rm(file('chain.json'))
    demo = await openDemo(environment())
    assert.deepEqual(demo.facts.tokens, first.tokens)
    assert.equal(await balance(demo.facts, merchant), 0n)
    assert.equal(await balance(demo.facts, payer.address), 10_000_000_000n)
    const { payments } = await client(demo.facts).getCharge(paid.chargeId)
    assert.equal(payments[0]?.payerTransactionHash, paid.hash)
  })

  test('Ctrl-C ends everything', async () => {
    // A terminal sends it to the whole process group.
    process.kill(-demo.pid, 'SIGINT')
    assert.equal(await demo.exited, 0)
    await portsFree(demo.facts)
  })

  test('--fresh forgets everything', async () => {
    demo = await openDemo(environment(), ['--fresh'])
    assert.notEqual(demo.facts.apiKey, first.apiKey)
    const { pathname } = new URL(paid.place)
    assert.equal((await fetch(new URL(pathname, demo.shop))).status, 404)
    const known = client(demo.facts).getCharge(paid.chargeId)
    await assert.rejects(known, { code: 'not_found' })
  })

  test('a demo that is killed leaves nothing running', async () => {
    await end(demo, 'SIGKILL')
    await portsFree(demo.facts)
  })

  test('a signal while it is still starting ends it, and spoils nothing', async () => {
    const early = { DEMO_DATA: join(folder.path, 'early') }
    const starting = runDemo(early)
    await until('the start', () => (starting.stdout().includes('Starting') ? true : undefined))
    assert.equal(await end(starting), 0)
    assert.equal(starting.stderr(), '')
    demo = await openDemo(early)
    await end(demo)
    await portsFree(demo.facts)
  })
})

describe('a demo that cannot start', () => {
  test('a taken port is one line that names its variable', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const name of ['SHOP_PORT', 'SERVICE_PORT', 'CHAIN_PORT']) {
      assert.equal(
        await complaint({ [name]: String(port) }),
        `${name}: port ${port} is taken. Stop what uses it, or set ${name} to another one, or to 0 for any free one.\n`,
      )
    }
  })

  test('a wrong port or option is one line each', async () => {
    assert.equal(
      await complaint({ SHOP_PORT: '70000', CHAIN_PORT: '-1' }, ['--frehs']),
      'SHOP_PORT must be a port from 0 (any free one) to 65535, not "70000".\n' +
        'CHAIN_PORT must be a port from 0 (any free one) to 65535, not "-1".\n' +
        "Unknown option '--frehs'. The only option is --fresh: npm start -- --fresh\n",
    )
  })
})
