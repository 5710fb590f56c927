import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSavedDestinations } from '../../../src/service/charges/store/destinations.ts'
import { chargeOf, recipients, start } from '../../attack/reserving.ts'

const [recipient = '', otherRecipient = ''] = recipients
const minute = 60_000
const limit = { max: 10, since: new Date(start - 90 * 24 * 60 * minute) }

/** A charge of one account. */
const chargeAt = (at: number, to = recipient) => chargeOf(2, to, 5n, at)

test('a destination is saved again after five minutes, so that it is watched for as long as it should be', () => {
  const saved = createSavedDestinations()
  assert.equal(saved.has(chargeAt(start)), false)
  saved.add(chargeAt(start), limit)
  assert.equal(saved.has(chargeAt(start + 5 * minute - 1)), true)
  assert.equal(saved.has(chargeAt(start + 5 * minute)), false)
})

test('what is watched for a short time is saved sooner: after a thousandth of it', () => {
  const saved = createSavedDestinations()
  saved.add(chargeAt(start), { ...limit, since: new Date(start - 1000 * minute) })
  assert.equal(saved.has(chargeAt(start + minute - 1)), true)
  assert.equal(saved.has(chargeAt(start + minute)), false)
})

test('another recipient, another account and another accepted token are destinations of their own', () => {
  const saved = createSavedDestinations()
  const charge = chargeAt(start)
  saved.add(charge, limit)
  assert.equal(saved.has(chargeAt(start, otherRecipient)), false)
  assert.equal(saved.has({ ...charge, accountId: 'another' }), false)
  assert.equal(saved.has({ ...charge, accepts: [{ ...charge.quote, chainId: 10 }] }), false)
})
