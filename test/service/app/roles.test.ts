import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient } from '../../../src/api/client/client.ts'
import { serviceRoles } from '../../../src/service/app/roles/service-role.ts'
import { freshDatabase } from '../../support/database.ts'
import { chainEnvironment, chainId, readReadiness, wallet } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { chargeBody, reportTo } from '../../support/paying.ts'
import { sourceProgram } from '../../support/program.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import {
  createAccount,
  runCli,
  type ServiceEnvironment,
  type ServiceProcess,
  startServiceProcess,
  temporaryFolder,
} from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'

const database = await freshDatabase()
const skip = database ? false : 'several processes need a PostgreSQL: set TEST_DATABASE_URL'
const logModules = fileURLToPath(new URL('../../support/log-modules.mjs', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  await folder.remove()
  await database?.remove()
})

describe('a process with one role', { skip }, () => {
  let chain: LocalChain
  let receiver: Receiver
  let sql: pg.Client
  let apiKey: string
  const services = new Map<string, ServiceProcess>()
  before(async () => {
    chain = await startLocalChain()
    receiver = await startReceiver()
    const environment: ServiceEnvironment = {
      ...chainEnvironment(chain),
      DATABASE_URL: String(database?.url),
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...withOptions({ isMetricsPublic: true }),
      SETTINGS_DELAY_HOURS: '0',
      NODE_OPTIONS: `--import=${logModules}`,
    }
    sql = new pg.Client({ connectionString: database?.url })
    await sql.connect()
    apiKey = (await createAccount({ ...environment, NODE_OPTIONS: '' })).apiKey
    for (const role of serviceRoles) {
      const variables = { SERVICE_ROLES: role, MODULE_LOG: join(folder.path, role) }
      services.set(role, await startServiceProcess({ ...environment, ...variables }, sourceProgram))
    }
    const { secret = '' } = await client().setChargeWebhook({ url: receiver.url })
    receiver.secret = secret
  })
  after(async () => {
    for (const one of services.values()) await one.end()
    await sql.end()
    await receiver.die()
    await chain.stop()
  })

  const baseUrl = (role: string) => services.get(role)?.baseUrl ?? ''
  const client = () =>
    createClient({ baseUrl: baseUrl('api'), apiKey, retries: 0, timeoutMs: patience })
  const tokenAddress = () => chain.dusd
  const newCharge = async () => {
    const { id } = await client().createCharge(chargeBody({ chain }))
    return id
  }
  const typesOf = (id: string) =>
    receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type)
  const told = (id: string, type: string) =>
    until(`${type} of ${id}`, () => typesOf(id).some((one) => one === type) || undefined)

  test('does its part, and together they do everything', async () => {
    const id = await newCharge()
    const hash = await chain.transfer(tokenAddress(), wallet, 5_000_000n)
    // Names no charge, so that only the report leads the watcher to it: unmatched, until its payer signs.
    await reportTo(client(), id, { hash, chainId: `${chainId}`, tokenAddress: tokenAddress() })
    await told(id, 'charge:created')
    await until('the verdict', async () => {
      const { rows } = await sql.query(`select from transfers where hash = $1`, [hash])
      return rows.length > 0 || undefined
    })
    // It is written once the delivery is saved.
    await until(
      'the line of a delivery',
      () =>
        services.get('webhooks')?.log.some(({ msg }) => msg === 'webhook delivered') || undefined,
    )
    for (const [role, { log }] of services) {
      const delivered = log.filter(({ msg }) => msg === 'webhook delivered').length
      assert.equal(delivered > 0, role === 'webhooks', `${role} delivered ${delivered}`)
    }
  })

  test('is woken by what another process writes, and does not look all the time', async () => {
    await told(await newCharge(), 'charge:created')
    await sql.query('alter table webhook_deliveries disable trigger webhook_deliveries_signal')
    // A look that was due anyway, one each two seconds, may find the first ones. One who looks twice a second finds each.
    const untold = await until('an event that waits', async () => {
      const id = await newCharge()
      await sleep(1000)
      return typesOf(id).length === 0 ? id : undefined
    })
    await sql.query('alter table webhook_deliveries enable trigger webhook_deliveries_signal')
    await sql.query(`select send_signal('webhooks')`)
    await told(untold, 'charge:created')
  })

  test('loads none of the code of the others, and without the embedded database not its code', async () => {
    const loaded = async (role: string) => await readFile(join(folder.path, role), 'utf8')
    const parts = {
      api: /src\/service\/(charges\/routes\/charges|payment-page\/routes)\.ts/,
      watcher: /src\/service\/watcher\//,
      webhooks: /src\/service\/webhooks\/send\/dispatcher\.ts/,
      chain: /node_modules\/viem\//,
      embedded: /electric-sql|operator-socket/,
      documents: /src\/service\/openapi\//,
      commands: /operator-program/,
    }
    const expected = {
      api: ['api', 'chain'],
      watcher: ['watcher', 'chain'],
      webhooks: ['webhooks'],
    }
    for (const role of serviceRoles) {
      const text = await loaded(role)
      const found = Object.entries(parts).filter(([, pattern]) => pattern.test(text))
      assert.deepEqual(
        found.map(([name]) => name),
        expected[role],
        role,
      )
    }
    await fetch(`${baseUrl('api')}/openapi.json`)
    assert.match(await loaded('api'), parts.documents)
  })

  test('says whether it is ready, and which role answers what it does not', async () => {
    const loops: Record<string, string[]> = {
      api: [],
      watcher: [`chain ${chainId}`, 'expiry'],
      webhooks: ['webhooks'],
    }
    for (const role of serviceRoles) {
      const body = await readReadiness(baseUrl(role))
      assert.deepEqual(Object.keys(body.loops).sort(), loops[role])
      assert.equal(body.chains !== undefined, role !== 'webhooks')
      for (const path of ['/healthz', '/metrics']) {
        const { status } = await fetch(baseUrl(role) + path)
        assert.equal(status, 200)
      }
      const charges = await fetch(`${baseUrl(role)}/charges`, { headers: { 'api-key': apiKey } })
      assert.equal(charges.status, role === 'api' ? 200 : 404)
      const text = await charges.text()
      if (role !== 'api') assert.match(text, new RegExp(`the role ${role}\\. .* the role api`))
    }
  })
})

describe('serve', () => {
  const refusal = async (args: string[], environment: Record<string, string>) => {
    const failed = await runCli(['serve', ...args], { DATA_DIR: folder.path, ...environment }).then(
      () => assert.fail('it ran'),
      (cause: { code: number; stderr: string }) => cause,
    )
    assert.equal(failed.code, 1)
    return failed.stderr.trim()
  }

  test('refuses the embedded database with fewer roles than all: no other process could open it', async () => {
    const text = await refusal([], { SERVICE_ROLES: 'api,watcher', SERVICE_PORT: '0' })
    assert.match(text, /^SERVICE_ROLES must be all roles .*DATABASE_URL/)
  })

  test('--roles stands in the place of SERVICE_ROLES, and names the roles when one is wrong', async () => {
    const text = await refusal(['--roles', 'api,mail'], { SERVICE_ROLES: 'api' })
    assert.match(text, /^SERVICE_ROLES must list roles \(api, watcher, webhooks\), .*"mail"$/)
  })
})
