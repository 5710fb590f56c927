// Brings what the npm scripts need, so that `npm start` or `npm test` may be the first command in a
// fresh clone. Plain JavaScript on Node 20 and up, with nothing installed.
//   node scripts/ensure.mjs             what npm start needs, exactly as package-lock.json has it; and a Node, where
//                                       this one is too old
//   node scripts/ensure.mjs --docs      and what builds the documentation
//   node scripts/ensure.mjs --tests     and everything that comes from npm
//   node scripts/ensure.mjs --browser   and a Chromium for the tests
//   node scripts/ensure.mjs --engines   and Chromium, Firefox and WebKit
//   node scripts/ensure.mjs --postgres  and a PostgreSQL for them
//   node scripts/ensure.mjs --languages and Python and PHP, for the recipes of the documentation
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { findFirefox } from './firefox.mjs'
import { install, isInstalled, isNodeNewEnough, linkNode, manifests, run } from './install.mjs'
import { withLock } from './lock.mjs'
import { findPostgres } from './postgres.mjs'
import { findProgram } from './programs.mjs'
import { findWebKit } from './webkit.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const asked = new Set(process.argv.slice(2))

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
  {
    flags: ['--languages'],
    name: 'Python',
    find: () => findProgram({ variable: 'PYTHON_PATH', names: ['python3'] }),
    packages: ['python3'],
    need: 'The recipes of the documentation need Python',
    otherwise: ' or set PYTHON_PATH to its executable',
  },
  {
    flags: ['--languages'],
    name: 'PHP',
    find: () => findProgram({ variable: 'PHP_PATH', names: ['php'] }),
    packages: ['php-cli'],
    need: 'The recipes of the documentation need PHP',
    otherwise: ' or set PHP_PATH to its executable',
  },
]

try {
  const wanted = listManifests()
  if (!wanted.every(isInstalled)) await withLock(lockFolder(), () => install(wanted))
  if (!isNodeNewEnough) linkNode()
  for (const system of systems) {
    const isWanted = system.flags.some((flag) => asked.has(flag))
    if (!isWanted || system.find()) continue
    await withLock(lockFolder(), () => installSystem(system))
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** The manifests that are asked for. */
function listManifests() {
  const { start, tests, clients, docs, node } = manifests
  const ours = asked.has('--tests')
    ? [tests, clients, docs]
    : asked.has('--docs')
      ? [start, docs]
      : [start]
  return isNodeNewEnough ? ours : [...ours, node]
}

function lockFolder() {
  return join(root, '.cache', 'ensure.lock')
}

async function installSystem({ name, find, packages, need, otherwise }) {
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
  await run('apt-get', ['update', '-q'], { env, fault })
  // Another apt at work is waited for, seconds.
  const waiting = ['-o', 'DPkg::Lock::Timeout=300']
  const arguments_ = [...waiting, 'install', '-y', '-q', '--no-install-recommends']
  await run('apt-get', [...arguments_, ...packages], { env, fault })
  if (!find()) throw new Error(`${need}, and apt-get brought none. Install one${otherwise}.`)
}

/** Debian itself: elsewhere, Ubuntu too, apt's chromium is another thing or none. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return (
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}
