import assert from 'node:assert/strict'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Hono } from 'hono'
import { pino } from 'pino'
import { routes } from '../../../src/api/routes/routes.ts'
import { verifyBooksRoute } from '../../../src/service/books/verification-route.ts'
import type { Env } from '../../../src/service/http/context.ts'
import { operatorUrl } from '../../../src/service/http/operator-call.ts'
import {
  atOnceHeader,
  operatorAccountRoutes,
  operatorRoutes,
} from '../../../src/service/http/operator-routes.ts'
import { createSocketFetch, openOperatorSocket } from '../../../src/service/http/operator-socket.ts'
import { runOperator } from '../../support/operator.ts'
import { type PreparedDatabase, prepareDatabase } from '../../support/prepared.ts'
import {
  createAccount,
  type RunningService,
  runCli,
  startService,
  temporaryFolder,
} from '../../support/service.ts'

describe('commands while the embedded database is in use', () => {
  let data: PreparedDatabase
  let service: RunningService
  let environment: Record<string, string>
  before(async () => {
    data = await prepareDatabase(null)
    environment = data.environment
    service = await startService(environment)
  })
  after(async () => {
    await service.end()
    await data.remove()
  })

  test('answer as they do without the service: output, one line of a fault, exit code', async () => {
    const { stdout } = await runCli(['account', 'list', '--json'], environment)
    const [account] = JSON.parse(stdout) as { id: string; name: string }[]
    assert.equal(account?.name, 'Mug shop')
    const made = await createAccount(environment, 'Tea shop')
    assert.match((await runCli(['account', 'list'], environment)).stdout, new RegExp(made.id))
    await assert.rejects(runCli(['keys', 'list', '--account', 'nobody'], environment), (cause) => {
      const { code, stderr } = cause as { code: number; stderr: string }
      assert.equal(code, 1)
      assert.match(stderr, /^--account: There is no account nobody\..*\n$/)
      return true
    })
  })

  /** Writes bytes to the socket, and returns what it answers. */
  async function say(text: string): Promise<string> {
    const socket = connect(join(String(environment.DATA_DIR), 'admin.sock'))
    await once(socket, 'connect')
    socket.write(text)
    return await readText(socket)
  }

  for (const line of [
    'no HTTP\r\n\r\n',
    'GET /serve HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ])
    test(`${line.slice(0, 10)} ends without harm`, async () => {
      assert.match(await say(line), /^HTTP\/1\.1 40[04] /)
      assert.match((await runOperator(['account', 'list'], environment)).stdout, /Mug shop/)
    })

  describe('are open to nobody on the port of the service', () => {
    let id: string
    let apiKey: string
    before(async () => {
      const args = ['account', 'create', '--name', 'Coffee shop', '--json']
      const { stdout } = await runOperator(args, environment)
      const made = JSON.parse(stdout) as { id: string; apiKey: string }
      id = made.id
      apiKey = made.apiKey
    })

    const paths = () => [
      ...[
        '/accounts',
        `/accounts/${id}/keys`,
        `/accounts/${id}/audit-log`,
        `/accounts/${id}/charges`,
      ],
      ...['/webhook-events', '/setting-changes', '/unread-transactions', '/database-dump'],
    ]

    test('by any path, host or form of the request, with a key or without', async () => {
      for (const path of paths())
        for (const target of [path, `http://localhost${path}`, `//localhost${path}`, `/.${path}`])
          for (const extra of ['', `api-key: ${apiKey}\r\n`, 'pay-charge-account: x\r\n']) {
            const socket = connect(service.port, '127.0.0.1')
            const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${extra}Connection: close\r\n\r\n`
            socket.write(head)
            assert.match(await readText(socket), /^HTTP\/1\.1 (400|404) /, `${target} ${extra}`)
          }
    })

    test('nor by its documentation', async () => {
      const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
        paths: object
      }
      const operators = [operatorRoutes, operatorAccountRoutes, { verifyBooksRoute }].flatMap(
        (table) => Object.values(table).map(({ path }) => path as string),
      )
      const merchants = Object.values(routes).map(({ path }) => path as string)
      const own = operators.filter((path) => !merchants.includes(path))
      assert.ok(own.length > 8)
      for (const path of own) assert.ok(!(path in document.paths), path)
    })

    test('and what applies a setting at once does nothing there', async () => {
      const set = async (url: string) => {
        const response = await fetch(`${service.baseUrl}/api-keys/charge-webhook`, {
          method: 'POST',
          headers: {
            ...{ 'api-key': apiKey, 'content-type': 'application/json' },
            [atOnceHeader]: 'true',
          },
          body: JSON.stringify({ url }),
        })
        assert.equal(response.status, 200)
        return (await response.json()) as { effective_at?: string }
      }
      assert.equal((await set('https://shop.example/one')).effective_at, undefined, 'the first one')
      const { effective_at = '' } = await set('https://shop.example/two')
      assert.ok(Date.parse(effective_at) > Date.now() + 23 * 3_600_000, effective_at)
    })
  })
})

test('a folder whose path is too long for a socket says so, to who serves and who commands', async (t) => {
  const data = await temporaryFolder()
  t.after(() => data.remove())
  const folder = join(data.path, 'a'.repeat(110))
  const prepared = await prepareDatabase(null)
  renameSync(String(prepared.environment.DATA_DIR), folder)
  const environment = { DATA_DIR: folder }
  const service = await startService(environment)
  t.after(() => service.end())
  assert.ok(service.log.some(({ msg }) => /socket for commands cannot be opened/.test(String(msg))))
  await assert.rejects(runOperator(['account', 'list'], environment), (cause) => {
    assert.match((cause as { stderr: string }).stderr, /^DATA_DIR: .* too long for the Unix socket/)
    return true
  })
})

test('a reply that breaks off is no whole one: of a backup nothing is left', async (t) => {
  const data = await temporaryFolder()
  t.after(() => data.remove())
  const app = new Hono<Env>()
  const parts = async function* () {
    yield 'half'
    throw new Error('The disk failed.')
  }
  app.get('/database-dump', (c) => c.body(Readable.toWeb(Readable.from(parts())) as ReadableStream))
  const close = await openOperatorSocket(data.path, app, pino({ level: 'silent' }))
  t.after(close)
  const response = await createSocketFetch(data.path)(`${operatorUrl}/database-dump`, {})
  await assert.rejects(response.text(), /terminated|aborted/)
})
