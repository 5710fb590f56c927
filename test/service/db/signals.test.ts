import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { type OpenStore, openStore } from '../../../src/service/app/store.ts'
import type { Task } from '../../../src/service/kernel/signals.ts'
import { createDispatcher } from '../../../src/service/webhooks/send/dispatcher.ts'
import { brand, chargeOf, recipients, start } from '../../attack/reserving.ts'
import { freshDatabase } from '../../support/database.ts'
import { startReceiver } from '../../support/receiver.ts'
import { temporaryFolder } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

const database = await freshDatabase()
const onServer = { skip: database ? false : 'about PostgreSQL' }

/** What one store hears. */
interface Ears {
  store: OpenStore
  heard: Task[]
  connects: number
  errors: Error[]
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** Writes; with PostgreSQL another one listens. */
let writer: OpenStore
let ears: Ears
let accountId: string
before(async () => {
  folder = await temporaryFolder()
  writer = await openStore(
    database ? { url: database.url } : { dataDir: folder.path },
    assert.ifError,
  )
  ears = await listen(database ? await openStore({ url: database.url }, assert.ifError) : writer)
  accountId = (await writer.createAccount('Mugs')).account.id
  const change = { author: 'cli', delayMs: 0 } as const
  await writer.setWebhook(accountId, 'https://store.example/hook', change)
})
after(async () => {
  if (ears.store !== writer) await ears.store.close()
  await writer.close()
  await folder.remove()
  await database?.remove()
})

async function listen(store: OpenStore): Promise<Ears> {
  const heard: Ears = { store, heard: [], connects: 0, errors: [] }
  await store.signals.listen({
    onSignal: (task) => void heard.heard.push(task),
    onConnect: () => void heard.connects++,
    onDisconnect: (error) => void heard.errors.push(error),
  })
  return heard
}

/** Waits until nothing is given any more: each signal comes again after a moment. */
async function quiet(): Promise<void> {
  let count = -1
  while (count !== ears.heard.length) {
    count = ears.heard.length
    await sleep(500)
  }
  ears.heard.length = 0
}

const hears = (task: Task) =>
  until(`the signal ${task}`, () => ears.heard.includes(task) || undefined)

let charges = 0
async function newCharge() {
  charges += 1
  const charge = { ...chargeOf(charges, recipients[0] ?? '', 10n ** 6n, start), accountId }
  await writer.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
  return charge
}

async function report(chargeId: string, chainId: number): Promise<void> {
  const hash = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
  const reported = await writer.addReport(
    {
      ...{ id: crypto.randomUUID(), chargeId, chainId, hash, token: recipients[0] ?? '' },
      ...{ signature: undefined, status: 'WAITING', reason: '', attempts: 0 },
      ...{ pendingTransaction: undefined, createdAt: new Date(), assignedBy: undefined },
    },
    { maxWaiting: 10, maxEnded: 10 },
  )
  assert.equal(reported.outcome, 'added')
}

test('whoever listens is told of an event and of a report, each by its task', async () => {
  await until('signals', () => ears.connects > 0 || undefined)
  const charge = await newCharge()
  await hears('webhooks')
  await quiet()
  await report(charge.id, 10)
  await hears('chain 10')
  await quiet()
  await writer.requestRescan(8453, 1n, 2n)
  await hears('chain 8453')
  assert.deepEqual([...new Set(ears.heard)], ['chain 8453'])
})

test('a write soon after another one is not overlooked: the signal comes again', async () => {
  await quiet()
  const charge = await newCharge()
  await report(charge.id, 10)
  await hears('chain 10')
  const before = ears.heard.length
  await report(charge.id, 10)
  await until('a later signal', () => ears.heard.slice(before).includes('chain 10') || undefined)
})

test('an event is delivered without a signal of it, as behind a pooler that passes none on', async () => {
  const receiver = await startReceiver()
  const store = ears.store
  const webhook = { author: 'cli', delayMs: 0 } as const
  await writer.setWebhook(accountId, receiver.url, webhook)
  let polls = 0
  const dispatcher = createDispatcher({
    ...{ store, log: pino({ level: 'silent' }), publicUrl: 'https://pay.example' },
    ...{ allowPrivate: true, retryDelaysMs: [], onPoll: () => void polls++ },
  })
  dispatcher.start()
  try {
    await until('the outbox to be empty', () => polls > 1 || undefined)
    const { id } = await newCharge()
    await until('the event', () => {
      const events = receiver.received.map(({ event }) => event)
      return events.some(({ data }) => 'id' in data && data.id === id) || undefined
    })
  } finally {
    await dispatcher.stop()
    await receiver.die()
  }
})

describe('with PostgreSQL', onServer, () => {
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: database?.url })
    await client.connect()
    return await work(client).finally(() => client.end())
  }

  test('many writes send few notifications, and none is sent for what was rolled back', async () => {
    await withClient(async (client) => {
      const notifications: string[] = []
      client.on('notification', ({ payload = '' }) => notifications.push(payload))
      await client.query('listen pay_charge')
      const began = performance.now()
      for (let count = 0; count < 200; count += 1)
        await client.query(`select send_signal('webhooks')`)
      const elapsedMs = performance.now() - began
      const sent = notifications.filter((one) => one === 'webhooks').length
      assert.ok(sent >= 1 && sent <= 1 + elapsedMs / 100, `${sent} in ${elapsedMs} ms`)
      await client.query('begin')
      await client.query(`select send_signal('chain 77')`)
      await client.query('rollback')
      // Had the first one left a mark, this would be kept back.
      assert.ok(!notifications.includes('chain 77'))
      await client.query(`select send_signal('chain 77')`)
      assert.ok(notifications.includes('chain 77'))
    })
  })

  test('a lost connection is opened again, and then everything is looked at', async () => {
    const { connects } = ears
    const { rowCount } = await withClient((client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where query = 'listen pay_charge' and datname = current_database()`,
      ),
    )
    assert.equal(rowCount, 1)
    await until('the loss', () => ears.errors.length > 0 || undefined)
    await until('a new connection', () => ears.connects > connects || undefined)
    ears.heard.length = 0
    await writer.requestRescan(9, 1n, 2n)
    await hears('chain 9')
  })
})
