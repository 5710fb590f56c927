import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { lookupPublicAddress } from '../../../src/service/webhooks/send/address.ts'
import { isPublicAddress } from '../../../src/service/webhooks/send/public-address.ts'
import { sendWebhook } from '../../../src/service/webhooks/send/send.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { patience } from '../../support/wait.ts'

const hidden = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1'],
  ...['192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', '::a00:1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::'],
  ...['3fff::1', '5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  ...['168.63.129.16', '100.100.100.200', '169.254.0.23', '::ffff:168.63.129.16', '100:0:0:1::1'],
  ...['ff02::1', '4000::1', 'not an address', ''],
]

describe('isPublic', () => {
  for (const address of hidden) {
    test(`${address || 'nothing'} is not`, () => assert.equal(isPublicAddress(address), false))
  }
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '::ffff:8.8.8.8',
    '2606:4700::1111',
    '2a00:1450::1',
    ...['64:ff9b::808:808', '64:ff9b:1::808:808', '64:ff9b:1:fffe::808:808', '2002:808:808::1'],
    ...['64:ff9b:1:808:8:800::', '::ffff:0:808:808', '2001:0:808:808:0:0:fefe:fefe'],
  ]) {
    test(`${address} is`, () => assert.equal(isPublicAddress(address), true))
  }
})

/** The forms that an IPv4 address has in IPv6. Of the last ones, the network decides which bytes are meant. */
function listForms(bytes: readonly number[]): string[] {
  const hex = (one: number, two: number) => ((one << 8) | two).toString(16)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const whole = `${hex(a, b)}:${hex(c, d)}`
  const inverted = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`
  return [
    ...[bytes.join('.'), `::ffff:${bytes.join('.')}`, `::ffff:${whole}`, `::ffff:0:${whole}`],
    ...[`64:ff9b::${whole}`, `2002:${whole}::1`, `2001:0:808:808:0:0:${inverted}`],
    ...[`64:ff9b:1::${whole}`, `64:ff9b:1:0:0:0:${whole}`, `64:ff9b:1:abcd::${whole}`],
    `64:ff9b:1:${hex(a, b)}:${hex(0, c)}:${hex(d, 0)}::`,
    `64:ff9b:1:${hex(0x77, a)}:${hex(0, b)}:${hex(c, d)}::`,
    `64:ff9b:1:7777:${hex(0, a)}:${hex(b, c)}:${hex(d, 0)}:0`,
  ]
}

test('a private address is private in every form, and a public one public', () => {
  const privateRanges = [
    ...[[10], [127], [169, 254], [172, 16], [192, 168], [100, 64], [224], [255, 255, 255]],
    ...[
      [192, 0, 0],
      [198, 18],
    ],
  ]
  const tail = fc.array(fc.integer({ min: 1, max: 254 }), { minLength: 4, maxLength: 4 })
  const privates = fc
    .tuple(fc.constantFrom(...privateRanges), tail)
    .map(([range, rest]) => [...range, ...rest].slice(0, 4))
  fc.assert(
    fc.property(privates, (bytes) => {
      for (const form of listForms(bytes)) assert.equal(isPublicAddress(form), false, form)
    }),
  )
  // Without a byte of 0, and so that no part of it can be read as a private address.
  const publics = fc.array(fc.integer({ min: 20, max: 90 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(publics, (bytes) => {
      for (const form of listForms(bytes)) assert.equal(isPublicAddress(form), true, form)
    }),
  )
})

test('a name is refused for where it leads, as the connection is made', async () => {
  const refused = new Promise((resolve) =>
    lookupPublicAddress('localhost', { all: true }, (error) => resolve(error)),
  )
  assert.match(String(await refused), /localhost \(.+\) is a private address/)
})

describe('a webhook to a private address', () => {
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
  })
  after(() => receiver.die())

  const message = (url: string) => ({ url, secrets: ['whsec_c2VjcmV0'], id: 'a', body: '{}' })
  const options = (allowPrivate: boolean) => ({
    allowPrivate,
    timeoutMs: patience,
    signal: new AbortController().signal,
  })

  test('is not sent, however the address is written', async () => {
    const { port } = new URL(receiver.url)
    const hosts = [
      '127.0.0.1',
      'localhost',
      '127.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      await assert.rejects(sendWebhook(message(`http://${host}:${port}/`), options(false)), {
        name: 'PrivateAddress',
        message: /WEBHOOK_ALLOW_PRIVATE/,
      })
    }
    assert.deepEqual(receiver.received, [])
  })

  test('is sent where the operator allows it', async () => {
    assert.equal((await sendWebhook(message(receiver.url), options(true))).status, 204)
    assert.equal(receiver.received.length, 1)
  })
})
