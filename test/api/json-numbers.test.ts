import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findInexactNumber } from '../../src/api/json-numbers.ts'

test('a number that another one comes back for is found, wherever it stands', () => {
  const cases = [
    ['{"id":12345678901234567890}', '12345678901234567890'],
    ['[1,[{"a":"b","c":-9007199254740992}]]', '-9007199254740992'],
    ['{"a\\"1":"\\\\","b":1e400}', '1e400'],
    ['{"a":1e-400}', '1e-400'],
    ['0.1234567890123456789', '0.1234567890123456789'],
  ] as const
  for (const [json, number] of cases) assert.equal(findInexactNumber(json), number, json)
})

test('a text is no number, and what programs write of a double is exact', () => {
  const texts = [
    '{"12345678901234567890":"98765432109876543210 \\"1e999"}',
    '[0.10000000000000001]',
  ]
  for (const json of [...texts, '[9007199254740991,0,-0.0,0e999,1.50,100,true,null]'])
    assert.equal(findInexactNumber(json), undefined, json)
  const small = fc.double({ noNaN: true, min: -1e15, max: 1e15 })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(small, fc.string({ unit: 'binary' }), fc.bigInt().map(String))),
      (values) => {
        assert.equal(findInexactNumber(JSON.stringify(values)), undefined)
      },
    ),
  )
})
