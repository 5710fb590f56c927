import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../src/service/app/store.ts'
import type { ChargeRecord } from '../../src/service/charges/records.ts'
import { decideCredit } from '../../src/service/payments/credit.ts'
import { generateCandidateAmounts } from '../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import { freshDatabase } from '../support/database.ts'
import { isNightly } from '../support/effort.ts'
import { temporaryFolder } from '../support/service.ts'
import { brand, chargeOf, hour, mistype, recipients, seeded, start, token } from './reserving.ts'

// The same as the simulation of very many, on the real database: that an amount is one charge's alone, is its constraint.

/** How many pay. */
const payers = Number(process.env.PAYERS ?? (isNightly ? 2000 : 160))
/** Who reserve at the same time. */
const width = 20
const [recipient = ''] = recipients
/** Both merchants hold the address as far as this test goes. */
const unlimited = { from: 0n, to: 1n, maxPerAccount: 1, maxOfOthers: 1 }

test(`of ${payers} payers of two merchants at one address none pays a wrong charge`, async (t) => {
  const random = seeded(20261123)
  const database = await freshDatabase()
  const folder = await temporaryFolder()
  const place = database ? { url: database.url } : { dataDir: folder.path }
  const store = await openStore(place, assert.ifError)
  const outcomes = { credited: 0, unmatched: 0, wrong: 0 }
  let transactions = 0

  /** Writes a transfer down as the watcher does, and counts whom it went to. */
  async function pay(amount: bigint, block: number, meant: ChargeRecord | undefined) {
    const minedAt = new Date(start + block * 1000)
    const reservations = await store.findReservations(1, [{ token, recipient, amount }])
    transactions += 1
    const hash = `0x${transactions.toString(16).padStart(64, '0')}`
    const transfer = { position: 0, token, recipient, sender: '0x01', amount, references: [] }
    const mined = {
      ...{
        chainId: 1,
        hash,
        block: { number: BigInt(block), hash: `0x${block}` },
        minedAt,
        blockTime: minedAt,
      },
      ...{ transfers: [transfer], mentionedReferences: [] },
    }
    const [recorded] = await store.recordTransactions([
      {
        mined,
        transfers: mined.transfers,
        chargeIds: reservations.map(({ chargeId }) => chargeId),
        decideCredit: (one, charges) =>
          decideCredit(one, {
            ...{ chainId: 1, minedAt, blockNumber: BigInt(block), charges, reservations },
            ...{
              signedChargeIds: [],
              offeredFees: [],
              assignments: [],
              reportedChargeId: undefined,
            },
          }),
      },
    ])
    const [credited] = recorded?.creditedChargeIds ?? []
    if (credited === undefined) outcomes.unmatched += 1
    else if (credited === meant?.id) outcomes.credited += 1
    else outcomes.wrong += 1
  }

  /** A payer's charge and the amount that is its own. */
  async function reserve(number: number, accountId: string) {
    const at = start + number * 3000
    // One price in three is what everybody asks.
    const cents = random() < 0.3 ? 1999 : 100 + Math.floor(random() * 200_000)
    const owed = BigInt(cents) * 10_000n
    const charge = { ...chargeOf(number, recipient, owed, at), accountId }
    await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
    const reservation = await store.reserveAmount(
      {
        ...{ chargeId: charge.id, chainId: 1, token, recipient, owed, createdAt: new Date(at) },
        sinceBlock: BigInt(number * 3),
        expiresAt: new Date(charge.expiresAt.getTime() + 24 * hour),
      },
      generateCandidateAmounts(owed, { decimals: 6, isUsdPegged: true }, random),
      unlimited,
    )
    assert.ok(reservation, 'there is room')
    return { charge, amount: reservation.amount, block: number * 3 }
  }

  async function payInSomeWay({ charge, amount, block }: Awaited<ReturnType<typeof reserve>>) {
    const way = random()
    if (way < 0.4) await pay(amount, block + 10, charge)
    else if (way < 0.5) await pay(amount, block + 3600 * 30, charge)
    else if (way < 0.6) await pay(amount, block + 3600 * 60, undefined)
    else if (way < 0.7) for (const after of [10, 20]) await pay(amount, block + after, charge)
    else {
      const typed = mistype(amount, random)
      await pay(typed, block + 10, typed === amount ? charge : undefined)
    }
    // A block that was there before the amount was given says nothing of it.
    if (way < 0.05) await pay(amount, block, undefined)
  }

  try {
    const merchants = [await store.createAccount('Mugs'), await store.createAccount('Tea')]
    const amounts = new Set<bigint>()
    for (let number = 0; number < payers; number += width) {
      const reserved = await Promise.all(
        Array.from({ length: width }, (_, index) =>
          reserve(number + index, merchants[index % 2]?.account.id ?? ''),
        ),
      )
      for (const { amount } of reserved) amounts.add(amount)
      for (const one of reserved) await payInSomeWay(one)
    }
    assert.equal(amounts.size, Math.ceil(payers / width) * width, 'each amount is one charge’s')
    assert.equal(outcomes.wrong, 0, JSON.stringify(outcomes))
    assert.ok(outcomes.credited > payers / 2, JSON.stringify(outcomes))
    t.diagnostic(JSON.stringify(outcomes))
  } finally {
    await store.close()
    await folder.remove()
    await database?.remove()
  }
})
