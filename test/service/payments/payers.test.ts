import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeRecord } from '../../../src/service/charges/records.ts'
import { isPossiblePayer, listPossiblePayers } from '../../../src/service/payments/payers.ts'

const [token, other, shop] = ['0xa', '0xb', '0xc']
const quote = { chainId: 1, token, recipient: shop, amount: 50n } as ChargeRecord['quote']
const paid = (sender: string, amount: bigint | undefined, of = token, recipient = shop) => ({
  ...{ token: of, recipient, sender, amount },
})

test('nobody comes before the payer of a charge without having paid as much', () => {
  const small = Array.from({ length: 100 }, (_, index) => paid(`small ${index}`, 1n))
  const transfers = [
    ...small,
    paid('large', 70n),
    paid('payer', 50n),
    paid('payer', 2n),
    paid('other token', 50n, other),
    paid('other recipient', 50n, token, '0xd'),
    paid('', 50n),
    paid('unknown amount', undefined),
  ]
  const charge = { quote, accepts: [] }
  assert.deepEqual(listPossiblePayers(charge, 1, transfers, 3), ['payer', 'large', 'small 0'])
  const all = listPossiblePayers(charge, 1, transfers, 1000)
  assert.deepEqual([all.length, all.at(-1)], [103, 'unknown amount'])
  const isPayer = (account: string) => isPossiblePayer(charge, 1, transfers, account)
  assert.ok(isPayer('small 99'))
  assert.deepEqual(['other token', 'other recipient', '', 'nobody'].filter(isPayer), [])
})
