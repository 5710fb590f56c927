import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ArrivedMoney,
  type Candidate,
  suggestCharges,
} from '../../../src/service/unmatched/suggestions.ts'

// Which charges a sum fits, and what speaks for one so that nobody else can have made it.

const unit = 10n ** 18n
const cent = unit / 100n
const minedAt = new Date('2026-11-27T12:00:00.000Z')
const secondsBefore = (seconds: number) => new Date(minedAt.getTime() - seconds * 1000)

const money = (value: bigint): ArrivedMoney => ({ value, isUsdPegged: true, minedAt, claims: 0 })

function order(id: string, price: bigint, given: Partial<Candidate> & { age?: number } = {}) {
  const { age = 600, charge, ...rest } = given
  const createdAt = secondsBefore(age)
  const expiresAt = new Date(minedAt.getTime() + 3_600_000)
  const candidate: Candidate = {
    charge: { id, status: 'NEW', createdAt, expiresAt, ...charge },
    price,
    owed: price,
    ...{ isNamed: false, isReported: false, isSigned: false, isPayer: false, isCustomer: false },
    isAccepted: false,
    reserved: [],
    takesToken: true,
    ...rest,
  }
  return candidate
}

const paid = (id: string, price: bigint, given: Partial<Candidate> = {}) => {
  const candidate = order(id, price, given)
  return { ...candidate, owed: 0n, charge: { ...candidate.charge, status: 'COMPLETED' as const } }
}

const idsOf = (value: bigint, candidates: Candidate[]) =>
  suggestCharges(money(value), candidates).suggestions.map(({ chargeId }) => chargeId)

describe('an order that was made after the money', () => {
  const [reserved, arrived] = [200n * unit + 41n * 10n ** 12n, 199n * unit + 50n * cent]
  const honest = order('honest', 200n * unit, { reserved: [reserved], age: 5 })

  for (const age of [-1, -30, -89, -100_000])
    test(`is not suggested by its amount, ${-age} s later`, () => {
      const given = { age, isCustomer: true, isReported: false }
      assert.deepEqual(idsOf(arrived, [order('thief', arrived, given), honest]), ['honest'])
    })

  test('comes last where somebody reports the money for it, and says its age', () => {
    const thief = order('thief', arrived, { age: -1, isCustomer: true, isReported: true })
    const { suggestions } = suggestCharges({ ...money(arrived), claims: 1 }, [thief, honest])
    assert.deepEqual(suggestions, [
      { chargeId: 'honest', reasons: ['SHORT', 'RESERVED'], isStrong: false },
      {
        chargeId: 'thief',
        reasons: ['REPORTED', 'SAME_CUSTOMER', 'MADE_AFTER'],
        isStrong: false,
      },
    ])
  })

  test('is suggested by the sender’s signature, and says its age', () => {
    const signed = order('signed', arrived, { age: -30, isSigned: true })
    assert.deepEqual(suggestCharges(money(arrived), [signed]).suggestions, [
      { chargeId: 'signed', reasons: ['SIGNED', 'MADE_AFTER'], isStrong: true },
    ])
  })

  test('goes after a shown amount also while the money was on its way', () => {
    const thief = order('thief', arrived, { age: 3, isCustomer: true, isReported: true })
    assert.deepEqual(idsOf(arrived, [thief, honest]), ['honest', 'thief'])
  })
})

describe('an amount that fits nothing', () => {
  test('of 777 is no second payment of an order of 39.98, and no rest of one of 52', () => {
    const hotWallet = { isPayer: true }
    const part = order('part', 52n * unit, { owed: unit, isPayer: true })
    const candidates = [paid('twice', 3998n * cent, hotWallet), part]
    assert.deepEqual(suggestCharges(money(777n * unit), candidates), {
      suggestions: [],
      fitting: 0,
    })
  })

  test('of dust is neither a part, nor a second payment, nor short of any price, whoever reports it', () => {
    const dust = 10n ** 12n
    const candidates = [
      order('twelve', 12n * unit, { isReported: true }),
      order('part', 52n * unit, { isPayer: true }),
      paid('paid', 30n * unit, { isPayer: true, isReported: true }),
    ]
    assert.deepEqual(idsOf(dust, candidates), [])
  })

  test('is short by more than a third of itself, or by more than an exchange takes', () => {
    assert.deepEqual(idsOf(8n * unit, [order('twelve', 12n * unit)]), [])
    assert.deepEqual(idsOf(84n * unit, [order('hundred', 100n * unit)]), [])
    assert.deepEqual(idsOf(9n * unit, [order('twelve', 12n * unit)]), ['twelve'])
    assert.deepEqual(idsOf(51n * unit, [order('fifty-two', 52n * unit)]), ['fifty-two'])
  })
})

describe('one click assigns', () => {
  const price = 44n * unit
  const isStrong = (value: bigint, candidates: Candidate[]) =>
    suggestCharges(money(value), candidates).suggestions[0]?.isStrong

  test('what was reserved, named, signed for, or is owed to its payer', () => {
    const copied = price + 123n * 10n ** 12n
    assert.equal(isStrong(copied, [order('reserved', price, { reserved: [copied] })]), true)
    assert.equal(isStrong(copied - unit, [order('fee', price, { reserved: [copied] })]), true)
    assert.equal(isStrong(price, [order('named', price, { isNamed: true })]), true)
    assert.equal(isStrong(price, [order('signed', price, { isSigned: true })]), true)
    const rest = order('rest', 2n * price, { owed: price, isPayer: true })
    assert.equal(isStrong(price, [rest]), true)
  })

  test('no guess: not the only order of a price, not one whose customer or report is somebody’s word', () => {
    assert.equal(isStrong(price, [order('exact', price)]), false)
    const forged = { isCustomer: true, isReported: true }
    assert.equal(isStrong(price, [order('forged', price, forged)]), false)
    assert.equal(isStrong(price, [paid('twice', price, { isPayer: true })]), false)
    const two = ['one', 'two'].map((id) => order(id, price, { isNamed: true }))
    assert.equal(isStrong(price, two), false)
  })
})

test('of fifteen orders of one price all count, and none is one click away', () => {
  const orders = Array.from({ length: 15 }, (_, index) => order(`${index}`, 60n * unit))
  const { suggestions, fitting } = suggestCharges(money(60n * unit), orders)
  assert.deepEqual([suggestions.length, fitting], [5, 15])
  assert.ok(suggestions.every((one) => !one.isStrong))
})
