import { arrayBuffer } from 'node:stream/consumers'
import { openOperator } from '../../app/operator.ts'
import type { ServiceSettings } from '../../app/settings.ts'
import { restoreEmbedded } from '../../db/backup/embedded.ts'
import { createOperatorCall, operatorUrl } from '../../http/operator-call.ts'
import { createOperatorError, type Print } from '../../http/operator-error.ts'
import { dumpHeader, dumpPath, operatorRoutes } from '../../http/operator-routes.ts'
import type { DatabaseDump } from '../../kernel/database-dump.ts'
import { verifyBackup, writeBackup } from './backup-file.ts'

/**
 * Writes a copy of the embedded database to a file, whether the service runs or not. The process that has it open makes the
 * copy.
 *
 * @throws PayError `invalid_setting`
 */
export async function backup(settings: ServiceSettings, path: string, print: Print): Promise<void> {
  getDataDir(settings)
  const { fetch, close } = await openOperator(settings)
  try {
    const { bytes, createdAt } = await writeBackup(path, async () =>
      readDump(await fetch(`${operatorUrl}${dumpPath}`, { method: 'GET' })),
    )
    print(`${path}: ${bytes} bytes, of ${createdAt}. Keep it as secret as the database.`)
  } finally {
    await close()
  }
}

/**
 * Returns the folder of the embedded database.
 *
 * @throws PayError `invalid_setting` for PostgreSQL, whose own programs copy and restore it
 */
function getDataDir({ database }: ServiceSettings): string {
  if ('dataDir' in database) return database.dataDir
  throw createOperatorError(
    'DATABASE_URL: PostgreSQL is copied by pg_dump, and restored by pg_restore: see docs/operations.md.',
  )
}

function readDump({ headers, body }: Response): DatabaseDump {
  const description = headers.get(dumpHeader)
  if (description === null || !body)
    throw createOperatorError('The service gives no copy of its database. Its log has the details.')
  const content = body as AsyncIterable<Uint8Array>
  return { description: JSON.parse(decodeURIComponent(description)), content }
}

/**
 * Replaces the embedded database with a backup. The service must not run.
 *
 * Changes of wallets and webhooks that were pending in the backup wait for their whole delay again, since they may have been
 * canceled after the backup.
 *
 * @throws PayError `invalid_setting` for a backup that cannot be used, a database that has accounts, unless `replace` is
 *   given, and while a service runs
 */
export async function restore(
  settings: ServiceSettings,
  path: string,
  { replace = false }: { replace?: boolean },
  print: Print,
): Promise<void> {
  const dataDir = getDataDir(settings)
  const { header, getStream } = await verifyBackup(path)
  const { createdAt } = header
  const archive = await arrayBuffer(getStream())
  const { keptAs } = await restoreEmbedded(dataDir, archive, { replaces: replace })
  const { fetch, close } = await openOperator(settings)
  try {
    const call = createOperatorCall(fetch)
    const { count } = await call(operatorRoutes.postponeChanges, { body: { pendingAt: createdAt } })
    const { data } = await call(operatorRoutes.listAccounts)
    print(
      `Restored the database of ${createdAt}, with ${data.length} account${data.length === 1 ? '' : 's'}.`,
    )
    if (keptAs)
      print(`The database of before is in DATA_DIR as ${keptAs}; delete it when all is well.`)
    if (count > 0)
      print(
        `Changes of wallets and webhooks that are pending again: ${count}. See pay-charge settings pending, and cancel those that were canceled since then.`,
      )
    print(
      'Later changes are undone: revoke again the keys that were revoked since then, and compare wallets and webhooks.',
    )
  } finally {
    await close()
  }
}
