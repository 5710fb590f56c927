import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeFee } from '../../../src/service/chain/transactions/fee.ts'

const receipt = { gasUsed: 21_000n, effectiveGasPrice: 7n }

test('a fee is that of the gas, of the blobs, and of the chain below', () => {
  assert.equal(computeFee(receipt), 147_000n)
  assert.equal(computeFee({ ...receipt, blobGasUsed: 131_072n, blobGasPrice: 2n }), 409_144n)
  for (const l1Fee of ['0x10', '16', 16n])
    assert.equal(computeFee({ ...receipt, l1Fee } as typeof receipt), 147_016n)
})

test('a fee that the node does not tell is not known, and never an error', () => {
  assert.equal(computeFee({ ...receipt, effectiveGasPrice: null }), undefined)
  assert.equal(computeFee({ ...receipt, gasUsed: null }), undefined)
  assert.equal(computeFee({ ...receipt, l1Fee: '1.5' } as typeof receipt), undefined)
  assert.equal(computeFee({ ...receipt, l1Fee: null } as typeof receipt), 147_000n)
})
