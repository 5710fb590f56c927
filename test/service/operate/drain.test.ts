import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { provideProcessHarness } from '../../support/harness.ts'
import { until } from '../../support/wait.ts'

const harness = provideProcessHarness({
  // Longer than a machine that runs tests stands still: all calls of the test have to come in this time.
  DRAIN_SECONDS: '25',
})

/** A connection that is kept: what it was answered so far. */
async function openConnection(): Promise<{ socket: Socket; answered: () => string }> {
  const socket = connect(harness.service.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data
  })
  await once(socket, 'connect')
  return { socket, answered: () => text }
}

const call = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\napi-key: ${harness.shop.apiKey}\r\n\r\n`

test('a service that is to stop says so first, answers what comes, and closes each connection after its call', async () => {
  const { socket, answered } = await openConnection()
  socket.write(call('/charges'))
  await until('the first answer', () => answered().includes('"pagination"') || undefined)
  assert.match(answered(), /^HTTP\/1\.1 200 /)
  assert.doesNotMatch(answered(), /^connection: close/im)

  // A call that is under way then, and is answered later: its connection must not keep the service from ending.
  const underWay = await openConnection()
  const body = JSON.stringify({ pricing_type: 'no_price' })
  underWay.socket.write(
    `POST /charges HTTP/1.1\r\nhost: 127.0.0.1\r\napi-key: ${harness.shop.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  const ended = harness.service.end('SIGTERM')
  const readiness = await until('503 of /readyz', async () => {
    const response = await fetch(`${harness.service.baseUrl}/readyz`)
    if (response.status !== 503) return undefined
    const body = (await response.json()) as { status: string; database: string }
    // One that stands still for some seconds is told of as well.
    return body.database === 'ok' ? body : undefined
  })
  assert.deepEqual(
    { ...readiness, loops: undefined, chains: undefined },
    {
      status: 'stopping',
      database: 'ok',
      loops: undefined,
      chains: undefined,
    },
  )
  const before = answered().length
  const closed = once(socket, 'close')
  socket.write(call('/charges'))
  await closed
  const last = answered().slice(before)
  assert.match(last, /^HTTP\/1\.1 200 /)
  assert.match(last, /^connection: close/im)
  assert.match(last, /"pagination"/)

  const closedLater = once(underWay.socket, 'close')
  underWay.socket.write(body.slice(5))
  await closedLater
  assert.match(underWay.answered(), /^HTTP\/1\.1 \d/)
  assert.match(underWay.answered(), /^connection: close/im)

  assert.equal(await ended, 0)
  await assert.rejects(fetch(`${harness.service.baseUrl}/healthz`))
})
