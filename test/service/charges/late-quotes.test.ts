import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEther } from 'viem'
import { letPass } from '../../support/aging.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { coin, newCharge, paymentThatIs, rpc, suffixOf, untilFound } from '../../support/paying.ts'

const feed = { chainId, feed: feedAddress(0), tokenAddress: coin, maxAgeSeconds: 3600 }
const harness = provideHarness({
  PRICE_FEEDS: JSON.stringify([{ ...feed, min: 100, max: 100_000 }]),
  CONFIRMATIONS: JSON.stringify({ [chainId]: 2 }),
})

test('money that a reorganization moves behind the end of its amount is judged again, by its new block', async () => {
  const { client, payer } = harness.chain
  const say = await deployFeed(harness.chain)
  await say(2000n * 10n ** 8n)
  const id = await newCharge(harness, { tokenAddress: coin }, { local_price: { amount: '2000' } })
  await say(1000n * 10n ** 8n)
  const raw = await payer.signTransaction({
    ...{ chainId, type: 'eip1559', to: wallet, value: parseEther('1'), data: suffixOf(id) },
    nonce: await client.getTransactionCount({ address: payer.address }),
    ...{ gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n },
  })
  const hash = await client.sendRawTransaction({ serializedTransaction: raw })
  await client.waitForTransactionReceipt({ hash })
  await untilFound(harness, hash)
  // As if it had been found 25 minutes ago, in a block that a reorganization has taken back since.
  await letPass(harness, id, 25)
  await rpc(harness, 'anvil_reorg', 1, [[raw, 0]])
  await client.mine({ blocks: 2 })
  const { reason } = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal(reason, 'UNDERPAID')
  assert.equal((await clientOf(harness).getCharge(id)).payment_status, 'part_paid')
})
