import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../src/api/verify-webhook.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { judged, provideHarness, wallet } from '../support/harness.ts'
import { runOperator } from '../support/operator.ts'
import { chargeBody, report, suffixOf } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { patience, until } from '../support/wait.ts'

const harness = provideHarness({
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
  LOG_LEVEL: 'debug',
})

async function ask(method: string, path: string, body?: unknown, apiKey = harness.shop.apiKey) {
  const response = await fetch(harness.service.baseUrl + path, {
    method,
    headers: { 'api-key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as never,
  }
}

async function createCharge(): Promise<string> {
  const { body } = await ask('POST', '/charges', chargeBody(harness))
  return (body as { data: { id: string } }).data.id
}

/** Sends bytes as they are, and gives all that comes until the service hangs up. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(harness.service.port, '127.0.0.1')
  socket.write(bytes)
  return await text(socket)
}

test('a page whose name was pointed at this machine is not answered', async () => {
  const get = (host: string) =>
    raw(`GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  const { port } = harness.service
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
  ]) {
    assert.match(await get(host), /^HTTP\/1\.1 403 /, host)
  }
  for (const host of [`127.0.0.1:${port}`, 'LOCALHOST', `[::1]:${port}`]) {
    assert.match(await get(host), /^HTTP\/1\.1 200 /, host)
  }
})

describe('a call that is sent by halves is cut off after ten seconds', () => {
  const key = () => `api-key: ${harness.shop.apiKey}\r\n`
  const halves: [name: string, bytes: () => string][] = [
    ['its headers', () => `GET /charges HTTP/1.1\r\nhost: 127.0.0.1\r\n${key()}`],
    [
      'its body',
      () =>
        `POST /charges HTTP/1.1\r\nhost: 127.0.0.1\r\n${key()}content-type: application/json\r\ncontent-length: 500\r\n\r\n{`,
    ],
  ]
  for (const [name, bytes] of halves) {
    test(name, { timeout: patience }, async () => {
      // By itself Node waits 60 s for headers and 300 s for a body. The service runs in this process: where the machine stands
      // still, all three of these clocks do, so their order remains.
      const ends: string[] = []
      const passed = (seconds: number) =>
        sleep(seconds * 1000, undefined, { signal: stop.signal }).then(
          () => ends.push(`${seconds} s`),
          () => {},
        )
      const stop = new AbortController()
      const clocks = [passed(9), passed(45)]
      const answer = await raw(bytes())
      ends.push('answer')
      stop.abort()
      await Promise.all(clocks)
      assert.match(answer, /^(HTTP\/1\.1 408 |$)/)
      assert.deepEqual(ends, ['9 s', 'answer'])
    })
  }
})

test('no id that opens something, and no key, stands in the log', async () => {
  const charge = await createCharge()
  const attachment = 'a'.repeat(43)
  const unknown = crypto.randomUUID()
  await ask('GET', `/charges/${charge}`)
  await ask('GET', `/request-charges/${charge}`)
  await ask('GET', `/charges/${unknown}`)
  await ask('GET', `/charges/${charge}/surprise`)
  await ask('POST', `/charges/${charge}/payments`, { hash: 'x' })
  await ask('GET', '/charges', undefined, 'pc_11111111_guessed')
  await fetch(`${harness.service.baseUrl}/pay/${charge}`)
  await fetch(`${harness.service.baseUrl}/pay/${charge}/preview.png`)
  await fetch(`${harness.service.baseUrl}/attachments/${attachment}`)
  await until('the last line', () =>
    harness.service.log.find(({ route }) => String(route).startsWith('/attachments/:')),
  )
  const routes = harness.service.log.map(({ route }) => route)
  assert.ok(routes.includes('/charges/:id') && routes.includes('/pay/:page'), routes.join())
  const said = harness.service.output()
  for (const secret of [charge, unknown, attachment, harness.shop.apiKey, 'pc_11111111_guessed']) {
    assert.ok(!said.includes(secret), secret)
  }
})

test('no id of a charge stands in the log when it was paid, reported and canceled', async () => {
  const paid = await createCharge()
  const canceled = await createCharge()
  const { chain } = harness
  const token = chain.dusd
  const hash = await chain.transfer(token, wallet, 5_000_000n, suffixOf(paid))
  const unnamed = await chain.transfer(token, wallet, 5_000_000n)
  for (const one of [hash, unnamed]) await report(harness, paid, one)
  await report(harness, paid, `0x${'ab'.repeat(32)}`)
  await ask('POST', `/charges/${canceled}/cancel`)
  await judged(harness, paid, hash)
  await until('the unmatched money in the log', () =>
    harness.service.log.find((one) => one.hash === unnamed && /unmatched/.test(String(one.msg))),
  )
  const said = harness.service.output()
  assert.ok(said.includes(computeReference(paid)), 'it is there by its reference')
  for (const id of [paid, canceled]) assert.ok(!said.includes(id))
})

test('/metrics is closed unless the operator opens it', async () => {
  const response = await fetch(`${harness.service.baseUrl}/metrics`)
  assert.equal(response.status, 404)
  assert.doesNotMatch(await response.text(), /process_/)
})

test('no answer of the API is kept, nor taken for another type', async () => {
  const id = await createCharge()
  for (const [method, path] of [
    ['GET', `/charges/${id}`],
    ['GET', '/charges'],
    ['GET', '/nowhere'],
    ['POST', '/charges'],
  ] as const) {
    const { headers } = await ask(method, path, method === 'POST' ? {} : undefined)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
  }
})

test('a stolen key is refused from the moment it is revoked, while the service runs', async () => {
  const made = await runOperator(
    ['keys', 'create', '--account', harness.shop.id, '--scope', 'admin', '--json'],
    harness.environment,
  )
  const { apiKey, prefix } = JSON.parse(made.stdout) as { apiKey: string; prefix: string }
  assert.equal((await ask('GET', '/charges', undefined, apiKey)).status, 200)
  await runOperator(['keys', 'revoke', prefix], harness.environment)
  assert.equal((await ask('GET', '/charges', undefined, apiKey)).status, 401)
})

/** The path that replaces the secret of our only webhook endpoint. */
async function rotationPath(): Promise<string> {
  const { body } = await ask('GET', '/webhook-endpoints')
  const [endpoint] = (body as { data: { uuid: string }[] }).data
  return `/webhook-endpoints/${endpoint?.uuid}/rotate-secret`
}

test('a stolen webhook secret is replaced with no event lost, and never signs alone', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.die())
  const first = await ask('POST', '/api-keys/charge-webhook', { url: receiver.url })
  const { secret: old } = first.body as { secret: string }
  const rotate = await rotationPath()
  const second = await ask('POST', rotate)
  const { secret } = second.body as { secret: string }
  assert.equal(second.status, 200)
  assert.notEqual(secret, old)
  await createCharge()
  const nextOf = (type: string, after = 0) =>
    until(`${type} at the receiver`, () =>
      receiver.received.slice(after).find(({ event }) => (event.type as string) === type),
    )
  const call = await nextOf('charge:created')
  const signatures = String(call.headers['webhook-signature']).split(' ')
  assert.equal(signatures.length, 2)
  const headers = call.headers as Record<string, string>
  // Whichever secret the receiver has by now.
  for (const one of [old, secret]) new Webhook(one).verify(call.body, headers)
  // The receiver is told of the rotation in words that it can verify.
  const notice = await nextOf('webhook.changing')
  new Webhook(old).verify(notice.body, notice.headers as Record<string, string>)
  // Rotated again, by the CLI: no secret is out before its time.
  const told = await runOperator(
    [
      'call',
      'rotateWebhookSecret',
      '--account',
      harness.shop.id,
      '--uuid',
      rotate.split('/')[2] ?? '',
    ],
    harness.environment,
  )
  const { secret: third } = JSON.parse(told.stdout) as { secret: string }
  const { length } = receiver.received
  await createCharge()
  const next = await nextOf('charge:created', length)
  const again = next.headers as Record<string, string>
  for (const one of [old, secret, third]) new Webhook(one).verify(next.body, again)
  const stranger = `whsec_${Buffer.alloc(32).toString('base64')}`
  assert.throws(() => verifyWebhook(next.body, again, stranger), { code: 'invalid_signature' })
  const refused = await ask('POST', rotate)
  assert.equal(refused.status, 409)
})

test('another merchant’s key rotates nothing of ours', async () => {
  const { status } = await ask('POST', await rotationPath(), undefined, harness.other.apiKey)
  assert.equal(status, 404)
})
