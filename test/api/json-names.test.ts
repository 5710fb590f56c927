import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findRepeatedName } from '../../src/api/json-names.ts'

test('a name that an object has twice is found, wherever it stands and however it is written', () => {
  const cases = [
    ['{"a":1,"a":2}', 'a'],
    ['[0,{"x":{"a":[{"a":1}],"b":2,"a":3}}]', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{ "" : 1 , "" : 2 }', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"":{"a":1},"a\\"":2}', 'a"'],
  ] as const
  for (const [json, name] of cases) assert.equal(findRepeatedName(json), name, json)
})

test('names of two objects, and texts that look like names, are none', () => {
  for (const json of [
    '[{"a":1},{"a":2},"a","a"]',
    '{"a":{"a":{"a":1}},"b":"a","c":["a",":","a"]}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":"\\\\","c":"}"}',
    '"a"',
    '1',
  ])
    assert.equal(findRepeatedName(json), undefined, json)
  fc.assert(
    fc.property(fc.json(), (json) => {
      assert.equal(findRepeatedName(json), undefined, json)
    }),
  )
})
