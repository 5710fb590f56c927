import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { computeLineDigest } from '../../store/charges/archive.ts'
import { syncFolder } from '../backup/backup-file.ts'
import { createOperatorError } from '../operator-error.ts'

// An archive is a folder: files of JSON Lines, compressed, and manifest.json with the checksum of each. A file gets its name
// when it is whole and on the disk, and stands in the manifest after that.

const format = 'pay-charge-archive'
const formatVersion = 1
const manifestName = 'manifest.json'

/** What the manifest says of a file. */
export interface ArchiveEntry {
  name: string
  /** The month in which its charges were created, such as `2026-03`, in UTC. */
  month: string
  charges: number
  /** Its length and SHA-256, hex. */
  bytes: number
  sha256: string
}

interface Manifest {
  format: typeof format
  version: typeof formatVersion
  files: ArchiveEntry[]
}

/** A file of an archive that is being written. */
export interface ArchiveWriter {
  write(line: string): Promise<void>
  /** Finishes the file, and returns what the manifest is to say of it. */
  finish(): Promise<ArchiveEntry>
  /** Removes what was written. */
  discard(): Promise<void>
}

/** Begins a file of an archive, which only its owner may read. */
export async function createArchiveWriter(path: string, month: string): Promise<ArchiveWriter> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'wx', 0o600).catch((cause: Error) => {
    throw createOperatorError(`${path} cannot be written: ${cause.message}`, cause)
  })
  const gzip = createGzip()
  const hash = createHash('sha256')
  let bytes = 0
  let charges = 0
  const store = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
  }
  const stored = pipeline(gzip, store).catch((cause: Error) => {
    throw createOperatorError(`${path} cannot be written: ${cause.message}`, cause)
  })
  // Said by whoever waits for it.
  stored.catch(() => undefined)
  return {
    async write(line) {
      charges += 1
      // The file that fails ends the wait, too.
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), stored])
    },
    async finish() {
      gzip.end()
      await stored
      await file.sync()
      await file.close()
      if (existsSync(path)) throw createOperatorError(`${path} exists. Choose another folder.`)
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return { name: basename(path), month, charges, bytes, sha256: hash.digest('hex') }
    },
    async discard() {
      gzip.destroy()
      await stored.catch(() => undefined)
      await file.close().catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

/**
 * Reads a file of an archive from the disk, and returns the digest of each charge's line by its id.
 *
 * @throws PayError `invalid_setting` for a file that is not as the manifest says
 */
export async function readArchiveFile(
  folder: string,
  { name, bytes, sha256, charges }: ArchiveEntry,
): Promise<Map<string, string>> {
  const hash = createHash('sha256')
  let length = 0
  async function* content() {
    for await (const chunk of createReadStream(join(folder, name))) {
      hash.update(chunk as Buffer)
      length += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  const digests = new Map<string, string>()
  const unpacked = createGunzip()
  const unpacking = pipeline(Readable.from(content()), unpacked)
  unpacking.catch(() => undefined)
  try {
    for await (const line of splitLines(unpacked)) {
      const { charge } = JSON.parse(line) as { charge: { id: string } }
      digests.set(charge.id, computeLineDigest(line))
    }
    await unpacking
  } catch (cause) {
    throw createDamagedError(name, cause)
  }
  if (length !== bytes || hash.digest('hex') !== sha256 || digests.size !== charges)
    throw createDamagedError(name)
  return digests
}

/** Splits a stream into its lines. Unlike `node:readline` it rejects when the stream fails. */
async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('The last line is not whole.')
}

const createDamagedError = (name: string, cause?: unknown) =>
  createOperatorError(
    `${name} cannot be read back as it was written: nothing of it was deleted. Check the disk, and run this again.`,
    cause,
  )

/** The manifest of an archive. */
export interface ArchiveManifest {
  /** Adds a file that is whole. */
  add(entry: ArchiveEntry): Promise<void>
}

/**
 * Opens the manifest of a folder; a folder that is missing is made, for its owner alone.
 *
 * @throws PayError `invalid_setting` for a folder that cannot be used
 */
export async function openManifest(folder: string): Promise<ArchiveManifest> {
  const path = join(folder, manifestName)
  let files: readonly ArchiveEntry[]
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    files = existsSync(path) ? parseManifest(await readFile(path, 'utf8')) : []
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw createOperatorError(
      `${folder} cannot be used: ${reason}. Choose another folder, or correct it.`,
      cause,
    )
  }
  return {
    async add(entry) {
      files = [...files, entry]
      const manifest: Manifest = { format, version: formatVersion, files: [...files] }
      const unfinished = `${path}.part`
      const file = await open(unfinished, 'w', 0o600)
      await write(file, `${JSON.stringify(manifest, null, 2)}\n`)
      await rename(unfinished, path)
      await syncFolder(folder)
    },
  }
}

async function write(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function parseManifest(text: string): readonly ArchiveEntry[] {
  let manifest: Partial<Manifest> | undefined
  try {
    manifest = JSON.parse(text)
  } catch {
    // Said below.
  }
  if (manifest?.format === format && manifest.version === formatVersion && manifest.files)
    return manifest.files
  throw new Error(`its ${manifestName} is no manifest of this version of pay-charge archive`)
}
