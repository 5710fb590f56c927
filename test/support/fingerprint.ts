import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns a name for the state of the sources and of what is installed: what was made of them is good for as long as it. */
export function fingerprintSources(): string {
  const hash = createHash('sha256')
  const programs = globSync(
    ['src/**/*.ts', 'test/support/{serve,service-options,read-settings}.ts'],
    { cwd: root },
  )
  for (const path of [...programs.sort(), 'package-lock.json'])
    hash.update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}
