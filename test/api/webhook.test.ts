import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../src/api/verify-webhook.ts'
import { PayError } from '../../src/errors.ts'
import { eventSamples } from '../../src/service/openapi/examples/webhooks.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const eventExample = eventSamples['charge:created']
const body = JSON.stringify(eventExample)

function headers(text = body, key = secret, at = new Date()): Record<string, string> {
  return {
    'webhook-id': eventExample.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(eventExample.id, at, text),
  }
}

const refused = (code: string) => (error: unknown) =>
  error instanceof PayError && error.code === code && !error.message.includes(secret)

describe('verifyWebhook', () => {
  test('gives the event, from headers of fetch and of node:http', () => {
    assert.deepEqual(verifyWebhook(body, headers(), secret), eventExample)
    assert.deepEqual(verifyWebhook(body, new Headers(headers()), secret), eventExample)
    const upper = Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), value])
    assert.deepEqual(verifyWebhook(body, Object.fromEntries(upper), secret), eventExample)
  })

  test('takes one good signature among several', () => {
    const given = headers()
    const other = new Webhook('whsec_b3RoZXI=').sign(eventExample.id, new Date(), body)
    given['webhook-signature'] = `v1a,AAAA ${other} ${given['webhook-signature']}`
    assert.deepEqual(verifyWebhook(body, given, secret), eventExample)
  })

  test('refuses what was changed, signed by another, or is not signed', () => {
    const changed = body.replace('19.99', '1999')
    const cases: [string, Record<string, string>][] = [
      [changed, headers()],
      [body, headers(body, 'whsec_b3RoZXI=')],
      [body, { ...headers(), 'webhook-id': 'another' }],
      [body, { ...headers(), 'webhook-signature': '' }],
      [body, { ...headers(), 'webhook-signature': 'v1' }],
      [body, { ...headers(), 'webhook-timestamp': 'now' }],
      [body, {}],
    ]
    for (const [text, given] of cases) {
      assert.throws(() => verifyWebhook(text, given, secret), refused('invalid_signature'))
    }
  })

  test('refuses what is more than five minutes old or ahead', () => {
    for (const minutes of [-6, 6]) {
      const at = new Date(Date.now() + minutes * 60_000)
      assert.throws(
        () => verifyWebhook(body, headers(body, secret, at), secret),
        refused('invalid_signature'),
      )
    }
    const at = new Date(Date.now() - 4 * 60_000)
    assert.deepEqual(verifyWebhook(body, headers(body, secret, at), secret), eventExample)
  })

  test('tells a wrong secret and a body that is no event apart', () => {
    for (const wrong of ['', 'whsec_', 'whsec_!!!']) {
      assert.throws(() => verifyWebhook(body, headers(), wrong), refused('invalid_setting'))
    }
    for (const text of ['{}', 'null', 'text', '{"id":1}']) {
      assert.throws(() => verifyWebhook(text, headers(text), secret), refused('invalid_reply'))
    }
  })
})
