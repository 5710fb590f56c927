import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Attribution } from 'ox/erc8021'
import { concatHex, encodeFunctionData, erc20Abi, getAddress, type Hex, toHex } from 'viem'
import { readCall } from '../../demo/wallet/call.ts'

const token = getAddress('0x700b6a60ce7eaaea56f065753d8dcb9653dbad35')
const uuid = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const suffix = Attribution.toDataSuffix({ codes: [uuid] })
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(toHex(bytes)))
const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

function transferOf(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
}

test('any transfer is read back as it was written, with and without a reference', () => {
  fc.assert(
    fc.property(addresses, amounts, (to, amount) => {
      const data = transferOf(to, amount)
      const plain = { kind: 'token', token, to, amount, surplus: 0 }
      assert.deepEqual(readCall({ to: token, data, value: 0n }), plain)
      const named = readCall({ to: token, data: concatHex([data, suffix]), value: 0n })
      assert.deepEqual(named, { ...plain, reference: uuid })
    }),
  )
})

test('a native transfer is one with nothing, or only a reference, as calldata', () => {
  const native = { kind: 'native', to: token, amount: 5n }
  assert.deepEqual(readCall({ to: token, data: '0x', value: 5n }), native)
  const named = readCall({ to: token, data: suffix, value: 5n })
  assert.deepEqual(named, { ...native, reference: uuid })
})

test('what is not plainly a transfer is not shown as one', () => {
  const data = transferOf(token, 7n)
  const dirty = data.replace('0xa9059cbb00', '0xa9059cbb01') as Hex
  assert.equal(readCall({ to: token, data: dirty, value: 0n }).kind, 'other')
  assert.equal(readCall({ to: token, data, value: 1n }).kind, 'other')
  assert.equal(readCall({ to: token, data: data.slice(0, -2) as Hex, value: 0n }).kind, 'other')
  assert.equal(readCall({ data, value: 0n }).kind, 'other')
})

test('bytes behind a transfer that are no reference are counted', () => {
  const data = concatHex([transferOf(token, 7n), '0x010203'])
  const call = readCall({ to: token, data, value: 0n })
  assert.equal(call.kind === 'token' && call.surplus, 3)
})

test('no calldata makes reading it throw', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((raw) => toHex(raw))
  const tails = fc.constantFrom<Hex>('0x', suffix, Attribution.ercSuffix, `0x00${'8021'.repeat(8)}`)
  fc.assert(
    fc.property(bytes, tails, (head, tail) => {
      readCall({ to: token, data: concatHex([head, tail]), value: 0n })
    }),
    { numRuns: 1_000 },
  )
})
