import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { startPostgres, type TestServer } from '../../support/postgres.ts'
import { expectStatuses } from '../../support/rate-limits.ts'
import { createAccount, type ServiceProcess, startServiceProcess } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'

// PostgreSQL's own, since one of these tests stops it.
let server: TestServer | undefined
let database: TestDatabase
let services: ServiceProcess[] = []
let apiKey: string
before(async () => {
  server = await startPostgres()
  if (!server) return console.error('NOT RUN: this machine has no PostgreSQL programs.')
  database = await createDatabase(server.url)
  const environment = {
    DATABASE_URL: database.url,
    RATE_LIMIT: '6',
    ...withOptions({ rateLimitAddress: 4 }),
  }
  apiKey = (await createAccount(environment)).apiKey
  services = [await startServiceProcess(environment), await startServiceProcess(environment)]
})
after(async () => {
  for (const service of services) await service.end()
})

const ask = async (service: ServiceProcess | undefined, path: string, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'api-key': key }
  const response = await fetch(service?.baseUrl + path, { headers })
  await response.arrayBuffer()
  return response.status
}

test('two processes on one PostgreSQL hold a key to one limit together', async (t) => {
  if (!server) return t.skip('no PostgreSQL')
  const [one, two] = services
  const calls = [one, two, one, two, one, two, one, two].map(
    (service) => () => ask(service, '/charges', apiKey),
  )
  await expectStatuses(calls, [200, 200, 200, 200, 200, 200, 429, 429])
})

test('while the database is away each process holds callers to the limit by itself', async (t) => {
  if (!server) return t.skip('no PostgreSQL')
  await server.stop()
  server = undefined
  const [one] = services
  const statuses: number[] = []
  for (let call = 0; call < 6; call++) statuses.push(await ask(one, '/openapi.json'))
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429])
})
