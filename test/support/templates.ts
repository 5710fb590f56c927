import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '../../scripts/lock.mjs'
import { createDatabase, readComment, runOn, type TestDatabase } from './database.ts'

// A database with its tables takes seconds of a core. So each kind of one is made once for each form of the store, and copied
// from then on.

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/test')

/**
 * Copies a folder's template.
 *
 * @param kind a name for what `make` puts into the folder that it is given
 */
export async function copyFolder(
  kind: string,
  make: (folder: string) => Promise<unknown>,
  folder: string,
): Promise<void> {
  const template = join(cache, `${kind}-${fingerprint()}`)
  await withLock(`${template}.lock`, async () => {
    if (existsSync(template)) return
    const unfinished = `${template}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true })
    await make(unfinished)
    // Whole or not at all: a run that is broken off leaves no half a template.
    await rename(unfinished, template)
  })
  // A thousand files: one after the other takes a tenth of the time.
  cpSync(template, folder, { recursive: true })
}

/**
 * Copies a template of a PostgreSQL, and gives the copy with what `make` said of it.
 *
 * @param kind a name for what `make` does to the empty database whose address it is given; what it says of it is not empty
 */
export async function copyDatabase(
  server: string,
  kind: string,
  make: (url: string) => Promise<string>,
): Promise<{ database: TestDatabase; comment: string }> {
  const template = `pay_charge_${kind}_${fingerprint()}`
  const comment = await withLock(
    join(cache, `${template}.lock`),
    async () =>
      (await readComment(server, template)) ?? (await makeDatabase(server, template, make)),
  )
  return { database: await createDatabase(server, template), comment }
}

/** What was said of it is kept as the comment of the template, so that there is none without it. */
async function makeDatabase(
  server: string,
  template: string,
  make: (url: string) => Promise<string>,
): Promise<string> {
  const unfinished = await createDatabase(server)
  const comment = await make(unfinished.url)
  const name = new URL(unfinished.url).pathname.slice(1)
  await runOn(server, `comment on database ${name} is '${comment.replaceAll("'", "''")}'`)
  await runOn(server, `alter database ${name} rename to ${template}`)
  return comment
}

let known: string | undefined

const deciding = [
  'src/service/{db,*/store}/**/*.ts',
  'src/service/app/store.ts',
  'demo/start/account.ts',
]

/** Of everything that decides what a new database looks like. */
function fingerprint(): string {
  if (known) return known
  const hash = createHash('sha256')
  for (const path of globSync(deciding, { cwd: root }).sort()) {
    hash.update(readFileSync(join(root, path)))
  }
  hash.update(readFileSync(join(root, 'package-lock.json')))
  known = hash.digest('hex').slice(0, 16)
  return known
}
