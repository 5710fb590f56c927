import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Money for a charge that no longer takes it. Whoever sent it is asked for a signature only where one would credit it.

const harness = provideHarness()

const statusOf = (id: string, hash: string) =>
  until(`${hash} to be unmatched`, async () => {
    const status = await clientOf(harness).getPaymentStatus(id, hash)
    return status.status === 'UNMATCHED' ? status : undefined
  })

test('for a canceled charge nobody is asked to sign: the store has to return the money', async () => {
  const id = await newCharge(harness)
  await clientOf(harness).cancelCharge(id)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  const { reason, signers } = await statusOf(id, hash)
  assert.deepEqual([reason, signers], ['The charge was canceled.', []])
})

test('the same money for an open charge is one signature away from being credited', async () => {
  const id = await newCharge(harness)
  const { chain } = harness
  const hash = await chain.transfer(chain.dusd, wallet, 5_000_000n)
  await report(harness, id, hash)
  const { signers } = await statusOf(id, hash)
  assert.deepEqual(signers, [chain.payer.address])
  await clientOf(harness).cancelCharge(id)
  assert.deepEqual((await statusOf(id, hash)).signers, [])
})
