import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { withLock } from '../../scripts/lock.mjs'
import { fingerprintSources } from './fingerprint.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the program as it is written, of a thousand modules. */
export const sourceProgram = join(root, 'src/cli.ts')
/** Serves with options of `createService`, as it is written. */
const sourceServer = join(root, 'test/support/serve.ts')

/** What stays a module of its own: it reads files that lie beside it, or is not installed. */
const external = [/^@electric-sql\//, 'pino', 'pg-native']

/** A module in another place is still where its source is: it reads files from there. */
const keepPlaces = {
  name: 'keep-places',
  transform(code: string, id: string) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta.url')) return undefined
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

let bundled: Promise<string> | undefined

/**
 * Returns the path of the program as one file. Tests start it hundreds of times, and loading its thousand modules takes
 * longer than most of them. It is made once for each state of the source.
 */
export function bundleProgram(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const folder = join(root, '.cache/test', `program-${fingerprintSources()}`)
  const program = join(folder, 'cli.mjs')
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(program)) return
    const unfinished = `${folder}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await writeProgram(unfinished)
    // Whole or not at all: a run that is broken off leaves no half a program.
    await rename(unfinished, folder)
  })
  return program
}

/** Returns the program beside another one that serves with options of `createService` (`withOptions`). */
export function findServer(program: string): string {
  return program === sourceProgram ? sourceServer : join(dirname(program), 'serve.mjs')
}

/** Writes the program into a folder, as cli.mjs, serve.mjs and their chunks. */
export async function writeProgram(folder: string, plugins: Plugin[] = []): Promise<void> {
  // Loaded by the one that makes it only.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    ...{ input: { cli: sourceProgram, serve: sourceServer }, cwd: root },
    ...{ platform: 'node', logLevel: 'warn' },
    external,
    plugins: [...plugins, keepPlaces],
  })
  await build.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  await build.close()
}
