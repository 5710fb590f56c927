import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { ListedEvent } from '../../../src/api/schemas/events.ts'
import { verifyWebhook } from '../../../src/api/verify-webhook.ts'
import { openStore } from '../../../src/service/app/store.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { chainId, clientOf, databaseOf, provideHarness, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { chargeBody, payFor, reportTo, suffixOf } from '../../support/paying.ts'
import { provideReceiver, type Received } from '../../support/receiver.ts'
import { startService, startServiceProcess } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

const harness = provideHarness({
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ webhookRetryDelaysMs: Array.from({ length: 100 }, () => 300) }),
})
const receiver = provideReceiver(harness)
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (_, response) => void response.writeHead(204).end()
})

async function newCharge(metadata: Record<string, unknown> = {}) {
  return await clientOf(harness).createCharge(chargeBody(harness, {}, { metadata }))
}

/** Calls about a charge, in the order they came. */
const about = (id: string) => receiver.received.filter(({ event }) => event.data.id === id)

const calls = (id: string, count: number) =>
  until(`${count} calls`, () => (about(id).length >= count ? about(id) : undefined)) as Promise<
    [Received, ...Received[]]
  >

describe('what a merchant hears', () => {
  test('of a charge from its creation to its end, in order, signed, with its metadata', async () => {
    const charge = await newCharge({ order: 'A-1', nested: { z: 1, a: [null] } })
    const [created] = await calls(charge.id, 1)
    assert.deepEqual(created.event.data, charge)
    assert.equal(created.event.type, 'charge:created')
    const token = harness.chain.dusd
    const hash = await payFor(harness, charge.id)
    await reportTo(clientOf(harness), charge.id, {
      hash,
      chainId: `${chainId}`,
      tokenAddress: token,
    })
    const all = await calls(charge.id, 3)
    assert.deepEqual(
      all.map(({ event }) => event.type),
      ['charge:created', 'charge:pending', 'charge:confirmed'],
    )
    const confirmed = all[2]?.event.data
    assert.equal(confirmed?.payments[0]?.status, 'COMPLETED')
    assert.deepEqual(confirmed?.metadata, charge.metadata)
    assert.deepEqual(
      confirmed?.timeline.map(({ status }) => status),
      ['PENDING', 'COMPLETED'],
    )
    for (const { genuine, headers, event, body } of all) {
      assert.ok(genuine)
      assert.equal(headers['webhook-id'], event.id)
      assert.equal(headers['content-type'], 'application/json')
      assert.deepEqual(verifyWebhook(body, headers, receiver.secret), event)
    }
    assert.equal(new Set(all.map(({ event }) => event.id)).size, 3)
  })

  test('nothing of a transfer that is reverted, as anybody can have one', async () => {
    const { id } = await newCharge()
    const token = harness.chain.dusd
    // More than there is: it is reverted.
    const hash = await harness.chain.transfer(token, wallet, 10n ** 30n, suffixOf(id), 100_000n)
    await reportTo(clientOf(harness), id, { hash, chainId: `${chainId}`, tokenAddress: token })
    await until('the end of the report', async () => {
      const { status } = await clientOf(harness).getPaymentStatus(id, hash)
      return status === 'FAILED' || undefined
    })
    await clientOf(harness).cancelCharge(id)
    const all = await calls(id, 2)
    assert.deepEqual(
      all.map(({ event }) => event.type),
      ['charge:created', 'charge:canceled'],
    )
  })

  test('of a charge that the merchant ends', async () => {
    const { id } = await newCharge({ order: 'B-2' })
    await clientOf(harness).cancelCharge(id)
    const [, { body, headers, event, genuine } = assert.fail('one call')] = await calls(id, 2)
    assert.ok(genuine)
    assert.equal(event.type, 'charge:canceled')
    const verified = verifyWebhook(body, headers, receiver.secret)
    assert.ok(verified.type === 'charge:canceled')
    assert.deepEqual(
      [verified.data.status, verified.data.metadata],
      ['CANCELLED', { order: 'B-2' }],
    )
  })

  test('of money that names no charge, once, with all that is known of it', async () => {
    const token = harness.chain.dusd
    // Somewhere is to be watched for money to be seen.
    await newCharge()
    const hash = await harness.chain.transfer(token, wallet, 7_250_000n)
    const told = () => receiver.received.filter(({ body }) => JSON.parse(body).data.hash === hash)
    const [{ body, headers, genuine }] = (await until('the event', () =>
      told().length > 0 ? told() : undefined,
    )) as [Received, ...Received[]]
    assert.ok(genuine)
    const event = verifyWebhook(body, headers, receiver.secret)
    assert.ok(event.type === 'payment:unmatched')
    const { data } = await clientOf(harness).listUnmatched({ limit: 1 })
    assert.deepEqual(event.data, data[0])
    const { amount, senderAddress, status } = event.data
    const sender = harness.chain.payer.address
    assert.deepEqual([amount, senderAddress, status], ['7.25', sender, 'UNMATCHED'])
    await calls((await newCharge()).id, 1)
    assert.equal(told().length, 1)
  })

  test('of a charge whose time is over', async () => {
    await harness.service.end()
    const soon = { ...harness.environment, CHARGE_EXPIRY_HOURS: '0.001' }
    harness.service = await startService(soon)
    const { id } = await newCharge()
    const all = await calls(id, 2)
    assert.equal(all[1]?.event.type, 'charge:expired')
    await harness.restart()
  })

  test('is nothing for an account without a webhook', async () => {
    const client = clientOf(harness, harness.other)
    const { id } = await client.createCharge(chargeBody(harness))
    await calls((await newCharge()).id, 1)
    assert.deepEqual(about(id), [])
  })
})

describe('a receiver that', () => {
  test('refuses is tried again, with the same id and body, until it takes it', async () => {
    let refusals = 3
    receiver.answer = (_, response) =>
      void response.writeHead(refusals-- > 0 ? 500 : 200).end('x'.repeat(100_000))
    const { id } = await newCharge()
    const all = await calls(id, 4)
    assert.equal(new Set(all.map(({ body }) => body)).size, 1)
    assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.ok(all.every(({ genuine }) => genuine))
    await until('it is known as delivered', () =>
      harness.service.log.find(
        (one) =>
          one.charge === computeReference(id) && one.msg === 'webhook delivered' && one.tried === 3,
      ),
    )
  })

  test('refuses one type of event gets the later ones of its charge meanwhile', async () => {
    receiver.answer = ({ event }, response) =>
      void response.writeHead(event.type === 'charge:created' ? 422 : 204).end()
    const { id } = await newCharge()
    await clientOf(harness).cancelCharge(id)
    await until('the later one', () =>
      about(id).some(({ event }) => event.type === 'charge:canceled') ? true : undefined,
    )
    const { data } = await clientOf(harness).listEvents({ charge: id })
    const created = data.find(({ type }) => type === 'charge:created')
    assert.deepEqual(
      created?.deliveries.map(({ status }) => status),
      ['WAITING'],
    )
    // The next test counts calls.
    receiver.answer = (_, response) => void response.writeHead(204).end()
    await until('the refused one', async () => {
      const { data } = await clientOf(harness).listEvents({ charge: id, status: 'DELIVERED' })
      return data.length === 2 ? true : undefined
    })
  })

  test('redirects is not followed', async () => {
    let redirects = 1
    receiver.answer = (_, response) => {
      if (redirects-- > 0) response.writeHead(302, { location: `${receiver.url}/else` }).end()
      else response.writeHead(200).end()
    }
    const { id } = await newCharge()
    const all = await calls(id, 2)
    assert.deepEqual(
      all.map(({ path }) => path),
      ['/hook', '/hook'],
    )
  })

  test('hangs is given 10 s, and holds up nobody else', async () => {
    const { id } = await newCharge()
    await calls(id, 1)
    let hanging: string | undefined
    receiver.answer = ({ event }, response) => {
      hanging ??= event.data.id
      if (event.data.id !== hanging || about(hanging).length > 1) response.writeHead(200).end()
    }
    const slow = await newCharge()
    await calls(slow.id, 1)
    const other = await newCharge()
    const [quick] = await calls(other.id, 1)
    const [first, second] = await calls(slow.id, 2)
    const waited = (second?.at ?? 0) - first.at
    assert.ok(quick.at - first.at < waited, 'nobody else waits for it')
    // Not given up, it would be tried again after 30 s, when the process's claim to the event has run out.
    assert.ok(waited >= 9900 && waited < 29_000, `${waited} ms`)
  })

  test('acknowledges and never ends its body is not waited for', async () => {
    receiver.answer = (_, response) => void response.writeHead(200).write('a')
    const { id } = await newCharge()
    await calls(id, 1)
    await until('it is known as delivered', () =>
      harness.service.log.find(
        (one) => one.charge === computeReference(id) && one.msg === 'webhook delivered',
      ),
    )
    assert.equal(about(id).length, 1)
  })

  test('dies and comes back gets each event once, also over a kill of the service', async () => {
    await receiver.die()
    await harness.service.end()
    const killed = await startServiceProcess(harness.environment)
    harness.service = killed
    const { id } = await newCharge()
    const token = harness.chain.dusd
    const hash = await payFor(harness, id)
    await reportTo(clientOf(harness), id, { hash, chainId: `${chainId}`, tokenAddress: token })
    await until('a failed try', () =>
      harness.service.log.find(
        (one) => one.charge === computeReference(id) && one.msg === 'webhook failed',
      ),
    )
    await killed.end('SIGKILL')
    harness.service = await startService(harness.environment)
    await receiver.comeBack()
    const all = await calls(id, 3)
    // In their order, unless the receiver was away for more than a minute.
    const inOrder = all.toSorted((one, other) => one.event.sequence - other.event.sequence)
    assert.deepEqual(
      inOrder.map(({ event }) => event.type),
      ['charge:created', 'charge:pending', 'charge:confirmed'],
    )
    assert.ok(all.every(({ genuine }) => genuine))
  })
})

const everyType = new Set(['charge:created', 'charge:pending', 'charge:confirmed'])

test('events of one charge wait for the former one, for a minute', async () => {
  let refusing = true
  receiver.answer = (_, response) => void response.writeHead(refusing ? 503 : 200).end()
  const { id } = await newCharge()
  const token = harness.chain.dusd
  const hash = await payFor(harness, id)
  await reportTo(clientOf(harness), id, { hash, chainId: `${chainId}`, tokenAddress: token })
  await until('its end', async () =>
    (await clientOf(harness).getCharge(id)).payments[0]?.status === 'COMPLETED' ? true : undefined,
  )
  const [first] = await calls(id, 4)
  const withinMinute = about(id).filter(({ at }) => at - first.at < 60_000)
  assert.deepEqual([...new Set(withinMinute.map(({ event }) => event.type))], ['charge:created'])
  refusing = false
  const all = await until('the last', () =>
    about(id).some(({ event }) => event.type === 'charge:confirmed') ? about(id) : undefined,
  )
  assert.deepEqual(new Set(all.map(({ event }) => event.type)), everyType)
})

test('what was delivered is forgotten after a while, in portions; what waits stays', async () => {
  for (let count = 0; count < 3; count += 1) await calls((await newCharge()).id, 1)
  receiver.answer = (_, response) => void response.writeHead(500).end()
  const { id } = await newCharge()
  await calls(id, 1)
  await harness.service.end()
  const store = await openStore(databaseOf(harness), (error) => assert.fail(error))
  try {
    assert.equal(await store.deleteEvents(new Date(Date.now() - 3_600_000), 2), 0)
    const later = new Date(Date.now() + 1000)
    assert.equal(await store.deleteEvents(later, 2), 2)
    while (await store.deleteEvents(later, 50));
    assert.deepEqual(
      (await store.listEvents(undefined, 1000)).map(({ chargeId, deliveries }) => [
        chargeId,
        ...deliveries.map(({ status }) => status),
      ]),
      [[id, 'WAITING']],
    )
  } finally {
    await store.close()
  }
  harness.service = await startService(harness.environment)
  receiver.answer = (_, response) => void response.writeHead(204).end()
  await calls(id, 2)
  // A service that ends before the outcome is stored tries again, in the next test.
  await until('the outcome to be stored', () =>
    harness.service.log.find(
      (one) => one.charge === computeReference(id) && one.msg === 'webhook delivered',
    ),
  )
})

describe('what is given up', () => {
  test('is listed, and delivered anew when the operator says so', async () => {
    await harness.service.end()
    const environment = { ...harness.environment, ...withOptions({ webhookRetryDelaysMs: [100] }) }
    harness.service = await startService(environment)
    receiver.answer = (_, response) => void response.writeHead(400).end()
    const { id } = await newCharge()
    await until('it is given up', () =>
      harness.service.log.find(
        (one) => one.charge === computeReference(id) && one.msg === 'webhook failed for good',
      ),
    )
    assert.equal(about(id).length, 2)
    await harness.service.end()
    const list = async () => {
      const { stdout } = await runOperator(
        ['call', 'listWebhookEvents', '--status', 'FAILED'],
        environment,
      )
      return (JSON.parse(stdout) as { data: ListedEvent[] }).data
    }
    const [event] = await list()
    assert.equal(event?.chargeUuid, id)
    const [delivery] = event?.deliveries ?? []
    assert.equal(delivery?.attempts, 2)
    assert.match(delivery?.lastError ?? '', /answered 400/)
    const retry = ['call', 'retryWebhookEvents', '--ids', JSON.stringify([event?.uuid])]
    const { stdout } = await runOperator(retry, environment)
    assert.deepEqual(JSON.parse(stdout), { count: 1 })
    receiver.answer = (_, response) => void response.writeHead(200).end()
    harness.service = await startService(environment)
    const all = await calls(id, 3)
    assert.equal(all[2]?.event.id, event?.uuid)
    await harness.service.end()
    assert.deepEqual(await list(), [])
    harness.service = await startService(harness.environment)
  })

  test('commands say what is wrong with them', async () => {
    await assert.rejects(
      runOperator(['call', 'listWebhookEvents', '--status', 'lost'], harness.environment),
      {
        stderr: /--status must be WAITING, DELIVERED or FAILED/,
      },
    )
    await assert.rejects(runOperator(['call', 'retryWebhookEvents'], harness.environment), {
      stderr: /--ids or --failed must be given/,
    })
  })
})
