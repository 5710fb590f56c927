import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import type { PayError } from '../../../src/errors.ts'
import { call, chainId, clientOf, errorOf, provideHarness, wallet } from '../../support/harness.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const zero = '0x0000000000000000000000000000000000000000'

const harness = provideHarness()

/** A charge's body that needs no receiving wallet. */
function newCharge(
  over: Partial<NewCharge> = {},
  props: Partial<NewCharge['requestProps']> = {},
): NewCharge {
  const token = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: token }
  return {
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99', currency: 'USD' },
    requestProps: { ...requestProps, ...props },
    ...over,
  }
}

/** A body that is wrong. */
function badCharge(over: object, props: object = {}): object {
  const good = newCharge()
  return { ...good, requestProps: { ...good.requestProps, ...props }, ...over }
}

/** The promise of every 400: the field is named, in the message's details. */
async function refused(body: unknown, field: string) {
  const answer = await call(harness, 'POST', '/charges', body)
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  assert.equal(errorOf(answer.body).type, 'validation_error')
  assert.equal(errorOf(answer.body).details[0]?.field, field)
  assert.ok(errorOf(answer.body).message)
}

describe('POST /charges', () => {
  test('answers 201 with the whole charge, every field of interface 2.1 with its type', async () => {
    const metadata = { order: 7, nested: { list: [1, 'two', null, true] } }
    const { status, body } = await call(
      harness,
      'POST',
      '/charges',
      newCharge({
        metadata,
        redirect_url: 'https://shop.example/thanks',
        cancel_url: 'https://shop.example/cart',
      }),
    )
    assert.equal(status, 201)
    const { data, warnings } = body as { data: Record<string, unknown>; warnings: unknown }
    assert.deepEqual(warnings, [])
    const { id, created_at, brand_color, reference } = data
    assert.match(String(reference), /^[\da-f]{32}$/)
    const expires_at = new Date(Date.parse(String(created_at)) + 24 * 3_600_000).toISOString()
    assert.match(String(id), uuid)
    assert.match(String(created_at), time)
    assert.match(String(brand_color), /^#[\da-f]{6}$/)
    assert.deepEqual(data, {
      id,
      hosted_url: `${harness.service.baseUrl}/pay/${id}`,
      created_at,
      livemode: true,
      metadata,
      pricing_type: 'fixed_price',
      brand_color,
      brand_logo_url: '',
      charge_kind: 'WEB3',
      code: id,
      collected_email: false,
      organization_name: 'Mug shop',
      support_url: '',
      payments: [],
      pricing: {
        local: { amount: '19.99', currency: 'USD' },
        settlement: { amount: '19.99', currency: 'DUSD' },
      },
      pwcb_only: false,
      redirects: {
        cancel_url: 'https://shop.example/cart',
        success_url: 'https://shop.example/thanks',
        will_redirect_after_success: true,
      },
      timeline: [],
      status: 'NEW',
      payment_status: 'unpaid',
      missing_amount: '19.99',
      excess_amount: '0',
      expires_at,
      reference,
      name: '',
      description: '',
      line_items: [],
      tax_note: '',
      payer_email_hint: '',
      payer_email: '',
      web3_retail_payments_enabled: true,
    })
  })

  test('metadata goes back as it came, whatever its keys', async () => {
    const text =
      '{"__proto__":{"a":1},"constructor":null,"b":"\\u0000 \\ud800 \u{1f9c9}","":[[]],"a":1.5}'
    const body = JSON.stringify(newCharge()).replace(/}$/, `,"metadata":${text}}`)
    const answer = await call(harness, 'POST', '/charges', body)
    assert.equal(answer.status, 201)
    const { metadata } = (answer.body as { data: { metadata: object } }).data
    assert.equal(JSON.stringify(metadata), text)
  })

  test('without options: texts are empty, metadata is {}, no redirect', async () => {
    const charge = await clientOf(harness).createCharge(newCharge())
    assert.deepEqual(charge.metadata, {})
    assert.deepEqual(charge.redirects, {
      cancel_url: '',
      success_url: '',
      will_redirect_after_success: false,
    })
  })

  test('baseUrl moves the payment page', async () => {
    const { hosted_url, id } = await clientOf(harness).createCharge(
      newCharge({ baseUrl: 'https://pay.shop.example/till/' }),
    )
    assert.equal(hosted_url, `https://pay.shop.example/till/pay/${id}`)
  })

  test('no_price takes a suggestion, or none', async () => {
    for (const amount of ['0', '5.5']) {
      const charge = await clientOf(harness).createCharge(
        newCharge({ pricing_type: 'no_price', local_price: { amount } }),
      )
      assert.equal(charge.pricing.local.amount, amount)
      assert.equal(charge.pricing.settlement.amount, amount)
    }
  })

  test('an explicit tokenAmount is the settlement, also for a coin without a known price', async () => {
    const props = { tokenAddress: zero, tokenType: 'NATIVE', tokenAmount: '0.005' } as const
    const charge = await clientOf(harness).createCharge(newCharge({}, props))
    assert.deepEqual(charge.pricing, {
      local: { amount: '19.99', currency: 'USD' },
      settlement: { amount: '0.005', currency: 'ETH' },
    })
  })

  test('unknown keys are ignored, and named in the warnings', async () => {
    const extra = { color: 'blue', id: 'mine' }
    await clientOf(harness).createCharge({ ...newCharge(), ...extra })
  })

  const price = (amount: unknown) => ({ local_price: { amount } })
  const faults: [what: string, over: object, props: object, field: string][] = [
    ['no pricing_type', { pricing_type: undefined }, {}, 'pricing_type'],
    ['an unknown pricing_type', { pricing_type: 'auction' }, {}, 'pricing_type'],
    ['no local_price', { local_price: undefined }, {}, 'local_price'],
    ['no amount', price(undefined), {}, 'local_price.amount'],
    ['an amount as number', price(19.99), {}, 'local_price.amount'],
    ['a negative amount', price('-1'), {}, 'local_price.amount'],
    ['an exponent', price('1e3'), {}, 'local_price.amount'],
    ['a price of nothing', price('0.00'), {}, 'local_price.amount'],
    ['more places than the token has', price('1.0000001'), {}, 'local_price.amount'],
    ['euros', { local_price: { amount: '1', currency: 'EUR' } }, {}, 'local_price.currency'],
    ['a script as redirect_url', { redirect_url: 'javascript:alert(1)' }, {}, 'redirect_url'],
    ['a relative cancel_url', { cancel_url: '/cart' }, {}, 'cancel_url'],
    ['a line break in a URL', { cancel_url: 'https://a.example/\n' }, {}, 'cancel_url'],
    ['a baseUrl with a query', { baseUrl: 'https://a.example/?x=1' }, {}, 'baseUrl'],
    ['metadata that is a list', { metadata: [1] }, {}, 'metadata'],
    ['metadata beyond 16 KiB', { metadata: { a: 'x'.repeat(16 * 1024) } }, {}, 'metadata'],
    ['a requestId that is no UUID', { requestId: 'seven' }, {}, 'requestId'],
    ['a chain that is not read', {}, { chainId: '1' }, 'requestProps.chainId'],
    ['a chain in hex', {}, { chainId: '0x7a69' }, 'requestProps.chainId'],
    ['a short recipient', {}, { recipientAddress: '0x12' }, 'requestProps.recipientAddress'],
    ['the zero recipient', {}, { recipientAddress: zero }, 'requestProps.recipientAddress'],
    ['no recipient', {}, { recipientAddress: undefined }, 'requestProps.recipientAddress'],
    ['no token', {}, { tokenAddress: undefined }, 'requestProps.tokenAddress'],
    ['a native ERC20', {}, { tokenAddress: zero, tokenType: 'ERC20' }, 'requestProps.tokenType'],
    ['wrong decimals', {}, { tokenDecimals: '18' }, 'requestProps.tokenDecimals'],
    ['a coin without price', {}, { tokenAddress: zero }, 'requestProps.tokenAmount'],
    ['a tokenAmount of nothing', {}, { tokenAmount: '0' }, 'requestProps.tokenAmount'],
  ]
  for (const [what, over, props, field] of faults) {
    test(`${what} is 400, naming ${field}`, () =>
      refused(badCharge({ ...over }, { ...props }), field))
  }

  test('an amount that no uint256 holds is 400', async () => {
    // 2^256 has 78 digits and begins with 11; DUSD has 6 decimals.
    const most = { tokenAmount: '9'.repeat(71) }
    assert.equal((await call(harness, 'POST', '/charges', newCharge({}, most))).status, 201)
    await refused(badCharge({}, { tokenAmount: '9'.repeat(72) }), 'requestProps.tokenAmount')
  })

  test('a recipient with a wrong capital letter fails its checksum', async () => {
    const [letter] = wallet.slice(2).match(/[a-f]/i) ?? []
    const swapped = letter === letter?.toUpperCase() ? letter?.toLowerCase() : letter?.toUpperCase()
    const wrong = wallet.replace(String(letter), String(swapped))
    await refused(badCharge({}, { recipientAddress: wrong }), 'requestProps.recipientAddress')
    const small = newCharge({}, { recipientAddress: wallet.toLowerCase() })
    const charge = await clientOf(harness).createCharge(small)
    const quote = await clientOf(harness).getRequestCharge(charge.id)
    assert.equal(quote.requestLink.recipientAddress, wallet)
  })

  test('the token contract is no recipient, and a wallet is no token', async () => {
    const token = harness.chain.dusd
    await refused(badCharge({}, { recipientAddress: token }), 'requestProps.recipientAddress')
    const elsewhere = harness.chain.payer.address
    await refused(badCharge({}, { tokenAddress: elsewhere }), 'requestProps.tokenAddress')
  })

  test('a requestId that names no request is 404', async () => {
    const requestId = crypto.randomUUID()
    const answer = await call(harness, 'POST', '/charges', newCharge({ requestId }))
    assert.equal(answer.status, 404)
    assert.equal(errorOf(answer.body).details[0]?.field, 'requestId')
  })

  test('every fault of a body is told at once', async () => {
    const { body } = await call(harness, 'POST', '/charges', { pricing_type: 1, baseUrl: 'x' })
    const fields = errorOf(body).details.map(({ field }) => field)
    assert.deepEqual(fields.sort(), ['baseUrl', 'local_price', 'pricing_type'])
  })
})

describe('Idempotency-Key', () => {
  const post = (key: string, body: unknown, apiKey = harness.shop.apiKey) =>
    call(harness, 'POST', '/charges', body, { 'idempotency-key': key, 'api-key': apiKey })

  test('the same key makes one charge, also in simultaneous calls and with keys in another order', async () => {
    const key = crypto.randomUUID()
    const body = newCharge()
    const turned = Object.fromEntries(Object.entries(body).reverse())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => post(key, index % 2 ? body : turned)),
    )
    const ids = new Set(answers.map(({ body }) => (body as { data: { id: string } }).data.id))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.equal(ids.size, 1)
    assert.deepEqual((await post(key, body)).body, answers[0]?.body)
  })

  test('the same key with another body is 409; another account has keys of its own', async () => {
    const key = crypto.randomUUID()
    assert.equal((await post(key, newCharge())).status, 201)
    const changed = await post(key, newCharge({ local_price: { amount: '20' } }))
    assert.equal(changed.status, 409)
    assert.equal(errorOf(changed.body).type, 'conflict')
    const theirs = newCharge({ local_price: { amount: '20' } })
    assert.equal((await post(key, theirs, harness.other.apiKey)).status, 201)
  })

  test('a refused body leaves its key free', async () => {
    const key = crypto.randomUUID()
    assert.equal((await post(key, badCharge({ pricing_type: 'x' }))).status, 400)
    assert.equal((await post(key, newCharge())).status, 201)
  })

  test('a key of 256 characters is 400', async () => {
    const answer = await post('k'.repeat(256), newCharge())
    assert.equal(answer.status, 400)
    assert.equal(errorOf(answer.body).details[0]?.field, 'Idempotency-Key')
  })
})

describe('GET', () => {
  test('/charges/:id answers the reduced set, and what a card shows as for the created charge', async () => {
    const made = await clientOf(harness).createCharge({
      ...newCharge(),
      redirect_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    })
    const { status, body } = await call(harness, 'GET', `/charges/${made.id.toUpperCase()}`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      data: {
        id: made.id,
        hosted_url: made.hosted_url,
        created_at: made.created_at,
        livemode: true,
        pricing_type: 'fixed_price',
        pricing: made.pricing,
        payments: [],
        status: 'NEW',
        payment_status: 'unpaid',
        missing_amount: '19.99',
        excess_amount: '0',
        expires_at: made.expires_at,
        timeline: [],
        waiting_report: null,
        finality: null,
        reference: made.reference,
        ...{ name: '', description: '', line_items: [], tax_note: '' },
        ...{ payer_email_hint: '', payer_email: '' },
        metadata: made.metadata,
        brand_color: made.brand_color,
        brand_logo_url: made.brand_logo_url,
        organization_name: 'Mug shop',
        support_url: '',
        redirects: {
          cancel_url: 'https://shop.example/cart',
          success_url: 'https://shop.example/thanks',
          will_redirect_after_success: true,
        },
      },
      warnings: [],
    })
  })

  test('/request-charges/:uuid tells where and how much, every field of interface 2.4', async () => {
    const made = await clientOf(harness).createCharge(newCharge())
    const { status, body } = await call(harness, 'GET', `/request-charges/${made.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      uuid: made.id,
      link: made.hosted_url,
      tokenAmount: '19.99',
      tokenAddress: harness.chain.dusd,
      tokenDecimals: 6,
      tokenType: 'ERC20',
      tokenSymbol: 'DUSD',
      chainId: `${chainId}`,
      createdAt: made.created_at,
      requestLink: { uuid: made.id, recipientAddress: wallet },
      accepts: [],
      ...{ status: 'NEW', payments: [], timeline: [], updatedAt: made.created_at },
    })
  })

  for (const path of ['/charges', '/request-charges']) {
    test(`${path}/:id of another account, of none, or no UUID is 404`, async () => {
      const made = await clientOf(harness).createCharge(newCharge())
      const foreign = { 'api-key': harness.other.apiKey }
      const answers = [
        await call(harness, 'GET', `${path}/${made.id}`, undefined, foreign),
        await call(harness, 'GET', `${path}/${crypto.randomUUID()}`),
        await call(harness, 'GET', `${path}/seven`),
        await call(harness, 'GET', `${path}/%00`),
      ]
      for (const { status, body } of answers) {
        assert.equal(status, 404)
        assert.equal(errorOf(body).type, 'not_found')
      }
    })
  }
})

describe('POST /api-keys/receiving-wallet', () => {
  const path = '/api-keys/receiving-wallet'

  test('a new charge goes there from then on; the setting is answered', async () => {
    const client = clientOf(harness, harness.other)
    const body = { pricing_type: 'fixed_price', local_price: { amount: '3' } } as const
    await assert.rejects(
      client.createCharge(body),
      (error: PayError) =>
        error.code === 'invalid_request' && /receiving-wallet/.test(error.message),
    )
    const token = harness.chain.token('OUSD').address
    const setting = { walletAddress: wallet, chainId, tokenAddress: token }
    assert.deepEqual(await client.setReceivingWallet(setting), setting)
    const quote = await client.getRequestCharge((await client.createCharge(body)).id)
    assert.equal(quote.requestLink.recipientAddress, wallet)
    assert.equal(quote.tokenAddress, token)
    assert.equal(quote.tokenSymbol, 'OUSD')
    assert.equal(quote.chainId, `${chainId}`)
  })

  test('it is not lent to another chain, where its address may be nobody’s', async () => {
    const body = {
      pricing_type: 'fixed_price',
      local_price: { amount: '3' },
      requestProps: { chainId: '10', tokenAddress: zero, tokenAmount: '1' },
    } as const
    await assert.rejects(
      clientOf(harness, harness.other).createCharge(body),
      (error: PayError) => error.field === 'requestProps.recipientAddress',
    )
  })

  const faults: [what: string, over: object, field: string][] = [
    ['no walletAddress', { walletAddress: undefined }, 'walletAddress'],
    ['the zero address', { walletAddress: zero }, 'walletAddress'],
    ['chainId as text', { chainId: '31337' }, 'chainId'],
    ['a chain that is not read', { chainId: 1 }, 'chainId'],
    ['half a chainId', { chainId: 1.5 }, 'chainId'],
    ['a token that is none', { tokenAddress: `0x${'12'.repeat(20)}` }, 'tokenAddress'],
  ]
  for (const [what, over, field] of faults) {
    test(`${what} is 400, naming ${field}`, async () => {
      const good = { walletAddress: wallet, chainId, tokenAddress: zero }
      const { status, body } = await call(harness, 'POST', path, { ...good, ...over })
      assert.equal(status, 400)
      assert.equal(errorOf(body).details[0]?.field, field)
    })
  }
})
