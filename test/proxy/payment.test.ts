import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeId, newPayment } from '../api/samples.ts'
import { expectError, post, readError, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}/payments`

test('a payment goes on with its known fields only', async (t) => {
  const { proxy, seen } = await setup(t)
  const given = { ...newPayment, status: 'COMPLETED', paidAmount: '1000000' }
  const headers = { 'idempotency-key': 'not needed here' }
  assert.equal((await proxy(post(path, given, headers))).status, 201)
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), newPayment)
  // A second report of one hash is a 409 by itself (interface 4.6).
  assert.equal(seen[0]?.headers['idempotency-key'], undefined)
})

const wrong: [body: unknown, field: string, message: RegExp][] = [
  [null, 'body', /must be an object/],
  [[newPayment], 'body', /object/],
  [{}, 'hash', /hash is required/],
  [{ ...newPayment, hash: undefined }, 'hash', /is required/],
  [{ ...newPayment, hash: '0x12' }, 'hash', /64 hex digits/],
  [{ ...newPayment, hash: `${newPayment.hash}00` }, 'hash', /64 hex digits/],
  [{ ...newPayment, hash: `${newPayment.hash}\n` }, 'hash', /64 hex digits/],
  [{ ...newPayment, chainId: 8453 }, 'chainId', /text in quotes/],
  [{ ...newPayment, chainId: '0x2105' }, 'chainId', /decimal digits/],
  [{ ...newPayment, chainId: '0' }, 'chainId', /decimal digits/],
  [{ ...newPayment, chainId: '-1' }, 'chainId', /decimal digits/],
  [{ ...newPayment, tokenAddress: 'USDC' }, 'tokenAddress', /40 hex digits/],
  [{ ...newPayment, tokenAddress: null }, 'tokenAddress', /text in quotes/],
]
for (const [body, field, message] of wrong) {
  test(`${JSON.stringify(body)} is refused for its ${field}`, async (t) => {
    const { proxy, seen } = await setup(t)
    const response = await proxy(post(path, body))
    await expectError(response, [400, 'validation_error', field], message)
    assert.equal(seen.length, 0)
  })
}

test('the limits of a body hold for payments too', async (t) => {
  const { proxy, seen } = await setup(t)
  const text = { 'content-type': 'text/plain' }
  await expectError(await proxy(post(path, newPayment, text)), [415, 'unsupported_media_type'])
  await expectError(await proxy(post(path, '{"hash":')), [400, 'validation_error', 'body'])
  const long = await readError(await proxy(post(path, { ...newPayment, x: 'x'.repeat(70_000) })))
  assert.deepEqual(long.brief, [413, 'payload_too_large'])
  assert.equal(seen.length, 0)
})
