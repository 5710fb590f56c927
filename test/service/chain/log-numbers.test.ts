import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Hex } from 'viem'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { askNode, startNode, type TestNode } from '../../support/node.ts'
import { newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'

const harness = provideHarness()
let node: TestNode
before(async () => {
  await harness.started
  const { rpcUrl } = harness.chain
  // It numbers the logs of each transaction anew, as some chains do. Here each transaction has one log.
  node = await startNode(rpcUrl, async (call) =>
    JSON.parse(JSON.stringify(await askNode(rpcUrl, call)), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'logIndex' in value
        ? { ...value, logIndex: '0x0' }
        : value,
    ),
  )
  harness.environment.CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
  await harness.restart()
})
after(() => node.stop())

test('all payments of a block are found where each transaction’s logs are numbered anew', async () => {
  const ids = [await newCharge(harness), await newCharge(harness), await newCharge(harness)]
  const { client, token } = harness.chain
  let nonce = await client.getTransactionCount({ address: client.account.address })
  await client.setAutomine(false)
  const hashes: Hex[] = []
  for (const id of ids) {
    const data = transferCall(wallet, 5_000_000n, suffixOf(id))
    hashes.push(
      await client.sendTransaction({
        to: token('DUSD').address,
        data,
        gas: 100_000n,
        nonce: nonce++,
      }),
    )
  }
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  for (const [index, id] of ids.entries())
    await paymentThatIs(harness, id, hashes[index] ?? '0x', 'COMPLETED')
  assert.deepEqual((await clientOf(harness).listUnmatched()).data, [])
})
