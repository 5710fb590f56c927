import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PayError } from '../../errors.ts'
import { makePrivateFolder } from './private-files.ts'

// An embedded database is one process's own: a second one on the same files would destroy them.

interface Holder {
  pid: number
  /** Tells a process from a later one that was given its number; '' where the system does not say. */
  born: string
}

/** Folders that this process holds: its own number in a lock says nothing (in a container every run is 1). */
const mine = new Set<string>()

/**
 * Takes a data folder for this process, making it where it is missing, and closes it to other users. Gives what lets it go again.
 * A lock whose process is gone (killed, power cut) is taken over.
 *
 * @throws PayError `invalid_setting` naming DATA_DIR
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock.json')
  try {
    makePrivateFolder(dataDir)
    if (mine.has(path)) throw held(dataDir, process.pid)
    for (let tries = 0; !create(path); tries++) {
      const holder = read(path)
      if (holder && alive(holder)) throw held(dataDir, holder.pid)
      if (tries > 3) throw held(dataDir, holder?.pid)
      removeStale(path)
    }
  } catch (cause) {
    throw PayError.from(cause, 'invalid_setting', `DATA_DIR: ${dataDir} cannot be used: ${cause}`)
  }
  mine.add(path)
  return () => {
    if (mine.delete(path)) rmSync(path, { force: true })
  }
}

function create(path: string): boolean {
  const holder: Holder = { pid: process.pid, born: born(process.pid) }
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

/** Undefined for a lock that is gone or half written. */
function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function alive(holder: Holder): boolean {
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (cause) {
    // EPERM: it lives, under another user.
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = born(holder.pid)
  return !holder.born || !now || holder.born === now
}

/** When a process started, as Linux counts it (proc(5): field 22 of stat), with the boot that counts. */
function born(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets, and may hold blanks and brackets of its own.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${started}`
  } catch {
    return ''
  }
}

/** Renamed first: of two processes that both found it stale, only one can. */
function removeStale(path: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    rmSync(aside, { force: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
}

/** Returns whether this is why {@link lockDataDir} failed: a live process has the folder. */
export function isDataDirInUse(cause: unknown): boolean {
  return cause instanceof PayError && (cause.details as { inUse?: unknown })?.inUse === true
}

function held(dataDir: string, pid: number | undefined): PayError {
  return new PayError(
    'invalid_setting',
    `DATA_DIR: ${dataDir} is in use by ${pid ? `process ${pid}` : 'another process'}. Stop that one, ` +
      'give another folder, or use PostgreSQL (DATABASE_URL), which many processes may share.',
    { field: 'DATA_DIR', details: { inUse: true } },
  )
}
