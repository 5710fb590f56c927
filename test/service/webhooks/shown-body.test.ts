import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  maskSecrets,
  maxShownCharacters,
  toShownBody,
} from '../../../src/service/webhooks/shown-body.ts'

// What is kept of a receiver's answer. The people of a shop read it, and so may whoever they show it to.

const show = (text: string) => toShownBody(Buffer.from(text))

describe('an answer', () => {
  for (const secret of [
    'lena.vogt+shop@example.co.uk',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'pc_live_0123abcd_89abcdef0123456789abcdef',
    'sk_live_51H8xabcdefghijklmnop',
    'Bearer abc.def-ghi',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  ])
    test(`does not keep ${secret}`, () => {
      assert.equal(show(`before ${secret} after`), 'before ••• after')
      assert.equal(show(secret), '•••')
    })

  test('keeps the name of a secret, and not its value', () => {
    assert.equal(show('{"db_password": "a b", "x": 1}'), '{"db_password": •••, "x": 1}')
    assert.equal(show('API_KEY=abc&x=1'), 'API_KEY=•••&x=1')
    assert.equal(show('postgres://shop:hunter2@db/x'), 'postgres://•••@db/x')
    assert.equal(
      show('-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'),
      '•••',
    )
  })

  test('keeps what tells the fault: hashes, addresses, lines', () => {
    const text = 'Error: order 1038\n  at pay (shop.js:12)\n0x8f3c6372, "tokenAddress": "0x15d3"'
    assert.equal(show(text), text)
  })

  test('is cut after secrets are gone, so that none is cut in half', () => {
    for (let at = maxShownCharacters - 40; at < maxShownCharacters + 5; at += 1) {
      const shown = show(`${'x '.repeat(at / 2)}password=hunter2hunter2 ${'y'.repeat(5000)}`)
      assert.ok(shown.length <= maxShownCharacters)
      assert.doesNotMatch(shown, /hunter/)
    }
  })

  test('keeps no controls and nothing that turns a text around, and nothing of what is no text', () => {
    assert.equal(show('a\0b\u202ec\r\nd\te'), 'abc\nd\te')
    assert.equal(toShownBody(Uint8Array.of(0x1f, 0x8b, 0xff)), '')
    // Read up to the middle of a character.
    assert.equal(toShownBody(Buffer.from('aé').subarray(0, 2)), 'a')
  })

  test('is read in linear time, whatever a receiver writes', () => {
    for (const part of [
      'a@',
      'password',
      'token-',
      'eyJ.',
      '://a:',
      'secret"',
      'Bearer ',
      '-----BEGIN ',
    ]) {
      const body = part.repeat((16 * 1024) / part.length)
      const startedAt = performance.now()
      maskSecrets(body)
      assert.ok(performance.now() - startedAt < 2000, part)
    }
  })
})
