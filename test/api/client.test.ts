import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Client, createClient, type NewCharge } from '../../src/api/index.ts'
import {
  bookRow,
  charge,
  chargeId,
  foundRequest,
  newCharge,
  newPayment,
  otherId,
  payment,
  paymentRequest,
  reducedCharge,
  requestCharge,
  token,
  wallet,
} from './samples.ts'
import { rejection } from './transport.ts'
import { json, type Reply, startUpstream } from './upstream.ts'

const apiKey = 'key_test_0123456789'

async function setup(t: TestContext, reply: Reply) {
  const { url, seen } = await startUpstream(t, reply)
  return { client: createClient({ baseUrl: url, apiKey }), seen, url }
}

const receivingWallet = { walletAddress: wallet, chainId: 8453, tokenAddress: token }
const webhook = { url: 'https://shop.example/hook' }
const page = { data: [reducedCharge], pagination: { has_more: true, total: 7 }, warnings: [] }

const nonce = `0x${'a3'.repeat(32)}`
const authorizationOffer = {
  chainId: '8453',
  tokenAddress: token,
  recipientAddress: wallet,
  value: '20010000',
  fee: '20000',
  nonce,
  validBefore: '1795253400',
  domain: { name: 'USD Coin', version: '2' },
}
const newAuthorization = {
  chainId: '8453',
  tokenAddress: token,
  authorization: {
    from: wallet,
    to: wallet,
    value: '19990000',
    validAfter: '0',
    validBefore: '1795253400',
    nonce,
  },
  signature: `0x${'5b'.repeat(65)}`,
}

type Case = [
  name: keyof Client,
  ask: (client: Client) => Promise<unknown>,
  line: string,
  body: unknown,
  status: number,
  reply: unknown,
  result: unknown,
]
const cases: Case[] = [
  [
    'createCharge',
    (client) => client.createCharge(newCharge),
    'POST /charges',
    newCharge,
    201,
    { data: charge, warnings: [] },
    charge,
  ],
  [
    'getCharge',
    (client) => client.getCharge(chargeId),
    `GET /charges/${chargeId}`,
    undefined,
    200,
    { data: reducedCharge, warnings: [] },
    reducedCharge,
  ],
  [
    'listCharges',
    (client) => client.listCharges({ limit: 100, starting_after: chargeId, status: 'PENDING' }),
    `GET /charges?limit=100&starting_after=${chargeId}&status=PENDING`,
    undefined,
    200,
    page,
    page,
  ],
  [
    'addPayment',
    (client) => client.addPayment(chargeId, newPayment),
    `POST /charges/${chargeId}/payments`,
    newPayment,
    201,
    payment,
    payment,
  ],
  [
    'addAuthorization',
    (client) => client.addAuthorization(chargeId, newAuthorization),
    `POST /charges/${chargeId}/authorizations`,
    newAuthorization,
    201,
    payment,
    payment,
  ],
  [
    'listAuthorizationOffers',
    (client) => client.listAuthorizationOffers(chargeId),
    `GET /charges/${chargeId}/authorizations`,
    undefined,
    200,
    { data: [authorizationOffer] },
    [authorizationOffer],
  ],
  [
    'setReceivingWallet',
    (client) => client.setReceivingWallet(receivingWallet),
    'POST /api-keys/receiving-wallet',
    receivingWallet,
    200,
    receivingWallet,
    receivingWallet,
  ],
  [
    'setChargeWebhook',
    (client) => client.setChargeWebhook(webhook),
    'POST /api-keys/charge-webhook',
    webhook,
    200,
    { ...webhook, secret: 'whsec_x' },
    { ...webhook, secret: 'whsec_x' },
  ],
  [
    'getRequest',
    (client) => client.getRequest(otherId),
    `GET /requests/${otherId}`,
    undefined,
    200,
    paymentRequest,
    paymentRequest,
  ],
  [
    'findRequest',
    (client) => client.findRequest({ recipient: 'vitalik.eth', tokenAmount: '5', chainId: '1' }),
    'GET /requests?recipient=vitalik.eth&tokenAmount=5&chainId=1',
    undefined,
    201,
    foundRequest,
    { request: foundRequest, wasCreated: true },
  ],
  [
    'getRequestCharge',
    (client) => client.getRequestCharge(chargeId),
    `GET /request-charges/${chargeId}`,
    undefined,
    200,
    requestCharge,
    requestCharge,
  ],
]
for (const [name, ask, line, body, status, reply, result] of cases) {
  test(`${name}: what goes over the wire, and what comes back`, async (t) => {
    const { client, seen } = await setup(t, (_, response) => json(response, status, reply))
    assert.deepEqual(await ask(client), result)
    const [sent] = seen
    assert.equal(`${sent?.method} ${sent?.url}`, line)
    assert.equal(sent?.headers['api-key'], apiKey)
    assert.match(sent?.headers['x-request-id'] as string, /^[\da-f-]{36}$/)
    assert.equal(sent?.body, body === undefined ? '' : JSON.stringify(body))
  })
}

test('charges reads page after page, each charge once, and asks for no page that is not read', async (t) => {
  const ids = Array.from({ length: 5 }, (_, index) => chargeId.replace(/^./, String(index)))
  const { client, seen } = await setup(t, ({ url }, response) => {
    const { searchParams } = new URL(url, 'http://x')
    const [after, before] = [searchParams.get('starting_after'), searchParams.get('ending_before')]
    const limit = Number(searchParams.get('limit'))
    const start = after ? ids.indexOf(after) + 1 : before ? ids.indexOf(before) - limit : 0
    const shown = ids.slice(Math.max(start, 0), before ? ids.indexOf(before) : start + limit)
    const has_more = before ? start > 0 : start + limit < ids.length
    const data = shown.map((id) => ({ ...reducedCharge, id }))
    json(response, 200, { data, pagination: { has_more, total: 5 }, warnings: [] })
  })
  const read = async (query: Parameters<Client['iterateCharges']>[0]) => {
    const met: string[] = []
    for await (const { id } of client.iterateCharges(query)) met.push(id)
    return met
  }
  assert.deepEqual(await read({ limit: 2, status: 'NEW' }), ids)
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['', `&starting_after=${ids[1]}`, `&starting_after=${ids[3]}`].map(
      (cursor) => `/charges?limit=2&status=NEW${cursor}`,
    ),
  )
  assert.deepEqual(await read({ limit: 2, starting_after: ids[2] ?? '' }), ids.slice(3))
  assert.deepEqual(await read({ limit: 2, ending_before: ids[4] ?? '' }), ids.slice(0, 4).reverse())
  seen.length = 0
  for await (const { id } of client.iterateCharges({ limit: 2 })) if (id === ids[1]) break
  assert.equal(seen.length, 1)
  await client.iterateCharges().next()
  assert.equal(seen[1]?.url, '/charges?limit=100')
})

test('findRequest tells a found request from a new one', async (t) => {
  const { client } = await setup(t, (_, response) => json(response, 200, foundRequest))
  const { wasCreated } = await client.findRequest({ recipient: 'mugs' })
  assert.equal(wasCreated, false)
})

test('a query carries any text whole, and leaves out what was not given', async (t) => {
  const { client, seen } = await setup(t, ({ url }, response) =>
    url.startsWith('/charges') ? json(response, 200, page) : json(response, 200, foundRequest),
  )
  await client.listCharges()
  await client.listCharges({ ending_before: otherId })
  const recipient = 'a&b=c #d+é%'
  await client.findRequest({ recipient, tokenAddress: token, chainId: undefined })
  assert.deepEqual(
    seen.slice(0, 2).map(({ url }) => url),
    ['/charges', `/charges?ending_before=${otherId}`],
  )
  const { searchParams } = new URL(`http://x${seen[2]?.url}`)
  assert.deepEqual(
    [...searchParams],
    [
      ['recipient', recipient],
      ['tokenAddress', token],
    ],
  )
})

test('createRequest is multipart with its attachment', async (t) => {
  const { client, seen } = await setup(t, (_, response) => json(response, 201, paymentRequest))
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
  const attachment = new File([bytes], 'invoice 7.pdf', { type: 'application/pdf' })
  const fields = { recipientAddress: wallet, tokenDecimals: '6', reference: 'Grüße\r\n"7"' }
  const made = await client.createRequest({ ...fields, trackId: undefined, attachment })
  assert.deepEqual(made, paymentRequest)
  const [sent] = seen
  const type = sent?.headers['content-type'] ?? ''
  assert.match(type, /^multipart\/form-data; boundary=/)
  const body = Buffer.from(sent?.body ?? '', 'latin1')
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  assert.deepEqual([...form.keys()].sort(), [...Object.keys(fields), 'attachment'].sort())
  for (const [name, value] of Object.entries(fields)) assert.equal(form.get(name), value)
  const file = form.get('attachment') as File
  assert.deepEqual([file.name, file.type], ['invoice 7.pdf', 'application/pdf'])
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes)
  assert.match(sent?.headers['idempotency-key'] as string, /^[\da-f-]{36}$/)
})

/** Fails the first try of everything. */
const stumbling =
  (status: number, body: unknown): Reply =>
  (_, response, turn) =>
    turn ? json(response, status, body) : json(response, 500, {}, { 'retry-after': '0' })

test('creations and settings are repeated with one key and one request id', async (t) => {
  const asked: [ask: (client: Client) => Promise<unknown>, status: number, body: unknown][] = [
    [(client) => client.createCharge(newCharge), 201, { data: charge, warnings: [] }],
    [(client) => client.createRequest({ recipientAddress: wallet }), 201, paymentRequest],
    [(client) => client.setReceivingWallet(receivingWallet), 200, receivingWallet],
    [(client) => client.addPayment(chargeId, newPayment), 201, payment],
  ]
  for (const [ask, status, body] of asked) {
    const { client, seen } = await setup(t, stumbling(status, body))
    await ask(client)
    assert.equal(seen.length, 2)
    for (const name of ['idempotency-key', 'x-request-id', 'api-key']) {
      assert.equal(seen[0]?.headers[name], seen[1]?.headers[name])
    }
  }
})

test('each creation has a key of its own, or the caller’s', async (t) => {
  const { client, seen } = await setup(t, (_, response) =>
    json(response, 201, { data: charge, warnings: [] }),
  )
  await client.createCharge(newCharge)
  await client.createCharge(newCharge)
  await client.createCharge(newCharge, { idempotencyKey: 'order-7' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  assert.equal(new Set(keys).size, 3)
  assert.equal(keys[2], 'order-7')
  assert.equal(new Set(seen.map(({ headers }) => headers['x-request-id'])).size, 3)
})

test('setChargeWebhook is never repeated: its answer shows a secret once', async (t) => {
  const { client, seen } = await setup(t, stumbling(200, webhook))
  const error = await rejection(client.setChargeWebhook(webhook))
  assert.deepEqual([error.code, error.retryable], ['service_failed', false])
  assert.equal(seen.length, 1)
  assert.equal(seen[0]?.headers['idempotency-key'], undefined)
})

test('the books come line by line, and one that is cut off ends with an error', async (t) => {
  const line = `${JSON.stringify(bookRow)}\n`
  const { client, seen } = await setup(t, ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(line.slice(0, 40))
    if (url.includes('token')) response.write(line.slice(40), () => response.destroy())
    else response.end(line.slice(40) + line)
  })
  const read = async (query: Parameters<Client['exportBooks']>[0]) => {
    const rows: unknown[] = []
    const reading = (async () => {
      for await (const row of client.exportBooks(query)) rows.push(row)
    })()
    return { rows, reading }
  }
  const whole = await read({ from: '2026-11-01T00:00:00Z' })
  await whole.reading
  assert.deepEqual(whole.rows, [bookRow, bookRow])
  assert.equal(seen[0]?.url, '/books?from=2026-11-01T00%3A00%3A00Z&format=jsonl')
  const cut = await read({ token })
  assert.equal((await rejection(cut.reading)).code, 'offline')
  assert.deepEqual(cut.rows, [bookRow])
})

test('every method can be given up', async (t) => {
  const { client, seen } = await setup(t, () => {})
  const signal = AbortSignal.abort()
  const settings = { signal }
  const calls: Record<keyof Client, Promise<unknown>> = {
    createCharge: client.createCharge(newCharge, settings),
    getCharge: client.getCharge(chargeId, settings),
    listCharges: client.listCharges({}, settings),
    iterateCharges: client.iterateCharges({}, settings).next(),
    addPayment: client.addPayment(chargeId, newPayment, settings),
    setReceivingWallet: client.setReceivingWallet(receivingWallet, settings),
    setChargeWebhook: client.setChargeWebhook(webhook, settings),
    createRequest: client.createRequest({ recipientAddress: wallet }, settings),
    getRequest: client.getRequest(otherId, settings),
    findRequest: client.findRequest({ recipient: 'mugs' }, settings),
    getRequestCharge: client.getRequestCharge(chargeId, settings),
    getPaymentStatus: client.getPaymentStatus(chargeId, newPayment.hash, settings),
    reserveAmount: client.reserveAmount(chargeId, newPayment, settings),
    listAuthorizationOffers: client.listAuthorizationOffers(chargeId, settings),
    addAuthorization: client.addAuthorization(chargeId, newAuthorization, settings),
    cancelCharge: client.cancelCharge(chargeId, settings),
    acceptCharge: client.acceptCharge(chargeId, { amount: '51' }, settings),
    unacceptCharge: client.unacceptCharge(chargeId, settings),
    markShipped: client.markShipped(chargeId, settings),
    createPaymentLink: client.createPaymentLink(
      { pricing_type: 'fixed_price', name: 'Mug', local_price: { amount: '1' } },
      settings,
    ),
    listPaymentLinks: client.listPaymentLinks({}, settings),
    getPaymentLink: client.getPaymentLink(otherId, settings),
    endPaymentLink: client.endPaymentLink(otherId, settings),
    addWebhookEndpoint: client.addWebhookEndpoint(webhook, settings),
    listWebhookEndpoints: client.listWebhookEndpoints(settings),
    getWebhookEndpoint: client.getWebhookEndpoint(otherId, settings),
    updateWebhookEndpoint: client.updateWebhookEndpoint(otherId, { enabled: false }, settings),
    removeWebhookEndpoint: client.removeWebhookEndpoint(otherId, settings),
    rotateWebhookSecret: client.rotateWebhookSecret(otherId, settings),
    testWebhookEndpoint: client.testWebhookEndpoint(otherId, settings),
    getReceipt: client.getReceipt(chargeId, settings),
    createRefund: client.createRefund(chargeId, {}, settings),
    listChargeRefunds: client.listChargeRefunds(chargeId, settings),
    nameRefundRecipient: client.nameRefundRecipient(
      chargeId,
      otherId,
      { recipientAddress: wallet },
      settings,
    ),
    listRefunds: client.listRefunds({}, settings),
    getRefund: client.getRefund(otherId, settings),
    approveRefund: client.approveRefund(otherId, { recipientAddress: wallet }, settings),
    cancelRefund: client.cancelRefund(otherId, settings),
    signRefund: client.signRefund(otherId, { senderAddress: wallet, attempt: otherId }, settings),
    reportRefund: client.reportRefund(otherId, { hash: newPayment.hash }, settings),
    dismissRefundTransactions: client.dismissRefundTransactions(
      otherId,
      { hashes: [`0x${'1'.repeat(64)}`] },
      settings,
    ),
    releaseRefund: client.releaseRefund(otherId, settings),
    listPayments: client.listPayments({}, settings),
    getPayment: client.getPayment(otherId, settings),
    exportBooks: client.exportBooks({}, settings).next(),
    summarizeBooks: client.summarizeBooks({}, settings),
    closeBooks: client.closeBooks({ closed_before: '2026-11-01T00:00:00Z' }, settings),
    listEvents: client.listEvents({}, settings),
    getEvent: client.getEvent(otherId, settings),
    redeliverEvent: client.redeliverEvent(otherId, settings),
    redeliverEventToEndpoint: client.redeliverEventToEndpoint(otherId, otherId, settings),
    triggerEvent: client.triggerEvent({ type: 'charge:confirmed' }, settings),
    redeliverEvents: client.redeliverEvents({ since: '2026-11-01T00:00:00Z' }, settings),
    setUnderpaymentTolerance: client.setUnderpaymentTolerance(
      { amount: '1', percent: '1' },
      settings,
    ),
    listUnmatched: client.listUnmatched({}, settings),
    getUnmatched: client.getUnmatched(otherId, settings),
    assignUnmatched: client.assignUnmatched(otherId, { chargeUuid: chargeId }, settings),
    unassignUnmatched: client.unassignUnmatched(otherId, { chargeUuid: chargeId }, settings),
    returnUnmatched: client.returnUnmatched(otherId, {}, settings),
    ignoreUnmatched: client.ignoreUnmatched(otherId, settings),
    restoreUnmatched: client.restoreUnmatched(otherId, settings),
    listAuditLog: client.listAuditLog({}, settings),
  }
  for (const made of Object.values(calls)) assert.equal((await rejection(made)).code, 'aborted')
  assert.equal(seen.length, 0)
})

test('what could never be sent is refused by name, without showing a key', async () => {
  const baseUrl = 'https://pay.example'
  const made = (options: object) => () => createClient({ baseUrl, apiKey, ...options })
  for (const wrong of ['', 'pay.example', '/pay', 'ftp://pay.example', 'javascript:0']) {
    assert.throws(made({ baseUrl: wrong }), { code: 'invalid_setting', field: 'baseUrl' })
  }
  for (const wrong of ['', 'se cret', 'sécret', 'secret\n']) {
    assert.throws(made({ apiKey: wrong }), (error: Error & { field?: string }) => {
      assert.equal(error.field, 'apiKey')
      assert.doesNotMatch(error.message, /s[eé] ?cret/)
      return true
    })
  }
  const fetch = () => assert.fail('sent')
  const client = createClient({ baseUrl, apiKey, fetch })
  const key = await rejection(client.createCharge(newCharge, { idempotencyKey: 'a\nb' }))
  assert.deepEqual([key.code, key.field], ['invalid_request', 'idempotencyKey'])
  const body = { ...newCharge, metadata: { units: 1n } } as NewCharge
  const unwritable = await rejection(client.createCharge(body))
  assert.deepEqual([unwritable.code, unwritable.retryable], ['invalid_request', false])
})
