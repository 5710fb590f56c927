import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letPass } from '../../support/aging.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, rpc, unmatchedOf } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { until } from '../../support/wait.ts'

// A merchant takes a short payment as enough, undoes it, and does so again: the money stays what arrived, and the store is told once.

const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on' })
provideReceiver(harness)
const client = () => clientOf(harness)
const conflict = { code: 'conflict' }

/** A charge of five dollars for which four have arrived. */
async function shortCharge(): Promise<string> {
  const id = await newCharge(harness)
  await paymentThatIs(harness, id, await payFor(harness, id, 4_000_000n), 'COMPLETED')
  return id
}

async function typesOf(id: string): Promise<string[]> {
  const { data } = await client().listEvents({ charge: id })
  return data.map(({ type }) => type).toReversed()
}

const stateOf = async (id: string) => {
  const { status, payment_status, missing_amount, accepted_amount } = await client().getCharge(id)
  return [status, payment_status, missing_amount, accepted_amount]
}

test('two people accept at once, one undoes it, and the store, which was told of one acceptance, hears of no other', async () => {
  const id = await shortCharge()
  assert.deepEqual(await stateOf(id), ['PENDING', 'part_paid', '1', undefined])
  await assert.rejects(client().acceptCharge(id, { amount: '4.5' }), conflict)
  const accept = () => client().acceptCharge(id, { amount: '4', reason: 'An exchange’s fee.' })
  await Promise.all([accept(), accept()])
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
  const confirmed = await typesOf(id)
  assert.equal(confirmed.filter((type) => type === 'charge:confirmed').length, 1)
  await client().unacceptCharge(id)
  assert.deepEqual(await stateOf(id), ['PENDING', 'part_paid', '1', undefined])
  await accept()
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
  assert.deepEqual(await typesOf(id), confirmed)
  const { data } = await client().listAuditLog()
  const decisions = data.filter(({ to }) => to?.chargeUuid === id)
  assert.deepEqual(
    decisions.map(({ action, to }) => [action, to?.reason]),
    [
      ['charge.accepted', 'An exchange’s fee.'],
      ['charge.unaccepted', undefined],
      ['charge.accepted', 'An exchange’s fee.'],
    ],
  )
})

test('an acceptance that stays undone is told once its time is over, and what comes then is told anew', async () => {
  const [undone, canceled] = [await shortCharge(), await shortCharge()]
  for (const id of [undone, canceled]) {
    await client().acceptCharge(id, {})
    await client().unacceptCharge(id)
    // What a store can read is never taken back, so there is nothing to read yet.
    assert.equal((await typesOf(id)).at(-1), 'charge:confirmed')
  }
  await letPass(harness, undone, 5)
  const told = await until('the store to be told', async () => {
    const { data } = await client().listEvents({ charge: undone, type: 'charge:unconfirmed' })
    return data.length > 0 ? data : undefined
  })
  assert.equal(told.length, 1)
  await client().acceptCharge(undone, {})
  assert.deepEqual((await typesOf(undone)).slice(-3), [
    'charge:confirmed',
    'charge:unconfirmed',
    'charge:confirmed',
  ])
})

test('nothing is accepted that has not arrived, and nothing undone that was shipped or is refunded', async () => {
  await assert.rejects(client().acceptCharge(await newCharge(harness), {}), conflict)
  const [shipped, refunded] = [await shortCharge(), await shortCharge()]
  await client().createRefund(refunded, { amount: '1' })
  await assert.rejects(client().acceptCharge(refunded, {}), conflict)
  await client().acceptCharge(shipped, {})
  await client().markShipped(shipped)
  await assert.rejects(client().unacceptCharge(shipped), conflict)
  const stranger = clientOf(harness, harness.other)
  await assert.rejects(stranger.acceptCharge(refunded, {}), { code: 'not_found' })
})

test('money is assigned and accepted in one step, and undoing the assignment ends the acceptance', async () => {
  const id = await newCharge(harness)
  const hash = await harness.chain.transfer(harness.chain.dusd, wallet, 4_000_000n)
  const { uuid } = await unmatchedOf(harness, hash)
  const asSeen = { chargeUuid: id, accept: true, acceptAmount: '4.5' }
  await assert.rejects(client().assignUnmatched(uuid, asSeen), conflict)
  assert.deepEqual(await stateOf(id), ['NEW', 'unpaid', '5', undefined])
  await client().assignUnmatched(uuid, { chargeUuid: id, accept: true, acceptAmount: '4' })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
  await client().unassignUnmatched(uuid, { chargeUuid: id })
  assert.deepEqual(await stateOf(id), ['NEW', 'unpaid', '5', undefined])
  await client().ignoreUnmatched(uuid)
  assert.equal((await client().restoreUnmatched(uuid)).status, 'UNMATCHED')
})

test('two people send the excess back, and one refund of it is begun', async () => {
  const id = await newCharge(harness)
  await paymentThatIs(harness, id, await payFor(harness, id, 7_000_000n), 'COMPLETED')
  const begun = await Promise.allSettled([
    client().createRefund(id, { excess: true }),
    client().createRefund(id, { excess: true }),
  ])
  const made = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value.amount] : []))
  assert.deepEqual(made, ['2'])
})

test('a reorganization takes what was accepted, and the charge is paid again once as much is there', async () => {
  const id = await newCharge(harness)
  const snapshot = await rpc(harness, 'evm_snapshot')
  await paymentThatIs(harness, id, await payFor(harness, id, 4_000_000n), 'COMPLETED')
  await client().acceptCharge(id, { amount: '4' })
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
  await rpc(harness, 'evm_revert', snapshot)
  await harness.chain.client.mine({ blocks: 2 })
  await until('the money to be gone', async () => {
    const [status, payment] = await stateOf(id)
    return (status !== 'COMPLETED' && payment !== 'paid') || undefined
  })
  // Nothing is refunded that is not there.
  await assert.rejects(client().createRefund(id, {}), conflict)
  // Less than was accepted is not enough.
  await paymentThatIs(harness, id, await payFor(harness, id, 3_000_000n), 'COMPLETED')
  assert.notEqual((await client().getCharge(id)).status, 'COMPLETED')
  await paymentThatIs(harness, id, await payFor(harness, id, 1_000_000n), 'COMPLETED')
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
})

test('what is paid after an acceptance is credited, told as paid again, and can go back', async () => {
  const id = await shortCharge()
  await client().acceptCharge(id, { amount: '4' })
  const told = await typesOf(id)
  await paymentThatIs(harness, id, await payFor(harness, id, 1_000_000n), 'COMPLETED')
  assert.deepEqual(await stateOf(id), ['COMPLETED', 'paid', '0', '4'])
  assert.deepEqual(await typesOf(id), [...told, 'charge:paid_again'])
  // It is the customer's, who may have it back.
  assert.equal((await client().createRefund(id, { amount: '1' })).amount, '1')
})
