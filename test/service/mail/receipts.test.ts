import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { Attribution } from 'ox/erc8021'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { receiptType } from '../../../src/api/schemas/charges/receipt.ts'
import { runOn } from '../../support/database.ts'
import { chainId, clientOf, provideHarness, startHarness, wallet } from '../../support/harness.ts'
import { provideMailServer } from '../../support/mail-server.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payAndTellFirst, payFor, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { newLink, openCharge } from '../payment-links/links.ts'
import {
  anyAddress,
  mailArrivesAt,
  mailSettings,
  mailTo,
  messagesTo,
  paidCharge,
  pay,
  skip,
} from './mail.ts'

// Receipts by mail: who receives one, when, and what is in it.

const server = provideMailServer()
const harness = provideHarness(() => mailSettings(server))
before(() => harness.started)

test('a customer receives the receipt of a paid charge, with the signed one', async () => {
  const address = anyAddress()
  const id = await paidCharge(harness, address, {
    name: 'Order 1042',
    line_items: [
      { name: 'Stoneware mug', quantity: 2, unit_amount: '1.75' },
      { name: 'Towel', unit_amount: '1.50' },
    ],
    tax_note: 'Including $0.80 tax',
  })
  const { read, from, to } = await mailArrivesAt(server, address)
  const { reference, payments } = await clientOf(harness).getCharge(id)
  assert.deepEqual([from, to], ['pay@operator.example', [address]])
  assert.deepEqual(read.from, { name: 'Pay', address: 'pay@operator.example' })
  assert.equal(read.subject, `Your receipt from ${harness.shop.name}`)
  for (const text of [read.text ?? '', read.html ?? '']) {
    for (const part of [
      'Order 1042',
      'Stoneware mug (2 × $1.75)',
      '$3.50',
      'Including $0.80 tax',
      '5.00 DUSD',
      String(payments[0]?.payerTransactionHash),
      wallet,
      reference,
      `${harness.service.baseUrl}/pay/${id}`,
    ])
      assert.ok(text.includes(part), `${part} is in ${text}`)
  }
  const [attachment] = read.attachments
  assert.equal(attachment?.mimeType, 'application/jose')
  const receipt = new TextDecoder().decode(attachment?.content as ArrayBuffer)
  const keys = await fetch(`${harness.service.baseUrl}/.well-known/jwks.json`)
  const { payload } = await jwtVerify(
    receipt.trim(),
    createLocalJWKSet((await keys.json()) as JSONWebKeySet),
    { issuer: harness.service.baseUrl, typ: receiptType },
  )
  assert.equal(payload.reference, reference)
})

test('it has no remote parts, scripts or pictures, and no machine answers it', async () => {
  const address = anyAddress()
  await paidCharge(harness, address)
  const { read } = await mailArrivesAt(server, address)
  assert.doesNotMatch(read.html ?? '', /<(img|script|link|iframe|object)|url\(|src=|@import/i)
  const header = (key: string) => read.headers.find((one) => one.key === key)?.value
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.match(read.messageId ?? '', /^<[\w-]{43}@operator\.example>$/)
})

test('it comes once, also where the service is started again', async () => {
  const [first, second] = [anyAddress(), anyAddress()]
  await paidCharge(harness, first)
  await mailArrivesAt(server, first)
  await harness.restart()
  await paidCharge(harness, second)
  await mailArrivesAt(server, second)
  assert.equal(mailTo(server, first).length, 1)
})

test('an address that was only typed receives nothing: unpaid, part paid, canceled', async () => {
  const [unpaid, part, canceled, paid] = [1, 2, 3, 4].map(() => anyAddress())
  await newCharge(harness, {}, { payer_email: unpaid })
  const partId = await newCharge(harness, {}, { payer_email: part })
  await report(harness, partId, await payFor(harness, partId, 1_000_000n))
  await until('the part', async () => {
    const { payments } = await clientOf(harness).getCharge(partId)
    return payments.some(({ status }) => status === 'COMPLETED') || undefined
  })
  await clientOf(harness).cancelCharge(await newCharge(harness, {}, { payer_email: canceled }))
  await paidCharge(harness, String(paid))
  await mailArrivesAt(server, String(paid))
  for (const address of [unpaid, part, canceled])
    assert.equal(mailTo(server, String(address)).length, 0)
})

test('a charge of a link is receipted in the language of its page, without what the customer typed', async () => {
  const address = anyAddress()
  const link = await newLink(harness, {
    fields: [
      { kind: 'email', required: true },
      { kind: 'name', required: true },
      { kind: 'note', required: false },
    ],
  })
  const typed = { field0: address, field1: 'Visit evil dot example', field2: 'You have won' }
  const id = await openCharge(link, typed, { 'accept-language': 'de-AT' })
  assert.equal(mailTo(server, address).length, 0)
  await pay(harness, id)
  const { read, source } = await mailArrivesAt(server, address)
  assert.match(read.html ?? '', /<html lang="de-AT" dir="ltr">/)
  assert.match(read.text ?? '', /Mug/)
  for (const text of [read.text, read.html, source, read.subject])
    assert.doesNotMatch(text ?? '', /evil dot|have won/)
})

test('a customer is written in the language of the browser that has submitted the payment, and of no other call', async () => {
  const { baseUrl } = harness.service
  const languageOf = async (id: string, address: string) => {
    await until(`${id} to be paid`, async () =>
      (await clientOf(harness).getCharge(id)).status === 'COMPLETED' ? true : undefined,
    )
    return /<html lang="([^"]+)"/.exec((await mailArrivesAt(server, address)).read.html ?? '')?.[1]
  }
  const submit = async (
    language: string,
    { byPage = false, headers = {} }: { byPage?: boolean; headers?: Record<string, string> },
  ) => {
    const address = anyAddress()
    const id = await newCharge(harness, {}, { payer_email: address })
    const { chain } = harness
    const submitPayment = (hash: string) =>
      fetch(`${baseUrl}${byPage ? `/pay/${id}` : ''}/charges/${id}/payments`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ hash, chainId: `${chainId}`, tokenAddress: chain.dusd }),
      })
    const { payment: answer } = await payAndTellFirst(harness, id, submitPayment)
    assert.equal(answer.status, 201, await answer.text())
    return await languageOf(id, address)
  }
  const page = { byPage: true, headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin' } }
  const key = { 'api-key': harness.shop.apiKey }
  const proxy = { headers: { ...key, 'pay-charge-payer': '203.0.113.9' } }
  assert.equal(await submit('xx, <b>, pt-BR;q=0.9, de;q=0.8', page), 'pt-BR')
  assert.equal(await submit('ja, en;q=0.1', proxy), 'ja')
  assert.equal(await submit(`${'xx,'.repeat(500)}de`, page), 'en')
  // A store's backend is nobody's browser.
  assert.equal(await submit('fr', { headers: key }), 'en')
})

test('in Arabic it reads from right to left', async () => {
  const address = anyAddress()
  const link = await newLink(harness, { fields: [{ kind: 'email', required: true }] })
  await pay(harness, await openCharge(link, { field0: address }, { 'accept-language': 'ar' }))
  const { read } = await mailArrivesAt(server, address)
  assert.match(read.html ?? '', /<html lang="ar" dir="rtl">/)
})

test('word of a refund comes once the chain has confirmed it', async () => {
  const address = anyAddress()
  const { chain } = harness
  const id = await paidCharge(harness, address, { name: 'Order 7' })
  await mailArrivesAt(server, address)
  const client = clientOf(harness)
  const refund = await client.createRefund(id, { amount: '2' })
  const home = demoAccount(7).address
  await client.approveRefund(refund.uuid, { recipientAddress: home })
  const merchant = demoAccount(5)
  const suffix = Attribution.toDataSuffix({ codes: [refund.reference] })
  await client.signRefund(refund.uuid, {
    senderAddress: merchant.address,
    attempt: crypto.randomUUID(),
  })
  assert.equal(mailTo(server, address).length, 1)
  const hash = await chain.transferBy(merchant, chain.dusd, home, 2_000_000n, suffix)
  await client.reportRefund(refund.uuid, { hash })
  const second = await until('word of the refund', () => mailTo(server, address)[1])
  assert.equal(second.read.subject, `Your refund from ${harness.shop.name}`)
  for (const part of ['Order 7', '2.00 DUSD', home, hash])
    assert.ok(second.read.text?.includes(part), `${part} is in ${second.read.text}`)
  assert.equal(second.read.attachments.length, 0)
})

test('in test mode no customer receives anything: test money is free', { skip }, async () => {
  const shop = await startHarness({
    ...(await mailSettings(server)),
    CHAIN_MODES: JSON.stringify({ [chainId]: 'test' }),
  })
  try {
    const address = anyAddress()
    const { stdout } = await runOperator(
      ['keys', 'create', '--account', shop.shop.id, '--test', '--scope', 'admin', '--json'],
      shop.environment,
    )
    const { account: accountId, apiKey } = JSON.parse(stdout) as { account: string; apiKey: string }
    shop.shop = { id: accountId, name: 'Test shop', apiKey }
    await paidCharge(shop, address)
    await until('the events to be taken', async () => {
      const { rows } = await runOn(
        String(shop.environment.DATABASE_URL),
        'select count(*) from mail_events',
      )
      return rows[0]?.count === '0' ? true : undefined
    })
    assert.deepEqual(await messagesTo(shop, address), [])
  } finally {
    await shop.end()
  }
})
