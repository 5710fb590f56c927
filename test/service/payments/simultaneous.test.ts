import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { anyHash, newCharge } from '../../support/paying.ts'

const harness = provideHarness()

const statusOf = (call: Promise<unknown>, good: number) =>
  call.then(
    () => good,
    (error: PayError) => error.status,
  )

test('50 simultaneous POSTs of one hash that is not there take no charge’s place and change none', async () => {
  const client = clientOf(harness)
  const tokenAddress = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress }
  const charge = () =>
    client.createCharge({ pricing_type: 'fixed_price', local_price: { amount: '5' }, requestProps })
  const charges = await Promise.all(Array.from({ length: 50 }, charge))
  const payment = { hash: anyHash(), chainId: `${chainId}`, tokenAddress }
  const statuses = await Promise.all(
    charges.map(({ id }) => statusOf(client.addPayment(id, payment), 201)),
  )
  assert.deepEqual([...new Set(statuses)], [201])
  const again = await statusOf(client.addPayment(charges[0]?.id ?? '', payment), 201)
  assert.equal(again, 409)
  for (const status of ['PENDING', 'FAILED', 'COMPLETED'] as const) {
    assert.equal((await client.listCharges({ status })).pagination.total, 0)
  }
  const { data } = await client.listCharges({ limit: 100 })
  assert.ok(data.every(({ status, payments }) => status === 'NEW' && payments.length === 0))
})

test('50 simultaneous POSTs of one hash on one charge: one is 201, 49 are 409', async () => {
  const client = clientOf(harness)
  const id = await newCharge(harness)
  const tokenAddress = harness.chain.dusd
  const payment = { hash: anyHash(), chainId: `${chainId}`, tokenAddress }
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => statusOf(client.addPayment(id, payment), 201)),
  )
  assert.equal(statuses.filter((status) => status === 201).length, 1)
  assert.equal(statuses.filter((status) => status === 409).length, 49)
})

test('a hash that comes several times at once, with signatures and without, is 201 or 409', async () => {
  const client = clientOf(harness)
  const tokenAddress = harness.chain.dusd
  for (let round = 0; round < 20; round += 1) {
    const id = await newCharge(harness)
    const payment = { hash: anyHash(), chainId: `${chainId}`, tokenAddress }
    const signature = `0x${String(round).padStart(2, '0').repeat(65)}`
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        statusOf(client.addPayment(id, index % 2 ? payment : { ...payment, signature }), 201),
      ),
    )
    // The signature is new evidence once.
    const [added, ...others] = [...new Set(statuses)].toSorted()
    assert.deepEqual([added, ...others], [201, 409], statuses.join())
  }
})

test('one Idempotency-Key with two bodies at once makes one charge, and one 409', async () => {
  const client = clientOf(harness)
  const tokenAddress = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress }
  const before = (await client.listCharges({ limit: 1 })).pagination.total
  const settings = { idempotencyKey: crypto.randomUUID() }
  const charge = (amount: string) => {
    const local_price = { amount }
    const made = client.createCharge(
      { pricing_type: 'fixed_price', local_price, requestProps },
      settings,
    )
    return statusOf(made, 201)
  }
  assert.deepEqual((await Promise.all([charge('1'), charge('2')])).sort(), [201, 409])
  assert.equal((await client.listCharges({ limit: 1 })).pagination.total, before + 1)
})

test('one Idempotency-Key with one body, ten times at once, makes one charge and gives it to all', async () => {
  const client = clientOf(harness)
  const tokenAddress = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress }
  const before = (await client.listCharges({ limit: 1 })).pagination.total
  const settings = { idempotencyKey: crypto.randomUUID() }
  const body = { pricing_type: 'fixed_price', local_price: { amount: '7' }, requestProps } as const
  const made = await Promise.all(
    Array.from({ length: 10 }, () => client.createCharge(body, settings)),
  )
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  assert.equal((await client.listCharges({ limit: 1 })).pagination.total, before + 1)
})
