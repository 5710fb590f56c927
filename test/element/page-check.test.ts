import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPage } from '../../src/element/checkout/page/page-check.ts'

test('nothing is wrong with JavaScript as it is', () => {
  assert.equal(checkPage(), undefined)
})

/** Replaces a part while it is checked. */
function checkWith(owner: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  const error = checkPage()
  if (before) Object.defineProperty(owner, name, before)
  else Reflect.deleteProperty(owner, name)
  return error
}

const replaced: [name: string, owner: object, property: string, value: unknown][] = [
  ['JSON.stringify', Array.prototype, 'toJSON', () => '[]'],
  ['JSON.stringify', Object.prototype, 'toJSON', () => '{}'],
  ['Array.from', Array, 'from', (one: unknown) => [one]],
  ['Array.prototype.find', Array.prototype, 'find', () => 0],
  ['Array.prototype.includes', Array.prototype, 'includes', undefined],
  ['Object.keys', Object, 'keys', () => []],
  ['Object.prototype.body', Object.prototype, 'body', 'x'],
]
for (const [name, owner, property, value] of replaced) {
  test(`${name} that is not what it was is named`, () => {
    const error = checkWith(owner, property, value)
    assert.equal(error?.code, 'page_broken')
    assert.ok(error.message.includes(name), error.message)
    assert.ok((error.details as string[]).includes(name))
  })
}

test('what polyfills and modern pages add is not wrong', () => {
  assert.equal(checkWith(BigInt.prototype, 'toJSON', String), undefined)
  assert.equal(
    checkWith(Array.prototype, 'last', () => 1),
    undefined,
  )
  const { flat } = Array.prototype
  assert.equal(
    checkWith(Array.prototype, 'flat', function (this: unknown[]) {
      return flat.call(this)
    }),
    undefined,
  )
})
