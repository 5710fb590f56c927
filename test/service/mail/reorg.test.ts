import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak256 } from 'viem'
import { runOn } from '../../support/database.ts'
import { chainId, type Harness, startHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { newCharge, paymentThatIs, report, rpc, suffixOf } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import {
  anyAddress,
  mailArrivesAt,
  mailSettings,
  mailTo,
  messagesTo,
  messageThatIs,
  skip,
} from './mail.ts'

// A reorganization takes a payment away, before and after its receipt was sent.

/** Signs a transfer of a charge's price, which can be sent more than once. */
async function signFor({ chain }: Harness, id: string) {
  const { client, payer, token } = chain
  const raw = await payer.signTransaction({
    chainId,
    type: 'eip1559',
    to: token('DUSD').address,
    data: transferCall(wallet, 5_000_000n, suffixOf(id)),
    gas: 200_000n,
    nonce: await client.getTransactionCount({ address: payer.address }),
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 10_000_000_000n,
  })
  return { raw, hash: keccak256(raw) }
}

test('a receipt waits for a payment that was taken away, and is sent once, also where it is taken away later', {
  skip,
}, async () => {
  const server = await startMailServer()
  const settings = await mailSettings(
    { ...server, started: Promise.resolve() },
    {
      MAIL_PER_HOUR: '1',
      CONFIRMATIONS: JSON.stringify({ [chainId]: 2 }),
      // As often as it takes.
      ...withOptions({ mailRetryDelaysMs: Array.from({ length: 2000 }, () => 100) }),
    },
  )
  const shop = await startHarness(settings)
  try {
    const { client } = shop.chain
    const database = String(shop.environment.DATABASE_URL)
    const liftBound = () =>
      runOn(database, `update mail_messages set attempted_at = now() - interval '2 hours'`)
    const takeAway = async () => {
      await rpc(shop, 'anvil_reorg', 2, [])
      await shop.chain.setTime(Date.now())
    }
    const mine = async (raw: `0x${string}`) => {
      await client.sendRawTransaction({ serializedTransaction: raw })
      await client.mine({ blocks: 1 })
    }
    const [first, address, last] = [anyAddress(), anyAddress(), anyAddress()]
    // The bound is one message: the next one waits.
    const firstId = await newCharge(shop, {}, { payer_email: first })
    const earlier = await signFor(shop, firstId)
    await mine(earlier.raw)
    await report(shop, firstId, earlier.hash)
    await mailArrivesAt(server, first)

    const id = await newCharge(shop, {}, { payer_email: address })
    const { raw, hash } = await signFor(shop, id)
    await mine(raw)
    await report(shop, id, hash)
    await paymentThatIs(shop, id, hash, 'COMPLETED')
    await messageThatIs(shop, address, 'WAITING')
    await takeAway()
    await paymentThatIs(shop, id, hash, 'PENDING')
    await liftBound()
    await until('an attempt without a payment', async () => {
      const [message] = await messagesTo(shop, address)
      return /signed for a charge that is COMPLETED/.test(message?.last_error ?? '') || undefined
    })
    assert.equal(mailTo(server, address).length, 0)
    await mine(raw)
    await paymentThatIs(shop, id, hash, 'COMPLETED')
    const { read } = await mailArrivesAt(server, address)
    assert.ok(read.text?.includes(hash))

    await takeAway()
    await paymentThatIs(shop, id, hash, 'PENDING')
    await mine(raw)
    await paymentThatIs(shop, id, hash, 'COMPLETED')
    await liftBound()
    const lastId = await newCharge(shop, {}, { payer_email: last })
    const later = await signFor(shop, lastId)
    await mine(later.raw)
    await report(shop, lastId, later.hash)
    await mailArrivesAt(server, last)
    assert.equal(mailTo(server, address).length, 1)
  } finally {
    await shop.end()
    await server.die()
  }
})
