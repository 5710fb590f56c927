import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { chainId, clientOf, judged, provideHarness, wallet } from '../../support/harness.ts'
import { startNode } from '../../support/node.ts'
import { chargeBody, suffixOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

const harness = provideHarness()

test('a chain that is gone for a while fails no payment', async () => {
  const { rpcUrl, dusd } = harness.chain
  let isDown = false
  const node = await startNode(rpcUrl, () => (isDown ? 'down' : undefined))
  await harness.restart({ CHAIN_RPC_URLS: JSON.stringify({ [chainId]: node.rpcUrl }) })
  const charge = await clientOf(harness).createCharge(chargeBody(harness))
  isDown = true
  const hash = await harness.chain.transfer(dusd, wallet, 5_000_000n, suffixOf(charge.id))
  const payment = { hash, chainId: `${chainId}`, tokenAddress: dusd }
  await clientOf(harness).addPayment(charge.id, payment)
  await until('a failed look', () => harness.service.log.find((one) => one.failures === 1))
  const { status } = await clientOf(harness).getPaymentStatus(charge.id, hash)
  assert.equal(status, 'UNSEEN')
  isDown = false
  assert.equal((await judged(harness, charge.id, hash)).payment.status, 'COMPLETED')
  await node.stop()
})

test('a node of another chain than its setting says is not believed', async () => {
  await harness.restart({ CHAIN_RPC_URLS: JSON.stringify({ 1: harness.chain.rpcUrl }) })
  const { address } = harness.chain.token('DUSD')
  await assert.rejects(
    clientOf(harness).setReceivingWallet({
      walletAddress: wallet,
      chainId: 1,
      tokenAddress: address,
    }),
    (error: PayError) => error.status === 503,
  )
  const said = /it serves chain 31337; correct CHAIN_RPC_URLS/
  await until('the fault in the log', () => said.test(harness.service.output()) || undefined)
})
