import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../scripts/chromium.mjs'

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url))

/** A project with ensure.mjs in it, and three dependencies that need no registry: for the start, for tests, and for the documentation. */
async function project(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'pay-charge-ensure-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'scripts'))
  for (const name of await readdir(scripts)) {
    if (name.endsWith('.mjs')) await cp(join(scripts, name), join(root, 'scripts', name))
  }
  await writeVersion(root, '1.0.0')
  return root
}

async function writeVersion(root: string, version: string): Promise<void> {
  await writeManifest(root, '.', { dependencies: ['small'], devDependencies: ['tool'] }, version)
  await writeManifest(root, 'docs', { dependencies: ['builder'] }, version)
  await writeManifest(root, 'test/clients', { dependencies: ['client'] }, version)
}

type Names = Partial<Record<'dependencies' | 'devDependencies', readonly string[]>>

/** Writes a manifest with its lockfile, and what it names. */
async function writeManifest(root: string, folder: string, names: Names, version: string) {
  const kinds = Object.entries(names).map(([kind, list]) => [
    kind,
    Object.fromEntries(list.map((name) => [name, `file:${name}`])),
  ])
  const manifest = { name: 'fixture', ...Object.fromEntries(kinds) }
  const packages: Record<string, object> = { '': manifest }
  for (const [kind, list] of Object.entries(names)) {
    const flag = kind === 'devDependencies' && { dev: true }
    for (const name of list) {
      packages[`node_modules/${name}`] = { resolved: name, link: true, ...flag }
      packages[name] = { version, ...flag }
      await write(root, join(folder, name, 'package.json'), { name, version })
    }
  }
  await write(root, join(folder, 'package.json'), manifest)
  const lock = { name: 'fixture', lockfileVersion: 3, requires: true, packages }
  await write(root, join(folder, 'package-lock.json'), lock)
}

async function write(root: string, path: string, content: unknown): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), JSON.stringify(content))
}

async function ensure(root: string, parameters: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/ensure.mjs'), ...parameters], {
    env: { ...process.env, ...env },
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

/** A PATH that has neither npm nor anything else. */
const nothing = { PATH: dirname(scripts) }

test('installs in a fresh clone what the start needs, then finds nothing to do', async (t) => {
  const root = await project(t)
  const { code, said } = await ensure(root)
  assert.equal(code, 0)
  assert.match(
    said,
    /^Installing what npm start needs \(npm ci\) …\n( {2}\d of 1 packages, \d+ s\n)*$/,
  )
  assert.ok(existsSync(join(root, 'node_modules/small/package.json')))
  for (const path of ['node_modules/tool', 'docs/node_modules', 'test/clients/node_modules'])
    assert.ok(!existsSync(join(root, path)), path)
  assert.deepEqual(await readdir(join(root, '.cache')), [])
  assert.deepEqual(await ensure(root, [], nothing), { code: 0, said: '' })
})

test('installs what builds the documentation when somebody asks for it', async (t) => {
  const root = await project(t)
  await ensure(root)
  const { code, said } = await ensure(root, ['--docs'])
  assert.equal(code, 0)
  assert.match(said, /^Installing the builder of the documentation \(npm ci --prefix docs\) …\n/)
  assert.ok(existsSync(join(root, 'docs/node_modules/builder/package.json')))
  assert.deepEqual(await ensure(root, ['--docs'], nothing), { code: 0, said: '' })
})

test('installs everything for the tests, which the start then has as well', async (t) => {
  const root = await project(t)
  assert.equal((await ensure(root, ['--tests'])).code, 0)
  for (const path of ['node_modules/small', 'node_modules/tool', 'docs/node_modules/builder'])
    assert.ok(existsSync(join(root, path, 'package.json')), path)
  assert.ok(existsSync(join(root, 'test/clients/node_modules/client/package.json')))
  for (const flags of [['--tests'], ['--docs'], []])
    assert.deepEqual(await ensure(root, flags, nothing), { code: 0, said: '' })
})

test('installs again when the lockfile or the folder says something else', async (t) => {
  const root = await project(t)
  await ensure(root)
  await writeVersion(root, '1.0.1')
  assert.match((await ensure(root)).said, /^Installing/)
  assert.equal((await ensure(root)).said, '')
  await rm(join(root, 'node_modules/small'))
  assert.match((await ensure(root)).said, /^Installing/)
  assert.equal((await ensure(root)).said, '')
})

test('of five at once only one installs, and all wait for it', async (t) => {
  const root = await project(t)
  const all = await Promise.all(Array.from({ length: 5 }, () => ensure(root)))
  assert.deepEqual(
    all.map(({ code }) => code),
    [0, 0, 0, 0, 0],
  )
  assert.equal(all.filter(({ said }) => said.includes('Installing')).length, 1)
  assert.deepEqual(await readdir(join(root, '.cache')), [])
})

test('takes over the lock of a process that died', async (t) => {
  const root = await project(t)
  const dead = spawn(process.execPath, ['--version'])
  await once(dead, 'exit')
  await mkdir(join(root, '.cache/ensure.lock'), { recursive: true })
  await writeFile(join(root, '.cache/ensure.lock/owner'), `${dead.pid}.1`)
  const all = await Promise.all([ensure(root), ensure(root), ensure(root)])
  assert.deepEqual(
    all.map(({ code }) => code),
    [0, 0, 0],
  )
  assert.equal(all.filter(({ said }) => said.includes('Installing')).length, 1)
  assert.deepEqual(await readdir(join(root, '.cache')), [])
})

test('says what to do when npm refuses, without npm’s page on how it is called', async (t) => {
  const root = await project(t)
  await write(root, 'package.json', { name: 'fixture', dependencies: { other: 'file:other' } })
  await mkdir(join(root, 'other'))
  await write(root, 'other/package.json', { name: 'other', version: '1.0.0' })
  const { code, said } = await ensure(root)
  assert.equal(code, 1)
  assert.match(said, /Missing: other@/)
  assert.match(said, /run npm install/)
  assert.doesNotMatch(said, /Usage:|at .*\.mjs:/)
  assert.deepEqual(await readdir(join(root, '.cache')), [])
})

test('says what to do when there is no npm, and no lockfile', async (t) => {
  const root = await project(t)
  assert.match(
    (await ensure(root, [], nothing)).said,
    /ENOENT\s+The dependencies could not be installed/,
  )
  await rm(join(root, 'package-lock.json'))
  assert.match((await ensure(root)).said, /package-lock\.json is missing/)
})

test('--browser takes CHROMIUM_PATH at its word', async (t) => {
  const root = await project(t)
  await ensure(root)
  const good = { CHROMIUM_PATH: process.execPath }
  assert.deepEqual(await ensure(root, ['--browser'], good), { code: 0, said: '' })
  const bad = await ensure(root, ['--browser'], { CHROMIUM_PATH: '/nowhere/chromium' })
  assert.equal(bad.code, 1)
  assert.match(bad.said, /^CHROMIUM_PATH is \/nowhere\/chromium/)
})

test('--engines takes the paths of all three at their word', async (t) => {
  const root = await project(t)
  await ensure(root)
  const programs = ['CHROMIUM', 'FIREFOX', 'WEBKIT_DRIVER', 'WEBKIT_BROWSER', 'XVFB']
  const good = Object.fromEntries(programs.map((name) => [`${name}_PATH`, process.execPath]))
  assert.deepEqual(await ensure(root, ['--engines'], good), { code: 0, said: '' })
  for (const variable of Object.keys(good)) {
    const bad = await ensure(root, ['--engines'], { ...good, [variable]: '/nowhere/program' })
    assert.equal(bad.code, 1)
    assert.match(bad.said, new RegExp(`^${variable} is /nowhere/program`))
  }
})

test('a browser is found on PATH as well', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-browser-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'google-chrome')
  await writeFile(path, '#!/bin/sh\n', { mode: 0o755 })
  const usual = findChromium({ PATH: '' })
  assert.equal(findChromium({ PATH: ['/nowhere', folder].join(delimiter) }), usual ?? path)
  assert.equal(findChromium({ CHROMIUM_PATH: path }), path)
})
