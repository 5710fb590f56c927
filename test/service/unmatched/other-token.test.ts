import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Address } from 'viem'
import { deploy, mintCall } from '../../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { coin, newCharge, report, reportTo, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Charges are paid in one dollar, and money comes in another one, to the right address.

let other: Address
const harness = provideHarness()
before(async () => {
  await harness.started
  other = harness.chain.token('OUSD').address
})

test('another known token that names a charge is told with its charge, in its own units', async () => {
  const id = await newCharge(harness)
  const hash = await harness.chain.transfer(other, wallet, 5_000_000n, suffixOf(id))
  const told = await unmatchedOf(harness, hash)
  assert.deepEqual(
    [told.tokenAddress, told.tokenSymbol, told.amount, told.chargeUuid],
    [other, 'OUSD', '5', id],
  )
  assert.match(told.reason, /another token: the charge is paid in DUSD/)
  assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
})

test('another known token that names nobody is told, and a token that nobody knows is not', async () => {
  await newCharge(harness)
  const junk = await deploy(harness.chain, 'FeeDollar')
  await harness.chain.send(junk, mintCall(harness.chain.payer.address, 5_000_000n))
  const ignored = await harness.chain.send(junk, transferCall(wallet, 5_000_000n))
  const hash = await harness.chain.transfer(other, wallet, 10_000n)
  assert.equal((await unmatchedOf(harness, hash)).amount, '0.01')
  const { data } = await clientOf(harness).listUnmatched()
  assert.ok(data.every((one) => one.hash !== ignored))
})

test('who enters its hash reads that the store has it, and is not asked to sign', async () => {
  const id = await newCharge(harness)
  const hash = await harness.chain.transfer(other, wallet, 4_000_000n)
  const dusd = harness.chain.dusd
  await reportTo(clientOf(harness), id, { hash, chainId: `${chainId}`, tokenAddress: dusd })
  const status = await until('the status', async () => {
    const one = await clientOf(harness).getPaymentStatus(id, hash)
    return one.status === 'UNMATCHED' ? one : undefined
  })
  assert.deepEqual([status.tokenAddress, status.signers], [other, []])
})

test('native currency that is reported for a charge in dollars is told, too', async () => {
  const id = await newCharge(harness)
  const hash = await harness.chain.send(wallet, suffixOf(id), 10n ** 17n)
  await report(harness, id, hash)
  const told = await unmatchedOf(harness, hash)
  assert.deepEqual([told.tokenAddress, told.amount, told.chargeUuid], [coin, '0.1', id])
  assert.match(told.reason, /another token/)
})
