import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { execute } from '../../support/aging.ts'
import { call, provideHarness } from '../../support/harness.ts'
import { commandsOf } from '../../support/operator.ts'
import { type RunningService, startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

// The life of an api-key, while the service runs.

const harness = provideHarness()

interface ShownKey {
  prefix: string
  name: string
  scopes: string[]
  used: string
  expires: string
  revoked: string
}

const cli = commandsOf(harness)

async function createKey(...args: string[]): Promise<ShownKey & { apiKey: string }> {
  const account = ['--account', harness.shop.id, '--json']
  return JSON.parse(await cli('keys', 'create', ...account, ...args)) as ShownKey & {
    apiKey: string
  }
}

async function listKeys(): Promise<ShownKey[]> {
  return JSON.parse(await cli('keys', 'list', '--account', harness.shop.id, '--json')) as ShownKey[]
}

async function ask(apiKey: string, service: RunningService = harness.service) {
  const path = '/charges?limit=1'
  const { status, body } = await call({ ...harness, service }, 'GET', path, undefined, {
    'api-key': apiKey,
  })
  return { status, message: (body as { error?: { message: string } }).error?.message }
}

describe('an api-key', () => {
  test('has a name and scopes, and is listed without itself', async () => {
    const made = await createKey('--scope', 'charges:read,payments', '--name', 'Bookkeeping')
    const { apiKey, prefix } = made
    assert.ok(apiKey.startsWith(`${prefix}_`))
    const listed = (await listKeys()).find((key) => key.prefix === prefix)
    const { name, scopes, used, expires, revoked } = listed ?? assert.fail('it is not listed')
    assert.deepEqual(
      { name, scopes, used, expires, revoked },
      {
        name: 'Bookkeeping',
        scopes: ['charges:read', 'payments'],
        used: '',
        expires: '',
        revoked: '',
      },
    )
    assert.ok(!(await cli('keys', 'list', '--account', harness.shop.id)).includes(apiKey))
  })

  test('shows its last use, which is written once a minute', async () => {
    const { apiKey, prefix } = await createKey('--scope', 'charges:read')
    const used = async () => (await listKeys()).find((key) => key.prefix === prefix)?.used
    assert.equal((await ask(apiKey)).status, 200)
    const first = await until('the use in the list', async () => (await used()) || undefined)
    for (let n = 0; n < 5; n += 1) assert.equal((await ask(apiKey)).status, 200)
    assert.equal(await used(), first)
  })

  test('is refused from the next call on when it is revoked, and told why', async () => {
    const { apiKey, prefix } = await createKey('--scope', 'admin')
    assert.equal((await ask(apiKey)).status, 200)
    await cli('keys', 'revoke', prefix)
    assert.deepEqual(await ask(apiKey), { status: 401, message: 'The api-key was revoked.' })
  })

  test('is refused when its time is over, and told why', async () => {
    const { apiKey, prefix, expires } = await createKey('--scope', 'admin', '--expires', '30d')
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days <= 30, `${days}`)
    assert.equal((await ask(apiKey)).status, 200)
    await harness.service.end()
    const over = `expires_at = now() - interval '1 second'`
    await execute(harness, `update api_keys set ${over} where prefix = '${prefix}'`)
    harness.service = await startService(harness.environment)
    assert.deepEqual(await ask(apiKey), { status: 401, message: 'The api-key has expired.' })
  })

  test('that is only almost right learns nothing of the one that was revoked', async () => {
    const { apiKey, prefix } = await createKey('--scope', 'admin')
    await cli('keys', 'revoke', prefix)
    const other = apiKey.slice(0, -1) + (apiKey.endsWith('A') ? 'B' : 'A')
    assert.deepEqual(await ask(other), { status: 401, message: 'There is no such api-key.' })
    assert.deepEqual(await ask(prefix), { status: 401, message: 'There is no such api-key.' })
  })

  test('comes with the account for its proxy, if that is wanted', async () => {
    const made = await cli('account', 'create', '--name', 'Tea', '--proxy-key', '--json')
    const { proxyKey } = JSON.parse(made) as { proxyKey: string }
    assert.equal((await ask(proxyKey)).status, 403)
    const text = await cli('account', 'create', '--proxy-key')
    assert.match(text, /^account {2}\S+\napi-key {2}pc_\S+\nproxy {4}pc_\S+\nStore the keys/)
  })

  test('is in no line of the log', async () => {
    const { apiKey } = await createKey('--scope', 'admin')
    await ask(apiKey)
    await ask(`${apiKey}x`)
    await until('the calls in the log', () =>
      harness.service.log.some(({ status }) => status === 401) ? true : undefined,
    )
    assert.ok(!harness.service.output().includes(apiKey.slice(12)))
  })
})

test('pay-charge keys create says in one line what is wrong', async () => {
  const faults: [args: string[], told: RegExp][] = [
    [['--scope', 'everything'], /^--scope must be one of charges:write, .*, not "everything"/],
    [['--scope', 'admin', '--expires', 'soon'], /^--expires must be days such as 90d/],
    [['--scope', 'admin', '--expires', '2020-01-31'], /^--expires must be days such as 90d/],
    [['--scope', 'admin', '--expires', '01/31/2099'], /^--expires must be days such as 90d/],
    [['--scope', 'admin', '--name', 'x'.repeat(101)], /^--name must be/],
    [[], /required option '--scope/],
  ]
  for (const [args, told] of faults) {
    await assert.rejects(createKey(...args), (cause) => {
      const { code, stderr } = cause as { code: number; stderr: string }
      assert.equal(code, 1)
      assert.match(stderr.replace(/^error: /, ''), told)
      return true
    })
  }
})

const skip = process.env.TEST_DATABASE_URL ? false : 'two processes need a PostgreSQL'
test('a revoked key is refused by every process at once', { skip }, async (t) => {
  const second = await startService(harness.environment)
  t.after(() => second.end())
  const { apiKey, prefix } = await createKey('--scope', 'charges:read')
  for (const service of [harness.service, second])
    assert.equal((await ask(apiKey, service)).status, 200)
  await cli('keys', 'revoke', prefix)
  for (const service of [harness.service, second])
    assert.equal((await ask(apiKey, service)).status, 401)
})
