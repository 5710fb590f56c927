import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '../../scripts/lock.mjs'
import { createAccount, type TestAccount } from './service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface PreparedAccounts {
  shop: TestAccount
  other: TestAccount
}

/**
 * Fills a folder with an embedded database that has two accounts, both made by the real CLI. Making a database takes
 * seconds of a core, so one is made for each form of the store and copied from then on.
 */
export async function prepareData(folder: string): Promise<PreparedAccounts> {
  const template = join(root, '.cache/test', `data-${fingerprint()}`)
  await withLock(`${template}.lock`, async () => {
    if (!existsSync(template)) await makeTemplate(template)
  })
  // A thousand files: one after the other takes a tenth of the time.
  cpSync(join(template, 'data'), folder, { recursive: true })
  return JSON.parse(await readFile(join(template, 'accounts.json'), 'utf8')) as PreparedAccounts
}

async function makeTemplate(template: string): Promise<void> {
  const unfinished = `${template}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const environment = { DATA_DIR: join(unfinished, 'data') }
  const shop = await createAccount(environment, 'Mug shop')
  const other = await createAccount(environment, 'Tea shop')
  await writeFile(join(unfinished, 'accounts.json'), JSON.stringify({ shop, other }))
  // Whole or not at all: a run that is broken off leaves no half a template.
  await rename(unfinished, template)
}

/** Of everything that decides what a new database looks like. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync('src/service/store/**/*.ts', { cwd: root }).sort()) {
    hash.update(readFileSync(join(root, path)))
  }
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex').slice(0, 16)
}
