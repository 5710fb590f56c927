import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Hex, keccak256, parseEther } from 'viem'
import { chainId, clientOf, type Harness, secondChainId, wallet } from '../../support/harness.ts'
import { coin, payFor, paymentThatIs, rpc, suffixOf, timelines } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { acceptingCharge, provideTwoChains } from '../../support/two-chains.ts'
import { until } from '../../support/wait.ts'

/** The whole price in the second chain's coin. */
const price = parseEther('0.003')
/** How each charge's timeline shall read in the end. */
const expected = new Map<string, string[]>()

/** The harness with the second chain in the first one's place. */
let there: Harness
const CONFIRMATIONS = JSON.stringify({ [chainId]: 1, [secondChainId]: 2 })
const harness = provideTwoChains({ LOG_LEVEL: 'debug', CONFIRMATIONS })
before(async () => {
  await harness.started
  there = { ...harness, chain: harness.second }
})

interface Signed {
  hash: Hex
  raw: Hex
}

/** Signs a transfer of coin on the second chain that can be sent more than once. */
async function sign(value: bigint, data: Hex, fee = 10n, nonce?: number): Promise<Signed> {
  const { client, payer } = harness.second
  const gwei = 1_000_000_000n
  const raw = await payer.signTransaction({
    chainId: secondChainId,
    type: 'eip1559',
    to: wallet,
    value,
    data,
    gas: 200_000n,
    nonce: nonce ?? (await client.getTransactionCount({ address: payer.address })),
    maxFeePerGas: fee * gwei,
    maxPriorityFeePerGas: fee * gwei,
  })
  return { raw, hash: keccak256(raw) }
}

const send = ({ raw }: Signed) =>
  harness.second.client.sendRawTransaction({ serializedTransaction: raw })
const mine = (blocks: number) => harness.second.client.mine({ blocks })

function report(id: string, hash: Hex) {
  const tokenAddress = coin
  return clientOf(harness).addPayment(id, { hash, chainId: `${secondChainId}`, tokenAddress })
}

/** Replaces the newest blocks of the second chain. */
async function reorganise(depth: number, instead: [raw: Hex, block: number][] = []) {
  await rpc(there, 'anvil_reorg', depth, instead)
  // anvil's clock went back with the blocks, and the judge refuses what is older than its charge.
  await harness.second.setTime(Date.now())
}

/** Pays a share of a charge on the second chain, and resolves when it is credited. */
async function credited(id: string, value: bigint): Promise<Signed> {
  const signed = await sign(value, suffixOf(id))
  await send(signed)
  await mine(1)
  await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
  return signed
}

describe('a reorganisation of an accepted pair’s chain', () => {
  test('takes a part back, and with it what the charge was; mined again, it completes it', async () => {
    const id = await acceptingCharge(harness)
    const first = await payFor(harness, id, 2_000_000n)
    await paymentThatIs(harness, id, first, 'COMPLETED')
    const rest = await credited(id, (price * 3n) / 5n)
    await reorganise(2)
    const waiting = await paymentThatIs(harness, id, rest.hash, 'PENDING')
    assert.equal(waiting.paidAmountInRequestedToken, '0')
    await paymentThatIs(harness, id, first, 'COMPLETED')
    await send(rest)
    await mine(1)
    const again = await paymentThatIs(harness, id, rest.hash, 'COMPLETED')
    assert.equal(again.paidAmountInRequestedToken, '3')
    const life = ['PENDING', 'PENDING UNDERPAID', 'COMPLETED', 'PENDING UNDERPAID', 'COMPLETED']
    expected.set(id, life)
  })

  test('that only moves it to another block changes nothing that anybody sees', async () => {
    const id = await acceptingCharge(harness)
    // One more block goes with the payment's: it must hold nothing that its sender has sent before.
    await mine(1)
    const { raw, hash } = await credited(id, price)
    await reorganise(3, [[raw, 0]])
    await until('the move', () =>
      harness.service.log.find((one) => /moved by/.test(String(one.msg)) && one.hash === hash),
    )
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    expected.set(id, ['PENDING', 'COMPLETED'])
  })

  test('that the service slept through is found when it wakes', async () => {
    const id = await acceptingCharge(harness)
    const signed = await credited(id, price)
    await harness.service.end()
    await reorganise(2)
    harness.service = await startService(harness.environment)
    await paymentThatIs(harness, id, signed.hash, 'PENDING')
    await send(signed)
    await mine(1)
    await paymentThatIs(harness, id, signed.hash, 'COMPLETED')
    expected.set(id, ['PENDING', 'COMPLETED', 'PENDING', 'COMPLETED'])
  })
})

test('a transfer on an accepted pair’s chain that is replaced is followed to the faster one', async () => {
  const { client, payer } = harness.second
  const id = await acceptingCharge(harness)
  await client.setAutomine(false)
  try {
    const nonce = await client.getTransactionCount({ address: payer.address })
    const slow = await sign(price, suffixOf(id), 10n, nonce)
    const fast = await sign(price, suffixOf(id), 30n, nonce)
    await send(slow)
    await report(id, slow.hash)
    // Seen, and its nonce noted: else nothing could be followed.
    await until('a look', async () => {
      const { status } = await clientOf(harness).getPaymentStatus(id, slow.hash)
      return status === 'PENDING' || undefined
    })
    await send(fast)
    await mine(2)
    const payment = await paymentThatIs(harness, id, fast.hash, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '5')
  } finally {
    await client.setAutomine(true)
  }
})

test('every charge has the timeline of what happened to it', async () => {
  assert.deepEqual(await timelines(harness, [...expected.keys()]), [...expected.values()])
})
