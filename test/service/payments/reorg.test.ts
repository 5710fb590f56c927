import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Hex, keccak256 } from 'viem'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { newCharge, paymentThatIs, report, rpc, suffixOf, timelines } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

const dollars = 5_000_000n
/** How each charge's timeline shall read in the end. */
const expected = new Map<string, string[]>()

const CONFIRMATIONS = JSON.stringify({ [chainId]: 2 })
const harness = provideHarness({ LOG_LEVEL: 'debug', CONFIRMATIONS })

interface Signed {
  hash: Hex
  raw: Hex
}

/** Signs a transfer that can be sent more than once, without sending it. */
async function sign(
  data: Hex,
  { nonce, fee = 10n }: { nonce?: number; fee?: bigint } = {},
): Promise<Signed> {
  const { client, payer, token } = harness.chain
  const gwei = 1_000_000_000n
  const raw = await payer.signTransaction({
    chainId,
    type: 'eip1559',
    to: token('DUSD').address,
    data,
    gas: 200_000n,
    nonce: nonce ?? (await client.getTransactionCount({ address: payer.address })),
    maxFeePerGas: fee * gwei,
    maxPriorityFeePerGas: fee * gwei,
  })
  return { raw, hash: keccak256(raw) }
}

const send = ({ raw }: Signed) =>
  harness.chain.client.sendRawTransaction({ serializedTransaction: raw })
const mine = (blocks: number) => harness.chain.client.mine({ blocks })
const nonceNow = () =>
  harness.chain.client.getTransactionCount({ address: harness.chain.payer.address })

/** Runs with blocks mined by hand only. */
async function byHand(work: () => Promise<void>): Promise<void> {
  const { client } = harness.chain
  await client.setAutomine(false)
  try {
    await work()
  } finally {
    await client.setAutomine(true)
  }
}

/** Replaces the newest blocks; `instead` are signed transactions, each with the new block that holds it. */
async function reorganise(depth: number, instead: [raw: Hex, block: number][]): Promise<void> {
  await rpc(harness, 'anvil_reorg', depth, instead)
  // anvil's clock went back with the blocks, and the judge refuses what is older than its charge.
  await harness.chain.setTime(Date.now())
}

/** A charge whose payment was credited in the newest blocks. */
async function credited(suffixed: boolean): Promise<{ id: string } & Signed> {
  const id = await newCharge(harness)
  const signed = await sign(transferCall(wallet, dollars, suffixed ? suffixOf(id) : '0x'))
  await send(signed)
  await mine(1)
  await report(harness, id, signed.hash)
  await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
  return { id, ...signed }
}

describe('a reorganisation', () => {
  test('takes a credited payment back to PENDING, and it is credited when mined again', async () => {
    const { id, raw, hash } = await credited(true)
    await reorganise(2, [])
    const waiting = await paymentThatIs(harness, id, hash, 'PENDING')
    assert.equal(waiting.paidAmountInRequestedToken, '0')
    assert.equal(waiting.verifiedAt, '')
    await send({ raw, hash })
    await mine(1)
    const again = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(again.paidAmountInRequestedToken, '5')
    expected.set(id, ['PENDING', 'COMPLETED', 'PENDING', 'COMPLETED'])
  })

  test('that only moves it to another block changes nothing that anybody sees', async () => {
    const { id, raw, hash } = await credited(true)
    await reorganise(3, [[raw, 0]])
    await until('the move', () =>
      harness.service.log.find((one) => /moved by/.test(String(one.msg)) && one.hash === hash),
    )
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    expected.set(id, ['PENDING', 'COMPLETED'])
  })

  test('of a transfer that was found unreported: it is found again', async () => {
    await byHand(async () => {
      const id = await newCharge(harness)
      const signed = await sign(transferCall(wallet, dollars, suffixOf(id)))
      await send(signed)
      await mine(2)
      await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
      await reorganise(2, [])
      await paymentThatIs(harness, id, signed.hash, 'PENDING')
      await mine(3)
      await send(signed)
      await mine(2)
      await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
      expected.set(id, ['PENDING', 'COMPLETED', 'PENDING', 'COMPLETED'])
    })
  })
})

/** Resolves when the chain has shown a transaction that is not mined. */
async function shown(id: string, hash: string): Promise<void> {
  await until(`${hash} to be seen`, async () => {
    const { status } = await clientOf(harness).getPaymentStatus(id, hash)
    return status === 'PENDING' || undefined
  })
}

describe('a transaction that is replaced', () => {
  test('by a faster one that pays the same: that one is the payment, and the reporter is told', async () => {
    await byHand(async () => {
      const id = await newCharge(harness)
      const data = transferCall(wallet, dollars, suffixOf(id))
      const nonce = await nonceNow()
      const slow = await sign(data, { nonce })
      const fast = await sign(data, { nonce, fee: 30n })
      await send(slow)
      await report(harness, id, slow.hash)
      await shown(id, slow.hash)
      await send(fast)
      await mine(2)
      await paymentThatIs(harness, id, fast.hash, 'COMPLETED')
      assert.equal((await clientOf(harness).getCharge(id)).payments.length, 1)
      expected.set(id, ['PENDING', 'COMPLETED'])
      await until('the end of the report', async () => {
        const { status, reason } = await clientOf(harness).getPaymentStatus(id, slow.hash)
        return (status === 'FAILED' && reason.includes(`replaced by ${fast.hash}`)) || undefined
      })
    })
  })

  test('by nothing, only dropped: it is credited when it is sent again', async () => {
    await byHand(async () => {
      const id = await newCharge(harness)
      const signed = await sign(transferCall(wallet, dollars, suffixOf(id)))
      await send(signed)
      await report(harness, id, signed.hash)
      await shown(id, signed.hash)
      await rpc(harness, 'anvil_dropTransaction', signed.hash)
      await mine(2)
      await send(signed)
      await mine(2)
      await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
      expected.set(id, ['PENDING', 'COMPLETED'])
    })
  })
})

test('every charge has the timeline of what happened to it', async () => {
  assert.deepEqual(await timelines(harness, [...expected.keys()]), [...expected.values()])
})
