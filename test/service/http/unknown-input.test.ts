import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, chainId, clientOf, errorOf, provideHarness, wallet } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'

// What nobody reads is named: a call never does something else than its caller believes.

const harness = provideHarness()

const charge = (over: object = {}) => chargeBody(harness, {}, { ...over })

const warningsOf = (body: unknown) => (body as { warnings?: unknown }).warnings
async function isRefused(method: string, path: string, body: unknown, field: string) {
  const answer = await call(harness, method, path, body)
  const error = errorOf(answer.body)
  assert.deepEqual([answer.status, error.type], [400, 'validation_error'], `${method} ${path}`)
  assert.equal(error.details[0]?.field, field)
  return error.message
}

describe('a query parameter that an endpoint does not know', () => {
  test('is a 400 that names it, and those that there are', async () => {
    assert.equal(
      await isRefused('GET', '/charges?created_after=2026-11-01', undefined, 'created_after'),
      'created_after is not a query parameter of this endpoint. It has limit, starting_after, ending_before, status, payment_status, created_since, created_before, paid_since, paid_before, reference, hash, payer, payer_email, amount, metadata_key, metadata_value, search, chain, token, shop, payment_link, currency, returned, sort.',
    )
  })

  test('is a 400 at every endpoint, and at the calls of a payment page', async () => {
    const { id } = await clientOf(harness).createCharge(chargeBody(harness))
    const paths = ['/charges', `/charges/${id}`, `/request-charges/${id}`, '/audit-log']
    const pages = [`/pay/${id}/charges/${id}`, `/pay/${id}/request-charges/${id}`]
    for (const path of [...paths, ...pages, '/requests', '/unmatched-payments', `/requests/${id}`])
      await isRefused('GET', `${path}?metadata=7`, undefined, 'metadata')
    for (const path of ['/charges', `/charges/${id}/cancel`, '/api-keys/receiving-wallet'])
      await isRefused('POST', `${path}?dry_run=1`, charge(), 'dry_run')
  })

  test('names a few of very many', async () => {
    const query = Array.from({ length: 200 }, (_, index) => `x${index}=1`).join('&')
    const answer = await call(harness, 'GET', `/charges?${query}`)
    assert.equal(errorOf(answer.body).details.length, 10)
  })
})

test('a name that a body has twice is a 400: nobody knows which of its values was meant', async () => {
  const { baseUrl } = harness.service
  const body = JSON.stringify(charge()).replace('"local_price":{', '"local_price":{"amount":"500",')
  const response = await fetch(`${baseUrl}/charges`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': harness.shop.apiKey },
    body,
  })
  assert.equal(response.status, 400)
  const { message } = errorOf(await response.json())
  assert.equal(message, 'The body has "amount" twice in one object: leave one out.')
})

describe('a field of a body that an endpoint does not know', () => {
  test('is named in the warnings of a charge, also when the creation is repeated', async () => {
    const { requestProps } = charge()
    const body = charge({
      expires_in: '2030-01-01',
      metadata: { events: 'are the merchant’s own' },
      requestProps: { ...requestProps, amount: '7' },
    })
    const wanted = ['expires_in', 'requestProps.amount'].map(
      (name) => `\`${name}\` is not a parameter of this endpoint and was ignored.`,
    )
    const key = { 'idempotency-key': 'unknown-fields' }
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await call(harness, 'POST', '/charges', body, key)
      assert.equal(answer.status, 201)
      assert.deepEqual(new Set(warningsOf(answer.body) as string[]), new Set(wanted))
    }
  })

  test('is named in the reply to a report, which counts all the same', async () => {
    const { id } = await clientOf(harness).createCharge(chargeBody(harness))
    const tokenAddress = harness.chain.dusd
    const report = (hash: string) => ({ hash, chainId: `${chainId}`, tokenAddress, amount: '5' })
    const wanted = ['`amount` is not a parameter of this endpoint and was ignored.']
    const path = `/charges/${id}/payments`
    const answer = await call(harness, 'POST', path, report(`0x${'a1'.repeat(32)}`))
    assert.deepEqual([answer.status, warningsOf(answer.body)], [201, wanted])
    const page = await fetch(`${harness.service.baseUrl}/pay/${id}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report(`0x${'a2'.repeat(32)}`)),
    })
    assert.deepEqual([page.status, warningsOf(await page.json())], [201, wanted])
    const canceled = await call(harness, 'POST', `/charges/${id}/cancel`, { reason: 'x' })
    assert.deepEqual(warningsOf(canceled.body), [
      '`reason` is not a parameter of this endpoint and was ignored.',
    ])
  })

  test('is a 400 where a setting is changed, and where money is decided on: nothing was done', async () => {
    const tokenAddress = harness.chain.dusd
    const setting = { walletAddress: wallet, chainId, tokenAddress }
    await isRefused('POST', '/api-keys/receiving-wallet', { ...setting, label: 'x' }, 'label')
    const webhook = { url: 'https://shop.example/hook', events: ['charge:confirmed'] }
    assert.equal(
      await isRefused('POST', '/api-keys/charge-webhook', webhook, 'events'),
      'events is not a parameter of this endpoint',
    )
    const rotation = `/webhook-endpoints/${crypto.randomUUID()}/rotate-secret`
    await isRefused('POST', rotation, { url: '' }, 'url')
    const { id } = await clientOf(harness).createCharge(chargeBody(harness))
    const reservation = { chainId: `${chainId}`, tokenAddress, amout: '7' }
    await isRefused('POST', `/charges/${id}/reserved-amounts`, reservation, 'amout')
    const assignment = { chargeUuid: id, amout: '7' }
    await isRefused('POST', `/unmatched-payments/${id}/assign`, assignment, 'amout')
    const { data } = await clientOf(harness).listAuditLog()
    const changes = data.filter(({ action }) => /^(wallet|webhook|payment|unmatched)/.test(action))
    assert.deepEqual(changes, [])
  })

  test('is a 400 in a form', async () => {
    const body = new FormData()
    body.set('recipientAddress', wallet)
    body.set('tokenAmmount', '5')
    const headers = { 'api-key': harness.shop.apiKey }
    const url = `${harness.service.baseUrl}/requests`
    const response = await fetch(url, { method: 'POST', headers, body })
    const { details } = errorOf(await response.json())
    assert.deepEqual([response.status, details[0]?.field], [400, 'tokenAmmount'])
  })
})

test('a number that would come back as another one is refused, and nothing is created', async () => {
  const text = JSON.stringify(charge()).replace(/}$/, ',"metadata":{"order":12345678901234567890}}')
  const answer = await call(harness, 'POST', '/charges', text)
  assert.equal(answer.status, 400)
  assert.match(errorOf(answer.body).message, /12345678901234567890.* send it as text, in quotes/)
  const asText = text.replace('12345678901234567890', '"12345678901234567890"')
  const { body } = await call(harness, 'POST', '/charges', asText)
  const { metadata } = (body as { data: { metadata: object } }).data
  assert.deepEqual(metadata, { order: '12345678901234567890' })
})

test('expand=request_charge joins a charge and its request charge, as at the proxy', async () => {
  const key = { 'idempotency-key': 'expanded' }
  const created = await call(harness, 'POST', '/charges?expand=request_charge', charge(), key)
  const again = await call(harness, 'POST', '/charges?expand=request_charge', charge(), key)
  const { data, request_charge } = created.body as { data: { id: string }; request_charge: object }
  assert.deepEqual(again.body, created.body)
  // By itself it also says how the charge stands, as `data` does here.
  const { uuid, tokenAmount } = await clientOf(harness).getRequestCharge(data.id)
  assert.partialDeepStrictEqual(request_charge, { uuid, tokenAmount })
  const read = await call(harness, 'GET', `/charges/${data.id}?expand=request_charge`)
  assert.deepEqual((read.body as { request_charge: object }).request_charge, request_charge)
  await isRefused('GET', `/charges/${data.id}?expand=payments`, undefined, 'expand')
})
