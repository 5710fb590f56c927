import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, parseUnits } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { type Client, createClient } from '../../../src/api/client/client.ts'
import type { PayError } from '../../../src/errors.ts'
import type { SchemaChange } from '../../../src/service/db/migrations/migrate.ts'
import { mintCall } from '../../support/contracts.ts'
import { freshDatabase } from '../../support/database.ts'
import { chainEnvironment, chainId, wallet } from '../../support/harness.ts'
import { createLaterVersion, type LaterVersion } from '../../support/later-version.ts'
import { type LocalChain, startLocalChain, transferCall } from '../../support/local-chain.ts'
import { chargeBody, suffixOf } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import {
  createAccount,
  type ServiceEnvironment,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

/** How many upgrades to a later version are made under load. */
const upgrades = Number(process.env.UPGRADES ?? 1)
/** Milliseconds for a call to get through, and for all to come to their end. */
const patience = 180_000
const payers = [2, 3, 4].map(demoAccount)

const database = await freshDatabase()
const skip = database ? false : 'two processes need a PostgreSQL: set TEST_DATABASE_URL'

/** What a version after this one may add while this one runs: a column, a table, an index. */
function addition(number: number): [string, SchemaChange] {
  const statements = [
    `alter table charges add column later_${number} text not null default ''`,
    `create table later_${number} (charge_id uuid primary key references charges)`,
    `create index later_index_${number} on webhook_deliveries (event_id) where later_filter(status)`,
  ]
  const filter = `create or replace function later_filter(status text) returns boolean immutable
    language sql as $$ select status = 'FAILED' $$`
  return [
    `${String(number + 1).padStart(4, '0')}_addition`,
    { statements: [filter, ...statements], worksWith: '0001_initial' },
  ]
}

describe('two versions on one PostgreSQL', { skip }, () => {
  let chain: LocalChain
  let receiver: Receiver
  let environment: ServiceEnvironment
  let client: Client
  let token: Address
  let sql: pg.Client
  const services: ServiceProcess[] = []
  const versions: LaterVersion[] = []
  before(async () => {
    chain = await startLocalChain()
    receiver = await startReceiver()
    token = chain.dusd
    environment = {
      ...chainEnvironment(chain),
      DATABASE_URL: String(database?.url),
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      ...withOptions({ leaseMs: 2000, rateLimitAddress: 0 }),
      SETTINGS_DELAY_HOURS: '0',
      WEBHOOK_ALLOW_PRIVATE: 'on',
    }
    const { apiKey } = await createAccount(environment)
    const connection = { baseUrl: 'http://any.example', apiKey, fetch: callAny }
    client = createClient({ ...connection, retries: 0, timeoutMs: patience })
    services.push(await startServiceProcess(environment), await startServiceProcess(environment))
    const { secret = '' } = await client.setChargeWebhook({ url: receiver.url })
    receiver.secret = secret
    for (const { address } of payers) await chain.send(token, mintCall(address, 10n ** 15n))
    sql = new pg.Client({ connectionString: database?.url })
    await sql.connect()
  })
  after(async () => {
    await sql?.end()
    for (const one of services) await one.end()
    for (const one of versions) one.remove()
    await receiver.die()
    await chain.stop()
    await database?.remove()
  })

  /** A front as a load balancer is one: calls go to all processes in turn, and once more where one is not there. */
  let turn = 0
  const callAny = (url: string, init: RequestInit) =>
    until(
      'an answer',
      async () => {
        turn += 1
        const service = services[turn % services.length]
        const { pathname, search } = new URL(url)
        const response = await fetch(`${service?.baseUrl}${pathname}${search}`, init).catch(
          () => undefined,
        )
        return response && response.status !== 503 ? response : undefined
      },
      patience,
    )
  const acknowledged = new Map<string, string>()
  const sent = new Map<string, string>()
  const reported = new Set<string>()

  /** Makes charges and pays them, one after the other; every second one is reported. */
  async function trade(payer: (typeof payers)[number], isOver: () => boolean): Promise<void> {
    for (let count = 0; !isOver(); count += 1) {
      // A merchant's webhooks are delivered four at once: more load would only make the test wait for the last of them.
      await sleep(300)
      const amount = `${1 + Math.floor(Math.random() * 900)}.25`
      const { id } = await client.createCharge(
        chargeBody({ chain }, {}, { local_price: { amount } }),
      )
      acknowledged.set(id, amount)
      const data = transferCall(wallet, parseUnits(amount, 6), suffixOf(id))
      const hash = await chain.client.sendTransaction({
        ...{ account: payer, to: token, data, gas: 200_000n },
      })
      sent.set(id, hash)
      if (count % 2 === 0) continue
      const payment = { hash, chainId: `${chainId}`, tokenAddress: token }
      await client.addPayment(id, payment).catch((error: PayError) => {
        // The watcher has found it before the report came.
        if (error.status !== 409) throw error
      })
      reported.add(id)
    }
  }

  /** Puts a process of a version in the place of another one, which ends as an operator ends it. */
  async function replace(index: number, program?: string): Promise<void> {
    const old = services[index]
    services[index] = await startServiceProcess(environment, program)
    assert.equal(await old?.end('SIGTERM'), 0)
  }

  test(`upgraded ${upgrades} times under load, nothing acknowledged is lost, and nothing is told under two ids`, async (t) => {
    let isOver = false
    const load = Promise.all(payers.map((payer) => trade(payer, () => isOver)))
    const additions: [string, SchemaChange][] = []
    let program: string | undefined
    const upgrade = async () => {
      for (let number = 1; number <= upgrades; number += 1) {
        const previous = program
        additions.push(addition(number))
        const version = await createLaterVersion(Object.fromEntries(additions))
        versions.push(version)
        program = version.program
        await replace(0, program)
        // The version before still serves, and starts again on what the new one has added.
        await replace(1, previous)
        const size = acknowledged.size
        await until('charges by both', () => acknowledged.size >= size + 6 || undefined, patience)
        await replace(1, program)
      }
    }
    try {
      await Promise.race([upgrade(), load])
    } finally {
      isOver = true
      await load
    }
    const { rows } = await sql.query('select name from kysely_migration')
    assert.equal(rows.length, 1 + upgrades)

    await until('all to be paid', () => arePaid(), patience)
    for await (const charge of client.iterateCharges({ limit: 100 })) {
      const amount = acknowledged.get(charge.id)
      // A call whose answer was lost is repeated with its key, and makes no second charge.
      assert.equal(charge.pricing.local.amount, amount)
      const completed = charge.payments.filter((one) => one.status === 'COMPLETED')
      assert.deepEqual(
        completed.map((one) => [one.payerTransactionHash, one.paidAmountInRequestedToken]),
        [[sent.get(charge.id), amount?.replace(/0$/, '')]],
      )
      acknowledged.delete(charge.id)
    }
    assert.equal(acknowledged.size, 0)
    const events = await checkWebhooks()
    t.diagnostic(
      `${upgrades} upgrades, ${3 * upgrades} processes replaced: ${sent.size} charges, ${reported.size} reported, ` +
        `each paid once; ${events} webhooks told ${receiver.received.length} times`,
    )
  })

  const arePaid = async () => {
    const { pagination } = await client.listCharges({ status: 'COMPLETED', limit: 1 })
    return pagination.total >= sent.size || undefined
  }

  /** Every charge was told of with each of its types once, under one id, however often it was sent. */
  async function checkWebhooks(): Promise<number> {
    const told = () => Map.groupBy(receiver.received, ({ event }) => event.data.id)
    await until(
      'the last webhook',
      () =>
        [...sent.keys()].every((id) =>
          told()
            .get(id)
            ?.some(({ event }) => event.type === 'charge:confirmed'),
        ) || undefined,
      patience,
    )
    let events = 0
    for (const [id, calls] of told()) {
      assert.ok(sent.has(id), 'no charge is told of that was not acknowledged')
      const ids = Map.groupBy(calls, ({ event }) => event.type)
      assert.deepEqual([...ids.keys()], ['charge:created', 'charge:pending', 'charge:confirmed'])
      for (const [type, same] of ids) {
        assert.equal(new Set(same.map(({ event }) => event.id)).size, 1, `${type} of ${id}`)
        assert.equal(new Set(same.map(({ body }) => body.replace(/127\.0\.0\.1:\d+/, ''))).size, 1)
        assert.ok(same.every(({ genuine }) => genuine))
        events += 1
      }
    }
    return events
  }

  test('a version that a later migration has left behind does not open the database, and says why', async () => {
    const number = upgrades + 1
    const name = `${String(number + 1).padStart(4, '0')}_removal`
    const previous = Array.from({ length: upgrades }, (_, index) => addition(index + 1))
    const removal: [string, SchemaChange] = [
      name,
      {
        statements: ['alter table charges drop column base_url'],
        worksWith: `${String(number).padStart(4, '0')}_addition`,
      },
    ]
    const later = await createLaterVersion(Object.fromEntries([...previous, removal]))
    versions.push(later)
    services.push(await startServiceProcess(environment, later.program))
    await assert.rejects(
      startServiceProcess(environment),
      new RegExp(
        `cannot be used: a later version has migrated it \\(${name}\\), and this version, of 0001_initial,`,
      ),
    )
    // The version before knows what it must.
    const before = versions.at(-2)?.program
    services.push(await startServiceProcess(environment, before))
  })
})
