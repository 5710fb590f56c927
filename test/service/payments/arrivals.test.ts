import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TransferRecord, TransferStatus } from '../../../src/service/charges/records.ts'
import { reconcileTransfers, sumArrivals } from '../../../src/service/payments/arrivals.ts'
import { coinPositions } from '../../../src/service/payments/proof/proof.ts'
import type { Transfer } from '../../../src/service/payments/transfers.ts'

type Known = Pick<
  TransferRecord,
  'position' | 'token' | 'recipient' | 'sender' | 'amount' | 'status' | 'paymentId' | 'block'
>

const [token, recipient, sender] = ['0xc0', '0xaa', '0x01']
const block = { number: 7n, hash: '0x07' }
const blockHash = block.hash

const traced = (...amounts: bigint[]) => toTransfers(coinPositions.trace, sender, amounts)
const bySafe = (...amounts: bigint[]) => toTransfers(coinPositions.safe, sender, amounts)
const byBalance = (amount: bigint) => toTransfers(coinPositions.balance, '', [amount])

function toTransfers(first: number, from: string, amounts: readonly bigint[]): Transfer[] {
  return amounts.map((amount, index) => ({
    ...{ position: first - index, token, recipient, sender: from, amount, references: [] },
  }))
}

/** Looks at a transaction, and gives what is recorded then; `status` is that of what is new. */
function look(all: readonly Known[], shown: readonly Transfer[], status: TransferStatus) {
  const { known, added, remainders, kept } = reconcileTransfers(
    all,
    shown,
    blockHash,
    sumArrivals(shown),
  )
  const paymentId = status === 'UNMATCHED' ? undefined : 'payment'
  const fresh = [...added, ...remainders].map(({ references: _, ...one }) => ({
    ...{ ...one, block, status, paymentId },
  }))
  const again = [...known].map(([{ position }, one]) => ({ ...one, position }))
  return [...kept, ...again, ...fresh]
}
const amountsOf = (all: readonly Known[]) => all.map(({ amount }) => amount)
const sum = (all: readonly (bigint | undefined)[]) =>
  all.reduce<bigint>((total, one) => total + (one ?? 0n), 0n)

test('another description of what was credited adds nothing', () => {
  const credited = look([], byBalance(10n), 'CREDITED')
  assert.deepEqual(amountsOf(look(credited, traced(1n, 9n), 'UNMATCHED')), [10n])
})

test('a trace replaces all of what a balance showed, as long as nobody has it', () => {
  const unmatched = look([], byBalance(10n), 'UNMATCHED')
  assert.deepEqual(amountsOf(look(unmatched, traced(1n, 9n), 'UNMATCHED')), [1n, 9n])
})

test('a balance replaces nothing that a trace showed', () => {
  const unmatched = look([], traced(1n, 9n), 'UNMATCHED')
  assert.deepEqual(amountsOf(look(unmatched, byBalance(10n), 'UNMATCHED')), [1n, 9n])
})

test('what arrived beside what a Safe’s event showed is recorded', () => {
  const credited = look([], bySafe(3n), 'CREDITED')
  assert.deepEqual(amountsOf(look(credited, traced(1n, 3n), 'UNMATCHED')), [3n, 1n])
  assert.deepEqual(amountsOf(look(credited, byBalance(4n), 'UNMATCHED')), [3n, 1n])
})

test('what arrived beyond an amount that the merchant gave is recorded as one rest', () => {
  const assigned = look([], byBalance(5n), 'ASSIGNED')
  assert.deepEqual(amountsOf(look(assigned, traced(2n, 9n), 'UNMATCHED')), [5n, 6n])
})

test('what a payment had in another block is in the way until the watcher has dropped it', () => {
  const before = look([], traced(7n), 'CREDITED').map((one) => ({
    ...one,
    block: { number: 7n, hash: '0x08' },
  }))
  assert.deepEqual(amountsOf(look(before, traced(5n), 'UNMATCHED')), [7n])
})

test('however often and in whichever ways money is described, what is recorded is what arrived', () => {
  const amounts = fc.array(fc.bigInt(1n, 4n), { minLength: 1, maxLength: 4 })
  const ways = fc.array(
    fc.record({
      way: fc.constantFrom('trace', 'balance'),
      status: fc.constantFrom<TransferStatus>('CREDITED', 'UNMATCHED', 'IGNORED'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(amounts, ways, (sent, looks) => {
      let all: Known[] = []
      for (const { way, status } of looks) {
        const shown = way === 'trace' ? traced(...sent) : byBalance(sum(sent))
        all = look(all, shown, status)
        assert.equal(sum(amountsOf(all)), sum(sent))
      }
    }),
  )
})
