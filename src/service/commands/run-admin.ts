import { existsSync } from 'node:fs'
import type { ServiceSettings } from '../settings.ts'
import { isDataDirInUse } from '../store/database/data-lock.ts'
import { openStore } from '../store/store.ts'
import type { AdminCommand } from './admin-command.ts'
import { runInService } from './admin-socket.ts'
import { createOperatorError } from './operator-error.ts'

/**
 * Runs a command on the database and returns its exit code. Where a live process has the embedded database open, the
 * command runs in that process.
 *
 * @throws PayError `invalid_setting`
 */
export async function runAdminCommand(
  settings: ServiceSettings,
  args: readonly string[],
  command: AdminCommand,
): Promise<number> {
  const { database } = settings
  // A missing folder would be created empty: the operator means another one.
  const isFirst = args[0] === 'account' && args[1] === 'create'
  if ('dataDir' in database && !isFirst && !existsSync(database.dataDir))
    throw createOperatorError(
      `DATA_DIR: there is no database in ${database.dataDir}. Run this with the service's settings, or begin with pay-charge account create.`,
    )
  const store = await openStore(database, (error) => console.error(error.message)).catch(
    (cause: unknown) => {
      if ('dataDir' in database && isDataDirInUse(cause)) return undefined
      throw cause
    },
  )
  if (!store) return await runInService((database as { dataDir: string }).dataDir, args)
  try {
    const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
    await command(store, (text) => console.log(text), { ...settings, publicUrl })
    return 0
  } finally {
    await store.close()
  }
}
