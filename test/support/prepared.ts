import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '../../scripts/lock.mjs'
import { createDatabase, readComment, runOn } from './database.ts'
import {
  createAccount,
  type ServiceEnvironment,
  type TestAccount,
  temporaryFolder,
} from './service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/test')

/** A service's new database with two accounts, both made by the real CLI. */
export interface PreparedDatabase {
  /** How the service reaches it: DATA_DIR, and DATABASE_URL where it is on a server. */
  environment: ServiceEnvironment
  shop: TestAccount
  other: TestAccount
  remove: () => Promise<void>
}

type Accounts = Pick<PreparedDatabase, 'shop' | 'other'>

/**
 * Prepares a database of a test's own: on the PostgreSQL that TEST_DATABASE_URL names, else an embedded one. Making the
 * tables takes seconds of a core, so one is made for each form of the store and copied from then on.
 *
 * @param server another PostgreSQL; null for the embedded database, whatever TEST_DATABASE_URL says
 */
export async function prepareDatabase(
  server: string | null = process.env.TEST_DATABASE_URL ?? null,
): Promise<PreparedDatabase> {
  const folder = await temporaryFolder()
  if (server === null) {
    const accounts = await copyFolder(folder.path)
    return { environment: { DATA_DIR: folder.path }, ...accounts, remove: folder.remove }
  }
  const { database, accounts } = await copyDatabase(server)
  return {
    environment: { DATA_DIR: folder.path, DATABASE_URL: database.url },
    ...accounts,
    async remove() {
      await database.remove()
      await folder.remove()
    },
  }
}

async function copyFolder(folder: string): Promise<Accounts> {
  const template = join(cache, `data-${fingerprint()}`)
  await withLock(`${template}.lock`, async () => {
    if (!existsSync(template)) await makeFolder(template)
  })
  // A thousand files: one after the other takes a tenth of the time.
  cpSync(join(template, 'data'), folder, { recursive: true })
  return JSON.parse(await readFile(join(template, 'accounts.json'), 'utf8')) as Accounts
}

async function makeFolder(template: string): Promise<void> {
  const unfinished = `${template}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const accounts = await makeAccounts({ DATA_DIR: join(unfinished, 'data') })
  await writeFile(join(unfinished, 'accounts.json'), JSON.stringify(accounts))
  // Whole or not at all: a run that is broken off leaves no half a template.
  await rename(unfinished, template)
}

async function copyDatabase(server: string) {
  const template = `pay_charge_${fingerprint()}`
  const accounts = await withLock(join(cache, `${template}.lock`), async () => {
    const made = await readComment(server, template)
    return made === undefined ? await makeDatabase(server, template) : JSON.parse(made)
  })
  return { database: await createDatabase(server, template), accounts: accounts as Accounts }
}

/** The accounts are kept as the comment of the template, so that there is none without them. */
async function makeDatabase(server: string, template: string): Promise<Accounts> {
  const unfinished = await createDatabase(server)
  const folder = await temporaryFolder()
  const accounts = await makeAccounts({ DATA_DIR: folder.path, DATABASE_URL: unfinished.url })
  await folder.remove()
  const name = new URL(unfinished.url).pathname.slice(1)
  const text = JSON.stringify(accounts).replaceAll("'", "''")
  await runOn(server, `comment on database ${name} is '${text}'`)
  await runOn(server, `alter database ${name} rename to ${template}`)
  return accounts
}

async function makeAccounts(environment: ServiceEnvironment): Promise<Accounts> {
  const shop = await createAccount(environment, 'Mug shop')
  const other = await createAccount(environment, 'Tea shop')
  return { shop, other }
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
