import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parseUnits } from 'viem'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import { openStore } from '../../../src/service/app/store.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import {
  chainId,
  clientOf,
  databaseOf,
  provideHarness,
  readReadiness,
  wallet,
} from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// The service's clock is ten minutes ahead of the blocks' times, as on a machine whose clock nobody sets. Every transfer
// then seems older than the charge that it pays.

const harness = provideHarness(withOptions({ isMetricsPublic: true }))
before(async () => {
  await harness.started
  await harness.chain.setTime(Date.now() - 600_000)
})

const dusd = () => harness.chain.dusd

/** Has the payer's account sign that a transfer is for a charge, and reports it so. */
async function sign(id: string, hash: string): Promise<void> {
  const { client, payer } = harness.chain
  const reference = computeReference(id)
  const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
  const signature = await client.signMessage({ account: payer, message })
  const payment = { hash, chainId: `${chainId}`, tokenAddress: dusd(), signature }
  await clientOf(harness).addPayment(id, payment)
}

/** Has a transfer signed for that is mined while no process runs: the next one has met no newer block. */
async function signUnmeasured(): Promise<{ id: string; hash: string }> {
  const id = await newCharge(harness)
  const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
  await harness.restart()
  await sign(id, hash)
  await until('it to be looked at', async () => {
    const { data } = await clientOf(harness).listUnmatched()
    return data.find((one) => one.hash === hash && /older/.test(one.reason))
  })
  return { id, hash }
}

test('a transfer that is signed for before any block has told of the clock waits for that', async () => {
  const { id, hash } = await signUnmeasured()
  await harness.chain.client.mine({ blocks: 1 })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
})

test('it waits seconds, however often it was looked at before the clock was told', async () => {
  const { id, hash } = await signUnmeasured()
  await harness.service.end()
  let store = await openStore(databaseOf(harness), assert.ifError)
  const first = await store.getReport(id, chainId, hash)
  assert.ok(first)
  // So often that another report would wait for an hour.
  for (let count = 0; count < 10; count += 1) await store.countReportAttempts([first.id])
  await store.scheduleReports([{ ...first, delayMs: 0 }])
  await store.close()
  harness.service = await startService(harness.environment)
  await until('the chain to be read', async () => {
    const metrics = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
    return metrics.includes('chain_head_block{') || undefined
  })
  // Ends only when the turn is over in which it was looked at.
  await harness.service.end()
  store = await openStore(databaseOf(harness), assert.ifError)
  const second = await until(
    'it to be due again',
    async () => (await store.listDueReports(chainId, 1))[0],
  )
  await store.close()
  harness.service = await startService(harness.environment)
  assert.equal(second?.hash, hash)
  assert.ok(second.attempts > first.attempts + 10, String(second.attempts))
})

test('who names their charge is credited', async () => {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  const { reason } = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal(reason, '')
})

test('who sends a reserved amount is credited', async () => {
  const id = await newCharge(harness)
  const place = { chainId: `${chainId}`, tokenAddress: dusd() }
  const { amount } = await clientOf(harness).reserveAmount(id, place)
  const hash = await harness.chain.transfer(dusd(), wallet, parseUnits(amount, 6))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
})

test('who signs for their transfer is credited', async () => {
  const id = await newCharge(harness)
  const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
  await sign(id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
})

test('the operator is told: in the log, at /metrics and at /readyz, which stays ready', async () => {
  const said = harness.service.log.find(({ msg }) => /clock differs from/.test(String(msg)))
  assert.ok(Math.abs(Number(said?.seconds) - 600) < 60, JSON.stringify(said))
  const metrics = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
  const [, seconds] = /clock_offset_seconds\{chain="31337"\} ([\d.]+)/.exec(metrics) ?? []
  assert.ok(Math.abs(Number(seconds) - 600) < 60, seconds)
  const { warnings } = await readReadiness(harness.service.baseUrl)
  assert.match(String(warnings), /^The clock is (5[4-9]|6[0-6])\d s ahead of chain 31337\.$/)
})
