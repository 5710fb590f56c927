import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { ChargeEventType } from '../../../src/api/schemas/webhook.ts'
import { insertEvents } from '../../../src/service/accounts/store/events.ts'
import { serviceSettings } from '../../../src/service/app/setting-table.ts'
import { createStore, type Store } from '../../../src/service/app/store.ts'
import { createChargeEvent } from '../../../src/service/charges/events.ts'
import type { ChargeRecord } from '../../../src/service/charges/records.ts'
import type { Tables } from '../../../src/service/db/tables/tables.ts'
import type { Delivery } from '../../../src/service/webhooks/outbox.ts'
import { isRefusal } from '../../../src/service/webhooks/send/dispatcher.ts'
import { computeRetryDelayMs } from '../../../src/service/webhooks/send/schedule.ts'
import { brand, chargeOf, recipients } from '../../attack/reserving.ts'
import { createDice } from '../../support/dice.ts'
import { effort } from '../../support/effort.ts'
import { openDatabase } from '../../support/tables.ts'

// Schedules of many shops at once on the real outbox: receivers that take all, that refuse one type of event, that fail at one,
// and that are down for a while; two processes that claim at the same moment, and die before or after the answer. The time
// between two steps passes in the database's rows.

const shops = 24 * effort
const steps = 24
const seconds = 1000
const retryDelaysMs = serviceSettings.webhookRetryDelaysMs.default
/** For which a delivery that fails without a refusal holds up the later ones of its charge. */
const holdMs = 60 * seconds
const types: readonly ChargeEventType[] = [
  'charge:created',
  'charge:pending',
  'charge:confirmed',
  'charge:paid_again',
]
/** Answers to the one type of event that a receiver does not take; 0 for none within its time. */
const answersToOne = [400, 404, 410, 422, 429, 500, 503, 0]

/** A receiver at the end of an endpoint. */
interface Receiver {
  /** The event that it does not take, and its answer to that; undefined for one that takes all. */
  picky: { type: string; status: number } | undefined
  isDown: boolean
  /** The events that it took, by their ids, as often as they came. */
  taken: string[]
}

/** What the world knows of a delivery. */
interface Known {
  event: string
  type: string
  charge: string
  shop: string
  endpoint: string
  /** From when on it holds up no later one, since it has failed: at the earliest, and at the latest. */
  yields: { earliest: number; latest: number } | undefined
  hasArrived: boolean
  /** Until when a process that is gone has it. */
  lostUntil: number
}

let database: Awaited<ReturnType<typeof openDatabase>>
let db: Kysely<Tables>
let store: Store
before(async () => {
  database = await openDatabase()
  db = database.db
  store = createStore(db)
})
after(() => database?.close())

/** Milliseconds that were let pass in the rows. */
let passed = 0
const now = () => performance.now() + passed

/** Lets time pass: all that is planned comes nearer by so much. */
async function pass(milliseconds: number): Promise<void> {
  passed += milliseconds
  const earlier = (column: string) =>
    sql`${sql.ref(column)} = ${sql.ref(column)} - ${milliseconds} * interval '1 millisecond'`
  const columns = ['nextAttemptAt', 'yieldsAt', 'failingSince', 'leaseExpiresAt']
  await sql`update webhook_deliveries set ${sql.join(columns.map(earlier))}
    where status = 'WAITING'`.execute(db)
}

type World = Awaited<ReturnType<typeof createWorld>>

/** Shops with three receivers each, and charges of which nothing was told yet. */
async function createWorld(seed: number) {
  const dice = createDice(seed)
  const receivers = new Map<string, Receiver>()
  const charges: { charge: ChargeRecord; untold: ChargeEventType[]; endpoints: string[] }[] = []
  for (let shop = 0; shop < shops; shop++) {
    const { account } = await store.createAccount(`Shop ${shop}`)
    const endpoints: string[] = []
    for (const kind of ['steady', 'picky', 'shaky'] as const) {
      const filter = { url: `https://shop.example/${kind}`, events: [], shop: '', description: '' }
      const { endpoint } = await store.addEndpoint(account.id, filter, { author: 'cli' })
      const one = { type: dice.pick(types), status: dice.pick(answersToOne) }
      const picky = kind === 'picky' ? one : undefined
      receivers.set(endpoint.id, { picky, isDown: false, taken: [] })
      endpoints.push(endpoint.id)
    }
    for (const number of [1, 2]) {
      const charge = {
        ...chargeOf(2 * shop + number, recipients[0] ?? '', 5n, Date.now()),
        accountId: account.id,
      }
      await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(0) })
      charges.push({ charge, untold: [...types], endpoints })
    }
  }
  // What was told of the endpoints and of the charges so far is no part of it.
  await db.deleteFrom('webhookEvents').execute()
  return {
    ...{ dice, receivers, charges, lost: new Map<string, number>() },
    /** Of each charge to each endpoint, in the order of their events. */
    deliveries: new Map<string, Known[]>(),
  }
}

/** Some charges change, and that is told. */
async function tell({ dice, charges, deliveries }: World, share: number): Promise<void> {
  const told = charges.filter(({ untold }) => untold.length > 0 && dice.chance(share))
  const events = told.map(({ charge, untold, endpoints }) => {
    const type = untold.shift() as ChargeEventType
    const event = createChargeEvent(type, charge, brand, new Date())
    for (const endpoint of endpoints) {
      const one: Known = {
        ...{ event: event.id, type, charge: charge.id, endpoint, shop: charge.accountId },
        ...{ yields: undefined, hasArrived: false, lostUntil: 0 },
      }
      deliveries.set(nameOf(one), [...(deliveries.get(nameOf(one)) ?? []), one])
    }
    return { event, accountId: charge.accountId, chargeId: charge.id }
  })
  await db.transaction().execute((tx) => insertEvents(tx, events))
}

const claim = () =>
  store.claimDeliveries({
    limit: 1000,
    maxPerEndpoint: 4,
    maxPerAccount: 8,
    maxUncertain: 1000,
    leaseMs: 30 * seconds,
  })

/** Two processes deliver all that is due. */
async function deliverAll(world: World): Promise<void> {
  const since = now()
  for (;;) {
    const claimed = (await Promise.all([claim(), claim()])).flat()
    if (claimed.length === 0) break
    const names = claimed.map(({ event, endpointId }) => `${event.id} ${endpointId}`)
    assert.equal(new Set(names).size, names.length, 'two processes have the same delivery')
    const known = claimed.map((delivery) => find(world, delivery))
    // Before any of them is attempted: this is what the claim knew.
    for (const one of known) checkOrder(world, one)
    await Promise.all(
      claimed.map((delivery, index) => attempt(world, delivery, known[index] as Known)),
    )
  }
  checkNothingIsHeldUp(world, since)
}

const nameOf = ({ charge, endpoint }: Pick<Known, 'charge' | 'endpoint'>) => `${charge} ${endpoint}`
const listAll = ({ deliveries }: World): Known[] => [...deliveries.values()].flat()

function find({ deliveries }: World, { event, endpointId, chargeId = '' }: Delivery): Known {
  const all = deliveries.get(nameOf({ charge: chargeId, endpoint: endpointId }))
  const known = all?.find((one) => one.event === event.id)
  assert.ok(known && !known.hasArrived, 'what has arrived is not sent again')
  return known
}

async function attempt(world: World, delivery: Delivery, known: Known): Promise<void> {
  const { dice, receivers, lost } = world
  const receiver = receivers.get(known.endpoint) as Receiver
  const status = answerOf(receiver, known.type)
  const dies = dice.chance(0.04)
  const hasAnswer = !dies || dice.chance(0.5)
  if (hasAnswer && status === 204) receiver.taken.push(known.event)
  if (dies) {
    known.lostUntil = now() + 31 * seconds
    lost.set(known.endpoint, (lost.get(known.endpoint) ?? 0) + 1)
    return
  }
  if (status === 204) {
    known.hasArrived = true
    await store.markDelivered(delivery)
    return
  }
  const failure = { error: `${status}`, isRefused: isRefusal(status) }
  const retryDelayMs = computeRetryDelayMs(retryDelaysMs, delivery.previousAttempts, 0)
  assert.ok(retryDelayMs, 'nothing is given up within some hours')
  const earliest = now() + (failure.isRefused ? 0 : holdMs)
  await store.markFailed(delivery, failure, retryDelayMs)
  const latest = now() + (failure.isRefused ? 0 : holdMs)
  // Where an earlier one yields, the order is broken already.
  const others = earlierOf(world, known).flatMap(({ yields }) => yields ?? [])
  known.yields ??= {
    earliest: Math.min(earliest, ...others.map((one) => one.earliest)),
    latest: Math.min(latest, ...others.map((one) => one.latest)),
  }
}

const answerOf = ({ picky, isDown }: Receiver, type: string) =>
  picky?.type === type ? picky.status : isDown ? 503 : 204

/** The earlier ones of the same charge to the same endpoint that have not arrived. */
function earlierOf({ deliveries }: World, one: Known): Known[] {
  const all = deliveries.get(nameOf(one)) ?? []
  return all.slice(0, all.indexOf(one)).filter(({ hasArrived }) => !hasArrived)
}

/** A delivery overtakes none but those that have failed, and only where one of them was refused or has failed for a minute. */
function checkOrder(world: World, one: Known): void {
  const earlier = earlierOf(world, one)
  if (earlier.length === 0) return
  const isBroken = earlier.some(({ yields }) => yields && yields.earliest <= now())
  const story = JSON.stringify({ one, earlier, now: now() })
  assert.ok(isBroken && earlier.every(({ yields }) => yields), `the order is broken: ${story}`)
}

/** Nothing waits without an attempt behind what was refused, or has failed for a minute, and at no other receiver. */
function checkNothingIsHeldUp(world: World, since: number): void {
  const isLost = (one: Known) => !one.hasArrived && one.lostUntil > since
  // A claim of a process that is gone counts among those of its shop until it lapses.
  const all = listAll(world)
  const blocked = new Set(all.filter(isLost).map(({ shop }) => shop))
  const untried = all.filter((one) => !one.hasArrived && !one.yields && !blocked.has(one.shop))
  for (const one of untried) {
    const isHeld = earlierOf(world, one).some(({ yields }) => !yields || yields.latest > since)
    assert.ok(isHeld, `nothing holds up ${JSON.stringify({ one, since })}`)
  }
}

test('over all schedules a receiver gets what it takes in order, once, and at once behind what it refuses', async (t) => {
  const seed = Number(process.env.SEED ?? 1)
  const world = await createWorld(seed)
  const { dice, receivers, charges, lost } = world
  const shaky = [...receivers.keys()].filter((_, index) => index % 3 === 2)
  for (let step = 0; step < steps; step++) {
    for (const id of shaky) {
      const receiver = receivers.get(id) as Receiver
      receiver.isDown = receiver.isDown ? !dice.chance(0.4) : dice.chance(0.2)
    }
    await tell(world, 0.3)
    await deliverAll(world)
    await pass(dice.pick([0, 1, 5, 20, 35, 61, 300]) * seconds)
  }
  while (charges.some(({ untold }) => untold.length > 0)) await tell(world, 1)
  // Everybody takes everything from now on.
  for (const receiver of receivers.values())
    Object.assign(receiver, { picky: undefined, isDown: false })
  for (let day = 0; day < 10 && listAll(world).some((one) => !one.hasArrived); day++) {
    await deliverAll(world)
    await pass(25 * 3600 * seconds)
  }
  const deliveries = listAll(world)
  assert.deepEqual(
    deliveries.filter(({ hasArrived }) => !hasArrived),
    [],
  )
  for (const [id, { taken }] of receivers) {
    const own = deliveries.filter(({ endpoint }) => endpoint === id)
    assert.equal(new Set(taken).size, own.length, 'each event arrives')
    assert.ok(taken.length - own.length <= (lost.get(id) ?? 0), 'and once, where no process died')
  }
  const failed = deliveries.filter(({ yields }) => yields).length
  t.diagnostic(`${shops} shops, ${deliveries.length} deliveries, ${failed} failed first`)
  // Schedules in which nothing fails would show nothing.
  assert.ok(failed > shops)
})
