import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLess, subtractAmounts } from '../../../src/service/desk/amounts.ts'

test('amounts are compared and subtracted to the last digit of a token', () => {
  // Equal as floating-point numbers.
  assert.equal(isLess('100', '100.000000000000000001'), true)
  assert.equal(isLess('100.000000000000000001', '100'), false)
  assert.equal(isLess('100.00', '100'), false)
  assert.equal(subtractAmounts('100.000000000000000001', '100'), '0.000000000000000001')
})
