import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatHex, encodeFunctionData, parseAbi } from 'viem'
import { deploy } from '../support/contracts.ts'
import { clientOf, provideHarness, wallet } from '../support/harness.ts'
import { newCharge, paymentThatIs, report, suffixOf } from '../support/paying.ts'
import { until } from '../support/wait.ts'

const abi = parseAbi(['function pour(address to, uint256 count)'])

// As much memory as a small container has.
const harness = provideHarness({ NODE_OPTIONS: '--max-old-space-size=512' })

test('a transaction of 3,500 references and 7,400 logs that is reported costs no payment its credit', async () => {
  const { chain } = harness
  const id = await newCharge(harness)
  const to = await deploy(chain, 'Flood')
  const references = Array.from({ length: 3500 }, () => suffixOf(crypto.randomUUID()))
  const call = encodeFunctionData({ abi, args: [wallet, 7400n] })
  const hash = await chain.client.sendTransaction({
    ...{ to, data: concatHex([call, ...references]), gas: 25_000_000n },
  })
  const receipt = await chain.client.waitForTransactionReceipt({ hash })
  assert.deepEqual([receipt.status, receipt.logs.length], ['success', 7400])
  await report(harness, id, hash)
  await until('the end of its report', async () => {
    const { status } = await clientOf(harness).getPaymentStatus(id, hash)
    return status === 'FAILED' || undefined
  })
  const dollars = chain.dusd
  const own = await chain.transfer(dollars, wallet, 5_000_000n, suffixOf(id))
  await paymentThatIs(harness, id, own, 'COMPLETED')
})
