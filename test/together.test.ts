import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, 'test/output'), { recursive: true })
const folder = mkdtempSync(join(root, 'test/output/together-'))
after(() => rmSync(folder, { recursive: true }))

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
  const { NODE_TEST_CONTEXT: _, TEST_NAME: __, COSTS_FILE: ___, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--test', group], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 1, stdout)
  assert.match(stdout, new RegExp(`ended before these files had:[^]*${second}`))
})
