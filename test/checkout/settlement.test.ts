import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPaid, paidHash, pendingHash, updateDeal } from '../../src/checkout/settlement.ts'
import { charge, deal, hashA, hashB, openDeal, payment } from './samples.ts'

const part = { paidAmountInRequestedToken: '5' }

test('a charge is paid from its price on, not one base unit before', () => {
  const paid = (paidAmountInRequestedToken: string) =>
    isPaid(deal(payment('COMPLETED', { paidAmountInRequestedToken })))
  assert.equal(paid('19.989999'), false)
  assert.equal(paid('19.99'), true)
  assert.equal(paid('20'), true)
})

test('several payments add up to the price', () => {
  assert.equal(
    isPaid(
      deal(
        payment('COMPLETED', part),
        payment('COMPLETED', { paidAmountInRequestedToken: '14.99' }),
      ),
    ),
    true,
  )
})

test('a payment that waits or failed pays nothing', () => {
  for (const status of ['PENDING', 'FAILED', 'NEW', undefined])
    assert.equal(isPaid(deal(payment(status))), false)
})

test('any amount pays a charge of no_price, none does not', () => {
  assert.equal(isPaid(openDeal()), false)
  assert.equal(
    isPaid(openDeal(payment('COMPLETED', { paidAmountInRequestedToken: '0.000001' }))),
    true,
  )
})

test('a charge that is read anew changes what is owed and keeps brand and redirects', () => {
  const redirects = {
    success_url: 'https://shop.example',
    cancel_url: '',
    will_redirect_after_success: true,
  }
  const before = { ...deal(), charge: charge({ organization_name: 'Field & Kiln', redirects }) }
  const after = updateDeal(before, charge({ payments: [payment('COMPLETED', part)] }))
  assert.equal(after.paid, 5_000_000n)
  assert.equal(after.quote.amount, 14_990_000n)
  assert.equal(after.price, before.price)
  assert.equal(after.charge.organization_name, 'Field & Kiln')
  assert.deepEqual(after.charge.redirects, redirects)
})

test('what a payer of no_price named stays named when the charge is read anew', () => {
  const open = openDeal()
  const named = { ...open, quote: { ...open.quote, amount: 7n } }
  assert.equal(updateDeal(named, open.charge).quote.amount, 7n)
})

test('the waiting payment is told, and the last one that paid', () => {
  const of = deal(
    payment('FAILED', { payerTransactionHash: '0x1' }),
    payment('PENDING', { payerTransactionHash: hashA }),
    payment('COMPLETED', { ...part, payerTransactionHash: '0x2' }),
    payment('COMPLETED', { ...part, payerTransactionHash: hashB }),
  )
  assert.equal(pendingHash(of.charge), hashA)
  assert.equal(paidHash(of.charge), hashB)
  assert.equal(pendingHash(deal().charge), undefined)
  const { payments: _, ...short } = charge()
  assert.equal(paidHash(short), undefined)
})
