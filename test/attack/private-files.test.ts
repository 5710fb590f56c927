import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { provideHarness } from '../support/harness.ts'
import { runOperator } from '../support/operator.ts'
import { startService, temporaryFolder } from '../support/service.ts'

/** All that lies in a folder and whom it is open to besides its owner. */
function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...inside.map((entry) => join(entry.parentPath, entry.name))]
  assert.ok(paths.length > 500, `${paths.length} files are no database`)
  return paths.filter((path) => lstatSync(path).mode & 0o077)
}

describe('no other user of the machine reads or writes the embedded database', () => {
  let data: Awaited<ReturnType<typeof temporaryFolder>>
  const harness = provideHarness(async () => {
    // The embedded one, also where the tests run on PostgreSQL.
    data = await temporaryFolder()
    return { DATA_DIR: data.path, DATABASE_URL: '' }
  })
  after(() => data.remove())
  const folder = () => String(harness.environment.DATA_DIR)

  test('while the service runs, after it wrote, and after it ended', async () => {
    assert.deepEqual(openToOthers(folder()), [])
    for (let shop = 0; shop < 5; shop++)
      await runOperator(['account', 'create', '--name', `Shop ${shop}`], harness.environment)
    assert.deepEqual(openToOthers(folder()), [])
    await harness.service.end()
    assert.deepEqual(openToOthers(folder()), [])
  })

  test('a folder that was open is closed at the next start', async () => {
    for (const entry of readdirSync(folder(), { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o666)
    }
    chmodSync(folder(), 0o755)
    harness.service = await startService(harness.environment)
    assert.deepEqual(openToOthers(folder()), [])
  })

  test('its socket takes commands of its owner alone', {
    skip: process.getuid?.() !== 0 && 'needs root, to be somebody else',
  }, () => {
    const client = `require('node:net').connect(process.argv[1]).on('error', (e) => { console.log(e.code); process.exit() }).on('connect', () => { console.log('connected'); process.exit() })`
    const socket = join(folder(), 'admin.sock')
    assert.equal(lstatSync(socket).mode & 0o777, 0o600)
    const nobody = { uid: 65_534, gid: 65_534, encoding: 'utf8' as const, cwd: '/' }
    assert.equal(execFileSync('node', ['-e', client, socket], nobody).trim(), 'EACCES')
    assert.throws(
      () => execFileSync('cat', [join(folder(), 'lock')], { ...nobody, stdio: 'pipe' }),
      /Permission denied/,
    )
  })
})

test('a folder that all users share is refused as a data folder, and stays as it was', async (t) => {
  const folder = await temporaryFolder()
  t.after(() => folder.remove())
  chmodSync(folder.path, 0o1777)
  await assert.rejects(runOperator(['account', 'list'], { DATA_DIR: folder.path }), (error) => {
    assert.match((error as { stderr: string }).stderr, /^DATA_DIR: .*shared by all users/)
    return true
  })
  assert.equal(lstatSync(folder.path).mode & 0o7777, 0o1777)
})
