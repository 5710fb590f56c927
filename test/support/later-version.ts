import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaChange } from '../../src/service/db/migrations/migrate.ts'
import { writeProgram } from './program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrate = join(root, 'src/service/db/migrations/migrate.ts')

/** A later version of the service: this one, with further migrations. */
export interface LaterVersion {
  /** The path of its program. */
  program: string
  remove: () => void
}

/** Makes a later version: the program with a list of migrations that goes on with these. */
export async function createLaterVersion(
  migrations: Record<string, SchemaChange>,
): Promise<LaterVersion> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-charge-later-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const end = "worksWith: '0001_initial' },\n"
  const further = JSON.stringify(migrations).slice(1, -1)
  const transform = (source: string, id: string) => {
    if (id !== migrate) return undefined
    if (source.split(end).length !== 2) throw new Error('The list of migrations looks otherwise.')
    return source.replace(end, () => `${end}${further},\n`)
  }
  await writeProgram(folder, [{ name: 'further-migrations', transform }])
  return {
    program: join(folder, 'cli.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
