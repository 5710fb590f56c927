// Brings what the npm scripts need, so that `npm start` or `npm test` may be the first command in a
// fresh clone. Plain JavaScript on Node 20 and up, with nothing installed.
//   node scripts/ensure.mjs             dependencies, exactly as package-lock.json has them
//   node scripts/ensure.mjs --browser   and a Chromium for the tests
//   node scripts/ensure.mjs --engines   and Chromium, Firefox and WebKit
//   node scripts/ensure.mjs --postgres  and a PostgreSQL for them
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { findFirefox } from './firefox.mjs'
import { withLock } from './lock.mjs'
import { findPostgres } from './postgres.mjs'
import { findWebKit } from './webkit.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const npmArguments = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

/** What comes from Debian, by the flags that ask for it. */
const systems = [
  {
    flags: ['--browser', '--engines'],
    name: 'Chromium',
    find: findChromium,
    packages: ['chromium', 'fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk'],
    need: 'The tests need Chromium or Chrome',
    otherwise: ' or set CHROMIUM_PATH to its executable',
  },
  {
    flags: ['--browser', '--engines'],
    name: 'Chromium’s headless shell',
    // Elsewhere the whole browser does: the tests take longer.
    find: () => findHeadlessShell() ?? (isDebianRoot() ? undefined : findChromium()),
    packages: ['chromium-headless-shell'],
    need: 'The tests need Chromium’s headless shell',
    otherwise: ' or set CHROMIUM_PATH to a Chromium',
  },
  {
    flags: ['--engines'],
    name: 'Firefox',
    find: findFirefox,
    packages: ['firefox-esr'],
    need: 'The tests in three engines need Firefox',
    otherwise: ' or set FIREFOX_PATH to its executable',
  },
  {
    flags: ['--engines'],
    name: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb'],
    need: 'The tests in three engines need WebKitGTK with its WebDriver, and Xvfb',
    otherwise: ' or set WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH (its MiniBrowser) and XVFB_PATH',
  },
  {
    flags: ['--postgres'],
    name: 'PostgreSQL',
    find: findPostgres,
    packages: ['postgresql'],
    need: 'The tests on PostgreSQL need its server programs',
    otherwise: ' or set TEST_DATABASE_URL to a server of yours',
  },
]

try {
  if (!isInstalled()) await withLock(lockFolder(), install)
  for (const system of systems) {
    const wanted = system.flags.some((flag) => process.argv.includes(flag))
    if (!wanted || system.find()) continue
    await withLock(lockFolder(), () => installSystem(system))
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function lockFolder() {
  return join(root, '.cache', 'ensure.lock')
}

/**
 * True when node_modules holds what package-lock.json says. npm keeps a lockfile of its own there,
 * written last; contents are compared, since a checkout changes the times of files at will.
 */
function isInstalled() {
  const wanted = lockfile('package-lock.json')
  const present = lockfile('node_modules/.package-lock.json')
  if (!wanted) throw new Error(`package-lock.json is missing in ${root}: restore it from git.`)
  if (!present) return false
  const names = new Set([...Object.keys(wanted), ...Object.keys(present)])
  // The root project is in package-lock.json only.
  names.delete('')
  return [...names].every((name) => isSame(wanted[name], present[name], name)) && hasNode()
}

function lockfile(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function isSame(wanted, present, name) {
  // An optional package is one for another platform, as a rule.
  if (!present) return Boolean(wanted.optional)
  if (wanted?.version !== present.version) return false
  // A lockfile need not know the integrity of a package for a platform other than its writer's.
  if (wanted.integrity && wanted.integrity !== present.integrity) return false
  return existsSync(join(root, name, 'package.json'))
}

/** The scripts run on the Node that the package `node` brings, put there by its install script. */
function hasNode() {
  if (!lockfile('package-lock.json')['node_modules/node']) return true
  const folder = join(root, 'node_modules', 'node', 'bin')
  return existsSync(join(folder, 'node')) || existsSync(join(folder, 'node.exe'))
}

function install() {
  // Another process may have done it while this one waited for the lock.
  if (isInstalled()) return
  console.error('Installing dependencies (npm ci) …')
  // --loglevel=error: npm's own Node may be older than some packages ask for; they run on ours.
  run('npm', [...npmArguments, '--loglevel=error'], {
    fault:
      'The dependencies could not be installed; npm says why above. Out of sync: run npm install. ' +
      'No network: check that the npm registry is within reach, then run npm ci.',
    // npm_config_local_prefix: set by an npm that runs us, it would name that npm's project.
    env: { ...process.env, PATH: pathWithoutOurs(), npm_config_local_prefix: root },
  })
  if (isInstalled()) return
  throw new Error(
    'npm ci went through, but node_modules is not complete. Is ignore-scripts set in your npm ' +
      'configuration? Try: npm ci --ignore-scripts=false',
  )
}

/** PATH without node_modules/.bin: npm ci deletes the Node that is there while it runs. */
function pathWithoutOurs() {
  const ours = join(root, 'node_modules') + sep
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !`${folder}${sep}`.startsWith(ours)).join(delimiter)
}

function installSystem({ name, find, packages, need, otherwise }) {
  // Another process may have done it while this one waited for the lock.
  if (find()) return
  if (!isDebianRoot()) {
    throw new Error(
      `${need}. Install one (Debian: sudo apt-get install -y ${packages.join(' ')})${otherwise}.`,
    )
  }
  console.error(`Installing ${name} (apt-get) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const fault = `${name} could not be installed. Try: apt-get update && apt-get install ${packages.join(' ')}`
  run('apt-get', ['update', '-q'], { env, fault })
  // Another apt at work is waited for, seconds.
  const waiting = ['-o', 'DPkg::Lock::Timeout=300']
  const arguments_ = [...waiting, 'install', '-y', '-q', '--no-install-recommends']
  run('apt-get', [...arguments_, ...packages], { env, fault })
  if (!find()) throw new Error(`${need}, and apt-get brought none. Install one${otherwise}.`)
}

/** Debian itself: elsewhere, Ubuntu too, apt's chromium is another thing or none. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return (
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

/** Runs a program to its end, quiet unless it fails; then throws its output and what to do. */
function run(program, arguments_, { env, fault }) {
  const windows = process.platform === 'win32'
  const result = spawnSync(program, arguments_, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    // npm is a .cmd there, which only a shell runs.
    shell: windows,
  })
  if (result.status === 0) return
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
  // npm ends its refusals with a page on how it is called.
  throw new Error(`${said.split('npm error Clean install')[0].trim()}\n\n${fault}`)
}
