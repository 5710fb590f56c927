import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PayError } from '../../errors.ts'
import { makePrivateFolder } from './private-files.ts'

// Only one process may open an embedded database: a second one on the same files would destroy them.

interface LockOwner {
  pid: number
  /** When the process started: a later process can get the same pid. '' where the system does not show it. */
  born: string
}

/** Locks that this process holds. Its own pid in a lock file proves nothing: in a container every run has pid 1. */
const heldLocks = new Set<string>()

/**
 * Locks a data folder for this process, and returns a function that releases it.
 *
 * Creates the folder where it is missing and takes all rights to it from other users. A lock whose process has ended
 * without releasing it (killed, power cut) is replaced.
 *
 * @throws PayError `invalid_setting` naming DATA_DIR
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock.json')
  try {
    makePrivateFolder(dataDir)
    if (heldLocks.has(path)) throw createInUseError(dataDir, process.pid)
    for (let attempts = 0; !createLock(path); attempts++) {
      const owner = readLock(path)
      if (owner && isAlive(owner)) throw createInUseError(dataDir, owner.pid)
      if (attempts > 3) throw createInUseError(dataDir, owner?.pid)
      removeStaleLock(path)
    }
  } catch (cause) {
    throw PayError.from(cause, 'invalid_setting', `DATA_DIR: ${dataDir} cannot be used: ${cause}`)
  }
  heldLocks.add(path)
  return () => {
    if (heldLocks.delete(path)) rmSync(path, { force: true })
  }
}

function createLock(path: string): boolean {
  const owner: LockOwner = { pid: process.pid, born: readProcessStart(process.pid) }
  try {
    writeFileSync(path, JSON.stringify(owner), { flag: 'wx', mode: 0o600 })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

/** Reads who holds a lock; returns undefined for a lock file that is missing or half written. */
function readLock(path: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner
  } catch {
    return undefined
  }
}

function isAlive(owner: LockOwner): boolean {
  if (owner.pid === process.pid) return false
  try {
    process.kill(owner.pid, 0)
  } catch (cause) {
    // EPERM: the process is alive and belongs to another user.
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const currentStart = readProcessStart(owner.pid)
  return !owner.born || !currentStart || owner.born === currentStart
}

/** Returns when a process started in Linux's clock ticks (proc(5): field 22 of stat), with the id of the boot. */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses, and may itself contain spaces and parentheses.
    const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId} ${startTicks}`
  } catch {
    return ''
  }
}

/** Removes a stale lock. Renames it first: of two processes that found it stale, only one can rename it. */
function removeStaleLock(path: string): void {
  const stalePath = `${path}.${randomUUID()}`
  try {
    renameSync(path, stalePath)
    rmSync(stalePath, { force: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
}

/** Returns whether {@link lockDataDir} failed with this error because a live process holds the folder. */
export function isDataDirInUse(cause: unknown): boolean {
  return cause instanceof PayError && (cause.details as { inUse?: unknown })?.inUse === true
}

function createInUseError(dataDir: string, pid: number | undefined): PayError {
  return new PayError(
    'invalid_setting',
    `DATA_DIR: ${dataDir} is in use by ${pid ? `process ${pid}` : 'another process'}. Stop that one, ` +
      'choose another folder, or use PostgreSQL (DATABASE_URL), which several processes can share.',
    { field: 'DATA_DIR', details: { inUse: true } },
  )
}
