import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mistake } from './examples.ts'
import { runNpm, type Server, startServer } from './npm.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Where the examples are installed. Not below the repository, where Node and TypeScript would find in its node_modules
 * what an example, or the package, has forgotten to name.
 */
const workFolder =
  process.env.EXAMPLES_DIR ?? join(tmpdir(), `pay-charge-examples-${computeHash(root).slice(0, 8)}`)

/** What stays between two runs, so that the second one is quick. */
const kept = ['node_modules', 'package-lock.json', '.installed']

/** A copy of an example, outside the repository. */
export interface Project {
  folder: string
  /** Brings its packages, the packed `pay-charge` among them. */
  install(): Promise<void>
  /** Whether its package.json has such a script. */
  hasScript(name: string): boolean
  /** Runs a script of its package.json to its end and returns its output. */
  runScript(name: string): Promise<string>
  /** Runs its type checker on sources with mistakes and returns its output. Puts the sources back. */
  checkMistakes(mistakes: readonly Mistake[]): Promise<string>
  /** Starts its server and resolves when it answers at `url`. */
  start(environment: Record<string, string>, args: readonly string[]): Promise<Server>
}

/** Copies an example, which then needs `install`. */
export async function createProject(name: string): Promise<Project> {
  const source = join(root, 'test/examples', name)
  const folder = join(workFolder, name)
  await mkdir(folder, { recursive: true })
  for (const entry of await readdir(folder))
    if (!kept.includes(entry)) await rm(join(folder, entry), { recursive: true })
  await cp(source, folder, { recursive: true })
  const manifestPath = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as {
    scripts: Record<string, string>
    dependencies: Record<string, string>
  }
  manifest.dependencies['pay-charge'] = `file:${await copyTarball()}`
  const manifestText = JSON.stringify(manifest, undefined, 2)
  await writeFile(manifestPath, manifestText)
  const stamp = join(folder, '.installed')

  const runScript = (script: string) => runNpm(folder, ['run', '--silent', script])

  return {
    folder,
    hasScript: (script) => script in manifest.scripts,
    runScript,
    async install() {
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifestText) return
      await rm(stamp, { force: true })
      await runNpm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund'])
      await writeFile(stamp, manifestText)
    },
    async checkMistakes(mistakes) {
      const originals = await plant(folder, mistakes)
      try {
        return await runScript('check').catch((error: Error) => error.message)
      } finally {
        for (const [path, text] of originals) await writeFile(path, text)
      }
    },
    start: (environment, args) => startServer(folder, environment, args),
  }
}

/** Writes mistakes into the sources and returns the sources as they were. */
async function plant(folder: string, mistakes: readonly Mistake[]): Promise<Map<string, string>> {
  const patterns = ['*', 'src/**', 'app/**', 'public/*.js']
  const paths = globSync(patterns, { cwd: folder, exclude: kept, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const originals = new Map<string, string>()
  for (const path of paths) {
    const text = await readFile(path, 'utf8')
    let wrong = text
    for (const mistake of mistakes) wrong = wrong.replace(mistake.right, mistake.wrong)
    if (wrong === text) continue
    originals.set(path, text)
    await writeFile(path, wrong)
  }
  return originals
}

/** Copies the packed package to a name of its content: npm takes another content of one name for a damaged file. */
async function copyTarball(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const tarball = join(root, 'dist/npm', `pay-charge-${version}.tgz`)
  if (!existsSync(tarball)) throw new Error(`${tarball} is missing. Run \`npm run pack\` first.`)
  const copy = join(
    workFolder,
    `pay-charge-${computeHash(await readFile(tarball)).slice(0, 16)}.tgz`,
  )
  if (!existsSync(copy)) await copyFile(tarball, copy)
  return copy
}

function computeHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
