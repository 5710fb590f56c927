import { arrayBuffer } from 'node:stream/consumers'
import type { DatabaseDump } from '../../domain/database-dump.ts'
import { dumpHeader, dumpPath } from '../../routes/operator-routes.ts'
import type { ServiceSettings } from '../../settings.ts'
import { restoreEmbedded } from '../../store/database/backup/embedded.ts'
import { dumpPostgres, restorePostgres } from '../../store/database/backup/postgres.ts'
import { type OpenStore, openStore } from '../../store/store.ts'
import { openOperator } from '../operator.ts'
import { operatorUrl } from '../operator-call.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { type BackupHeader, type VerifiedBackup, verifyBackup, writeBackup } from './backup-file.ts'

/**
 * Writes a copy of the database to a file, whether the service runs or not. A copy of the embedded database is made by the
 * process that has it open.
 *
 * @throws PayError `invalid_setting`
 */
export async function backup(settings: ServiceSettings, path: string, print: Print): Promise<void> {
  const { database } = settings
  const header =
    'url' in database
      ? await writeBackup(path, () => dumpPostgres(database.url))
      : await backupEmbedded(settings, path)
  print(
    `${path}: ${header.bytes} bytes, of ${header.createdAt}. Keep it as secret as the database.`,
  )
}

async function backupEmbedded(settings: ServiceSettings, path: string): Promise<BackupHeader> {
  const { fetch, close } = await openOperator(settings)
  try {
    return await writeBackup(path, async () =>
      readDump(await fetch(`${operatorUrl}${dumpPath}`, { method: 'GET' })),
    )
  } finally {
    await close()
  }
}

function readDump({ headers, body }: Response): DatabaseDump {
  const description = headers.get(dumpHeader)
  if (description === null || !body)
    throw createOperatorError('The service gives no copy of its database. Its log has the details.')
  const content = body as AsyncIterable<Uint8Array>
  return { description: JSON.parse(decodeURIComponent(description)), content }
}

/**
 * Puts a backup in the place of the database. The service must not run.
 *
 * Changes of wallets and webhooks that were pending in the backup wait anew: somebody may have canceled one since then.
 *
 * @throws PayError `invalid_setting` for a backup that cannot be used, a database that has accounts, unless `replace` is
 *   given, and while a service runs
 */
export async function restore(
  settings: ServiceSettings,
  path: string,
  options: { replace?: boolean },
  print: Print,
): Promise<void> {
  const verifiedBackup = await verifyBackup(path)
  const keptAs = await replaceDatabase(settings, verifiedBackup, {
    replaces: options.replace ?? false,
  })
  const store = await openStore(settings.database, () => undefined)
  try {
    const { createdAt } = verifiedBackup.header
    const accounts = await store.listAccounts()
    print(
      `Restored the database of ${createdAt}, with ${accounts.length} account${accounts.length === 1 ? '' : 's'}.`,
    )
    if (keptAs)
      print(`The database of before is in DATA_DIR as ${keptAs}; delete it when all is well.`)
    await postponeChanges(store, new Date(createdAt), settings.settingsDelayMs, print)
    print(
      'What was changed later is undone: revoke again the keys that were revoked since then, and compare wallets and webhooks.',
    )
  } finally {
    await store.close()
  }
}

/** Replaces the database, and returns the new name of the previous embedded one, if it is kept. */
async function replaceDatabase(
  { database }: ServiceSettings,
  { header, getStream }: VerifiedBackup,
  options: { replaces: boolean },
): Promise<string | undefined> {
  const kind = 'url' in database ? 'postgres' : 'embedded'
  if (header.database !== kind)
    throw createOperatorError(
      header.database === 'postgres'
        ? 'This is a backup of PostgreSQL: set DATABASE_URL.'
        : 'This is a backup of the embedded database: set DATA_DIR, and not DATABASE_URL.',
    )
  if ('url' in database) {
    await restorePostgres(database.url, getStream(), header, options)
    return undefined
  }
  return (await restoreEmbedded(database.dataDir, await arrayBuffer(getStream()), options)).keptAs
}

async function postponeChanges(
  store: OpenStore,
  pendingAt: Date,
  delayMs: number,
  print: Print,
): Promise<void> {
  const count = await store.postponeChanges(pendingAt, delayMs)
  if (count === 0) return
  const hours = delayMs / 3_600_000
  print(
    `Changes of wallets and webhooks that are pending again, for ${hours} hours at least: ${count}. See pay-charge settings pending, and cancel those that were canceled since then.`,
  )
}
