import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Hex } from 'viem'
import { createAnsweringServer } from '../../support/answer.ts'
import { transferCall } from '../../support/contracts.ts'
import { chainId, clientOf, type Harness, startHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'

interface RawLog {
  transactionHash: Hex
  logIndex: Hex
}

let harness: Harness
/** Numbers the logs of each transaction anew, as some chains do. Here each transaction has one log. */
const node = createAnsweringServer(async (request, response) => {
  const body = JSON.stringify(await json(request))
  const headers = { 'content-type': 'application/json' }
  const answered = await fetch(harness.chain.rpcUrl, { method: 'POST', headers, body })
  const renumber = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'logIndex' in value
      ? { ...(value as RawLog), logIndex: '0x0' }
      : value
  const answer = JSON.stringify(JSON.parse(await answered.text(), renumber))
  response.writeHead(200, headers).end(answer)
})
before(async () => {
  harness = await startHarness()
  await harness.service.end()
  await once(node.listen(0, '127.0.0.1'), 'listening')
  const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: rpcUrl })
  harness.environment = { ...harness.environment, CHAIN_RPC_URLS }
  harness.service = await startService(harness.environment)
})
after(async () => {
  await harness.end()
  node.closeAllConnections()
  node.close()
})

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
