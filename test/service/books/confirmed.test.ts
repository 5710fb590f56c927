import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBooked, type MovementRecord } from '../../../src/service/books/books.ts'

const toMovement = (isConfirmed: boolean | undefined, block: bigint, chainId = 1) =>
  ({ isConfirmed, block: { number: block, hash: '0x00' }, chainId }) as MovementRecord

test('a payment is in the books once it is confirmed, and other money by the depth of its block', () => {
  const confirmed = new Map([
    [1, 100n],
    [2, undefined],
  ])
  const cases: [movement: MovementRecord, isBooked: boolean][] = [
    [toMovement(true, 200n), true],
    [toMovement(false, 1n), false],
    [toMovement(undefined, 100n), true],
    [toMovement(undefined, 101n), false],
    // Of these chains nothing is known.
    [toMovement(undefined, 0n, 2), false],
    [toMovement(undefined, 0n, 3), false],
  ]
  for (const [movement, expected] of cases) assert.equal(isBooked(movement, confirmed), expected)
})
