import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listTapFailures } from './support/failures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, 'test/output'), { recursive: true })
const folder = mkdtempSync(join(root, 'test/output/together-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a file of tests as `npm test` does. */
function run(file: string, ...options: string[]) {
  const { NODE_TEST_CONTEXT: _, TEST_NAME: __, COSTS_FILE: ___, ...env } = process.env
  return spawnSync(process.execPath, ['--test', ...options, file], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
}

test('a file that ends the process fails the run, in which the next ones are named', () => {
  const names = ['first', 'second'].map((name) => relative(root, join(folder, `${name}.test.mjs`)))
  const [first = '', second = ''] = names
  writeFileSync(
    join(root, first),
    `import { after, test } from 'node:test'
test('passes', () => {})
after(() => setTimeout(() => process.exit(0), 50))
`,
  )
  writeFileSync(
    join(root, second),
    `import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
test('takes longer', () => setTimeout(60_000))
`,
  )
  const group = join(folder, 'group.test.mjs')
  writeFileSync(
    group,
    `import { runTogether } from ${JSON.stringify(join(root, 'test/support/together.ts'))}
runTogether(${JSON.stringify(names)})
`,
  )
  const { status, stdout } = run(group)
  assert.equal(status, 1, stdout)
  assert.match(stdout, new RegExp(`ended before these files had:[^]*${second}`))
})

test('the end of a run names what failed and what it said: tests, and hooks outside of them', () => {
  const file = join(folder, 'failing.test.mjs')
  writeFileSync(
    file,
    `import { after, describe, test } from 'node:test'
describe('a suite', () => {
  test('passes', () => {})
  test('a payer’s test', () => { throw new Error('two is not three') })
})
after(() => { throw new Error('left open') })
`,
  )
  const failures = listTapFailures(run(file, '--test-reporter=tap').stdout)
  assert.equal(failures.length, 2, failures.join('\n'))
  const [ofTest = '', ofHook = ''] = failures
  assert.match(
    ofTest,
    /^✖ test\/output\/.*failing.test.mjs:4:\d+ a payer’s test\n +'two is not three'$/,
  )
  assert.match(ofHook, /failing.test.mjs\n +'left open'$/)
})
