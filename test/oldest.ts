import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packages, versionRanges } from '../scripts/pack/packages.ts'
import { readRootManifest } from '../scripts/pack/write-package.ts'

// Runs tests with the oldest version of each library that the published packages take: `npm run test:oldest`. All other
// tests use the versions of the lockfile. A copy of the repository gets the oldest ones, so that this one stays as it is.

const root = fileURLToPath(new URL('..', import.meta.url))
/** What is run with them: what needs the libraries most, in a quarter of an hour. */
const runs = [
  [
    'units',
    'test/api',
    'test/checkout',
    'test/wallet',
    'test/proxy',
    'test/element',
    'test/service',
  ],
  ['browser', 'payment', 'events', 'outcomes'],
  ['service', 'service/watcher', 'service/payments', 'service/settings', 'service/webhooks'],
  ['e2e', 'e2e/pay.', 'e2e/injected', 'e2e/walletconnect'],
]

// React, which is a peer, is tried in its oldest version by test/examples/react.
const { dependencies } = readRootManifest()
const oldest = Object.entries(versionRanges)
  .filter(([name]) => name in dependencies)
  .map(([name, range]) => `${name}@${range.replace('^', '')}`)
const used = new Set(packages.flatMap((one) => [...one.dependencies, ...one.optionalPeers]))
for (const name of Object.keys(versionRanges))
  if (!used.has(name)) throw new Error(`${name} has a range, and no package names it.`)

const copy = mkdtempSync(join(tmpdir(), 'pay-charge-oldest-'))
let isGood = true
try {
  // Other folders of the same tree are caches and results.
  const sources = globSync('*', { cwd: root, exclude: ['dist', 'node_modules'] })
  for (const name of [...sources, '.npmrc', '.cache', '.biome.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes('test/output'),
    })
  removePins(join(copy, 'package.json'))
  isGood = run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...oldest])
  // The project's own Node has to be unpacked by its script.
  isGood &&= run('npm', ['rebuild', 'node', '--ignore-scripts=false'])
  for (const parameters of runs) isGood &&= run('node', ['test/run.ts', ...parameters])
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1

/** Takes the exact versions out that would be wanted beside the oldest ones. What the service alone needs keeps its own. */
function removePins(file: string) {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: object }
  const kept = Object.entries(manifest.dependencies).filter(([name]) => !(name in versionRanges))
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: Object.fromEntries(kept) }))
}

function run(program: string, parameters: readonly string[]): boolean {
  console.log(`\n> ${program} ${parameters.join(' ')}`)
  const { status } = spawnSync(program, parameters, { cwd: copy, stdio: 'inherit' })
  return status === 0
}
