import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { PayError } from '../../errors.ts'
import { makePrivateFolder } from './private-files.ts'

// Only one process may open an embedded database: a second one on the same files would destroy them.
//
// The folder is held by a kernel lock on an open file, which SQLite takes for us (Node has no call for it). Every process that can
// open the file sees it, in any container, and it ends with its process, even after a crash. A process id would mean nothing in
// another container, where the same id is another process.

/** SQLITE_BUSY: another process has the lock. https://www.sqlite.org/rescode.html#busy */
const busy = 5

/** The locks of this process. An unreferenced connection would be collected, and its lock with it. */
const openLocks = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process, and returns a function that releases it.
 *
 * Creates the folder where it is missing and takes all rights to it from other users. The file `lock` stays in it: to
 * delete it while a process runs would let a second one in.
 *
 * @throws PayError `invalid_setting` naming DATA_DIR while another process has the folder, and where the file system has
 *   no locks
 */
export function lockDataDir(dataDir: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    makePrivateFolder(dataDir)
    lock = openLock(join(dataDir, 'lock'))
  } catch (cause) {
    throw (cause as { errcode?: unknown }).errcode === busy
      ? createInUseError(dataDir, cause)
      : PayError.from(cause, 'invalid_setting', `DATA_DIR: ${dataDir} cannot be locked: ${cause}`)
  }
  openLocks.add(lock)
  return () => {
    if (openLocks.delete(lock)) lock.close()
  }
}

/** Opens the file with an exclusive lock, or throws immediately. Nothing is ever written into it. */
function openLock(path: string): DatabaseSync {
  createFile(path)
  // Loaded here: Node 22 warns on stderr that it is experimental, which is of no use with PostgreSQL.
  const sqlite = process.getBuiltinModule('node:sqlite')
  const lock = new sqlite.DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (cause) {
    lock.close()
    throw cause
  }
}

/** Creates the file where it is missing: SQLite would make it with the rights of the process's mask. */
function createFile(path: string): void {
  try {
    // Never opened where it is there: to close a file ends all locks that the process has on it (fcntl(2)).
    closeSync(openSync(path, 'wx', 0o600))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
}

/** Returns whether {@link lockDataDir} failed with this error because a live process holds the folder. */
export function isDataDirInUse(cause: unknown): boolean {
  return cause instanceof PayError && (cause.details as { inUse?: unknown })?.inUse === true
}

function createInUseError(dataDir: string, cause: unknown): PayError {
  return new PayError(
    'invalid_setting',
    `DATA_DIR: ${dataDir} is in use by another process, of this or another container. Stop that one, ` +
      'choose another folder, or use PostgreSQL (DATABASE_URL), which several processes can share.',
    { field: 'DATA_DIR', details: { inUse: true }, cause },
  )
}
