import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeRecord } from '../../../../src/service/domain/charges/records.ts'
import type { RelayAttempt, RelayRecord } from '../../../../src/service/domain/relayer/records.ts'
import {
  decideStep,
  isAffordable,
  isWanted,
  raiseFees,
} from '../../../../src/service/domain/relayer/rules.ts'

const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 9n }
const attempt = (kind: RelayAttempt['kind'], ageMs = 0): RelayAttempt => ({
  ...{ hash: '0x1', raw: '0x', gas: 1n, kind, fees, ageMs },
})
const relay = { status: 'RELAYING' } as RelayRecord
const limits = { replaceAfterMs: 1000 }
const decide = (attempts: RelayAttempt[], isUseful: boolean, of = relay) => {
  const step = decideStep({ relay: of, attempts }, isUseful, limits)
  return step.do === 'sign' ? `sign ${step.kind}` : `send ${step.attempt.kind}`
}

test('a slot is always led to a transaction that uses up its nonce', () => {
  assert.equal(decide([], true), 'sign relay')
  assert.equal(decide([], false), 'sign cancel')
  assert.equal(decide([], true, { ...relay, status: 'FAILED' }), 'sign cancel')
  assert.equal(decide([attempt('relay')], true), 'send relay')
  assert.equal(decide([attempt('relay')], false), 'sign cancel')
  assert.equal(decide([attempt('relay'), attempt('cancel')], false), 'send cancel')
})

test('what waits too long is replaced by the same, and a cancellation is never taken back', () => {
  assert.equal(decide([attempt('relay', 1000)], true), 'sign relay')
  assert.equal(decide([attempt('cancel', 1000)], true), 'sign cancel')
  assert.equal(decide([attempt('cancel')], true), 'send cancel')
})

test('a replacement pays an eighth more than the one before, and what the next block asks', () => {
  assert.deepEqual(raiseFees(fees, { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }), {
    maxFeePerGas: 113n,
    maxPriorityFeePerGas: 11n,
  })
  const now = { maxFeePerGas: 500n, maxPriorityFeePerGas: 400n }
  assert.deepEqual(raiseFees(fees, now), now)
})

test('no transaction may cost more than its chain’s limit, and none anything on another chain', () => {
  const limits = {
    ...{ maxCosts: new Map([[1, 1000n]]), minBalances: new Map(), replaceAfterMs: 1 },
    counts: { perAccount: 1, total: 1, openSlots: 1 },
  }
  assert.equal(isAffordable(limits, 1, 10n, fees, 0n), true)
  assert.equal(isAffordable(limits, 1, 11n, fees, 0n), false)
  assert.equal(isAffordable(limits, 2, 1n, fees, 0n), false)
  // A rollup charges for the bytes too.
  assert.equal(isAffordable(limits, 1, 9n, fees, 100n), true)
  assert.equal(isAffordable(limits, 1, 9n, fees, 101n), false)
})

test('a charge needs what was accepted for it until somebody else has paid it, or a part of it', () => {
  const asset = { chainId: 1, token: '0xToken' }
  const quote = { ...asset, amount: 100n }
  const charge = { status: 'NEW', pricingType: 'fixed_price', quote, accepts: [], payments: [] }
  const payment = { ...asset, status: 'COMPLETED', hash: '0xother', creditedAmount: 40n }
  const isWantedBy = (over: object, value = 100n) =>
    isWanted({ ...charge, ...over } as unknown as ChargeRecord, { ...asset, value, fee: 0n }, [
      '0xown',
    ])
  assert.equal(isWantedBy({}), true)
  assert.equal(isWanted(undefined, { ...asset, value: 100n, fee: 0n }, []), false)
  assert.equal(isWantedBy({ status: 'CANCELLED' }), false)
  assert.equal(isWantedBy({ payments: [payment] }), false)
  assert.equal(isWantedBy({ payments: [payment] }, 60n), true)
  assert.equal(isWantedBy({ payments: [{ ...payment, status: 'PENDING' }] }, 60n), false)
  assert.equal(isWantedBy({ payments: [{ ...payment, status: 'FAILED' }] }), true)
  // What it has paid itself, a reorganization may take back: then it is sent again.
  assert.equal(isWantedBy({ payments: [{ ...payment, hash: '0xown' }] }), true)
  const donation = { pricingType: 'no_price', quote: { ...quote, amount: 0n } }
  assert.equal(isWantedBy(donation), true)
  assert.equal(isWantedBy({ ...donation, payments: [payment] }), false)
})
