import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresProgram } from '../support/postgres.ts'
import { width } from './http.ts'

/** Seconds that are measured. */
const time = 10

/** A row about as large as a charge, with the one index that it cannot do without. */
const insert = `insert into bench (id, body, created_at) values (gen_random_uuid(), repeat('x', 600), now());`

/** Single INSERTs a second, each a transaction: what the machine can do. */
export async function insertsPerSecond(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'create table bench (id uuid primary key, body text not null, created_at timestamptz not null)',
    )
    const inserts = await scriptsPerSecond(url, insert)
    await client.query('drop table bench')
    return inserts
  } finally {
    await client.end()
  }
}

/** How often a second pgbench runs a script, prepared, from as many connections as the service has callers. */
export async function scriptsPerSecond(url: string, script: string): Promise<number> {
  const program = postgresProgram('pgbench')
  if (!program) throw new Error('There is no pgbench: it comes with PostgreSQL.')
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const { stdout } = await promisify(execFile)(program, [
      ...['--no-vacuum', '--protocol=prepared', `--time=${time}`],
      ...[`--client=${width}`, '--jobs=2', `--file=${file}`, url],
    ])
    const found = /^tps = ([\d.]+)/m.exec(stdout)
    if (!found) throw new Error(`pgbench said no figure:\n${stdout}`)
    return Number(found[1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
