import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPayProxy, PayError, type PayProxyOptions } from '../../src/proxy.ts'
import { newCharge } from '../api/samples.ts'

const good = {
  baseUrl: 'https://pay.example',
  apiKey: 'key_test_0123456789',
  createCharge: () => newCharge,
}

function refused(change: Record<string, unknown>): PayError {
  try {
    createPayProxy({ ...good, ...change } as PayProxyOptions)
  } catch (error) {
    assert.ok(error instanceof PayError)
    assert.equal(error.code, 'invalid_setting')
    return error
  }
  assert.fail(`taken: ${JSON.stringify(change)}`)
}

const wrong: [name: string, ...values: unknown[]][] = [
  [
    'baseUrl',
    undefined,
    '',
    'pay.example',
    '/pay',
    'ftp://pay.example',
    'javascript:alert(1)',
    'https://pay.example/?a=1',
    'https://pay.example/#a',
    'https://user:secret@pay.example',
  ],
  ['apiKey', undefined, '', 'short', 'has a space', 'line\nbreak-here', 'schlüssel', 12345678],
  ['createCharge', undefined, null, {}, 'price'],
  ['basePath', 'pay', '/pay/', '//pay', '/pay?x', '/../pay', '/a/./b', '/p%61y', '', 1],
  ['timeoutMs', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 300_001, '10'],
  ['maxBodyBytes', 0, -1, 1.5, 16_777_217, '64kb'],
  ['trustProxy', 1, 'yes'],
  ['allowedOrigins', 'https://shop.example', {}],
  ['allowsCharge', true, 'all'],
  ['onCharge', 1],
  ['onError', 'log'],
  ['fetch', {}],
]

for (const [name, ...values] of wrong) {
  for (const value of values) {
    test(`${name} ${JSON.stringify(value) ?? String(value)} is refused by name`, () => {
      const { field, message } = refused({ [name]: value })
      assert.equal(field, name)
      assert.match(message, new RegExp(`createPayProxy: ${name} must`))
    })
  }
}

const origins: [origin: unknown, hint: RegExp][] = [
  ['*', /exact origin/],
  ['null', /exact origin/],
  ['shop.example', /such as https/],
  ['https://shop.example/', /write https:\/\/shop\.example\./],
  ['https://shop.example/cart', /write https:\/\/shop\.example\./],
  ['https://Shop.Example', /write https:\/\/shop\.example\./],
  ['https://shop.example:443', /write https:\/\/shop\.example\./],
  ['file:///home', /exact origin/],
  [7, /exact origin/],
]
for (const [origin, hint] of origins) {
  test(`the allowed origin ${JSON.stringify(origin)} is refused with what to write`, () => {
    const { field, message } = refused({ allowedOrigins: ['https://a.example', origin] })
    assert.equal(field, 'allowedOrigins[1]')
    assert.match(message, hint)
  })
}

test('a misspelt option is refused, since it would guard nothing', () => {
  const { field, message } = refused({ allowedOrigin: ['https://a.example'] })
  assert.equal(field, 'allowedOrigin')
  assert.match(message, /The options are: .*allowedOrigins/)
})

test('no options at all are refused', () => {
  assert.throws(() => createPayProxy(undefined as unknown as PayProxyOptions), {
    code: 'invalid_setting',
  })
})

test('neither the api-key nor a password in baseUrl is in the complaint', () => {
  assert.doesNotMatch(refused({ apiKey: 'sk live secret' }).message, /secret/)
  assert.doesNotMatch(refused({ baseUrl: 'https://u:secret@pay.example' }).message, /secret/)
})

test('every option has a value that is taken', () => {
  createPayProxy({
    ...good,
    basePath: '/shop/pay-v1.2',
    allowedOrigins: ['https://a.example', 'http://localhost:8080'],
    trustProxy: true,
    timeoutMs: 300_000,
    maxBodyBytes: 1,
    allowsCharge: () => true,
    onCharge: () => {},
    onError: () => {},
    fetch,
  })
})
