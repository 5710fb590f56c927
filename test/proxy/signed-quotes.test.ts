import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashText } from '../../src/api/jws/keys.ts'
import type { QuoteClaims } from '../../src/api/signed-quote/claims.ts'
import { parseQuoteKeys } from '../../src/api/signed-quote/quote-keys.ts'
import { generateQuoteKey } from '../../src/api/signed-quote/sign.ts'
import { verifyQuote, verifyReservation } from '../../src/api/signed-quote/verify.ts'
import { createPayProxy, PayError } from '../../src/proxy.ts'
import { charge, chargeId, newCharge, requestCharge, wallet } from '../api/samples.ts'
import { json, type Reply } from '../api/upstream.ts'
import { get, healthy, plain, post, setup } from './setup.ts'

const { privateKey, publicKey } = await generateQuoteKey('ES256')
const keys = parseQuoteKeys(publicKey) ?? []
const recipients = [
  `eip155:8453:${wallet.toUpperCase().replace('0X', '0x')}`,
  `eip155:10:${wallet}`,
]
const signing = { quoteKey: privateKey, recipients, merchantName: 'Mugs & more' }
const reserved = {
  chainId: '8453',
  tokenAddress: requestCharge.tokenAddress,
  recipientAddress: wallet,
  amount: '19.990007',
  expiresAt: '2026-11-22T10:00:00.000Z',
}

/** Returns what a reply has signed; undefined for nothing. */
async function readClaims(response: Response): Promise<QuoteClaims | undefined> {
  const body = await response.json()
  const { signedQuote } = body.request_charge ?? body
  if (signedQuote === undefined) return undefined
  const verified = await verifyQuote(signedQuote, keys)
  assert.ok('claims' in verified, JSON.stringify(verified))
  return verified.claims
}

for (const [name, reply] of Object.entries({ healthy, plain }))
  test(`every reply of a ${name} service that says where to pay is signed, with the order only where it is known`, async (t) => {
    const { proxy, told, seen } = await setup(t, signing, reply)
    const order = '{ "sku":"mug" }'
    const ordered = await readClaims(await proxy(post('/pay/charges?expand=request_charge', order)))
    assert.equal(ordered?.order, await hashText(order))
    assert.equal(ordered?.merchant, 'Mugs & more')
    assert.equal(ordered?.charge, chargeId)
    const read = `/pay/charges/${chargeId}?expand=request_charge`
    for (const path of [read, `/pay/request-charges/${chargeId}`]) {
      const claims = await readClaims(await proxy(get(path)))
      assert.deepEqual({ ...claims, iat: 0 }, { ...ordered, iat: 0, order: '' })
    }
    assert.deepEqual(told, [])
    // The service is asked once for each, and a service that does not join them twice.
    assert.equal(seen.length, reply === healthy ? 3 : 6)
  })

test('a reserved amount is signed for its charge', async (t) => {
  const reply: Reply = (request, response, ...more) =>
    request.url.endsWith('/reserved-amounts')
      ? json(response, 200, reserved)
      : healthy(request, response, ...more)
  const { proxy } = await setup(t, signing, reply)
  const body = { chainId: '8453', tokenAddress: requestCharge.tokenAddress }
  const response = await proxy(post(`/pay/charges/${chargeId}/reserved-amounts`, body))
  const { signedReservation } = await response.json()
  const verified = await verifyReservation(signedReservation, keys)
  assert.ok('claims' in verified)
  const { charge: id, amount, recipient } = verified.claims
  assert.deepEqual(
    { id, amount, recipient },
    { id: chargeId, amount: '19.990007', recipient: wallet },
  )
})

const elsewhere = `0x${'ee'.repeat(20)}`
const lies: Record<string, object> = {
  'another recipient': {
    requestLink: { ...requestCharge.requestLink, recipientAddress: elsewhere },
  },
  'the recipient on another chain': { chainId: '1' },
  'another recipient of an accepted token': {
    accepts: [{ ...requestCharge.accepts[0], recipientAddress: elsewhere }],
  },
}

for (const [name, lie] of Object.entries(lies))
  test(`${name} is not signed, and the operator is told`, async (t) => {
    // A signature of the service does not pass for ours.
    const request_charge = { ...requestCharge, signedQuote: 'of.the.service', ...lie }
    const reply: Reply = (_, response) =>
      json(response, 200, { data: charge, warnings: [], request_charge })
    const { proxy, told } = await setup(t, signing, reply)
    const path = `/pay/charges/${chargeId}?expand=request_charge`
    assert.equal(await readClaims(await proxy(get(path))), undefined)
    assert.deepEqual(
      told.map(({ code }) => code),
      ['recipient_not_pinned'],
    )
    assert.match(told[0]?.message ?? '', /recipients/)
  })

test('another price than the one that the merchant’s code has set is not signed', async (t) => {
  for (const [amount, isSigned] of [
    ['19.990', true],
    ['19.9', false],
    ['199.9', false],
  ] as const) {
    const { proxy, told } = await setup(t, {
      ...signing,
      createCharge: () => ({ ...newCharge, local_price: { amount, currency: 'USD' } }),
    })
    const response = await proxy(post('/pay/charges?expand=request_charge', { sku: 'mug' }))
    assert.equal((await readClaims(response)) !== undefined, isSigned, amount)
    assert.equal(told.length, isSigned ? 0 : 1)
  }
})

test('without a key the signature of the service is passed on', async (t) => {
  const request_charge = { ...requestCharge, signedQuote: 'of.the.service' }
  const reply: Reply = (_, response) =>
    json(response, 200, { data: charge, warnings: [], request_charge })
  const { proxy } = await setup(t, {}, reply)
  const response = await proxy(get(`/pay/charges/${chargeId}?expand=request_charge`))
  assert.equal((await response.json()).request_charge.signedQuote, 'of.the.service')
})

test('options that would protect nothing are refused by name', () => {
  const wrong: [field: string, options: object][] = [
    ['quoteKey', { ...signing, quoteKey: '' }],
    ['quoteKey', { ...signing, quoteKey: publicKey }],
    ['recipients', { quoteKey: privateKey }],
    ['recipients', { quoteKey: privateKey, recipients: [] }],
    ['recipients[0]', { quoteKey: privateKey, recipients: [wallet] }],
    ['recipients[1]', { quoteKey: privateKey, recipients: [...recipients.slice(1), 1] }],
    ['merchantName', { ...signing, merchantName: 'a\nb' }],
    ['merchantName', { ...signing, merchantName: '' }],
    ['recipients', { recipients }],
    ['merchantName', { merchantName: 'Mugs' }],
  ]
  const good = { baseUrl: 'https://pay.example', apiKey: 'key_test_0123456789' }
  for (const [field, options] of wrong)
    assert.throws(
      () => createPayProxy({ ...good, createCharge: () => newCharge, ...options }),
      (error) => {
        assert.ok(error instanceof PayError)
        assert.ok(!error.message.includes(JSON.parse(privateKey).d))
        return error.code === 'invalid_setting' && error.field === field
      },
    )
})
