import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { createAnsweringServer } from '../../support/answer.ts'
import {
  chainId,
  clientOf,
  type Harness,
  judged,
  startHarness,
  wallet,
} from '../../support/harness.ts'
import { suffixOf } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

let harness: Harness
before(async () => {
  harness = await startHarness()
})
after(() => harness.end())

/** A way to the chain that can be cut: a node that answers 502. */
async function fragileNode(rpcUrl: string) {
  const node = { url: '', down: false, stop: () => {} }
  const server = createAnsweringServer(async (request, response) => {
    if (node.down) return response.writeHead(502).end('bad gateway')
    const body = await text(request)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
    return response.writeHead(answer.status, headers).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return node
}

async function restartWith(environment: Record<string, string>) {
  await harness.service.end()
  harness.service = await startService({ ...harness.environment, ...environment })
}

test('a chain that is gone for a while fails no payment', async () => {
  const { rpcUrl, token, transfer } = harness.chain
  const node = await fragileNode(rpcUrl)
  await restartWith({ CHAIN_RPC_URLS: JSON.stringify({ [chainId]: node.url }) })
  const { address } = token('DUSD')
  const charge = await clientOf(harness).createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    requestProps: { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: address },
  })
  node.down = true
  const hash = await transfer(address, wallet, 5_000_000n, suffixOf(charge.id))
  const payment = { hash, chainId: `${chainId}`, tokenAddress: address }
  await clientOf(harness).addPayment(charge.id, payment)
  await until('a failed look', () => harness.service.log.find((one) => one.failures === 1))
  const { status } = await clientOf(harness).getPaymentStatus(charge.id, hash)
  assert.equal(status, 'UNSEEN')
  node.down = false
  assert.equal((await judged(harness, charge.id, hash)).payment.status, 'COMPLETED')
  node.stop()
})

test('a node of another chain than its setting says is not believed', async () => {
  await restartWith({ CHAIN_RPC_URLS: JSON.stringify({ 1: harness.chain.rpcUrl }) })
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
