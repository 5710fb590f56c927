// Installs what the manifests name, exactly as their lockfiles have it. Plain JavaScript, because ensure.mjs needs it before
// anything is installed.
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const windows = process.platform === 'win32'
/** The oldest Node on which demo and tests run: it strips types, and has what they use of node:test. */
const oldestNode = 24
/** Milliseconds between two lines of progress: on a terminal, where each replaces the one before, and in a log. */
const progressMs = { terminal: 500, log: 10_000 }

/**
 * The manifests, in the order in which they are installed.
 *
 * @type {Readonly<Record<'start' | 'tests' | 'clients' | 'docs' | 'node', Manifest>>}
 * @typedef {{ folder: string, what: string, omitsDev?: boolean }} Manifest
 */
export const manifests = {
  start: { folder: '', what: 'what npm start needs', omitsDev: true },
  tests: { folder: '', what: 'what the tests need' },
  clients: { folder: 'test/clients', what: 'the clients with which the tests pay' },
  docs: { folder: 'docs', what: 'the builder of the documentation' },
  node: {
    folder: 'scripts/node',
    what: `Node ${oldestNode}, since this one is ${process.version}`,
  },
}

/** Whether everything runs on the Node of this machine. */
export const isNodeNewEnough = Number(process.versions.node.split('.')[0]) >= oldestNode

/**
 * True when a folder's node_modules holds what its package-lock.json says. npm keeps a lockfile of its own there, written last;
 * contents are compared, since a checkout changes the times of files at will.
 *
 * @param {Manifest} manifest
 */
export function isInstalled({ folder, omitsDev = false }) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'))
  if (!wanted) {
    const path = join(folder, 'package-lock.json')
    throw new Error(`${path} is missing in ${root}: restore it from git.`)
  }
  if (!present) return false
  const names = new Set([...Object.keys(wanted), ...Object.keys(present)])
  // The project itself is in package-lock.json only.
  names.delete('')
  return [...names].every((name) => {
    const isLeftOut = omitsDev && wanted[name]?.dev && !present[name]
    return isLeftOut || isSame(wanted[name], present[name], join(folder, name))
  })
}

/** @param {string} path */
function readPackages(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function isSame(wanted, present, path) {
  // An optional package is one for another platform, as a rule.
  if (!present) return Boolean(wanted.optional)
  if (wanted?.version !== present.version) return false
  // A lockfile need not know the integrity of a package for a platform other than its writer's.
  if (wanted.integrity && wanted.integrity !== present.integrity) return false
  return existsSync(join(root, path, 'package.json'))
}

/**
 * Installs what is missing of these manifests, side by side, and says how far it is.
 *
 * @param {readonly Manifest[]} wanted
 */
export async function install(wanted) {
  // Another process may have done it while this one waited for the lock.
  const missing = wanted.filter((manifest) => !isInstalled(manifest))
  if (missing.length === 0) return
  const start = performance.now()
  const paths = missing.flatMap(listPaths)
  const measure = () => {
    const count = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
    const seconds = Math.round((performance.now() - start) / 1000)
    return `${count} of ${paths.length} packages, ${seconds} s`
  }
  for (const { what, folder } of missing)
    console.error(`Installing ${what} (npm ci${folder && ` --prefix ${folder}`}) …`)
  const stopProgress = showProgress(measure)
  const installs = await Promise.allSettled(missing.map(runNpm)).finally(stopProgress)
  const [failed] = installs.filter(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/** @param {Manifest} manifest */
async function runNpm(manifest) {
  const { folder, omitsDev } = manifest
  const cwd = join(root, folder)
  const kinds = [omitsDev ? '--omit=dev' : '--include=dev', '--include=optional']
  // --loglevel=error: npm's own Node may be older than some packages ask for; they run on ours.
  await run('npm', ['ci', ...kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    fault:
      'The dependencies could not be installed; npm says why above. Out of sync: run npm install. ' +
      'No network: check that the npm registry is within reach, then run npm ci.',
    // npm_config_local_prefix: set by an npm that runs us, it would name that npm's project.
    env: { ...process.env, PATH: pathWithoutOurs(), npm_config_local_prefix: cwd },
  })
  if (isInstalled(manifest)) return
  throw new Error(
    'npm ci went through, but node_modules is not complete. Is ignore-scripts set in your npm ' +
      'configuration? Try: npm ci --ignore-scripts=false',
  )
}

/** The folders of the packages that come, as far as that is known beforehand. */
function listPaths({ folder, omitsDev }) {
  const packages = Object.entries(readPackages(join(folder, 'package-lock.json')) ?? {})
  const isHere = (list, own) => !list || list.includes(own)
  return packages
    .filter(([path, { dev, os, cpu }]) => {
      const isForUs = isHere(os, process.platform) && isHere(cpu, process.arch)
      return path.startsWith('node_modules/') && isForUs && !(omitsDev && dev)
    })
    .map(([path]) => join(folder, path))
}

/** Prints what `measure` says now and then. Returns what ends that. */
function showProgress(measure) {
  const { isTTY } = process.stderr
  const print = () => process.stderr.write(isTTY ? `\r  ${measure()}\x1b[K` : `  ${measure()}\n`)
  const timer = setInterval(print, isTTY ? progressMs.terminal : progressMs.log)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stderr.write(`\r  ${measure()}\x1b[K\n`)
  }
}

/**
 * Puts the Node of scripts/node first on the PATH of npm's scripts, where the machine's own is too old. `npm ci` takes it away
 * with the rest of node_modules.
 */
export function linkNode() {
  const name = windows ? 'node.exe' : 'node'
  const link = join(root, 'node_modules/.bin', name)
  const target = join(root, manifests.node.folder, 'node_modules/node/bin', name)
  if (existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  // A link whose target is gone.
  rmSync(link, { force: true })
  // There, only an administrator may link files.
  if (windows) copyFileSync(target, link)
  // Relative, so that a project that was moved or copied has its own.
  else symlinkSync(relative(dirname(link), target), link)
}

/** PATH without node_modules/.bin: npm ci deletes what is there while it runs. */
function pathWithoutOurs() {
  const ours = join(root, 'node_modules') + sep
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !`${folder}${sep}`.startsWith(ours)).join(delimiter)
}

/**
 * Runs a program to its end, quiet unless it fails; then throws its output and what to do.
 *
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ env: NodeJS.ProcessEnv, fault: string, cwd?: string }} options
 */
export async function run(program, parameters, { env, fault, cwd = root }) {
  // npm is a .cmd there, which only a shell runs.
  const child = spawn(program, parameters, {
    ...{ cwd, env, shell: windows },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', resolve)
  })
  if (status === 0) return
  const cause = typeof status === 'string' ? status : ''
  // npm ends its refusals with a page on how it is called.
  throw new Error(`${`${said}${cause}`.split('npm error Clean install')[0].trim()}\n\n${fault}`)
}
