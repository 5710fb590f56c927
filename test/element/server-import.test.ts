import assert from 'node:assert/strict'
import { test } from 'node:test'

// A framework that renders on a server imports there what a page imports: as this process, which has no DOM.

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
    const names = Object.keys(await import(`../../src/${entry}.ts`))
    assert.equal('HTMLElement' in globalThis, false)
    if (entry === 'index') assert.ok(names.includes('PayError') && names.includes('PayCharge'))
  })

test('a server can catch a PayError by its class', async () => {
  const { PayCharge, PayError } = await import('../../src/index.ts')
  assert.ok(new PayError('offline', 'x') instanceof Error)
  assert.equal(typeof PayCharge.preview, 'function')
})
