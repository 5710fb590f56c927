import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'pay-charge-lock-'))
after(() => rmSync(folder, { recursive: true }))

test('a lock that many wait for is held by one at a time, and given back without a trace', async () => {
  const counter = join(folder, 'counter')
  writeFileSync(counter, '0')
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(fileURLToPath(new URL('../scripts/lock.mjs', import.meta.url)))}
    const [lock, counter] = process.argv.slice(1)
    console.error = () => {}
    await Promise.all(Array.from({ length: 60 }, () => withLock(lock, () =>
      writeFileSync(counter, String(Number(readFileSync(counter, 'utf8')) + 1)))))`
  const args = ['--input-type=module', '--eval', script, join(folder, 'lock'), counter]
  await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, args)))
  assert.equal(readFileSync(counter, 'utf8'), '240')
  assert.deepEqual(readdirSync(folder), ['counter'])
})
