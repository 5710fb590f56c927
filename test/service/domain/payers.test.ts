import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPossiblePayers } from '../../../src/service/domain/payers.ts'
import type { ChargeRecord } from '../../../src/service/domain/records.ts'

const [token, other, shop] = ['0xa', '0xb', '0xc']
const quote = { chainId: 1, token, recipient: shop, amount: 50n } as ChargeRecord['quote']
const paid = (sender: string, amount: bigint | undefined, of = token, recipient = shop) => ({
  ...{ token: of, recipient, sender, amount },
})

test('nobody comes before the payer of a charge without having paid as much', () => {
  const small = Array.from({ length: 100 }, (_, index) => paid(`small ${index}`, 1n))
  const payers = listPossiblePayers({ quote, accepts: [] }, 1, [
    ...small,
    paid('large', 70n),
    paid('payer', 50n),
    paid('payer', 2n),
    paid('other token', 50n, other),
    paid('other recipient', 50n, token, '0xd'),
    paid('', 50n),
    paid('unknown amount', undefined),
  ])
  assert.deepEqual(payers.slice(0, 3), ['payer', 'large', 'small 0'])
  assert.equal(payers.at(-1), 'unknown amount')
  assert.equal(payers.length, 103)
})
