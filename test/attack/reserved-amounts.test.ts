import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeRecord } from '../../src/service/charges/records.ts'
import { decideCredit } from '../../src/service/payments/credit.ts'
import type { ReservationRecord } from '../../src/service/payments/reserved-amounts/reservations.ts'
import { generateCandidateAmounts } from '../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import { isNightly } from '../support/effort.ts'
import { chargeOf, hour, mistype, recipients, seeded, start, token } from './reserving.ts'

// Payers without a connected wallet, by the pure rules; what the database holds unique is held by a Map here.

const payers = isNightly ? 100_000 : 25_000

/** The first that is good among so many. */
function firstOf(
  count: number,
  amounts: Iterable<bigint>,
  isGood: (amount: bigint) => boolean,
): bigint | undefined {
  let left = count
  for (const amount of amounts) {
    if (isGood(amount)) return amount
    left -= 1
    if (left === 0) return undefined
  }
  return undefined
}

test(`of ${payers} payers of reserved amounts, late, twice and with slips, none pays a wrong charge`, () => {
  const random = seeded(20261122)
  const taken = new Map<string, ReservationRecord>()
  const outcomes = { credited: 0, unmatched: 0, wrong: 0, noRoom: 0 }
  const charges = new Map<string, ChargeRecord>()
  const key = (recipient: string, amount: bigint) => `${recipient}:${amount}`

  const pay = (amount: bigint, recipient: string, block: number, meant: string | undefined) => {
    const found = taken.get(key(recipient, amount))
    const minedAt = new Date(start + block * 1000)
    const judged = decideCredit(
      { position: 0, token, recipient, sender: '0x01', amount, references: [] },
      {
        ...{ chainId: 1, minedAt, blockNumber: BigInt(block), charges },
        reservations: found ? [found] : [],
        ...{
          signedChargeIds: [],
          offeredFees: [],
          assignments: [],
          reportedChargeId: undefined,
        },
      },
    )
    if (!('proof' in judged)) outcomes.unmatched += 1
    else if (judged.chargeId === meant) outcomes.credited += 1
    else outcomes.wrong += 1
  }

  for (let number = 0; number < payers; number += 1) {
    const block = number * 3
    const recipient = recipients[number % 3 === 0 ? 1 : 0] ?? ''
    // Whole cents up to 2,000 dollars, and one price in five that everybody asks.
    const cents = random() < 0.2 ? 1999 : 100 + Math.floor(random() * 200_000)
    const owed = BigInt(cents) * 10_000n
    const charge = chargeOf(number, recipient, owed, start + block * 1000)
    charges.set(charge.id, charge)
    const free = (amount: bigint) => {
      const former = taken.get(key(recipient, amount))
      return !former || former.expiresAt.getTime() + 30 * 24 * hour < start + block * 1000
    }
    const amount = firstOf(
      50,
      generateCandidateAmounts(owed, { decimals: 6, isUsdPegged: true }, random),
      free,
    )
    if (amount === undefined) {
      outcomes.noRoom += 1
      continue
    }
    taken.set(key(recipient, amount), {
      ...{ id: charge.id, chargeId: charge.id, chainId: 1, token, recipient, owed, amount },
      ...{ sinceBlock: BigInt(block), createdAt: charge.createdAt },
      expiresAt: new Date(charge.expiresAt.getTime() + 24 * hour),
    })
    const way = random()
    if (way < 0.4) pay(amount, recipient, block + 10, charge.id)
    else if (way < 0.5) pay(amount, recipient, block + 3600 * 30, charge.id)
    else if (way < 0.6) pay(amount, recipient, block + 3600 * 60, undefined)
    else if (way < 0.7)
      for (const after of [10, 20]) pay(amount, recipient, block + after, charge.id)
    else {
      const typed = mistype(amount, random)
      // Two equal digits that are swapped are no slip.
      pay(typed, recipient, block + 10, typed === amount ? charge.id : undefined)
    }
    // A block that was there before the amount was given says nothing of it.
    if (way < 0.01) pay(amount, recipient, block, undefined)
  }
  assert.equal(outcomes.wrong, 0, JSON.stringify(outcomes))
  assert.ok(outcomes.credited > payers / 10, JSON.stringify(outcomes))
  console.log(JSON.stringify(outcomes))
})
