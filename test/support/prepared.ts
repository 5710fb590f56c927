import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createAccount,
  type ServiceEnvironment,
  type TestAccount,
  temporaryFolder,
} from './service.ts'
import { copyDatabase, copyFolder } from './templates.ts'

/** A service's new database with two accounts, both made by the real CLI. */
export interface PreparedDatabase {
  /** How the service reaches it: DATA_DIR, and DATABASE_URL where it is on a server. */
  environment: ServiceEnvironment
  shop: TestAccount
  other: TestAccount
  remove: () => Promise<void>
}

type Accounts = Pick<PreparedDatabase, 'shop' | 'other'>

/** Beside the database of a template. */
const accountsFile = 'accounts.json'

/**
 * Prepares a database of a test's own: on the PostgreSQL that TEST_DATABASE_URL names, else an embedded one.
 *
 * @param server another PostgreSQL; null for the embedded database, whatever TEST_DATABASE_URL says
 */
export async function prepareDatabase(
  server: string | null = process.env.TEST_DATABASE_URL ?? null,
): Promise<PreparedDatabase> {
  const folder = await temporaryFolder()
  if (server === null) {
    await copyFolder('accounts', makeFolder, folder.path)
    const file = join(folder.path, accountsFile)
    const accounts = JSON.parse(await readFile(file, 'utf8')) as Accounts
    // The service's own folder has nothing else.
    await rm(file)
    return { environment: { DATA_DIR: folder.path }, ...accounts, remove: folder.remove }
  }
  const { database, comment } = await copyDatabase(server, 'accounts', makeDatabase)
  const accounts = JSON.parse(comment) as Accounts
  return {
    environment: { DATA_DIR: folder.path, DATABASE_URL: database.url },
    ...accounts,
    async remove() {
      await database.remove()
      await folder.remove()
    },
  }
}

const makeFolder = async (folder: string) => {
  const accounts = await makeAccounts({ DATA_DIR: folder })
  await writeFile(join(folder, accountsFile), JSON.stringify(accounts))
}

const makeDatabase = async (url: string) => {
  const folder = await temporaryFolder()
  const accounts = await makeAccounts({ DATA_DIR: folder.path, DATABASE_URL: url })
  await folder.remove()
  return JSON.stringify(accounts)
}

async function makeAccounts(environment: ServiceEnvironment): Promise<Accounts> {
  const shop = await createAccount(environment, 'Mug shop')
  const other = await createAccount(environment, 'Tea shop')
  return { shop, other }
}
