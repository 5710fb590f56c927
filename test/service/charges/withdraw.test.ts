import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNews } from '../../../src/service/charges/events.ts'
import {
  applyUpdate,
  attachPayment,
  createPaymentRecord,
  settlePayment,
  withdrawPayment,
} from '../../../src/service/charges/lifecycle.ts'
import type { ChargeRecord, ChargeUpdate } from '../../../src/service/charges/records.ts'
import { chargeOf, recipients, seeded, start, token } from '../../attack/reserving.ts'
import { effort } from '../../support/effort.ts'

// Payments come, are confirmed and are taken back, in any order: a charge is what its remaining money makes it, and its store
// knows whether it is paid.

const [recipient = ''] = recipients
const price = 100n
const now = new Date(start)

function statusOf({ payments }: ChargeRecord): ChargeRecord['status'] {
  const kept = payments.filter(({ status }) => status !== 'FAILED')
  const credited = kept.filter(({ status }) => status === 'COMPLETED')
  const sum = credited.reduce((total, { creditedAmount }) => total + creditedAmount, 0n)
  if (sum >= price) return 'COMPLETED'
  if (kept.length > 0) return 'PENDING'
  return 'NEW'
}

test('whatever is taken back, a charge is what the rest makes it, and its store is told', () => {
  const random = seeded(9)
  for (let round = 0; round < 1_000 * effort; round += 1) {
    let charge = chargeOf(round, recipient, price, start)
    const amounts = new Map<string, bigint>()
    /** What the store was told last of whether it is paid. */
    let isToldPaid = false
    let isHeld = false
    const make = (update: ChargeUpdate | undefined) => {
      const news = update && readNews(charge, update, isHeld)
      if (update) charge = applyUpdate(charge, update)
      isHeld = news?.isHeld ?? isHeld
      for (const type of news?.types ?? []) {
        assert.equal(type === 'charge:confirmed' && isToldPaid, false, `round ${round}: told twice`)
        if (type === 'charge:confirmed') isToldPaid = true
        if (type === 'charge:pending' || type === 'charge:unconfirmed') isToldPaid = false
      }
      assert.equal(charge.status, statusOf(charge), `round ${round}`)
      // Or it is told soon.
      assert.equal(isToldPaid && !isHeld, charge.status === 'COMPLETED', `round ${round}`)
    }
    for (let step = 0; step < 12; step += 1) {
      const chance = random()
      const pick = (status: string) => {
        const of = charge.payments.filter((payment) => payment.status === status)
        return of[Math.floor(random() * of.length)]
      }
      const pending = pick('PENDING')
      const completed = pick('COMPLETED')
      if (chance < 0.35) {
        const hash = `0x${step}`
        const transfer = { chainId: 1, hash, token, sender: '0x01', minedAt: now }
        const block = { number: 1n, hash: '0x01' }
        const payment = createPaymentRecord(charge, { ...transfer, block }, 'merchant', now)
        amounts.set(payment.id, BigInt(1 + Math.floor(random() * 120)))
        make(attachPayment(charge, payment))
      } else if (chance < 0.7 && pending) {
        const amount = amounts.get(pending.id)
        const transfer = {
          ...{ id: 't', chainId: 1, hash: pending.hash, position: 0, token, recipient },
          ...{ sender: '0x01', amount, countedAmount: amount, minedAt: now, createdAt: now },
          ...{ block: { number: 1n, hash: '0x01' }, reason: '', mentionedReferences: [] },
          ...{ status: 'ASSIGNED' as const, proof: 'merchant' as const },
          ...{ paymentId: pending.id, chargeId: charge.id },
        }
        make(settlePayment(charge, pending.id, [transfer], now))
      } else {
        const payment = random() < 0.7 ? (completed ?? pending) : (pending ?? completed)
        if (payment) make(withdrawPayment(charge, payment.id, 'It was taken back.', now))
      }
    }
  }
})
