import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Attribution } from 'ox/erc8021'
import type { Hex } from 'viem'
import { namedCharges as theService } from '../../src/service/domain/attribution.ts'
import { namedCharges } from '../../src/wallet/naming.ts'
import { chargeId, suffix } from './samples.ts'

// The page reads names by hand, the service with a library: both must see the same.

const same = (input: string) => assert.deepEqual(namedCharges(input), theService(input), input)

test('a name is read at the end, inside another call, and beside other codes', () => {
  const both = Attribution.toDataSuffix({ codes: ['baseapp', chargeId.toUpperCase()] })
  for (const input of [
    `0xa9059cbb${suffix}`,
    `0x6a761202${suffix}${'00'.repeat(40)}`,
    both,
    `0x${suffix}${Attribution.toDataSuffix({ codes: ['wallet'] }).slice(2)}`,
  ]) {
    assert.deepEqual(namedCharges(input), new Set([chargeId]))
    same(input)
  }
})

test('what is no name is not taken for one', () => {
  const marker = Attribution.ercSuffix.slice(2)
  for (const input of [
    '0x',
    `0x${marker}`,
    // Cut off, half a byte off, of another schema, without a uuid.
    `0x${suffix.slice(2)}`,
    `0x0${suffix}0`,
    `0x${suffix.replace(`24008021`, '24018021')}`,
    Attribution.toDataSuffix({ codes: ['baseapp'] }),
  ]) {
    assert.deepEqual(namedCharges(input), new Set())
    same(input)
  }
})

test('whatever stands in calldata, page and service read the same names', () => {
  const id = fc.uuid()
  const codes = fc.array(fc.oneof(id, fc.string({ maxLength: 6 }).filter(isAscii)), {
    maxLength: 4,
  })
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    codes
      .filter((list) => list.length > 0)
      .map((list) => Attribution.toDataSuffix({ codes: list }).slice(2)),
    fc.constantFrom('00', '0', '8021', '2400', suffix, suffix.slice(0, -1), suffix.slice(4)),
  )
  const input = fc.array(piece, { maxLength: 8 }).map((pieces) => `0x${pieces.join('')}` as Hex)
  fc.assert(fc.property(input, same), { numRuns: 500 })
})

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
