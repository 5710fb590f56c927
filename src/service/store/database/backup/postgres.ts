import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { PayError } from '../../../../errors.ts'
import type { DatabaseDump, DumpDescription } from '../../../domain/database-dump.ts'
import { createPool } from '../pool.ts'
import { serviceLock } from '../signals.ts'
import type { Tables } from '../tables.ts'
import { describeDatabase } from './dump.ts'
import { createReplaceError, type RestoreOptions } from './restore-options.ts'

// PostgreSQL's own programs copy and restore: they know every kind of object, and are widely used.

/** Tables whose rows belong to running processes; backups leave them out. */
const passingTables = ['leases', 'rate_limits', 'signals']

/** Copies a PostgreSQL database with pg_dump, in one snapshot; the service may run. */
export async function dumpPostgres(url: string): Promise<DatabaseDump> {
  const description = await withDatabase(url, (db) => describeDatabase(db, 'postgres'))
  const { schema } = description
  const content = readDump(url, [
    '--format=custom',
    `--schema=${schema}`,
    ...passingTables.map((table) => `--exclude-table-data=${schema}.${table}`),
  ])
  return { description, content }
}

async function* readDump(url: string, args: readonly string[]): AsyncIterable<Uint8Array> {
  const program = startProgram('pg_dump', url, args)
  try {
    yield* program.child.stdout as AsyncIterable<Uint8Array>
    await program.ended
  } finally {
    program.child.kill()
  }
}

/**
 * Restores a copy with pg_restore, in one transaction: all of it, or nothing.
 *
 * @throws PayError `invalid_setting` while a service is at work on the database, for one that has accounts, unless
 *   `replaces` is set, and when pg_restore fails
 */
export async function restorePostgres(
  url: string,
  content: Readable,
  { schema }: DumpDescription,
  { replaces }: RestoreOptions,
): Promise<void> {
  await withDatabase(url, async (db) => {
    // One connection, which keeps the lock until the end.
    await db.connection().execute(async (connection) => {
      await checkReplaceable(connection, schema, replaces)
      await runRestore(url, content, schema)
    })
  })
}

async function runRestore(url: string, content: Readable, schema: string): Promise<void> {
  const flags = ['--clean', '--if-exists', '--single-transaction', '--exit-on-error']
  const names = ['--no-owner', '--no-privileges', `--schema=${schema}`]
  const { child, ended } = startProgram('pg_restore', url, [...flags, ...names])
  // The error of pg_restore explains more than that of its closed input.
  const sending = pipeline(content, child.stdin).catch((cause: unknown) => cause)
  child.stdout.resume()
  await ended
  const failure = await sending
  if (failure) throw failure
}

async function checkReplaceable(
  db: Kysely<Tables>,
  schema: string,
  replaces: boolean,
): Promise<void> {
  const { rows } = await sql<{ schema: string; accounts: string | null; is_idle: boolean }>`
    select current_schema() as schema, to_regclass('accounts') as accounts,
      pg_try_advisory_lock(${sql.raw(serviceLock)}) as is_idle`.execute(db)
  const state = rows[0]
  if (state?.schema !== schema)
    throw createDatabaseError(
      `its schema is ${state?.schema}, and the backup is of ${schema}. Set search_path.`,
    )
  if (!state.is_idle)
    throw createDatabaseError(
      'a service is at work on it. Stop all of them; a pooler in between may hold their connections for some minutes.',
    )
  if (state.accounts === null || replaces) return
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (account) throw createReplaceError('DATABASE_URL: the database')
}

/** Lends a connection for some queries. */
async function withDatabase<T>(url: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const config = { connectionString: url, connectionTimeoutMillis: 10_000, max: 1 }
  const pool = createPool(config, () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } catch (cause) {
    if (cause instanceof PayError) throw cause
    throw createDatabaseError(`it cannot be used: ${toReason(cause)}`, cause)
  } finally {
    await db.destroy()
  }
}

/** Starts one of PostgreSQL's programs; `ended` rejects with its error output when it fails. */
function startProgram(name: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) {
  const { connection, password } = hidePassword(url)
  const child = spawn(name, [...args, '--no-password', `--dbname=${connection}`], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = `${errorOutput}${text}`.slice(-4000)
  })
  const waitUntilEnded = async () => {
    const [code] = (await once(child, 'close').catch((cause) => {
      throw createProgramError(name, cause)
    })) as [number | null]
    if (code !== 0)
      throw createDatabaseError(`${name} failed: ${errorOutput.trim() || `code ${code}`}`)
  }
  const ended = waitUntilEnded()
  // It is awaited later, when its output or its input is through.
  ended.catch(() => undefined)
  return { child, ended }
}

/**
 * Splits the password from a URL, because every user of the machine can read the arguments of a program. Parameters of
 * our driver alone are left out.
 */
function hidePassword(url: string): { connection: string; password: string } {
  const parsed = new URL(url)
  const password = parsed.searchParams.get('password') ?? decodeURIComponent(parsed.password)
  parsed.password = ''
  parsed.searchParams.delete('password')
  parsed.searchParams.delete('uselibpqcompat')
  if (parsed.searchParams.get('sslmode') === 'no-verify')
    parsed.searchParams.set('sslmode', 'require')
  return { connection: parsed.href, password }
}

function createProgramError(name: string, cause: unknown): PayError {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
    return createDatabaseError(`${name} cannot be started: ${toReason(cause)}`, cause)
  return createDatabaseError(
    `${name} is missing. Install PostgreSQL's client programs, of the server's version or a later one (Debian: apt-get install postgresql-client).`,
    cause,
  )
}

function createDatabaseError(text: string, cause?: unknown): PayError {
  return new PayError('invalid_setting', `DATABASE_URL: ${text}`, { field: 'DATABASE_URL', cause })
}

const toReason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
