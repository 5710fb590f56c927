import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withLock } from '../../scripts/lock.mjs'
import { fingerprintSources } from './fingerprint.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const tsc = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

/** Runs the compiler on a project. Returns what it says of errors, '' when there is none. */
export async function compileProject(project: string, options: string[] = []): Promise<string> {
  return await run(process.execPath, [tsc, '-p', project, ...options]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/**
 * Returns the folder of what the packages have for the compiler: their declarations, and not their sources. They are written
 * once for each state of the source. In the project, where the compiler finds the libraries.
 */
export async function writeDeclarations(): Promise<string> {
  const folder = join(root, '.cache/test', `declarations-${fingerprintSources()}`)
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    const unfinished = `${folder}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    // The stage `types` checks the sources.
    const options = ['--emitDeclarationOnly', '--noCheck', '--outDir', unfinished]
    const said = await compileProject(join(root, 'test/tsconfig.build.json'), options)
    if (said) throw new Error(said)
    await rename(unfinished, folder)
  })
  return folder
}
