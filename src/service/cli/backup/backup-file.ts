import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { migrationNames } from '../../db/migrations/migrate.ts'
import { createOperatorError } from '../../http/operator-error.ts'
import type { DatabaseDump, DumpDescription } from '../../kernel/database-dump.ts'

// A backup is one file: a line of JSON, padded to 1024 bytes, and after it the database's own copy, so that
// `tail -c +1025` returns it for tar. The line is written last: an interrupted backup has none.

const format = 'pay-charge-backup'
const formatVersion = 1
const headerLength = 1024

/** The first line of a backup. */
export interface BackupHeader extends DumpDescription {
  format: typeof format
  version: typeof formatVersion
  /** ISO 8601: everything acknowledged before this time is in it. */
  createdAt: string
  /** Length of the content after the line, in bytes, and its SHA-256, hex. */
  bytes: number
  sha256: string
}

/** A backup whose content is as it was written. */
export interface VerifiedBackup {
  header: BackupHeader
  /** Returns the database's own copy. */
  getStream: () => Readable
}

/**
 * Writes a backup that only its owner may read. It gets its name after it is completely written and synced.
 *
 * @returns its header
 * @throws PayError `invalid_setting` for a file that exists
 */
export async function writeBackup(
  path: string,
  createDump: () => Promise<DatabaseDump>,
): Promise<BackupHeader> {
  if (existsSync(path)) throw createOperatorError(`${path} exists. Give another name.`)
  const unfinishedPath = `${path}.${randomUUID()}.part`
  const file = await open(unfinishedPath, 'wx', 0o600).catch((cause: Error) => {
    throw createOperatorError(`${path} cannot be written: ${cause.message}`, cause)
  })
  try {
    const createdAt = new Date().toISOString()
    const { description, content } = await createDump()
    const hash = createHash('sha256')
    let bytes = 0
    await file.writeFile(Buffer.alloc(headerLength))
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    const sha256 = hash.digest('hex')
    const header = {
      format,
      version: formatVersion,
      createdAt,
      ...description,
      bytes,
      sha256,
    } satisfies BackupHeader
    const line = Buffer.from(`${JSON.stringify(header).padEnd(headerLength - 1)}\n`)
    if (line.length !== headerLength) throw new RangeError('The header of the backup is too long.')
    await file.write(line, 0, headerLength, 0)
    await file.sync()
    await rename(unfinishedPath, path)
    await syncFolder(dirname(path))
    return header
  } catch (cause) {
    await rm(unfinishedPath, { force: true })
    throw cause
  } finally {
    await file.close()
  }
}

/** Makes a new name in a folder outlast a power cut, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Reads a backup to its end and compares it with its checksum.
 *
 * @throws PayError `invalid_setting` for a file that is not a backup, is not whole or is damaged, or is of a later version
 */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const { line, size } = await readHead(path)
  const header = parseHeader(line, path)
  const wholeSize = headerLength + header.bytes
  if (size !== wholeSize)
    throw createOperatorError(
      `${path} is not whole: it has ${size} bytes, and should ${wholeSize}.`,
    )
  const getStream = () => createReadStream(path, { start: headerLength })
  const hash = createHash('sha256')
  for await (const chunk of getStream()) hash.update(chunk as Uint8Array)
  if (hash.digest('hex') !== header.sha256)
    throw createOperatorError(
      `${path} is damaged: its checksum is not the one that it was written with.`,
    )
  const laterMigrations = header.migrations.filter((name) => !migrationNames.includes(name))
  if (laterMigrations.length > 0)
    throw createOperatorError(
      `${path} is of a later version of pay-charge, with ${laterMigrations.join(', ')}. Install that version.`,
    )
  return { header, getStream }
}

/** Reads the first line of a file, and its size. */
async function readHead(path: string): Promise<{ line: string; size: number }> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerLength), 0, headerLength, 0)
      return { line: buffer.toString('utf8', 0, bytesRead), size: (await file.stat()).size }
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw createOperatorError(`${path} cannot be read: ${(cause as Error).message}`, cause)
  }
}

function parseHeader(line: string, path: string): BackupHeader {
  let header: Partial<BackupHeader> | undefined
  try {
    header = JSON.parse(line)
  } catch {
    // Reported below.
  }
  if (header?.format !== format)
    throw createOperatorError(`${path} is not a backup of pay-charge, or its beginning is damaged.`)
  if (header.version !== formatVersion)
    throw createOperatorError(
      `${path} was made by a later version of pay-charge. Install that one.`,
    )
  return header as BackupHeader
}
