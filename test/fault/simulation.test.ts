import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { effort } from '../support/effort.ts'

// Every port may delay, fail, lose its answer, repeat, reorder or die, pages die and open again, and no payment is lost or
// made twice. SEED and COUNT play others.

const { SEED = '20261121', COUNT = String(2_000 * effort) } = process.env
const soak = fileURLToPath(new URL('./soak.ts', import.meta.url))

test(`no invariant breaks in ${COUNT} schedules`, async (t) => {
  // In a process of its own: node:test watches every promise of its own one, which costs more than all the rest.
  const env = { ...process.env, SEED, COUNT, PROCESSES: '1' }
  const run = promisify(execFile)(process.execPath, [soak], { env, maxBuffer: 2 ** 26 })
  const { stdout, failed } = await run.then(
    ({ stdout }) => ({ stdout, failed: false }),
    ({ stdout, stderr }) => ({ stdout: `${stdout}${stderr}`, failed: true }),
  )
  if (failed) assert.fail(stdout)
  t.diagnostic(stdout.trim().split('\n').at(-1) ?? '')
})
