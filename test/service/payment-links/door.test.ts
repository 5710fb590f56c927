import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { payerRoutes } from '../../../src/api/routes/proxy-routes.ts'
import { LinkOffer } from '../../../src/api/schemas/link-offer.ts'
import { clientOf, errorOf, provideHarness } from '../../support/harness.ts'
import { newCharge, payFor } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { callDoor, countCharges, newLink, openAtDoor, openCharge, postForm } from './links.ts'

// What the element of a pasted button calls, from pages of other origins.

const harness = provideHarness({ RATE_LIMIT_LINKS: '0', TRUSTED_PROXIES: '1' })

const readOffer = async (link: { url: string }, query = '') =>
  LinkOffer.parse((await callDoor(link, `/offer${query}`)).reply)

describe('the offer of a link', () => {
  test('is what its page shows, in the language that is asked for, and creates nothing', async () => {
    const link = await newLink(harness, {
      local_price: { amount: '1234.5' },
      description: 'Rust glaze',
      quantity: { min: 2, max: 4 },
      fields: [
        { kind: 'email', required: true },
        { kind: 'note', label: 'Size' },
      ],
    })
    for (let round = 0; round < 20; round += 1) await readOffer(link)
    assert.equal(await countCharges(harness, link), 0)
    const { questions, ...offer } = await readOffer(link, '?lang=de-AT')
    assert.deepEqual(offer, {
      is_open: true,
      title: 'Mug',
      text: '$\u00a01.234,50',
      name: 'Mug',
      description: 'Rust glaze',
      store: 'Mug shop',
      brand_color: '',
      brand_logo_url: '',
      price: '$\u00a01.234,50',
      livemode: true,
      button: 'Weiter zur Zahlung',
      lang: 'de-AT',
      dir: 'ltr',
      charge: '',
    })
    assert.deepEqual(
      questions.map(({ name, kind, label, required, min, max, max_length }) =>
        [name, kind, label, required, min, max, max_length].join('|'),
      ),
      [
        'quantity|number|Menge|true|2|4|',
        'field0|email|E-Mail-Adresse|true|||254',
        'field1|text|Size (freiwillig)|false|||500',
      ],
    )
  })

  test('has the suggested amounts where the customer decides', async () => {
    const link = await newLink(harness, {
      pricing_type: 'no_price',
      local_price: { amount: '0' },
      suggested_amounts: ['5', '10'],
    })
    const { price, questions } = await readOffer(link)
    assert.equal(price, '')
    assert.deepEqual(questions[0]?.options, [
      { value: '5', label: '$5.00' },
      { value: '10', label: '$10.00' },
      { value: '', label: 'Another amount' },
    ])
  })

  test('says why there is none', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    await openAtDoor(link)
    const taken = await readOffer(link)
    assert.equal(taken.is_open, false)
    assert.equal(taken.title, 'Someone else is paying right now')
    assert.match(taken.text, /you can pay in (29|30) minutes/)
    await clientOf(harness).endPaymentLink(link.id)
    assert.equal((await readOffer(link)).title, 'This link has ended')
    const unknown = { url: link.url.replace(link.code, 'aaaaaaaaaa') }
    assert.equal((await callDoor(unknown, '/offer')).status, 404)
    assert.equal((await callDoor(unknown, '/charges', { body: {} })).status, 404)
  })
})

describe('a charge by the door', () => {
  test('has what was chosen, the price and the recipient of the link', async () => {
    const link = await newLink(harness, {
      quantity: { min: 1, max: 4 },
      fields: [{ kind: 'name' }, { kind: 'email' }],
    })
    const answers = { quantity: '3', field0: ' Ada ', field1: 'ada@example.com' }
    const charge = await clientOf(harness).getCharge(await openAtDoor(link, answers))
    assert.equal(charge.payment_link, link.id)
    assert.equal(charge.pricing.local.amount, '15')
    assert.equal(charge.payer_email, 'ada@example.com')
    assert.deepEqual(charge.metadata, { customer_name: 'Ada' })
  })

  test('cannot be given a price, a recipient or anything else by the page', async () => {
    const link = await newLink(harness, { fields: [{ kind: 'name', required: true }] })
    const foreign: Record<string, unknown>[] = [
      { amount: '0.01' },
      { quantity: '1' },
      { field1: 'x' },
      { price: '1' },
      { local_price: { amount: '0.01' } },
      { pricing_type: 'no_price' },
      { requestProps: { recipientAddress: harness.chain.dusd } },
      { recipient: harness.chain.dusd },
      { metadata: { order: '1' } },
      { redirect_url: 'https://thief.example' },
      { expires_at: '2999-01-01T00:00:00Z' },
      { payer_email: 'ada@example.com' },
      { max_payments: '9' },
    ]
    for (const over of foreign) {
      const answer = await callDoor(link, '/charges', { body: { field0: 'Ada', ...over } })
      assert.equal(answer.status, 400, JSON.stringify(over))
      const [field] = Object.keys(over)
      assert.equal(errorOf(answer.reply).details[0]?.field?.split('.').at(-1), field)
    }
    for (const body of [null, [], 'x', { field0: 1 }])
      assert.equal((await callDoor(link, '/charges', { body })).status, 400, JSON.stringify(body))
    const missing = await callDoor(link, '/charges?lang=de', { body: {} })
    assert.deepEqual(errorOf(missing.reply).details, [
      { field: 'field0', message: 'Füllen Sie dieses Feld aus, um fortzufahren.' },
    ])
    assert.equal(await countCharges(harness, link), 0)
  })

  test('is the one place of a link that is paid once, of 100 at once', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        callDoor(link, '/charges', { body: {}, headers: { 'x-forwarded-for': `10.0.0.${index}` } }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 99 }, () => 409)])
    assert.equal(await countCharges(harness, link), 1)
    const refused = answers.find(({ status }) => status === 409)
    assert.match(errorOf(refused?.reply).message, /Someone else is paying right now/)
    assert.ok(Number(refused?.headers.get('retry-after')) > 60)
  })

  test('is one, however often the customer’s call is repeated, also at the same moment', async () => {
    const link = await newLink(harness, { max_payments: 1 })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ids = await Promise.all([1, 2, 3].map(() => openAtDoor(link, {}, headers)))
    ids.push(await openAtDoor(link, {}, headers))
    assert.equal(new Set(ids).size, 1)
    assert.equal(await countCharges(harness, link), 1)
    // Of another link the key is another one.
    const other = await newLink(harness)
    assert.notEqual(await openAtDoor(other, {}, headers), ids[0])
    const foreign = await callDoor(link, '/charges', {
      body: {},
      headers: { 'idempotency-key': 'b' },
    })
    assert.equal(foreign.status, 409)
  })
})

describe('a click whose answer was lost', () => {
  test('has opened the charge that the offer names to who has its key, and to nobody else', async () => {
    const link = await newLink(harness, { max_payments: 1, fields: [{ kind: 'name' }] })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const chargeOf = async (key: Record<string, string>) =>
      LinkOffer.parse((await callDoor(link, '/offer', { headers: key })).reply).charge
    assert.equal(await chargeOf(headers), '')
    const id = await openAtDoor(link, { field0: 'Ada' }, headers)
    assert.equal(await chargeOf(headers), id)
    assert.equal(await chargeOf({}), '')
    assert.equal(await chargeOf({ 'idempotency-key': crypto.randomUUID() }), '')
    const other = await callDoor(await newLink(harness), '/offer', { headers })
    assert.equal(LinkOffer.parse(other.reply).charge, '')
    assert.equal(await countCharges(harness, link), 1)
  })
})

describe('a link whose currency has no rate any more', () => {
  test('says to customers that nobody can pay now, and nothing of the operator’s settings', async () => {
    const priced = { local_price: { amount: '5', currency: 'EUR' } }
    const source = { rate: '1.0853', until: '2999-12-31' }
    const rates = { EUR: { min: 0.8, max: 1.6, sources: [source] } }
    await harness.restart({ FX_RATES: JSON.stringify(rates) })
    const { id } = await newLink(harness, priced)
    await harness.restart()
    const link = await clientOf(harness).getPaymentLink(id)
    const { status, reply } = await callDoor(link, '/charges', { body: {} })
    assert.equal(status, 503)
    assert.deepEqual(errorOf(reply), {
      type: 'service_unavailable',
      message: 'Nobody can pay by this link now. Try again later.',
    })
    const page = await postForm(link)
    assert.equal(page.status, 503)
    assert.match(await page.text(), /This page couldn’t load/)
    assert.equal(await countCharges(harness, link), 0)
  })
})

describe('the door of a link', () => {
  test('answers about its own charges what their payment pages answer, and pays them', async () => {
    const link = await newLink(harness)
    const id = await openAtDoor(link)
    const page = { url: `${harness.service.baseUrl}/pay/${id}` }
    const same = { headers: { origin: harness.service.baseUrl, 'sec-fetch-site': 'same-origin' } }
    for (const path of [
      `/charges/${id}?expand=request_charge`,
      `/request-charges/${id}`,
      `/charges/${id}/refunds`,
      `/charges/${id}/receipt`,
    ]) {
      const [door, own] = [await callDoor(link, path), await callDoor(page, path, same)]
      assert.equal(door.status, own.status, path)
      const { error: _, ...reply } = door.reply as Record<string, unknown>
      const { error: __, ...ownReply } = own.reply as Record<string, unknown>
      assert.deepEqual(reply, ownReply, path)
    }
    const hash = await payFor(harness, id)
    const body = { hash, chainId: '31337', tokenAddress: harness.chain.dusd }
    const reported = await callDoor(link, `/charges/${id}/payments`, { body })
    // The watcher may have found it before.
    assert.ok([201, 409].includes(reported.status), JSON.stringify(reported.reply))
    await until('the receipt', async () => {
      const { status } = await callDoor(link, `/charges/${id}/receipt`)
      return status === 200 || undefined
    })
  })

  test('does not know charges of other links, or of none', async () => {
    const link = await newLink(harness)
    const charges = [
      await openCharge(await newLink(harness)),
      await newCharge(harness),
      crypto.randomUUID(),
    ]
    for (const id of charges)
      for (const { method, path } of Object.values(payerRoutes)) {
        const at = path
          .replace(/:(id|uuid)/, id)
          .replace(':refund', crypto.randomUUID())
          .replace(':hash', `0x${'1'.repeat(64)}`)
        const call = method === 'POST' ? { body: {} } : {}
        const { status, reply } = await callDoor(link, at, call)
        assert.equal(status, 404, `${method} ${at}`)
        assert.equal(errorOf(reply).message, 'There is no such charge.')
      }
  })

  test('can be called and read from any page, without cookies; nothing else of the service can', async () => {
    const link = await newLink(harness)
    const id = await openAtDoor(link)
    const readable = (headers: Headers) => headers.get('access-control-allow-origin')
    for (const [path, status] of [
      ['/offer', 200],
      [`/charges/${id}`, 200],
      [`/charges/${crypto.randomUUID()}`, 404],
      ['/offer?price=1', 400],
    ] as const) {
      const answer = await callDoor(link, path)
      assert.equal(answer.status, status)
      assert.equal(readable(answer.headers), '*')
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
    const ask = (url: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,idempotency-key',
        },
      })
    const allowed = await ask(`${link.url}/charges`)
    assert.equal(allowed.status, 204)
    assert.equal(readable(allowed.headers), '*')
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /idempotency-key/)
    assert.doesNotMatch(allowed.headers.get('access-control-allow-headers') ?? '', /api-key|cookie/)
    const { baseUrl } = harness.service
    for (const closed of [
      link.url,
      `${link.url}/thanks/${id}`,
      `${baseUrl}/pay/${id}/charges/${id}`,
      `${baseUrl}/charges`,
      `${baseUrl}/desk`,
    ]) {
      assert.equal(readable((await ask(closed)).headers), null, closed)
      const { headers } = await fetch(closed, { redirect: 'manual' })
      assert.equal(readable(headers), null, closed)
    }
    const page = await fetch(`${baseUrl}/pay/${id}/charges/${id}/payments`, {
      method: 'POST',
      headers: {
        origin: 'https://shop.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/json',
      },
      body: '{}',
    })
    assert.equal(page.status, 403)
  })
})

describe('an address that opens too much', () => {
  const limited = provideHarness({ RATE_LIMIT_LINKS: '2', TRUSTED_PROXIES: '1' })

  test('is refused so that the page can read it, by page and door together', async () => {
    const link = await newLink(limited)
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    await openAtDoor(link, {}, headers)
    await openCharge(link, {}, headers)
    const refused = await callDoor(link, '/charges', { body: {}, headers })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    assert.match(refused.headers.get('access-control-expose-headers') ?? '', /retry-after/)
    assert.equal((await callDoor(link, '/offer', { headers })).status, 200)
    await openAtDoor(link, {}, { 'x-forwarded-for': '192.0.2.2' })
    assert.equal(await countCharges(limited, link), 3)
  })
})
