import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// The embedded database holds webhook secrets, and whoever may write its files decides where money goes. It unpacks
// them for everybody to read and write, whatever the umask: so their folder is closed first, then each of them.

/** Bits of a mode that are for others than the owner. */
const notOwner = 0o077
const others = 0o007
const sticky = 0o1000

/**
 * Makes a folder that only its owner may enter, or makes an existing one so.
 *
 * @throws Error for a folder that is shared on purpose, such as /tmp, and for somebody else's that everybody may enter
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = lstatSync(folder)
  if ((mode & notOwner) === 0) return
  if (mode & sticky) throw new Error('it is shared by all users; give a folder of its own')
  try {
    chmodSync(folder, mode & 0o700)
  } catch (cause) {
    // A volume that is mounted for a group belongs to somebody else: what is in it is closed all the same.
    if ((mode & others) === 0) return
    throw new Error('everybody may enter it, and it belongs to another user', { cause })
  }
}

/** Takes everybody else's rights from all that is in a folder. Links are left alone: what they name may be elsewhere. */
export function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = lstatSync(path)
    if (mode & notOwner) chmodSync(path, mode & 0o700)
  }
}
