import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeRecord } from '../../../src/service/charges/records.ts'
import { findBlockedNonce } from '../../../src/service/relayer/accounts.ts'
import type { RelayAttempt, RelayRecord } from '../../../src/service/relayer/records.ts'
import {
  checkAuthorization,
  decideStep,
  isAffordable,
  isWanted,
  raiseFees,
} from '../../../src/service/relayer/rules.ts'

const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 9n }
const attempt = (kind: RelayAttempt['kind'], ageMs = 0): RelayAttempt => ({
  ...{ hash: '0x1', raw: '0x', gas: 1n, kind, fees, ageMs },
})
const relay = { status: 'RELAYING' } as RelayRecord
const limits = { replaceAfterMs: 1000 }
const decide = (
  attempts: RelayAttempt[],
  isUseful: boolean,
  of: RelayRecord | undefined = relay,
  over: { ageMs?: number; minedBefore?: string } = {},
) => {
  const step = decideStep({ relay: of, attempts, ageMs: 5000, ...over }, isUseful, limits)
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

test('a slot that a reorganization has opened again sends what was mined, and counts from then on', () => {
  const attempts = [
    { ...attempt('relay', 9000), hash: '0x1' },
    { ...attempt('cancel', 8000), hash: '0x2' },
  ]
  const over = { ageMs: 0, minedBefore: '0x1' }
  assert.equal(decide(attempts, true, relay, over), 'send relay')
  assert.equal(decide(attempts, false, relay, over), 'sign cancel')
  assert.equal(decide(attempts, true, { ...relay, status: 'USED' }, over), 'sign cancel')
  assert.equal(decide(attempts, true, relay, { ...over, ageMs: 1000 }), 'sign relay')
})

test('an account takes nothing behind a nonce that nobody has sent, or that waits too long', () => {
  const open = (nonce: number, ageMs = 0) => ({ chainId: 1, account: '0xa', nonce, ageMs })
  assert.equal(findBlockedNonce([], 7, undefined), undefined)
  assert.equal(findBlockedNonce([], 7, 7), undefined)
  // Taken back by a reorganization, or counted too many by a node.
  assert.equal(findBlockedNonce([], 7, 8), 7)
  assert.equal(findBlockedNonce([open(10)], 7, 11), 7)
  assert.equal(findBlockedNonce([open(7), open(8)], 7, 9), undefined)
  assert.equal(findBlockedNonce([open(7, 299_999), open(8)], 7, 9), undefined)
  assert.equal(findBlockedNonce([open(7, 300_000), open(8)], 7, 9), 7)
  // What a block has waits only to be final.
  assert.equal(findBlockedNonce([open(6, 900_000)], 7, 7), undefined)
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
    ...{ reorgBlocks: 1n, compareAfterMs: 1 },
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

test('nothing is sent that its charge would not keep', () => {
  const now = new Date()
  const quote = {
    ...{ chainId: 1, token: `0x${'11'.repeat(20)}`, recipient: `0x${'22'.repeat(20)}` },
    ...{ tokenType: 'ERC20' as const, decimals: 6, symbol: 'USDC', amount: 0n },
    priceSource: 'usd_peg' as const,
  }
  const charge = {
    ...{ status: 'NEW', pricingType: 'no_price', localAmount: '0', toleratedAmount: '0', quote },
    ...{ accepts: [], payments: [], reference: '0'.repeat(32), quotePeriods: [] },
    ...{ expiresAt: new Date(now.getTime() + 86_400_000), createdAt: now },
  } as unknown as ChargeRecord
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  const check = (value: bigint) =>
    checkAuthorization(
      charge,
      quote,
      {
        ...{ chainId: 1, token: quote.token, from: quote.token, recipient: quote.recipient, value },
        ...{ validAfter: 0n, validBefore: seconds + 300n, nonce: `0x${'33'.repeat(32)}` },
        signature: '0x',
      },
      [0n],
      now,
      { isProgram: true },
    )
  assert.throws(() => check(1n), /TOO SMALL/)
  assert.throws(() => check(9_999n), /TOO SMALL/)
  assert.equal(check(10_000n), 0n)
})
