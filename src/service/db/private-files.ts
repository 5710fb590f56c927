import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// The embedded database holds webhook secrets, and anyone who can write its files decides where money goes. It creates its files
// readable and writable for all users, ignoring the umask. So the folder is made private first, then its files.

/** The permission bits of a mode for all users but the owner. */
const groupAndOtherBits = 0o077
const otherBits = 0o007
const stickyBit = 0o1000

/**
 * Creates a folder that only its owner may enter, or removes other users' rights to an existing one.
 *
 * @throws Error for a folder that is shared on purpose, such as /tmp, and for one of another user that all users may enter
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = lstatSync(folder)
  if ((mode & groupAndOtherBits) === 0) return
  if (mode & stickyBit) throw new Error('it is shared by all users; use a separate folder')
  try {
    chmodSync(folder, mode & 0o700)
  } catch (cause) {
    // A volume that is mounted for a group belongs to another user. The files in it are made private all the same.
    if ((mode & otherBits) === 0) return
    throw new Error('all users may enter it, and it belongs to another user', { cause })
  }
}

/** Removes other users' rights to all files in a folder. Skips symbolic links: their targets may be elsewhere. */
export function makeFilesPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = lstatSync(path)
    if (mode & groupAndOtherBits) chmodSync(path, mode & 0o700)
  }
}
