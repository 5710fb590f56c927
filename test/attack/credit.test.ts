import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelUnpaidCharge } from '../../src/service/charges/lifecycle.ts'
import {
  clockToleranceMs,
  quoteGraceMs,
  renewQuotes,
} from '../../src/service/charges/pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from '../../src/service/charges/records.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { type CreditEvidence, decideCredit } from '../../src/service/payments/credit.ts'
import type { ReservationRecord } from '../../src/service/payments/reserved-amounts/reservations.ts'
import { noOrder } from '../support/no-order.ts'

const shop = '0x00000000000000000000000000000000000000B1'
const zero = '0x0000000000000000000000000000000000000000'
const made = new Date('2026-11-20T00:00:00Z')
const minutes = (count: number) => new Date(made.getTime() + count * 60_000)

const ether: PriceQuote = {
  ...{ chainId: 1, recipient: shop, token: zero, tokenType: 'NATIVE', decimals: 18, symbol: 'ETH' },
  ...{ amount: 10n ** 18n, priceSource: 'feed' },
}

function chargeOf(id: string, quote: PriceQuote = ether): ChargeRecord {
  return {
    ...{
      id,
      accountId: 'a',
      livemode: true,
      reference: computeReference(id),
      requestId: undefined,
      shop: '',
      status: 'NEW',
    },
    ...{
      pricingType: 'fixed_price',
      localAmount: '2000',
      localCurrency: 'USD',
      quote,
      accepts: [],
    },
    order: noOrder,
    ...{ baseUrl: undefined, metadata: {}, successUrl: '', cancelUrl: '', createdAt: made },
    ...{
      expiresAt: minutes(24 * 60),
      quoteExpiresAt: minutes(15),
      toleratedAmount: '0',
      acceptedAmount: undefined,
      shippedAt: undefined,
      payments: [],
      timeline: [],
    },
    quotePeriods: [
      {
        ...{ chainId: 1, token: zero, amount: quote.amount, rate: undefined },
        ...{ validFrom: made, validUntil: minutes(15) },
      },
    ],
  }
}

function judge(
  charges: readonly ChargeRecord[],
  {
    references = [] as string[],
    ...over
  }: Partial<CreditEvidence> & { references?: string[] } = {},
) {
  return decideCredit(
    { position: -1, token: zero, recipient: shop, sender: '0x01', amount: 10n ** 18n, references },
    {
      ...{
        chainId: 1,
        minedAt: minutes(5),
        blockNumber: 10n,
        reservations: [],
        signedChargeIds: [],
        offeredFees: [],
        assignments: [],
      },
      ...{ reportedChargeId: undefined },
      charges: new Map(charges.map((one) => [one.id, one])),
      ...over,
    },
  )
}

test('a charge that was quoted in a moving token is no option: late money is left to the merchant', () => {
  const charge = chargeOf('a')
  const at = (minedAt: Date, one = charge) => judge([one], { minedAt, references: [one.reference] })
  assert.ok('proof' in at(minutes(14)))
  assert.ok('proof' in at(minutes(19)), 'within the grace')
  const late = at(minutes(21))
  assert.match('reason' in late ? late.reason : '', /^LATE/)
  const merchantPrice = chargeOf('b', { ...ether, priceSource: 'merchant' })
  assert.ok('proof' in at(minutes(23 * 60), merchantPrice))
  assert.ok('reason' in at(minutes(25 * 60), merchantPrice))
  const dollar = chargeOf('c', { ...ether, priceSource: 'usd_peg' })
  assert.ok('proof' in at(minutes(240 * 60), dollar))
})

test('an amount that was renewed holds from then on, and what was paid before keeps its share', () => {
  const change = renewQuotes(
    chargeOf('a'),
    [{ chainId: 1, token: zero, amount: 2n * 10n ** 18n, rate: undefined }],
    minutes(20),
    15 * 60_000,
  )
  assert.equal(change?.quotes?.periods[0]?.amount, 2n * 10n ** 18n)
  assert.deepEqual(change?.quotes?.expiresAt, minutes(35))
  const canceled = { ...chargeOf('a'), status: 'CANCELLED' as const }
  assert.equal(renewQuotes(canceled, [], minutes(20), 1), undefined)
  assert.equal(cancelUnpaidCharge(canceled, made), undefined)
})

test('a name that its sender gave goes before an amount', () => {
  const [named, reserving] = [chargeOf('a'), chargeOf('b')]
  const reservation: ReservationRecord = {
    ...{ id: 'r', chargeId: 'b', chainId: 1, token: zero, recipient: shop, owed: 10n ** 18n },
    ...{ amount: 10n ** 18n, sinceBlock: 1n, createdAt: made, expiresAt: minutes(60) },
  }
  const reservations = [reservation]
  const judged = judge([named, reserving], { reservations, references: [named.reference] })
  assert.deepEqual(judged, { chargeId: 'a', proof: 'reference', countedAmount: 10n ** 18n })
  const unknown = judge([named, reserving], { reservations, references: ['f'.repeat(32)] })
  assert.ok('reason' in unknown)
  const both = [named.reference, reserving.reference]
  assert.ok('reason' in judge([named, reserving], { reservations, references: both }))
  const unnamed = judge([named, reserving], { reservations })
  assert.ok('proof' in unnamed && unnamed.chargeId === 'b')
})

test('a signature for what was mined before the charge was made proves nothing', () => {
  const charge = chargeOf('a')
  assert.ok('proof' in judge([charge], { signedChargeIds: ['a'] }))
  assert.ok('reason' in judge([charge], { signedChargeIds: ['a'], minedAt: minutes(-10) }))
  assert.ok('reason' in judge([charge, chargeOf('b')], { signedChargeIds: ['a', 'b'] }))
})

test('no difference of the clocks that nobody corrects refuses who signs or pays in time', () => {
  // The block's time is the start of its slot, by a clock that is behind ours.
  const minedAt = new Date(made.getTime() - clockToleranceMs - 12_000)
  const signed = judge([chargeOf('a')], { signedChargeIds: ['a'], minedAt })
  assert.deepEqual(
    { ...signed, countedAmount: 0n },
    { chargeId: 'a', proof: 'signature', countedAmount: 0n },
  )
  // The other way round, at the last moment of the price.
  const last = new Date(+minutes(15) + clockToleranceMs)
  assert.ok('proof' in judge([chargeOf('a')], { signedChargeIds: ['a'], minedAt: last }))
  assert.ok(clockToleranceMs < quoteGraceMs)
})

test('the merchant’s word decides only what nobody proved for another charge, and what fits its time', () => {
  const [charge, other] = [chargeOf('a'), chargeOf('b')]
  const author = { keyId: 'k', requestId: 'r' }
  const assignments = [{ chargeId: 'a', author }]
  const assigned = (over: Parameters<typeof judge>[1]) =>
    judge([charge, other], { assignments, ...over })
  const decision = { chargeId: 'a', proof: 'merchant', countedAmount: 10n ** 18n, author }
  assert.deepEqual(assigned({}), decision)
  assert.ok('reason' in assigned({ minedAt: minutes(-10) }), 'older than the charge')
  assert.ok('reason' in assigned({ minedAt: minutes(21) }), 'after its quote')
  // A name, whosever it is: nobody's word takes what its sender named otherwise.
  assert.ok('reason' in assigned({ references: ['f'.repeat(32)] }))
  assert.ok('reason' in assigned({ references: [charge.reference, other.reference] }))
  const canceled = { ...other, status: 'CANCELLED' as const }
  const reservation: ReservationRecord = {
    ...{ id: 'r', chargeId: 'b', chainId: 1, token: zero, recipient: shop, owed: 10n ** 18n },
    ...{ amount: 10n ** 18n, sinceBlock: 1n, createdAt: made, expiresAt: minutes(60) },
  }
  for (const proof of [{ reservations: [reservation] }, { signedChargeIds: ['b'] }])
    assert.ok('reason' in judge([charge, canceled], { assignments, ...proof }))
  // Two decisions: the first one.
  const both = { assignments: [{ chargeId: 'b', author }, ...assignments] }
  assert.equal('proof' in assigned(both) && (assigned(both) as { chargeId: string }).chargeId, 'b')
})
