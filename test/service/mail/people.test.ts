import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { DeskRole } from '../../../src/api/routes/scope.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import type { DeskVisitor } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { provideMailServer } from '../../support/mail-server.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor, report } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import { anyAddress, mailArrivesAt, mailSettings, mailTo, paidCharge } from './mail.ts'

// Mail to the merchant's people: at an address that they have confirmed, about what they have chosen.

const server = provideMailServer()
const harness = provideHarness(() =>
  mailSettings(server, {
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ...withOptions({ mailWebhookMs: 1000 }),
  }),
)
before(() => harness.started)

type Topic = 'payments' | 'decisions' | 'webhooks'

async function signIn(role: DeskRole = 'see', account = harness.shop) {
  const at = { environment: harness.environment, baseUrl: harness.service.baseUrl }
  return await signInAtDesk(at, account.id, { role, name: 'Ruth Sand' })
}

/** Sends a form of the page about mail. */
async function sendForm(visitor: DeskVisitor, path: string, fields: Record<string, string>) {
  await visitor.open('/desk/mail')
  return await visitor.send(path, { form_token: visitor.formToken(), ...fields })
}

const choose = (visitor: DeskVisitor, address: string, ...topics: Topic[]) =>
  sendForm(visitor, '/desk/mail/mine', {
    address,
    ...Object.fromEntries(topics.map((topic) => [topic, 'on'])),
  })

/** The path of the link in the message that asks whether an address is the person's. */
async function linkTo(address: string, index = 0): Promise<string> {
  const asked = await until('the link', () => mailTo(server, address)[index])
  const [, path = ''] = /(\/desk\/mail\?code=[\w-]{22})/.exec(asked.read.text ?? '') ?? []
  assert.notEqual(path, '')
  return path
}

/** Opens the link that an address was sent, and presses its button. */
async function confirm(visitor: DeskVisitor, path: string) {
  const { html } = await visitor.open(path)
  const form = readPage(html).forms.find(({ action }) => action === '/desk/mail/confirm')
  assert.ok(form)
  const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
  return await visitor.send(form.action, fields)
}

/** A person who hears about these topics, and their address. */
async function listener(...topics: Topic[]) {
  const person = await signIn()
  const address = anyAddress('person')
  await choose(person.visitor, address, ...topics)
  assert.equal((await confirm(person.visitor, await linkTo(address))).status, 200)
  return { ...person, address }
}

/** What an address was sent after the question whether it is the person's. */
const newsOf = (address: string) => mailTo(server, address).slice(1)

test('an address is sent a link and nothing else before its person has confirmed it', async () => {
  const { visitor } = await signIn()
  const [address, customer] = [anyAddress('person'), anyAddress()]
  await choose(visitor, address, 'payments')
  const path = await linkTo(address)
  await paidCharge(harness, customer)
  await mailArrivesAt(server, customer)
  assert.equal(newsOf(address).length, 0)
  // Nothing is confirmed by opening the link alone, as some mail programs do.
  await visitor.open(path)
  assert.match((await visitor.open('/desk/mail')).html, /Open the link that was sent to/)
  assert.equal((await confirm(visitor, path)).status, 200)
  await paidCharge(harness, anyAddress(), { name: 'Order 77' })
  const [news] = await until('the news', () =>
    newsOf(address).length > 0 ? newsOf(address) : undefined,
  )
  assert.match(news?.read.text ?? '', /Order 77 is paid: \$5\.00\./)
  assert.match(news?.read.text ?? '', /\/desk\/charges\/[\da-f-]{36}/)
})

test('nobody confirms the address of somebody else, nor with an earlier link', async () => {
  const { visitor } = await signIn()
  const other = await signIn('manage')
  const address = anyAddress('person')
  await choose(visitor, address, 'payments')
  const path = await linkTo(address)
  const code = path.split('=')[1] ?? ''
  const stolen = await sendForm(other.visitor, '/desk/mail/confirm', { code })
  assert.equal(stolen.status, 400)
  const next = anyAddress('person')
  await choose(visitor, next, 'payments')
  await linkTo(next)
  const late = await sendForm(visitor, '/desk/mail/confirm', { code })
  assert.equal(late.status, 400)
})

test('a person asks five times a day at most', async () => {
  const { visitor } = await signIn()
  const addresses = Array.from({ length: 6 }, () => anyAddress('victim'))
  for (const address of addresses.slice(0, 5))
    assert.equal((await choose(visitor, address, 'payments')).status, 200)
  assert.equal((await choose(visitor, String(addresses[5]), 'payments')).status, 400)
  assert.equal((await choose(visitor, 'a@b.example, c@d.example')).status, 400)
})

test('each hears about what they have chosen, once for each matter', async () => {
  const decisions = await listener('decisions')
  const payments = await listener('payments')
  const { chain } = harness
  await chain.transfer(chain.dusd, wallet, 77_000_000n)
  const id = await newCharge(harness, {}, { name: 'Order 78' })
  await report(harness, id, await payFor(harness, id, 2_000_000n))
  const texts = await until('both decisions', () => {
    const found = newsOf(decisions.address).map(({ read }) => read.text ?? '')
    return found.length >= 2 ? found : undefined
  })
  assert.ok(texts.some((text) => text.includes('77.00 DUSD arrived without an order.')))
  assert.ok(texts.some((text) => text.includes('Order 78 is part paid.')))
  await report(harness, id, await payFor(harness, id, 3_000_000n))
  await until('the payment', () => newsOf(payments.address)[0])
  assert.equal(newsOf(payments.address).length, 1)
  assert.equal(newsOf(decisions.address).length, 2)
})

test('whoever turns them off, removes the address or has left hears nothing more', async () => {
  const [off, removed, left, stays] = [
    await listener('payments'),
    await listener('payments'),
    await listener('payments'),
    await listener('payments'),
  ]
  await choose(off.visitor, off.address, 'webhooks')
  await choose(removed.visitor, '')
  await runOperator(['keys', 'revoke', left.prefix], harness.environment)
  await paidCharge(harness, anyAddress())
  await until('the news', () => newsOf(stays.address)[0])
  for (const { address } of [off, removed, left]) assert.equal(newsOf(address).length, 0)
})

test('people of one shop hear nothing of another', async () => {
  const other = await signIn('see', harness.other)
  const address = anyAddress('person')
  await choose(other.visitor, address, 'payments', 'decisions', 'webhooks')
  await confirm(other.visitor, await linkTo(address))
  const own = await listener('payments')
  await paidCharge(harness, anyAddress())
  await until('the news', () => newsOf(own.address)[0])
  assert.equal(newsOf(address).length, 0)
})

test('a webhook that fails is reported once', async () => {
  const { address } = await listener('webhooks')
  // Nobody listens on port 1.
  await clientOf(harness).addWebhookEndpoint({
    url: 'http://127.0.0.1:1/secret-path',
    description: 'Warehouse',
  })
  await newCharge(harness)
  const news = await until('the news', () => newsOf(address)[0])
  assert.match(news.read.text ?? '', /Warehouse has accepted no event/)
  assert.ok(!news.source.includes('secret-path'))
  await newCharge(harness)
  const customer = anyAddress()
  await paidCharge(harness, customer)
  await mailArrivesAt(server, customer)
  assert.equal(newsOf(address).length, 1)
})
