import type { ServiceSettings } from '../settings.ts'
import { isDataDirInUse } from '../store/data-lock.ts'
import { openStore } from '../store/store.ts'
import type { AdminCommand } from './admin-program.ts'
import { runInService } from './admin-socket.ts'

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
  const store = await openStore(database, (error) => console.error(error.message)).catch(
    (cause: unknown) => {
      if ('dataDir' in database && isDataDirInUse(cause)) return undefined
      throw cause
    },
  )
  if (!store) return await runInService((database as { dataDir: string }).dataDir, args)
  try {
    await command(store, (text) => console.log(text))
    return 0
  } finally {
    await store.close()
  }
}
