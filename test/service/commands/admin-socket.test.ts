import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createAccount, runCli, startService, temporaryFolder } from '../../support/service.ts'

describe('commands while the embedded database is in use', () => {
  let data: Awaited<ReturnType<typeof temporaryFolder>>
  let service: Awaited<ReturnType<typeof startService>>
  let environment: Record<string, string>
  before(async () => {
    data = await temporaryFolder()
    environment = { DATA_DIR: join(data.path, 'a') }
    await createAccount(environment, 'Mug shop')
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
      assert.match(stderr, /^--account: there is no account nobody\..*\n$/)
      return true
    })
  })

  /** What the socket answers to a line. */
  async function say(line: string): Promise<string> {
    const socket = connect(join(String(environment.DATA_DIR), 'admin.sock'))
    await once(socket, 'connect')
    socket.write(line)
    return await text(socket)
  }

  test('are those of the store alone: serve is none', async () => {
    assert.match(await say('["serve"]\n'), /unknown command.*\n\{"exit":1\}\n$/s)
  })

  for (const line of ['{}\n', '[1]\n', 'null\n', 'no JSON\n', `${'x'.repeat(70_000)}\n`]) {
    test(`${line.slice(0, 10).trim()} ends without harm`, async () => {
      assert.doesNotMatch(await say(line), /"out"/)
      assert.match((await runCli(['account', 'list'], environment)).stdout, /Mug shop/)
    })
  }
})

test('a folder whose path is too long for a socket says so, to who serves and who commands', async (t) => {
  const data = await temporaryFolder()
  t.after(() => data.remove())
  const folder = join(data.path, 'a'.repeat(110))
  mkdirSync(folder)
  const environment = { DATA_DIR: folder }
  const service = await startService(environment)
  t.after(() => service.end())
  assert.ok(service.log.some(({ msg }) => /socket for commands cannot be opened/.test(String(msg))))
  await assert.rejects(runCli(['account', 'list'], environment), (cause) => {
    assert.match((cause as { stderr: string }).stderr, /^DATA_DIR: .* too long for the Unix socket/)
    return true
  })
})
