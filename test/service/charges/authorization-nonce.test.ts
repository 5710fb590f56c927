import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import {
  computeAuthorizationNonce,
  toAuthorizationKey,
} from '../../../src/service/charges/authorization-nonce.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'

const charge = {
  chainId: 8453,
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  recipient: '0x00000000000000000000000000000000000000B1',
  reference: computeReference('a'),
} as const

test('the nonce is the hash of what the documentation says, as any library encodes it', () => {
  const encoded = encodeAbiParameters(
    parseAbiParameters('string, uint256, address, address, bytes16'),
    ['pay-charge', 8453n, charge.token, charge.recipient, `0x${charge.reference}`],
  )
  assert.equal(computeAuthorizationNonce(charge), keccak256(encoded))
})

test('every field of the charge makes another nonce; how an address is written does not', () => {
  const others = [
    { ...charge, chainId: 1 },
    { ...charge, token: charge.recipient },
    { ...charge, recipient: charge.token },
    { ...charge, reference: computeReference('b') },
  ]
  const nonces = [charge, ...others].map(computeAuthorizationNonce)
  assert.equal(new Set(nonces).size, nonces.length)
  const small = { ...charge, chainId: '8453', token: charge.token.toLowerCase() }
  assert.equal(computeAuthorizationNonce(small), nonces[0])
})

test('the key of a nonce is its first 8 bytes, as a number that the database can hold', () => {
  const rest = '0'.repeat(48)
  assert.deepEqual(
    ['7fffffffffffffff', '8000000000000000', 'ffffffffffffffff'].map((first) =>
      toAuthorizationKey(`0x${first}${rest}`),
    ),
    ['9223372036854775807', '-9223372036854775808', '-1'],
  )
})
