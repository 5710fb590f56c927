import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { Hono } from 'hono'
import { pino } from 'pino'
import { computeIntegrity } from '../../../scripts/integrity/hash.ts'
import { createChains } from '../../../src/service/app/chains.ts'
import { openStore } from '../../../src/service/app/store.ts'
import type { Env } from '../../../src/service/http/context.ts'
import { registerPageRoutes } from '../../../src/service/payment-page/routes.ts'
import { openWidgetAssets } from '../../../src/service/payment-page/widget.ts'
import { noFxRates } from '../../../src/service/rates/read/rates.ts'
import { chooseLanguage, languages } from '../../../src/service/texts/language.ts'
import { chainId, clientOf, databaseOf, judged, provideHarness } from '../../support/harness.ts'
import { chargeBody, payFor } from '../../support/paying.ts'
import { createAccount, startService, temporaryFolder } from '../../support/service.ts'

const nasty = `"><script>alert('1')</script>&`

const harness = provideHarness()

const get = (path: string, init?: RequestInit) => fetch(harness.service.baseUrl + path, init)

async function newCharge(more: Record<string, unknown> = {}, account = harness.shop) {
  return await clientOf(harness, account).createCharge(
    chargeBody(
      harness,
      {},
      {
        local_price: { amount: '1234.5' },
        metadata: { secret: 'between merchant and service' },
        ...more,
      },
    ),
  )
}

describe('the page', () => {
  test('has brand, price and previews in its HTML, under a strict CSP', async () => {
    const charge = await newCharge({ redirect_url: 'https://shop.example/thanks?a=1&b="2"' })
    const response = await fetch(charge.hosted_url)
    const html = await response.text()
    assert.equal(response.status, 200)
    assert.match(String(response.headers.get('content-type')), /^text\/html/)
    const csp = String(response.headers.get('content-security-policy'))
    for (const rule of [
      "default-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: https:",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(csp.split('; ').includes(rule), rule)
    }
    assert.doesNotMatch(csp, /unsafe/)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.ok(response.headers.get('referrer-policy'))
    assert.match(html, /<p class="price"><bdi class="money">\$1,234\.50<\/bdi><\/p>/)
    assert.match(html, /<title>Pay \$1,234\.50 to Mug shop<\/title>/)
    assert.match(html, /<meta property="og:title" content="Payment to Mug shop">/)
    assert.match(html, /<pay-charge [^>]* brand-name="Mug shop" hide="cancel">/)
    assert.doesNotMatch(html, /style=|<script>|secret/)
  })

  test('says beside the card what is bought, for whom, and the way back', async () => {
    const charge = await newCharge({
      local_price: { amount: '34.50' },
      cancel_url: 'https://shop.example/cart?a=1&b=2',
      name: 'Order 1042',
      description: nasty,
      line_items: [
        { name: 'Stoneware mug', description: 'Rust glaze', quantity: 2, unit_amount: '14.50' },
        { name: 'Shipping', unit_amount: '7.50' },
        { name: 'Voucher', unit_amount: '-2.00' },
      ],
      tax_note: 'Including $2.60 tax',
      payer_email: 'ada@example.com',
    })
    const html = await (await fetch(charge.hosted_url)).text()
    assert.match(html, /<h1><span dir="auto">Order 1042<\/span><\/h1>/)
    assert.match(
      html,
      /<span dir="auto">Rust glaze<\/span> · 2 × <bdi class="money">\$14\.50<\/bdi>/,
    )
    assert.match(html, /\$29\.00/)
    assert.match(html, /-\$2\.00/)
    assert.match(
      html,
      /<dt>Total<\/dt><dd><b><bdi class="money">\$34\.50<\/bdi><\/b><\/dd><dd class="tax"><span dir="auto">Including \$2\.60 tax</,
    )
    assert.match(
      html,
      /<a class="store" href="https:\/\/shop\.example\/cart\?a=1&amp;b=2" aria-label="Return to Mug shop"/,
    )
    assert.ok(html.includes('a•••@e•••.com') && !html.includes('ada@example.com'))
    assert.ok(html.includes('&lt;script&gt;alert') && !html.includes('<script>alert'))
  })

  test('speaks the payer’s language, and English where it knows none', async () => {
    const { hosted_url: url } = await newCharge()
    const read = async (language: string) =>
      await (await fetch(url, { headers: { 'accept-language': language } })).text()
    const german = await read('de-AT,de;q=0.9,en;q=0.8')
    assert.match(german, /<html lang="de-AT" dir="ltr">/)
    assert.match(german, /<dt>Gesamt<\/dt>/)
    assert.match(await read('ar'), /<html lang="ar" dir="rtl">/)
    assert.match(await read('zh-TW'), /<dt>合計<\/dt>/)
    assert.match(await read('xx;q=1, fr;q=0.5, de;q=0.7'), /<html lang="de" /)
    for (const nonsense of ['*', 'toString', '-', 'en;q=0', '']) {
      assert.match(await read(nonsense), /<html lang="en" dir="ltr">/, nonsense)
    }
  })

  test('loads no script without its hash, and says so to the browser', async () => {
    const { hosted_url: url } = await newCharge()
    const response = await fetch(url)
    assert.equal(response.headers.get('integrity-policy'), 'blocked-destinations=(script)')
    const html = await response.text()
    const [, importMap = ''] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? []
    const hash = createHash('sha256').update(importMap).digest('base64')
    const csp = String(response.headers.get('content-security-policy'))
    assert.ok(csp.endsWith(`; script-src 'self' 'sha256-${hash}'`), csp)
    const { integrity } = JSON.parse(importMap) as { integrity: Record<string, string> }
    const [, entry] = /src="\.\/assets\/pay-charge\.js" integrity="([^"]+)"/.exec(html) ?? []
    assert.equal(entry, integrity['./assets/pay-charge.js'])
    assert.ok(Object.keys(integrity).length > 20)
    for (const [name, expected] of Object.entries(integrity)) {
      const content = Buffer.from(await (await fetch(new URL(name, url))).arrayBuffer())
      assert.equal(computeIntegrity(content), expected, name)
    }
  })

  test('escapes what a merchant wrote', async () => {
    await harness.service.end()
    const account = await createAccount(harness.environment, nasty)
    harness.service = await startService(harness.environment)
    const html = await (await fetch((await newCharge({}, account)).hosted_url)).text()
    assert.ok(!html.includes('<script>alert'))
    assert.ok(html.includes('&lt;script&gt;alert'))
  })

  test('of no charge is a page that says so', async () => {
    for (const id of [crypto.randomUUID(), 'x', '%00', '..%2f']) {
      const response = await get(`/pay/${id}`)
      assert.equal(response.status, 404)
      assert.match(await response.text(), /We couldn’t find this payment/)
    }
  })

  test('of no charge says so in every language', async () => {
    const titles = new Set<string>()
    for (const language of languages) {
      const headers = { 'accept-language': language }
      const response = await get(`/pay/${crypto.randomUUID()}`, { headers })
      const html = await response.text()
      const { dir, texts } = chooseLanguage(language)
      assert.ok(html.includes(`<html lang="${language}" dir="${dir}">`), language)
      assert.ok(html.includes(`<h1>${texts.paymentPage.notFound}</h1>`), language)
      assert.match(String(response.headers.get('vary')), /accept-language/)
      titles.add(texts.paymentPage.notFound)
    }
    assert.equal(titles.size, 18)
  })

  test('says that it could not load where the widget was not built, and to the operator why', async () => {
    const { id } = await newCharge()
    const folder = await temporaryFolder()
    await harness.service.end()
    const store = await openStore(databaseOf(harness), () => undefined)
    const nowhere = { rpcUrls: new Map(), confirmations: new Map(), tokens: [], feeds: [] }
    const context = {
      store,
      chains: createChains({ ...nowhere, ensRpcUrl: undefined }),
      rates: noFxRates,
      log: pino({ level: 'silent' }),
      publicUrl: 'http://localhost',
      wake: () => undefined,
      markActive: () => undefined,
      ...{
        expiry: { defaultMs: 1, minMs: 1, maxMs: 1 },
        settingsDelayMs: 0,
        findReceiverFault: () => undefined,
        quoteLifetimeMs: 1,
        finalityAboveUsd: { safe: 1e9, finalized: 1e9 },
        watchMs: 1,
        recipientsPerAccount: 1,
        quoteSigning: undefined,
      },
    }
    try {
      const app = new Hono<Env>()
      registerPageRoutes(app, context, openWidgetAssets([folder.path]))
      const headers = { 'accept-language': 'de' }
      const response = await app.request(`/pay/${id}`, { headers })
      assert.equal(response.status, 503)
      const html = await response.text()
      assert.match(html, /<!-- [^>]*npm run build[^>]*-->/)
      assert.match(html, /<html lang="de" dir="ltr">[\s\S]*Diese Seite konnte nicht geladen werden/)
    } finally {
      await store.close()
      await folder.remove()
      harness.service = await startService(harness.environment)
    }
  })
})

describe('its files', () => {
  test('are the built widget’s: hashed ones for good, the entry asked for anew', async () => {
    const entry = await get('/pay/assets/pay-charge.js')
    // A page of another origin checks its hash, for which it has to be readable there, and asks again only whether it has changed.
    assert.equal(entry.headers.get('access-control-allow-origin'), '*')
    const again = await get('/pay/assets/pay-charge.js', {
      headers: { 'if-none-match': entry.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
    assert.equal(again.headers.get('access-control-allow-origin'), '*')
    assert.equal(entry.status, 200)
    assert.match(String(entry.headers.get('content-type')), /^text\/javascript/)
    assert.equal(entry.headers.get('cache-control'), 'no-cache')
    const chunk = /pay-charge-[\w-]+\.js/.exec(await entry.text())?.[0]
    assert.ok(chunk)
    const cache = String((await get(`/pay/assets/${chunk}`)).headers.get('cache-control'))
    assert.match(cache, /immutable/)
  })

  test('are no others', async () => {
    for (const name of ['..%2fpackage.json', '%2e%2e/cli.js', 'pay-charge.js.map', 'x.js']) {
      assert.equal((await get(`/pay/assets/${name}`)).status, 404)
    }
  })
})

/** The request charge without how its charge stands, which a page reads of the charge. */
async function readDestination(id: string): Promise<object> {
  const read = await clientOf(harness).getRequestCharge(id)
  const { status, payments, timeline, updatedAt, ...destination } = read as typeof read &
    Record<string, unknown>
  return destination
}

describe('its proxy', () => {
  test('gives the charge of the page and its destination, without metadata', async () => {
    const { id } = await newCharge()
    const charge = (await (await get(`/pay/${id}/charges/${id}`)).json()) as { data: object }
    const { metadata, payer_email, ...shown } = await clientOf(harness).getCharge(id)
    assert.ok(metadata)
    assert.equal(payer_email, '')
    assert.deepEqual(charge.data, shown)
    const destination = await (await get(`/pay/${id}/request-charges/${id}`)).json()
    assert.deepEqual(destination, await readDestination(id))
  })

  test('joins the charge and its destination where that is asked for', async () => {
    const { id } = await newCharge()
    const joined = (await (await get(`/pay/${id}/charges/${id}?expand=request_charge`)).json()) as {
      data: { id: string }
      request_charge: object
    }
    assert.equal(joined.data.id, id)
    assert.deepEqual(joined.request_charge, await readDestination(id))
  })

  test('gives no other charge, and none that does not exist', async () => {
    const [one, other] = [await newCharge(), await newCharge()]
    for (const path of [
      `/pay/${one.id}/charges/${other.id}`,
      `/pay/${one.id}/request-charges/${other.id}`,
      `/pay/${crypto.randomUUID()}/charges/${one.id}`,
      `/pay/x/charges/x`,
    ]) {
      assert.equal((await get(path)).status, 404, path)
    }
  })

  const report = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${harness.service.baseUrl}/pay/${id}/charges/${id}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('takes a payment from its own page alone, and tells nothing of other charges', async () => {
    const token = harness.chain.dusd
    const { id } = await newCharge()
    const hash = await payFor(harness, id, 1_234_500_000n)
    const payment = { hash, chainId: `${chainId}`, tokenAddress: token }
    assert.equal((await report(id, payment, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await report(id, payment, { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await report(id, { ...payment, hash: 'x' })).status, 400)
    const sameOrigin = { 'sec-fetch-site': 'same-origin' }
    const unseen = { ...payment, hash: `0x${'ab'.repeat(32)}` }
    assert.equal((await report(id, unseen, sameOrigin)).status, 201)
    // 409 where the service has found the mined transfer first.
    const { status } = await report(id, payment, sameOrigin)
    assert.ok(status === 201 || status === 409, `${status}`)
    await judged(harness, id, hash)
    const other = await newCharge()
    const conflict = await report(other.id, payment)
    assert.equal(conflict.status, 409)
    assert.ok(!(await conflict.text()).includes(id))
  })
})
