import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { toMailbox } from '../../../src/service/mail/messages.ts'
import { parseMailSender, parseMailServer } from '../../../src/service/mail/server.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { provideMailServer } from '../../support/mail-server.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { newLink, openCharge, postForm } from '../payment-links/links.ts'
import {
  anyAddress,
  mailArrivesAt,
  mailSettings,
  mailTo,
  messageThatIs,
  paidCharge,
  skip,
} from './mail.ts'

// What strangers and careless merchants type: nobody becomes a second recipient, and no line becomes a header.

const server = provideMailServer()
const harness = provideHarness(() => mailSettings(server))
before(() => harness.started)

/** What would be more than one address, or the beginning of another header. */
const hostileAddresses = [
  'victim@shop.example\r\nBcc: other@shop.example',
  'victim@shop.example\nSubject: You have won',
  'victim@shop.example, other@shop.example',
  'victim@shop.example;other@shop.example',
  'victim@shop.example other@shop.example',
  '"victim@shop.example" <other@shop.example>',
  '<victim@shop.example>',
  'group:victim@shop.example,other@shop.example;',
  'victim@shop.example\u0000',
  'victim@shop.example\u2028Bcc: other@shop.example',
  'victim@other@shop.example',
  '"a b"@shop.example',
]

test('a customer’s address is exactly one address, of a backend and on the page of a link', async () => {
  const link = await newLink(harness, { fields: [{ kind: 'email', required: true }] })
  for (const payer_email of hostileAddresses) {
    await assert.rejects(newCharge(harness, {}, { payer_email }), (error: PayError) => {
      assert.equal(error.status, 400, payer_email)
      return true
    })
  }
  for (const field0 of hostileAddresses.filter((address) => !/[\r\n]/.test(address))) {
    const { status } = await postForm(link, { field0 })
    assert.equal(status, 400, field0)
  }
})

test('names of merchants and products are words, whatever is in them', async () => {
  const address = anyAddress()
  const name = 'Mug", <evil@shop.example> (x); =?utf-8?q?Bcc:_a@b.example?='
  await runOperator(
    ['account', 'brand', '--account', harness.shop.id, '--name', name],
    harness.environment,
  )
  await paidCharge(harness, address, {
    name: '<script>alert(1)</script><img src=https://evil.example/x>',
    line_items: [{ name: '"><a href="https://evil.example">Pay again</a>', unit_amount: '5' }],
  })
  const { read, to, source } = await mailArrivesAt(server, address)
  assert.deepEqual(to, [address])
  assert.equal(read.subject, `Your receipt from ${name}`)
  assert.deepEqual(
    [read.to, read.cc, read.bcc].map((list) => (list ?? []).map((one) => one.address)),
    [[address], [], []],
  )
  const [head = ''] = source.split('\r\n\r\n')
  const keys = head
    .split('\r\n')
    .filter((line) => /^\S/.test(line))
    .map((line) => line.split(':')[0]?.toLowerCase())
  assert.deepEqual(new Set(keys).size, keys.length, 'no header comes twice')
  assert.deepEqual(
    keys.filter(
      (key) =>
        !/^(from|to|subject|message-id|date|mime-version|content-|auto-submitted|x-auto-response)/.test(
          key ?? '',
        ),
    ),
    [],
  )
  assert.doesNotMatch(read.html ?? '', /<script|<img|href="https:\/\/evil/)
  assert.match(read.html ?? '', /&lt;script&gt;/)
})

test('replies go to the merchant’s own address, and never to two', async () => {
  const brand = async (support: string) => {
    await runOperator(
      ['account', 'brand', '--account', harness.shop.id, '--support-url', support],
      harness.environment,
    )
    const address = anyAddress()
    await paidCharge(harness, address)
    return (await mailArrivesAt(server, address)).read.replyTo?.map((one) => one.address) ?? []
  }
  assert.deepEqual(await brand('mailto:help@shop.example'), ['help@shop.example'])
  assert.deepEqual(await brand('mailto:help@shop.example,other@shop.example'), [])
  assert.deepEqual(await brand('mailto:help@shop.example%0d%0aBcc:other@shop.example'), [])
  assert.deepEqual(await brand('https://shop.example/help'), [])
})

test('one address receives ten messages in an hour at most, whoever pays for more', async () => {
  const [victim, other] = [anyAddress('victim'), anyAddress()]
  for (let count = 0; count < 12; count++)
    await paidCharge(harness, count % 2 ? victim : victim.toUpperCase())
  const listOwn = () =>
    server.received.filter(({ to }) => to[0]?.toLowerCase() === victim.toLowerCase())
  // Messages that are on their way together may arrive in any order.
  await until('ten messages', () => (listOwn().length >= 10 ? true : undefined))
  // Claimed after all of them.
  await paidCharge(harness, other)
  await mailArrivesAt(server, other)
  assert.equal(listOwn().length, 10)
})

test('who pays with less than a cent writes to nobody, at a price of their own choice or of the merchant', async () => {
  const [chosen, given, cent] = [anyAddress('victim'), anyAddress('victim'), anyAddress()]
  const link = await newLink(harness, {
    pricing_type: 'no_price',
    local_price: { amount: '0' },
    fields: [{ kind: 'email', required: true }],
  })
  const byLink = await openCharge(link, { field0: chosen })
  const byStore = await newCharge(
    harness,
    {},
    { payer_email: given, local_price: { amount: '0.009' } },
  )
  const byCent = await openCharge(link, { field0: cent })
  // Not credited: the payer of such a price pays at least a cent.
  await report(harness, byLink, await payFor(harness, byLink, 1n))
  for (const [id, units] of [
    [byStore, 9000n],
    [byCent, 10_000n],
  ] as const) {
    await report(harness, id, await payFor(harness, id, units))
    await until(`${id} to be paid`, async () =>
      (await clientOf(harness).getCharge(id)).status === 'COMPLETED' ? true : undefined,
    )
  }
  await mailArrivesAt(server, cent)
  for (const address of [chosen, given]) assert.equal(mailTo(server, address).length, 0)
})

test('a domain of any script is written as the DNS has it, and its spellings are one address', {
  skip,
}, async () => {
  const name = `anna-${crypto.randomUUID().slice(0, 8)}`
  await paidCharge(harness, `${name}@Bücher.example`)
  await messageThatIs(harness, `${name}@xn--bcher-kva.example`, 'SENT')
  // As this mail server reads it.
  await mailArrivesAt(server, `${name}@bücher.example`)
  assert.equal(toMailbox('a@ｓｈｏｐ.example'), 'a@shop.example')
  assert.equal(toMailbox('jörg@shop.example'), 'jörg@shop.example')
  assert.equal(toMailbox('a@bü.example/x'), 'a@bü.example/x')
  assert.equal(toMailbox(''), '')
})

test('nobody without an account can cause a message', async () => {
  const address = anyAddress()
  const link = await newLink(harness, { fields: [{ kind: 'email', required: true }] })
  const opened = await Promise.all(
    Array.from({ length: 5 }, () => postForm(link, { field0: address })),
  )
  assert.ok(opened.every(({ status }) => status === 303))
  const later = anyAddress()
  await paidCharge(harness, later)
  await mailArrivesAt(server, later)
  assert.equal(mailTo(server, address).length, 0)
  assert.ok(clientOf(harness))
})

test('a mail server elsewhere is used with TLS alone, and its URL is never repeated', () => {
  assert.deepEqual(parseMailServer('smtps://user%40x:p%25w@mail.example'), {
    host: 'mail.example',
    port: 465,
    isSecure: true,
    isLocal: false,
    login: { user: 'user@x', password: 'p%w' },
  })
  assert.equal(parseMailServer('smtp://mail.example').isLocal, false)
  assert.equal(parseMailServer('smtp://127.0.0.1:25').isLocal, true)
  assert.equal(parseMailServer('smtp://localhost.evil.example').isLocal, false)
  assert.equal(parseMailServer('smtp://127.0.0.1.evil.example').isLocal, false)
  for (const url of [
    'https://mail.example',
    'mail.example',
    'smtp://user:secret@mail.example/path',
    'smtp://user:secret@mail.example?tls.rejectUnauthorized=false',
    'smtp://user:secret%@mail.example',
    'smtp://user@mail.example',
  ])
    assert.throws(
      () => parseMailServer(url),
      (error: Error) => !error.message.includes('secret') && /^must /.test(error.message),
      url,
    )
})

test('the sender is one address, with or without a name', () => {
  assert.deepEqual(parseMailSender('pay@shop.example'), { name: '', address: 'pay@shop.example' })
  assert.deepEqual(parseMailSender('"Shop, Inc." <pay@shop.example>'), {
    name: 'Shop, Inc.',
    address: 'pay@shop.example',
  })
  for (const text of [
    '',
    'Shop',
    'a@b.example, c@d.example',
    'A <a@b.example> <c@d.example>',
    'A\nB <a@b.example>',
  ])
    assert.throws(() => parseMailSender(text), /must be an address/, text)
})
