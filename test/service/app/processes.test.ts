import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Address } from 'viem'
import { createClient } from '../../../src/api/client/client.ts'
import { payerHeader } from '../../../src/api/routes/proxy-routes.ts'
import type { PayError } from '../../../src/errors.ts'
import { freshDatabase } from '../../support/database.ts'
import { chainEnvironment, chainId, wallet } from '../../support/harness.ts'
import { type LocalChain, startLocalChain, transferCall } from '../../support/local-chain.ts'
import { chargeBody, reportTo, suffixOf } from '../../support/paying.ts'
import {
  createAccount,
  type ServiceEnvironment,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'

const dollars = 5_000_000n
const database = await freshDatabase()
const url = database?.url
const skip = url ? false : 'two processes need a PostgreSQL: set TEST_DATABASE_URL'

describe('two processes on one PostgreSQL', { skip }, () => {
  let chain: LocalChain
  let environment: ServiceEnvironment
  let apiKey: string
  let services: ServiceProcess[]
  let token: Address
  let sql: pg.Client
  before(async () => {
    chain = await startLocalChain()
    token = chain.dusd
    environment = {
      ...chainEnvironment(chain),
      DATABASE_URL: String(url),
      // Longer than a machine that runs tests stands still: who has the work must not lose it by that.
      ...withOptions({ leaseMs: 20_000 }),
      LOG_LEVEL: 'debug',
    }
    // Both bring the empty database to this version, at the same time.
    services = await Promise.all([
      startServiceProcess(environment),
      startServiceProcess(environment),
    ])
    apiKey = (await createAccount(environment)).apiKey
    sql = new pg.Client({ connectionString: url })
    await sql.connect()
  })
  after(async () => {
    await sql.end()
    await Promise.all(services.map((one) => one.end()))
    await chain.stop()
    await database?.remove()
  })

  const clientOf = ({ baseUrl }: ServiceProcess) =>
    createClient({ baseUrl, apiKey, retries: 0, timeoutMs: patience })
  const newCharge = async (service: ServiceProcess) => {
    const made = await clientOf(service).createCharge(chargeBody({ chain }))
    return made.id
  }
  /** As a payer whom the proxy names: what the merchant's own key reports is the merchant's decision. */
  const payerOf = ({ baseUrl }: ServiceProcess) =>
    createClient({
      ...{ baseUrl, apiKey, retries: 0, timeoutMs: patience },
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set(payerHeader, 'payer')
        return fetch(input, { ...init, headers })
      },
    })
  const report = (service: ServiceProcess, id: string, hash: string) =>
    reportTo(payerOf(service), id, { hash, chainId: `${chainId}`, tokenAddress: token })
  const completed = (service: ServiceProcess, id: string) =>
    until(`${id} to be paid`, async () => {
      const { payments } = await clientOf(service).getCharge(id)
      return payments.some((one) => one.status === 'COMPLETED') || undefined
    })
  /** The hashes of the payments that a process has found. Its lines come a moment after what they tell of. */
  const foundBy = (service: ServiceProcess) =>
    service.log.filter((one) => one.msg === 'found a payment').map((one) => one.hash)
  /** Who follows the chain, by the lease. */
  const readHolder = async () => {
    const { rows } = await sql.query(`select lease_owner from leases where task like 'chain%'`)
    return (rows as { lease_owner: string }[])[0]?.lease_owner
  }

  /** Makes and pays charges by all processes in turn, half of them reported, and waits until all are paid and told of. */
  async function trade(count: number): Promise<void> {
    const ids: string[] = []
    const hashes: string[] = []
    for (let index = 0; index < count; index += 1) {
      const id = await newCharge(services[index % services.length]!)
      const hash = await chain.transfer(token, wallet, dollars, suffixOf(id))
      const other = services[(index + 1) % services.length]!
      // Found before it is reported, it is known already.
      if (index % 4 < 2) await report(other, id, hash).catch(conflict)
      ids.push(id)
      hashes.push(hash)
    }
    await Promise.all(ids.map((id) => completed(services.at(-1)!, id)))
    await until('a line for each payment', () => {
      const found = new Set(services.flatMap(foundBy))
      return hashes.every((hash) => found.has(hash)) || undefined
    })
  }

  /** Rows that tell of something done twice. */
  async function doneTwice(): Promise<unknown[]> {
    const payments = await sql.query(
      `select chain_id, hash from payments where status = 'COMPLETED' group by 1, 2 having count(*) > 1`,
    )
    const statusChanges = await sql.query(
      `select charge_id, status, context from charge_status_history group by 1, 2, 3 having count(*) > 1`,
    )
    return [...payments.rows, ...statusChanges.rows]
  }

  test('one of them follows the chain, and both see what it finds', async () => {
    await trade(8)
    const active = services.filter((one) => foundBy(one).length > 0)
    assert.equal(active.length, 1)
    const { rows } = await sql.query('select task, lease_owner from leases order by task')
    assert.deepEqual(
      rows.map(({ task }) => task),
      [`chain ${chainId}`, 'expiry'],
    )
    assert.deepEqual(await doneTwice(), [])
  })

  test('50 simultaneous reports of one hash at both of them: it pays the one that it names', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => newCharge(services[index % 2]!)),
    )
    const named = ids[37] ?? ''
    await chain.client.setAutomine(false)
    try {
      const data = transferCall(wallet, dollars, suffixOf(named))
      const hash = await chain.client.sendTransaction({ to: token, data, gas: 200_000n })
      await Promise.all(ids.map((id, index) => report(services[index % 2]!, id, hash)))
      await chain.client.mine({ blocks: 1 })
    } finally {
      await chain.client.setAutomine(true)
    }
    await completed(services[0]!, named)
    const { rows } = await sql.query('select charge_id from payments where charge_id = any($1)', [
      ids,
    ])
    assert.deepEqual(rows, [{ charge_id: named }])
    assert.deepEqual(await doneTwice(), [])
  })

  test('though both believe the work is theirs, nothing is done twice', async () => {
    let stealing = true
    const steal = async () => {
      while (stealing) await sql.query('delete from leases')
    }
    const thief = steal()
    const before = services.map((one) => foundBy(one).length)
    const haveBothWorked = () =>
      services.every((one, index) => foundBy(one).length > before[index]!)
    try {
      // Each payment is found by the one that comes first: it may be the same one several times.
      for (let round = 0; round < 4 || (round < 20 && !haveBothWorked()); round += 1) await trade(4)
    } finally {
      stealing = false
      await thief
    }
    assert.ok(haveBothWorked(), 'both worked')
    assert.deepEqual(await doneTwice(), [])
  })

  test('when the one that does the work is killed, the other takes over', async () => {
    // After that no search is under way that began while the lease was stolen.
    await trade(2)
    const holder = await readHolder()
    const id = await newCharge(services[0]!)
    const hash = await chain.transfer(token, wallet, dollars, suffixOf(id))
    const busy = await until('the one that finds it', () =>
      services.find((one) => foundBy(one).includes(hash)),
    )
    await completed(busy, id)
    services = services.filter((one) => one !== busy)
    await busy.end('SIGKILL')
    const [other] = services as [ServiceProcess]
    const foundBefore = foundBy(other).length
    // Nobody gave the lease back: it lapses.
    await until('the other to take over', async () => {
      const now = await readHolder()
      return (now !== undefined && now !== holder) || undefined
    })
    await trade(6)
    assert.notEqual(await readHolder(), holder)
    assert.ok(foundBy(other).length >= foundBefore + 6)
    assert.deepEqual(await doneTwice(), [])
  })

  test('one that stops gives its work back: the next need not wait', async () => {
    const holder = await readHolder()
    await services[0]?.end('SIGTERM')
    // A lease of the one that was killed may still be there: nobody gave it back.
    const kept = await sql.query('select * from leases where lease_owner = $1', [holder])
    assert.ok(holder)
    assert.deepEqual(kept.rows, [])
    services = [await startServiceProcess(environment)]
    await trade(2)
  })
})

/** Lets pass only that a payment is known already. */
const conflict = (error: PayError) => {
  if (error.status !== 409) throw error
}
