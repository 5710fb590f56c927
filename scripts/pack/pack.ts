import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { checkWeight } from './check-weight.ts'
import { packages } from './packages.ts'
import { writePackage } from './write-package.ts'

// Writes what is published to dist/npm, from a build that is there: a folder and a tarball of each package. Fails when
// publint or arethetypeswrong finds anything, or a store's bundle of it is too large.
//
//   npm run pack                      builds, and then runs this
//   node scripts/pack/pack.ts

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'dist/npm')

rmSync(output, { recursive: true, force: true })
for (const definition of packages) {
  const folder = await writePackage(definition)
  if (definition.hasElement) await checkWeight(folder)
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false })
  for (const message of messages) console.error(formatMessage(message, pkg))
  if (messages.length > 0) throw new Error(`${definition.name}: publint has found faults.`)
  const tarball = npmPack(folder)
  // The package is for programs that understand `import` and `exports`: there is no CommonJS.
  const entries = Object.keys(definition.assets).flatMap((path) => ['--exclude-entrypoints', path])
  run('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii', ...entries])
  console.log(tarball)
}

function npmPack(folder: string): string {
  const text = run('npm', ['pack', '--json', '--pack-destination', output, folder])
  const [{ filename }] = JSON.parse(text) as [{ filename: string }]
  return join(output, filename)
}

/** Runs a program, and returns what it prints. What it prints is shown when it fails. */
function run(program: string, parameters: readonly string[]): string {
  try {
    return execFileSync(program, parameters, { cwd: root, encoding: 'utf8' })
  } catch (cause) {
    console.error((cause as { stdout?: string }).stdout)
    throw cause
  }
}
