import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Attribution } from 'ox/erc8021'
import type { Hex } from 'viem'
import { namesOtherCharge, readReferences } from '../../../src/wallet/track/references.ts'
import { chargeId, otherReference, otherSuffix, reference, suffix } from '../samples.ts'

// The page reads names by hand, the service with a library: both must see the same.

/** Reads with the library whatever ends in its marker, at whole bytes. */
function readWithLibrary(input: string): Set<string> {
  const hex = input.toLowerCase().slice(2)
  const marker = Attribution.ercSuffix.slice(2)
  const found = new Set<string>()
  for (let end = marker.length; end <= hex.length; end += 2) {
    if (hex.slice(end - marker.length - 2, end) !== `00${marker}`) continue
    for (const code of codesOf(hex.slice(0, end))) if (/^[\da-f]{32}$/.test(code)) found.add(code)
  }
  return found
}

function codesOf(hex: string): string[] {
  try {
    // The longest suffix of schema 0 has 255 bytes of codes.
    const { codes = [] } = Attribution.fromData(`0x${hex.slice(-2 * (255 + 2 + 16))}`) ?? {}
    return codes.map((code) => code.trim().toLowerCase())
  } catch {
    // A length that reaches before the data's start.
    return []
  }
}

const same = (input: string) =>
  assert.deepEqual(readReferences(input), readWithLibrary(input), input)

test('a name is read at the end, inside another call, and beside other codes', () => {
  const both = Attribution.toDataSuffix({ codes: ['baseapp', reference.toUpperCase()] })
  for (const input of [
    `0xa9059cbb${suffix}`,
    `0x6a761202${suffix}${'00'.repeat(40)}`,
    both,
    `0x${suffix}${Attribution.toDataSuffix({ codes: ['wallet'] }).slice(2)}`,
  ]) {
    assert.deepEqual(readReferences(input), new Set([reference]))
    same(input)
  }
})

test('what is no name is not taken for one', () => {
  const marker = Attribution.ercSuffix.slice(2)
  for (const input of [
    '0x',
    `0x${marker}`,
    // Cut off, half a byte off, of another schema, without a reference.
    `0x${suffix.slice(2)}`,
    `0x0${suffix}0`,
    `0x${suffix.replace(`20008021`, '20018021')}`,
    // A charge's uuid is nobody's name.
    Attribution.toDataSuffix({ codes: [chargeId] }),
    Attribution.toDataSuffix({ codes: ['baseapp'] }),
  ]) {
    assert.deepEqual(readReferences(input), new Set())
    same(input)
  }
})

test('whatever stands in calldata, page and service read the same names', () => {
  const id = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  const codes = fc.array(fc.oneof(id, fc.string({ maxLength: 6 }).filter(isAscii)), {
    maxLength: 4,
  })
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    codes
      .filter((list) => list.length > 0)
      .map((list) => Attribution.toDataSuffix({ codes: list }).slice(2)),
    fc.constantFrom('00', '0', '8021', '2000', suffix, suffix.slice(0, -1), suffix.slice(4)),
  )
  const input = fc.array(piece, { maxLength: 8 }).map((pieces) => `0x${pieces.join('')}` as Hex)
  fc.assert(fc.property(input, same), { numRuns: 500 })
})

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

test('only an account that sends its own transaction says by it that it pays another charge', () => {
  const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const names = (input: string, sender = from) =>
    namesOtherCharge({ from, input }, sender, reference)
  assert.equal(names(`0x${otherSuffix}`), true)
  assert.equal(names(`0x${otherSuffix}`, from.toLowerCase()), true)
  assert.equal(names(`0x${otherSuffix}`, '0x00000000000000000000000000000000000abcde'), false)
  assert.equal(names(`0x${otherSuffix}${suffix}`), false)
  assert.equal(names('0x'), false)
  assert.equal(namesOtherCharge({ from, input: `0x${suffix}` }, from, undefined), true)
  assert.equal(otherReference === reference, false)
})
