import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaChange } from '../../src/service/store/database/migrations/migrate.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A later version of the service: this one, with further migrations. */
export interface LaterVersion {
  /** The path of its cli.ts. */
  program: string
  remove: () => void
}

/** Makes a later version: a copy of the source whose list of migrations goes on with these. */
export function createLaterVersion(migrations: Record<string, SchemaChange>): LaterVersion {
  const folder = mkdtempSync(join(tmpdir(), 'pay-charge-later-'))
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const path = join(folder, 'src/service/store/database/migrations/migrate.ts')
  const source = readFileSync(path, 'utf8')
  const end = "worksWith: '0001_initial' },\n"
  if (source.split(end).length !== 2) throw new Error('The list of migrations looks otherwise.')
  const further = JSON.stringify(migrations).slice(1, -1)
  writeFileSync(
    path,
    source.replace(end, () => `${end}${further},\n`),
  )
  return {
    program: join(folder, 'src/cli.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
