import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findHashFromPayer,
  findPaidHash,
  findPendingHash,
  getReceiptHash,
  isPaid,
  updatePaymentOption,
} from '../../../src/checkout/quote/settlement.ts'
import {
  charge,
  deal,
  hashA,
  hashB,
  intent,
  openDeal,
  payer,
  payment,
  shopAddress,
} from '../samples.ts'

const part = { paidAmountInRequestedToken: '5' }

test('a charge that the service calls completed is paid, although a little is missing', () => {
  const option = deal(payment('COMPLETED', { paidAmountInRequestedToken: '19.50' }))
  assert.equal(isPaid(option), false)
  const completed = updatePaymentOption(option, { ...option.charge, status: 'COMPLETED' })
  assert.equal(isPaid(completed), true)
})

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
  const after = updatePaymentOption(before, charge({ payments: [payment('COMPLETED', part)] }))
  assert.equal(after.paidAmount, 5_000_000n)
  assert.equal(after.quote.amount, 14_990_000n)
  assert.equal(after.price, before.price)
  assert.equal(after.charge.organization_name, 'Field & Kiln')
  assert.deepEqual(after.charge.redirects, redirects)
})

test('what a payer of no_price named stays named when the charge is read anew', () => {
  const open = openDeal()
  const named = { ...open, quote: { ...open.quote, amount: 7n } }
  assert.equal(updatePaymentOption(named, open.charge).quote.amount, 7n)
})

test('the waiting payment is told, and the last one that paid', () => {
  const of = deal(
    payment('FAILED', { payerTransactionHash: '0x1' }),
    payment('PENDING', { payerTransactionHash: hashA }),
    payment('COMPLETED', { ...part, payerTransactionHash: '0x2' }),
    payment('COMPLETED', { ...part, payerTransactionHash: hashB }),
  )
  assert.equal(findPendingHash(of), hashA)
  assert.equal(findPaidHash(of.charge), hashB)
  assert.equal(findPendingHash(deal()), undefined)
  const { payments: _, ...short } = charge()
  assert.equal(findPaidHash(short), undefined)
})

test('what was given up is not waited for, however its hash is written', () => {
  const waiting = deal(payment('PENDING', { payerTransactionHash: hashA.toUpperCase() }))
  assert.equal(findPendingHash({ ...waiting, ignoredHashes: [hashB] }), hashA.toUpperCase())
  assert.equal(findPendingHash({ ...waiting, ignoredHashes: [hashB, hashA] }), undefined)
  const another = deal(payment('PENDING'), payment('PENDING', { payerTransactionHash: hashB }))
  assert.equal(findPendingHash({ ...another, ignoredHashes: [hashA] }), hashB)
})

test('a receipt names the hash that the service counts', () => {
  const counted = payment('COMPLETED', { payerTransactionHash: hashB })
  // Sped up: the service counts the new one.
  assert.equal(getReceiptHash(deal(payment('PENDING'), counted).charge, hashA), hashB)
  assert.equal(getReceiptHash(deal(counted).charge, hashA), hashB)
  assert.equal(getReceiptHash(deal(payment('COMPLETED'), counted).charge, hashA), hashA)
  assert.equal(getReceiptHash(deal(payment(undefined)).charge, hashA), hashA)
})

test('what the service counts for an account is a confirmed payment that was not there before', () => {
  const mine = { payerTransactionHash: hashB, payerAddress: payer.toLowerCase() }
  assert.equal(findHashFromPayer(deal(payment('COMPLETED', mine)), intent()), hashB)
  for (const status of ['PENDING', 'FAILED', undefined])
    assert.equal(findHashFromPayer(deal(payment(status, mine)), intent()), undefined)
  const counted = deal(payment('COMPLETED', mine))
  assert.equal(findHashFromPayer(counted, intent(deal(), { earlierHashes: [hashB] })), undefined)
  assert.equal(findHashFromPayer(counted, intent(deal(), { from: shopAddress })), undefined)
  assert.equal(findHashFromPayer(deal(payment('COMPLETED')), intent()), undefined)
})
