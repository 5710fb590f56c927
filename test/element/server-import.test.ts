import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// A framework that renders on a server imports there what a page imports.

const run = promisify(execFile)
const sources = fileURLToPath(new URL('../../src/', import.meta.url))

for (const entry of [
  'index',
  'pay-charge',
  'frameworks/react',
  'preview',
  'ssr',
  'proxy',
  'api/index',
  'service',
])
  test(`${entry} can be imported where there is no DOM`, async () => {
    const code = `
      const names = Object.keys(await import(${JSON.stringify(`${sources}${entry}.ts`)}))
      console.log(JSON.stringify({ names, hasDom: 'HTMLElement' in globalThis }))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
    const { names, hasDom } = JSON.parse(stdout) as { names: string[]; hasDom: boolean }
    assert.equal(hasDom, false)
    if (entry === 'index') assert.ok(names.includes('PayError') && names.includes('PayCharge'))
  })

test('a server can catch a PayError by its class', async () => {
  const { PayCharge, PayError } = await import('../../src/index.ts')
  assert.ok(new PayError('offline', 'x') instanceof Error)
  assert.equal(typeof PayCharge.preview, 'function')
})
