import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { PayError } from '../../src/errors.ts'
import type { DemoFolder } from './folder.ts'
import { runCli } from './service.ts'

/** The shop's account at the service. */
export interface Account {
  id: string
  name: string
  /** For everything: only the operator's own commands use it. */
  apiKey: string
  /** The shop's proxy has this one: it creates charges, and cannot change where their money goes. */
  proxyKey: string
  /** A person of the shop signs in at the desk with this one. */
  deskKey: string
}

/**
 * The shop's test account, made through the service's own command on the first run: the money of the demo has no value. It must
 * be called
 * before the service runs: the embedded database is one process's own.
 *
 * @throws PayError `invalid_setting` when the file or the database cannot be used
 */
export async function openAccount(folder: DemoFolder, name: string): Promise<Account> {
  // A key without its database is a key to nothing.
  if (existsSync(folder.serviceData)) {
    const text = await readFile(folder.account, 'utf8').catch(absent)
    if (text !== undefined) return readAccount(text, folder.account)
  }
  const environment = { DATA_DIR: folder.serviceData }
  const created = await runCli(
    ['account', 'create', '--name', name, '--proxy-key', '--test', '--json'],
    environment,
  )
  const { test } = JSON.parse(created) as { test: Omit<Account, 'deskKey' | 'name'> }
  const account = { ...test, name }
  const person = ['--scope', 'desk:manage', '--name', 'Ruth Sand', '--json']
  const key = await runCli(['keys', 'create', '--account', account.id, ...person], environment)
  const { apiKey: deskKey } = JSON.parse(key) as { apiKey: string }
  const made = JSON.stringify({ ...account, deskKey })
  // For this user only, from the first byte on; renamed into place, so that it is whole or absent.
  await writeFile(`${folder.account}.new`, made, { mode: 0o600 })
  await rename(`${folder.account}.new`, folder.account)
  return readAccount(made, folder.account)
}

function readAccount(text: string, file: string): Account {
  try {
    const { id, name, apiKey, proxyKey, deskKey } = JSON.parse(text) as Partial<Account>
    if (id && name !== undefined && apiKey && proxyKey && deskKey)
      return { id, name, apiKey, proxyKey, deskKey }
  } catch {
    // Not JSON: told below, with the way out.
  }
  throw new PayError(
    'invalid_setting',
    `${file} holds no account. Start anew with \`npm start -- --fresh\`.`,
  )
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
