import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('support/', import.meta.url)

test('test/support/README.md has one line for each file', () => {
  const text = readFileSync(new URL('README.md', folder), 'utf8')
  const named = [...text.matchAll(/^- `([^`]+)`: /gm)].map(([, name]) => name)
  const files = readdirSync(folder).filter((name) => name !== 'README.md')
  assert.deepEqual(named.sort(), files.sort())
})
