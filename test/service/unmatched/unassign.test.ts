import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle, deploy, execute, mintCall } from '../../support/contracts.ts'
import { chainId, clientOf, merchantOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { newCharge, payFor, paymentThatIs, unmatchedOf } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { until } from '../../support/wait.ts'

// The merchant takes a decision back: the money is unmatched again, and its charge is what it is without it.

const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on' })
provideReceiver(harness)

const token = () => harness.chain.dusd
const dollars = (amount: number) => BigInt(amount) * 1_000_000n

/** Sends dollars without any reference, and waits until the merchant has them as unmatched. */
async function send(amount: number) {
  const hash = await harness.chain.transfer(token(), wallet, dollars(amount))
  return await unmatchedOf(harness, hash)
}

async function assign(amount: number, chargeUuid: string) {
  const money = await send(amount)
  await clientOf(harness).assignUnmatched(money.uuid, { chargeUuid })
  await paymentThatIs(harness, chargeUuid, money.hash, 'COMPLETED')
  return money
}

async function typesOf(charge: string): Promise<string[]> {
  const { data } = await clientOf(harness).listEvents({ charge })
  return data.map(({ type }) => type).toReversed()
}

test('an assignment is undone: the store is told, the audit log has who, and another charge gets the money', async () => {
  const [wrong, right] = [await newCharge(harness), await newCharge(harness)]
  const client = clientOf(harness)
  const { uuid, hash } = await assign(5, wrong)
  assert.equal((await client.getCharge(wrong)).status, 'COMPLETED')
  const undone = await client.unassignUnmatched(uuid, { chargeUuid: wrong })
  assert.deepEqual([undone.status, undone.chargeUuid], ['UNMATCHED', ''])
  const charge = await client.getCharge(wrong)
  assert.deepEqual([charge.status, charge.payments[0]?.status], ['NEW', 'FAILED'])
  assert.equal(charge.payments[0]?.creditedAmount, '0')
  // It is told some minutes later, unless the decision is made anew: what it can read is never taken back.
  assert.deepEqual(await typesOf(wrong), ['charge:created', 'charge:pending', 'charge:confirmed'])
  // Once: a lost answer may be asked for again.
  await client.unassignUnmatched(uuid, { chargeUuid: wrong })
  const { data } = await client.listAuditLog()
  const entries = data.filter(({ from, to }) => [from?.hash, to?.hash].includes(hash))
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['payment.unassigned', 'payment.assigned'],
  )
  assert.equal(entries[0]?.from?.chargeUuid, wrong)
  await client.assignUnmatched(uuid, { chargeUuid: right })
  await paymentThatIs(harness, right, hash, 'COMPLETED')
  await assert.rejects(client.unassignUnmatched(uuid, { chargeUuid: wrong }), { code: 'conflict' })
  assert.equal((await client.getCharge(right)).status, 'COMPLETED')
})

test('what other money paid stays paid, and what is too little without it waits for the rest', async () => {
  const id = await newCharge(harness)
  await assign(3, id)
  const second = await assign(2, id)
  const client = clientOf(harness)
  assert.equal((await client.getCharge(id)).status, 'COMPLETED')
  await client.unassignUnmatched(second.uuid, { chargeUuid: id })
  const { status, timeline } = await client.getCharge(id)
  assert.deepEqual([status, timeline.at(-1)?.context], ['PENDING', 'UNDERPAID'])
  const again = await assign(2, id)
  const more = await assign(4, id)
  await client.unassignUnmatched(more.uuid, { chargeUuid: id })
  assert.equal((await client.getCharge(id)).status, 'COMPLETED')
  assert.equal(again.amount, '2')
})

test('a decision by report is forgotten too: reading the transaction again does not repeat it', async () => {
  const [id, other] = [await newCharge(harness), await newCharge(harness)]
  const { uuid, hash } = await send(5)
  const body = { hash, chainId: `${chainId}`, tokenAddress: token() }
  await merchantOf(harness).addPayment(id, body)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  await clientOf(harness).unassignUnmatched(uuid, { chargeUuid: id })
  // The decision for another charge has the transaction read, and is the only one.
  await merchantOf(harness).addPayment(other, body)
  await paymentThatIs(harness, other, hash, 'COMPLETED')
  assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
})

test('what proof credits is never undone, nor another charge’s', async () => {
  const [id, other] = [await newCharge(harness), await newCharge(harness)]
  const hash = await payFor(harness, id, dollars(5))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const { data } = await clientOf(harness).listUnmatched({ limit: 100, status: 'ASSIGNED' })
  assert.ok(data.every((one) => one.hash !== hash))
  const assigned = await assign(5, other)
  const undo = clientOf(harness).unassignUnmatched(assigned.uuid, { chargeUuid: id })
  await assert.rejects(undo, { code: 'conflict' })
  const byStranger = clientOf(harness, harness.other)
  const uuid = { chargeUuid: other }
  await assert.rejects(byStranger.unassignUnmatched(assigned.uuid, uuid), { code: 'not_found' })
  assert.equal((await clientOf(harness).getCharge(other)).status, 'COMPLETED')
})

test('nothing is undone once the order was shipped, and nothing is shipped that was undone', async () => {
  const [shipped, undone] = [await newCharge(harness), await newCharge(harness)]
  const client = clientOf(harness)
  const first = await assign(5, shipped)
  const { shipped_at } = await client.markShipped(shipped)
  assert.ok(shipped_at)
  assert.equal((await client.markShipped(shipped)).shipped_at, shipped_at)
  const undo = client.unassignUnmatched(first.uuid, { chargeUuid: shipped })
  await assert.rejects(undo, { code: 'conflict', message: /shipped/ })
  assert.equal((await client.getCharge(shipped)).status, 'COMPLETED')
  const second = await assign(5, undone)
  await client.unassignUnmatched(second.uuid, { chargeUuid: undone })
  await assert.rejects(client.markShipped(undone), { code: 'conflict' })
  // Its payer is not told that the money is gone: it is the merchant's to decide.
  assert.equal((await client.getPaymentStatus(undone, second.hash)).status, 'FAILED')
})

test('of two transfers of one transaction, the one that is not undone still counts', async () => {
  const { chain } = harness
  const [bundler, account] = [await deploy(chain, 'EntryPoint'), await deploy(chain, 'SmartWallet')]
  await chain.send(token(), mintCall(account, dollars(5)))
  const pay = (amount: number) => ({
    sender: account,
    callData: execute(token(), 0n, transferCall(wallet, dollars(amount))),
  })
  const hash = await chain.send(bundler, bundle(pay(3), pay(2)))
  const client = clientOf(harness)
  const found = await until('both transfers', async () => {
    const { data } = await client.listUnmatched({ limit: 100 })
    const ours = data.filter((one) => one.hash === hash)
    return ours.length === 2 ? ours : undefined
  })
  const id = await newCharge(harness)
  for (const { uuid } of found) await client.assignUnmatched(uuid, { chargeUuid: id })
  await until(
    'the price',
    async () => (await client.getCharge(id)).status === 'COMPLETED' || undefined,
  )
  const two = found.find(({ amount }) => amount === '2')
  await client.unassignUnmatched(two?.uuid ?? '', { chargeUuid: id })
  const payment = await until('what is left to be confirmed', async () => {
    const { payments } = await client.getCharge(id)
    return payments[0]?.status === 'COMPLETED' ? payments[0] : undefined
  })
  assert.deepEqual([payment.paidAmountInRequestedToken, payment.creditedAmount], ['3', '3'])
  assert.equal((await client.getCharge(id)).status, 'PENDING')
})
