import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { encodeTransfer } from '../../src/proxy/relay/encode-transfer.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const [from, to]: [Address, Address] = [`0x${'Ab'.repeat(20)}`, `0x${'05'.repeat(20)}`]
const nonce: Hex = `0x${'c3'.repeat(32)}`
const [r, s]: [Hex, Hex] = [`0x${'0a'.repeat(32)}`, `0x${'f1'.repeat(32)}`]
const functionName = 'transferWithAuthorization'
const terms = [from.toLowerCase() as Address, to, 5_000_000n, 0n, 1_795_253_400n, nonce] as const
const encode = (signature: string) =>
  encodeTransfer({
    ...{ chainId: '8453', tokenAddress: to, signature },
    authorization: {
      ...{ from, to, nonce, value: '5000000' },
      ...{ validAfter: '0', validBefore: '1795253400' },
    },
  })

test('a proxy encodes the signature of a key in words, whichever way its parity is written', () => {
  for (const [parity, v] of [
    ['1b', 27],
    ['1c', 28],
    ['00', 27],
    ['01', 28],
  ] as const) {
    const expected = encodeFunctionData({ abi, functionName, args: [...terms, v, r, s] })
    assert.equal(encode(`${r}${s.slice(2)}${parity}`), expected)
  }
})

test('a proxy encodes any other signature in bytes', () => {
  for (const length of [1, 32, 64, 66, 200]) {
    const signature: Hex = `0x${'7e'.repeat(length)}`
    const expected = encodeFunctionData({ abi, functionName, args: [...terms, signature] })
    assert.equal(encode(signature), expected)
  }
})
