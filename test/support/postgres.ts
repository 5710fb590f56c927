import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../../scripts/postgres.mjs'
import { reservePort } from './ports.ts'

const run = promisify(execFile)

/** A PostgreSQL server of the tests' own, on loopback and a free port; it keeps nothing. */
export interface TestServer {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL; undefined where the machine has no programs of it. As root it runs as the user postgres.
 *
 * @param primary the server that it is a streaming replica of
 * @param settings of the server, such as `shared_buffers=1GB`
 */
export async function startPostgres(
  primary?: TestServer,
  settings: readonly string[] = [],
): Promise<TestServer | undefined> {
  const programs = findPostgres()
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-postgres-'))
  const user = await serverUser()
  if (user) {
    // The server refuses to run as root; its user must reach its folder.
    await chown(folder, user.uid, user.gid)
    await chmod(folder, 0o700)
  }
  const data = join(folder, 'data')
  const as = { ...user, cwd: folder }
  if (primary)
    await run(
      join(programs, 'pg_basebackup'),
      ['-D', data, '-R', '-N', '--checkpoint=fast', '-d', primary.url],
      as,
    )
  else await run(join(programs, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '-N'], as)
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const flags = all.flatMap((setting) => ['-c', setting])
  const port = await reservePort()
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A test that throws must not leave it behind.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  await ready(child)
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async stop() {
      const gone = once(child, 'exit')
      // SIGINT: a fast shutdown, which does not wait for connections.
      child.kill('SIGINT')
      await gone
      process.off('exit', orphaned)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Path of a PostgreSQL program, such as pgbench; undefined where the machine has none. */
export function postgresProgram(name: string): string | undefined {
  const programs = findPostgres()
  return programs && join(programs, name)
}

async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

async function ready(child: ReturnType<typeof spawn>): Promise<void> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
    if (/ready to accept (read-only )?connections/.test(said)) resolve()
  })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${said}`)))
  await promise
}
