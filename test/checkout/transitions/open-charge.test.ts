import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOfferState } from '../../../src/checkout/transitions/offer.ts'
import {
  createLoadFailedState,
  decideFirstState,
  isPaying,
} from '../../../src/checkout/transitions/open-charge.ts'
import { PayError } from '../../../src/errors.ts'
import { deal, fault, openDeal, payment } from '../samples.ts'
import { everyState } from '../states.ts'

test('a fresh charge is offered; one of no_price asks how much first', () => {
  assert.equal(createOfferState(deal()).step, 'ready')
  assert.equal(createOfferState(openDeal()).step, 'enteringAmount')
})

test('a suggested amount is offered as it is', () => {
  const open = openDeal()
  const suggested = { ...open, quote: { ...open.quote, amount: 5n } }
  assert.equal(createOfferState(suggested).step, 'ready')
})

test('a charge with a payment or a journal entry has a past, another has none', () => {
  assert.equal(decideFirstState(deal(), false)?.step, 'ready')
  assert.equal(decideFirstState(deal(), true), undefined)
  for (const status of ['PENDING', 'COMPLETED', 'FAILED', undefined])
    assert.equal(decideFirstState(deal(payment(status)), false), undefined)
})

test('a charge that is not there is unavailable; every other fault can be tried again', () => {
  assert.equal(
    createLoadFailedState(new PayError('not_found', 'No such charge.')).step,
    'unavailable',
  )
  assert.equal(createLoadFailedState(fault).step, 'failed')
})

test('a payment is under way from the written intent to its end, and at no other time', () => {
  const paying = Object.values(everyState)
    .filter(isPaying)
    .map(({ step }) => step)
  assert.deepEqual([...new Set(paying)].sort(), [
    'confirming',
    'dropped',
    'needsSignature',
    'reporting',
    'sending',
    'unknownOutcome',
  ])
})
