import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { NewCharge } from '../../src/proxy.ts'
import { newCharge } from '../api/samples.ts'
import { expectError, post, setup, site } from './setup.ts'

const order = { sku: 'mug', quantity: 2 }

test('the merchant prices the order, and only its own charge goes to the service', async (t) => {
  const got: unknown[] = []
  const { proxy, seen, told } = await setup(t, {
    createCharge: async (given, request) => {
      got.push(given, request.headers.get('cookie'))
      return { ...newCharge, discount: 'forged', requestProps: { tokenType: '1' } } as NewCharge
    },
  })
  const response = await proxy(post('/pay/charges', order, { cookie: 'basket=7' }))
  assert.equal(response.status, 201)
  assert.deepEqual(got, [order, 'basket=7'])
  // tokenType in its one form; what the contract does not know is left out.
  const sent = { ...newCharge, requestProps: { tokenType: 'ERC20' } }
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), sent)
  assert.deepEqual(
    told.map(({ message }) => message),
    ['createCharge returned fields that no charge has, and that were ignored: discount.'],
  )
})

for (const value of ['null', '0', '"mug"', '[]', '[{"sku":1}]', 'true', ' {"a":{}}\n']) {
  test(`any JSON is an order: ${value.trim()}`, async (t) => {
    let got: unknown
    const { proxy } = await setup(t, {
      createCharge: (given) => {
        got = given
        return newCharge
      },
    })
    assert.equal((await proxy(post('/pay/charges', value))).status, 201)
    assert.deepEqual(got, JSON.parse(value))
  })
}

const noJson: [name: string, body: string | Uint8Array<ArrayBuffer>, message: RegExp][] = [
  ['nothing', '', /must be JSON/],
  ['a torn object', '{"sku":', /must be JSON/],
  ['two values', '{}{}', /must be JSON/],
  ['a form', 'sku=mug', /must be JSON/],
  ['a number that becomes another one', '{"id":12345678901234567890}', /send it as text/],
  ['not a number', 'NaN', /must be JSON/],
  ['latin-1', new Uint8Array([0x22, 0xfc, 0x22]), /must be UTF-8/],
  ['a torn character', new Uint8Array([0x22, 0xe2, 0x82]), /must be UTF-8/],
]
for (const [name, body, message] of noJson) {
  test(`a body that is no JSON is refused: ${name}`, async (t) => {
    const { proxy, seen } = await setup(t)
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const response = await proxy(new Request(`${site}/pay/charges`, init))
    await expectError(response, [400, 'validation_error', 'order'], message)
    assert.equal(seen.length, 0)
  })
}

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json, text/plain',
  '',
]) {
  test(`the content type "${type}" is 415`, async (t) => {
    const { proxy, seen } = await setup(t)
    const response = await proxy(post('/pay/charges', order, { 'content-type': type }))
    await expectError(response, [415, 'unsupported_media_type'], /application\/json/)
    assert.equal(seen.length, 0)
  })
}

test('JSON with a charset is JSON', async (t) => {
  const { proxy } = await setup(t)
  const headers = { 'content-type': 'Application/JSON ; charset=utf-8' }
  assert.equal((await proxy(post('/pay/charges', order, headers))).status, 201)
})

test('64 KiB pass and one byte more is 413, whatever Content-Length says', async (t) => {
  const { proxy, seen } = await setup(t)
  const fits = JSON.stringify('x'.repeat(65_534))
  assert.equal(fits.length, 65_536)
  assert.equal((await proxy(post('/pay/charges', fits))).status, 201)
  const over = `${fits} `
  for (const headers of [{}, { 'content-length': '10' }, { 'content-length': '65537' }]) {
    const response = await proxy(post('/pay/charges', over, headers))
    await expectError(response, [413, 'payload_too_large'], /at most 65536 bytes/)
  }
  assert.equal(seen.length, 1)
  const small = await setup(t, { maxBodyBytes: 10 })
  await expectError(await small.proxy(post('/pay/charges', order)), [413, 'payload_too_large'])
})

test('a body that never ends is given up in time, and one that breaks off is a 400', async (t) => {
  const { proxy, seen, told } = await setup(t, { timeoutMs: 50 })
  const streamed = (body: ReadableStream<Uint8Array>) =>
    new Request(`${site}/pay/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  })
  await expectError(await proxy(streamed(silent)), [408, 'validation_error'], /0\.05 s/)
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('connection reset')),
  })
  const torn = await proxy(streamed(broken))
  await expectError(torn, [400, 'validation_error', 'order'], /ended early/)
  assert.deepEqual([seen.length, told.length], [0, 0])
})

test('a body that says it is too long is refused before it came', async (t) => {
  const { proxy } = await setup(t)
  const response = await proxy(
    new Request(`${site}/pay/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '65537' },
      body: new ReadableStream(),
      duplex: 'half',
    } as RequestInit),
  )
  await expectError(response, [413, 'payload_too_large'])
})

test('a body that was read before the proxy got it is the shop’s fault, and said so', async (t) => {
  const { proxy, told } = await setup(t)
  const request = post('/pay/charges', order)
  await request.text()
  await expectError(await proxy(request), [500, 'internal_server_error'])
  assert.match(told[0]?.message ?? '', /before its reader/)
})

test('a payer’s Idempotency-Key goes on in a namespace of its own, and where there was none there is none', async (t) => {
  const { proxy, seen } = await setup(t)
  const headers = { 'idempotency-key': 'order-7:"try"-{1}' }
  await proxy(post('/pay/charges', order, headers))
  await proxy(post('/pay/charges', order))
  const digest = createHash('sha256').update('order-7:"try"-{1}').digest('hex')
  assert.equal(seen[0]?.headers['idempotency-key'], `payer:${digest}`)
  assert.equal(seen[1]?.headers['idempotency-key'], undefined)
})

for (const key of ['', 'x'.repeat(256), 'a b', 'schlüssel', 'a\tb']) {
  test(`the Idempotency-Key "${key.slice(0, 10)}" of ${key.length} characters is refused`, async (t) => {
    const { proxy, seen } = await setup(t)
    const response = await proxy(post('/pay/charges', order, { 'idempotency-key': key }))
    await expectError(response, [400, 'validation_error', 'Idempotency-Key'], /visible ASCII/)
    assert.equal(seen.length, 0)
  })
}
