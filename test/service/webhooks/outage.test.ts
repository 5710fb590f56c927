import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, beforeEach, describe, test } from 'node:test'
import type { WebhookEndpointWithSecret } from '../../../src/api/index.ts'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { commandsOf } from '../../support/operator.ts'
import { newCharge } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// A receiver is down for a while and comes back: what its shop sees meanwhile, and how each event reaches it, once.

const harness = provideHarness({
  SETTINGS_DELAY_HOURS: '24',
  WEBHOOK_ALLOW_PRIVATE: 'on',
  // What has failed is not attempted again by itself while a test lasts.
  ...withOptions({ webhookRetryDelaysMs: [3_600_000, 3_600_000] }),
})
const client = () => clientOf(harness)
const cli = commandsOf(harness)

let visitor: DeskVisitor
before(async () => {
  await harness.started
  const { environment, shop, service } = harness
  const key = { scope: 'desk:manage', name: 'Ruth Sand' } as const
  const { apiKey } = await createDeskKey(environment, shop.id, key)
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
})
beforeEach(async () => {
  for (const { uuid } of await client().listWebhookEndpoints()) await remove(uuid)
})

const remove = (uuid: string) =>
  cli('call', 'removeWebhookEndpoint', '--uuid', uuid, '--account', harness.shop.id, '--now')

/** An endpoint whose receiver answers 500. */
async function addBroken(t: { after: (end: () => Promise<void>) => void }, description = '') {
  const receiver = await startReceiver()
  t.after(() => receiver.die())
  receiver.answer = fail
  const { url } = receiver
  const endpoint = await client().addWebhookEndpoint({ url, description })
  receiver.secret = endpoint.secret ?? ''
  return { receiver, endpoint }
}

const fail: Receiver['answer'] = (_, response) => void response.writeHead(500).end('out of order')
const succeed: Receiver['answer'] = (_, response) => void response.writeHead(204).end()

/** Creates charges, and returns once each one's event was attempted at an endpoint. */
async function miss({ uuid }: WebhookEndpointWithSecret, count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => newCharge(harness)))
  await until('the failed attempts', async () => {
    const { data } = await client().listEvents({ endpoint: uuid, limit: 100 })
    const failed = data.filter(({ deliveries }) =>
      deliveries.some(({ endpoint, lastError }) => endpoint === uuid && lastError !== ''),
    )
    return failed.length >= count || undefined
  })
  return ids
}

const settled = ({ uuid }: WebhookEndpointWithSecret) =>
  until('its deliveries', async () => {
    const { data } = await client().listEvents({ endpoint: uuid, status: 'WAITING' })
    return data.length === 0 || undefined
  })

/** How often each charge's event was acknowledged. */
const countTaken = ({ received }: Receiver, ids: readonly string[], since: number) =>
  ids.map((id) => received.slice(since).filter(({ event }) => event.data.id === id).length)

async function press(page: string, action: string, values: Record<string, string> = {}) {
  const { forms } = readPage((await visitor.open(page)).html)
  const form = forms.find((one) => one.action === action) ?? assert.fail(`${page}: no ${action}`)
  const own = form.fields
    .filter(({ type }) => type !== 'checkbox')
    .map(({ name, value }) => [name, value])
  return await visitor.send(action, { ...Object.fromEntries(own), ...values })
}

describe('a receiver that fails', () => {
  test('is named with the time and the number of waiting events, wherever a shop looks', async (t) => {
    const { endpoint } = await addBroken(t, 'Warehouse')
    const { uuid } = endpoint
    await miss(endpoint, 3)
    const { failing, failed } = await client().getWebhookEndpoint(uuid)
    assert.equal(failing?.waiting, 3)
    assert.equal(failing.lastError, 'The receiver answered 500.')
    assert.ok(Date.parse(failing.nextAttemptAt) > Date.now())
    assert.equal(failed, 0)
    for (const path of ['/desk', '/desk/webhooks', `/desk/webhooks/${uuid}`]) {
      const { html } = await visitor.open(path)
      assert.match(html, /Warehouse/, path)
      assert.match(html, /Failing since/, path)
      assert.match(html, /Events waiting: 3/, path)
    }
    // Also at every other place, by a badge.
    assert.match((await visitor.open('/desk/books')).html, /<span class="count bad">1<\/span>/)
  })

  test('and comes back is sent all that waits by one press, each event once', async (t) => {
    const { endpoint, receiver } = await addBroken(t)
    const sound = await startReceiver()
    t.after(() => sound.die())
    await client().addWebhookEndpoint({ url: sound.url })
    const ids = await miss(endpoint, 4)
    await until('the sound one', () => sound.received.length >= 4 || undefined)
    const { since } = (await client().getWebhookEndpoint(endpoint.uuid)).failing ?? assert.fail()
    // It is still down: what it misses since when stays known.
    const page = `/desk/webhooks/${endpoint.uuid}`
    const attempts = receiver.received.length
    await press(page, `${page}/retry`)
    await until(
      'another attempt of each',
      () => receiver.received.length >= attempts + 4 || undefined,
    )
    assert.equal((await client().getWebhookEndpoint(endpoint.uuid)).failing?.since, since)
    receiver.answer = succeed
    const [taken, told] = [receiver.received.length, sound.received.length]
    // By two people, and by one who presses it all the time.
    const action = `${page}/retry`
    await Promise.all(Array.from({ length: 10 }, () => press(page, action)))
    await settled(endpoint)
    const late = await visitor.open(page)
    assert.doesNotMatch(late.html, /\/retry"/)
    assert.deepEqual(countTaken(receiver, ids, taken), [1, 1, 1, 1])
    assert.equal(sound.received.length, told, 'the others are sent nothing')
    assert.equal((await client().getWebhookEndpoint(endpoint.uuid)).failing, undefined)
  })

  test('is sent one event again, and no other endpoint is, also where it has it', async (t) => {
    const { endpoint, receiver } = await addBroken(t)
    const sound = await startReceiver()
    t.after(() => sound.die())
    const other = await client().addWebhookEndpoint({ url: sound.url, events: ['charge:created'] })
    const [id = '', second = ''] = await miss(endpoint, 2)
    await until('the sound one', () => sound.received.length >= 2 || undefined)
    receiver.answer = succeed
    const [event] = (await client().listEvents({ charge: id })).data
    const uuid = event?.uuid ?? assert.fail()
    const [taken, told] = [receiver.received.length, sound.received.length]
    await client().redeliverEventToEndpoint(endpoint.uuid, uuid)
    await until('it', () => receiver.received.length > taken || undefined)
    // Delivered ones too, on purpose, from the page of the event.
    const sent = await press(
      `/desk/events/${uuid}`,
      `/desk/webhooks/${endpoint.uuid}/events/${uuid}/send`,
    )
    assert.equal(sent.path, `/desk/events/${uuid}`)
    await until('it again', () => receiver.received.length > taken + 1 || undefined)
    assert.deepEqual(countTaken(receiver, [id, second], taken), [2, 0])
    assert.equal(sound.received.length, told)
    // What an endpoint does not want, it is not sent by force.
    await client().cancelCharge(second)
    const canceled = (await client().listEvents({ charge: second, type: 'charge:canceled' }))
      .data[0]
    await assert.rejects(client().redeliverEventToEndpoint(other.uuid, canceled?.uuid ?? ''), {
      code: 'not_found',
    })
  })
})

describe('the recipe for after an outage', () => {
  test('sends what waits, once, as docs/fulfill.md has it', async (t) => {
    const docs = readFileSync(new URL('../../../docs/fulfill.md', import.meta.url), 'utf8')
    const [call = ''] = /client\.redeliverEvents\(.*?\)/.exec(docs) ?? []
    assert.match(call, /redeliverEvents\(\{ endpoint: '[^']+' \}\)/)
    const { endpoint, receiver } = await addBroken(t)
    const ids = await miss(endpoint, 3)
    receiver.answer = succeed
    const taken = receiver.received.length
    const { count } = await client().redeliverEvents({ endpoint: endpoint.uuid })
    assert.equal(count, 3)
    await settled(endpoint)
    assert.deepEqual(countTaken(receiver, ids, taken), [1, 1, 1])
    assert.equal((await client().redeliverEvents({ endpoint: endpoint.uuid })).count, 0)
  })

  test('sends nothing of everything by mistake, and nothing of another account', async (t) => {
    const { endpoint } = await addBroken(t)
    for (const status of ['ALL', 'DELIVERED'] as const)
      await assert.rejects(client().redeliverEvents({ status }), {
        code: 'invalid_request',
        message: /^since must be given/,
      })
    await assert.rejects(
      clientOf(harness, harness.other).redeliverEvents({ endpoint: endpoint.uuid }),
      { code: 'not_found' },
    )
  })
})

describe('what a receiver answered', () => {
  test('is shown with the event, without secrets and markup, and is short however long it was', async (t) => {
    const { endpoint, receiver } = await addBroken(t)
    const secrets = ['lena@shop.example', 'hunter2', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
    receiver.answer = (_, response) => {
      const [email, password, secret] = secrets
      response.writeHead(500)
      response.write(`<script>alert(1)</script> ${email} password=${password} ${secret} \u202e`)
      // Never read to its end.
      for (let sent = 0; sent < 160; sent += 1) response.write('x'.repeat(65_536))
    }
    const [id = ''] = await miss(endpoint, 1)
    const [event] = (await client().listEvents({ charge: id })).data
    const { deliveries, event: sent } = await client().getEvent(event?.uuid ?? '')
    const { answerStatus, answerBody = '', answerMs = 0 } = deliveries[0] ?? {}
    assert.equal(answerStatus, 500)
    assert.ok(answerMs > 0)
    assert.ok(answerBody.length <= 2048)
    assert.match(answerBody, /^<script>alert\(1\)<\/script> ••• password=••• ••• /)
    const { html } = await visitor.open(`/desk/events/${event?.uuid}`)
    assert.match(html, /&lt;script&gt;alert\(1\)/)
    assert.doesNotMatch(html, /<script>alert/)
    for (const secret of secrets) assert.ok(!html.includes(secret), secret)
    assert.match(html, new RegExp(`&quot;id&quot;: &quot;${sent.id}&quot;`))
  })

  test('holds up nothing where it comes slowly', async (t) => {
    const { endpoint, receiver } = await addBroken(t)
    receiver.answer = (_, response) => void response.writeHead(503).write('please ')
    const [id = ''] = await miss(endpoint, 1)
    const { data } = await client().listEvents({ charge: id })
    const { deliveries } = await client().getEvent(data[0]?.uuid ?? '')
    assert.deepEqual(
      deliveries.map(({ answerStatus, answerBody }) => [answerStatus, answerBody]),
      [[503, 'please ']],
    )
  })
})

describe('an endpoint', () => {
  test('that is removed leaves its name with its deliveries, and is sent nothing more', async (t) => {
    const { endpoint, receiver } = await addBroken(t, 'Warehouse')
    const { uuid } = endpoint
    const [id = ''] = await miss(endpoint, 1)
    // One is under way while it is removed.
    let release: (() => void) | undefined
    receiver.answer = (_, response) => {
      release = () => void response.writeHead(500).end()
    }
    const hanging = await newCharge(harness)
    await until('the call', () => release)
    await remove(uuid)
    release?.()
    const of = async (charge: string) => {
      const { data } = await client().listEvents({ charge })
      return data[0]?.deliveries.find((one) => one.endpoint === uuid)
    }
    assert.equal((await of(id))?.status, 'FAILED')
    await until('the one under way', async () => (await of(hanging))?.lastError || undefined)
    const calls = receiver.received.length
    await client().redeliverEvents({})
    assert.equal((await of(id))?.status, 'FAILED', 'nobody is there to send it to')
    const { uuid: event } = (await client().listEvents({ charge: id })).data[0] ?? {}
    await assert.rejects(client().redeliverEventToEndpoint(uuid, event ?? ''), {
      code: 'not_found',
    })
    assert.equal(receiver.received.length, calls)
    const { html } = await visitor.open(`/desk/charges/${id}`)
    assert.match(html, /Warehouse \(removed\)/)
    assert.doesNotMatch(html, new RegExp(`/desk/webhooks/${uuid}/events`))
  })

  test('with a URL that another one has is added when somebody says so, and never silently', async (t) => {
    const { endpoint } = await addBroken(t)
    const { url, uuid } = endpoint
    const count = async () => (await client().listWebhookEndpoints()).length
    const same = [url, url.replace('http://', 'HTTP://')]
    for (const again of same)
      await assert.rejects(client().addWebhookEndpoint({ url: again }), { code: 'conflict' })
    const added = await Promise.allSettled(
      [1, 2].map(() => client().addWebhookEndpoint({ url: `${url}/else` })),
    )
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 1)
    const [, other] = await client().listWebhookEndpoints()
    await assert.rejects(client().updateWebhookEndpoint(other?.uuid ?? '', { url }), {
      code: 'conflict',
    })
    const { path, html } = await press('/desk/webhooks', '/desk/webhooks', { url })
    assert.equal(path, `/desk/webhooks/${uuid}`)
    assert.match(html, /Nothing was added/)
    assert.equal(await count(), 2)
    const twin = await press(path, `${path}/twin`)
    assert.match(twin.html, /whsec_/)
    assert.equal(await count(), 3)
  })

  test('is changed at the desk: its url after the delay, all else at once', async (t) => {
    const { endpoint } = await addBroken(t)
    const page = `/desk/webhooks/${endpoint.uuid}`
    const edit = (values: Record<string, string>) => press(page, `${page}/edit`, values)
    await edit({ description: ' Warehouse ', 'charge:confirmed': 'on' })
    const filtered = await client().getWebhookEndpoint(endpoint.uuid)
    assert.deepEqual([filtered.description, filtered.events], ['Warehouse', ['charge:confirmed']])
    const url = 'https://elsewhere.example/hook'
    const moved = await edit({ url, all: 'on' })
    assert.match(moved.html, /whsec_/)
    const changed = await client().getWebhookEndpoint(endpoint.uuid)
    assert.deepEqual([changed.url, changed.events], [endpoint.url, []])
    assert.equal(changed.pending?.url, url)
    // Another change leaves the one that waits, until somebody cancels it.
    await edit({ description: 'Stock', all: 'on' })
    assert.equal((await client().getWebhookEndpoint(endpoint.uuid)).pending?.url, url)
    await press(page, `${page}/keep`)
    assert.equal((await client().getWebhookEndpoint(endpoint.uuid)).pending, undefined)
    assert.equal((await edit({ url: 'https://name:word@shop.example', all: 'on' })).status, 400)
    assert.equal((await edit({})).status, 400)
    await press(page, `${page}/remove`)
    assert.equal((await client().getWebhookEndpoint(endpoint.uuid)).pending?.url, '')
  })

  test('says until when its earlier secret signs', async (t) => {
    const { endpoint } = await addBroken(t)
    const before = await client().getWebhookEndpoint(endpoint.uuid)
    assert.equal(before.earlierSecretUntil, undefined)
    const { earlierSecretUntil = '' } = await client().rotateWebhookSecret(endpoint.uuid)
    const hours = (Date.parse(earlierSecretUntil) - Date.now()) / 3_600_000
    assert.ok(hours > 23 && hours <= 24, `${hours}`)
    const { html } = await visitor.open(`/desk/webhooks/${endpoint.uuid}`)
    assert.match(html, /The earlier secret signs too until/)
  })
})
