import type { Settings } from '../settings.ts'
import { isDataDirInUse } from '../store/data-lock.ts'
import { openStore } from '../store/store.ts'
import type { AdminCommand } from './admin-program.ts'
import { askRunningService } from './admin-socket.ts'

/**
 * Runs a command on the database; where a live process has the embedded one open, in that process. Returns the exit
 * code.
 *
 * @throws PayError `invalid_setting`
 */
export async function runAdmin(
  settings: Settings,
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
  if (!store) return await askRunningService((database as { dataDir: string }).dataDir, args)
  try {
    await command(store, (text) => console.log(text))
    return 0
  } finally {
    await store.close()
  }
}
