import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresProgram } from '../support/postgres.ts'

/** Seconds that are measured. */
const time = 10

/** A row about as large as a charge, with the one index that it cannot do without. */
const insert = `insert into bench (id, body, created_at) values (gen_random_uuid(), repeat('x', 600), now());`

/** Single INSERTs a second, each a transaction, done by pgbench from `clients` connections: what the machine can do. */
export async function insertsPerSecond(url: string, clients: number): Promise<number> {
  const program = postgresProgram('pgbench')
  if (!program) throw new Error('There is no pgbench: it comes with PostgreSQL.')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table bench (id uuid primary key, body text not null, created_at timestamptz not null)',
  )
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-pgbench-'))
  try {
    const script = join(folder, 'insert.sql')
    await writeFile(script, insert)
    const { stdout } = await promisify(execFile)(program, [
      ...['--no-vacuum', '--protocol=prepared', `--time=${time}`],
      ...[`--client=${clients}`, '--jobs=2', `--file=${script}`, url],
    ])
    const found = /^tps = ([\d.]+)/m.exec(stdout)
    if (!found) throw new Error(`pgbench said no figure:\n${stdout}`)
    await client.query('drop table bench')
    return Number(found[1])
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}
