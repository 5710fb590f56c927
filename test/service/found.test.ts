import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, type Hex, keccak256, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { PayError } from '../../src/errors.ts'
import { bundle, deploy, execute, mintCall, transferCall } from '../support/contracts.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/wait.ts'
import { clientOf, type Harness, judged, startHarness, wallet } from './harness.ts'
import { coin, newCharge, paymentThatIs, report, suffixOf } from './paying.ts'

const dollars = 5_000_000n

let harness: Harness
let dusd: Address
let safe: Address
let otherSafe: Address
let entryPoint: Address
before(async () => {
  harness = await startHarness({ LOG_LEVEL: 'debug' })
  const { chain } = harness
  dusd = chain.token('DUSD').address
  safe = await deploy(chain, 'SmartWallet')
  otherSafe = await deploy(chain, 'SmartWallet')
  entryPoint = await deploy(chain, 'EntryPoint')
  for (const one of [safe, otherSafe]) {
    await chain.send(dusd, mintCall(one, 100n * dollars))
    await chain.send(one, '0x', parseEther('10'))
  }
})
after(() => harness.end())

const transfer = (id: string, amount = dollars) =>
  harness.chain.transfer(dusd, wallet, amount, suffixOf(id))
const status = (error: PayError) => error.status

describe('a transfer that nobody reported', () => {
  test('completes the charge that its calldata names', async () => {
    const id = await newCharge(harness)
    const hash = await transfer(id)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '5')
    assert.equal(payment.payerAddress, harness.chain.payer.address)
  })

  test('is answered with 201 to the first who reports it after all, and 409 to the next', async () => {
    const id = await newCharge(harness)
    const hash = await transfer(id)
    const found = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal((await report(harness, id, hash)).uuid, found.uuid)
    await assert.rejects(report(harness, id, hash), (error: PayError) => {
      assert.deepEqual(error.details, { chargeUuid: id })
      return error.status === 409
    })
  })

  test('that names nobody, or pays somebody or something else, is nobody’s', async () => {
    const id = await newCharge(harness)
    const { chain } = harness
    await chain.transfer(dusd, wallet, dollars)
    await chain.transfer(dusd, demoAccount(6).address, dollars, suffixOf(id))
    await chain.transfer(chain.token('OUSD').address, wallet, dollars, suffixOf(id))
    await chain.transfer(dusd, wallet, dollars, suffixOf(crypto.randomUUID()))
    // A later one is found, so those before it were looked at.
    const later = await newCharge(harness)
    await paymentThatIs(harness, later, await transfer(later), 'COMPLETED')
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  })

  test('is found though the service was not running when it was mined', async () => {
    const id = await newCharge(harness)
    await harness.service.end('SIGKILL')
    const hash = await transfer(id)
    await harness.chain.client.mine({ blocks: 1500 })
    harness.service = await startService(harness.environment)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('of coin is found too, in the transaction itself or by a call of a smart wallet', async () => {
    const props = { tokenAddress: coin, tokenAmount: '0.25' }
    const [direct, inner] = [await newCharge(harness, props), await newCharge(harness, props)]
    const value = parseEther('0.25')
    const one = await harness.chain.send(wallet, suffixOf(direct), value)
    const other = await harness.chain.send(safe, execute(wallet, value, suffixOf(inner)))
    for (const [id, hash] of [
      [direct, one],
      [inner, other],
    ] as const) {
      const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
      assert.equal(payment.paidAmountInRequestedToken, '0.25')
    }
  })
})

describe('what arrived counts', () => {
  test('of a smart wallet’s call the Transfer log, and who sent it', async () => {
    const id = await newCharge(harness)
    const data = execute(dusd, 0n, transferCall(wallet, dollars, suffixOf(id)))
    const hash = await harness.chain.send(safe, data)
    await report(harness, id, hash)
    const { payment } = await judged(harness, id, hash)
    assert.deepEqual([payment.status, payment.payerAddress], ['COMPLETED', safe])
  })

  test('of a bundle each charge gets its own part, reported or not', async () => {
    const [one, other] = [await newCharge(harness), await newCharge(harness)]
    const operation = (sender: Address, id: string, amount: bigint) => ({
      sender,
      callData: execute(dusd, 0n, transferCall(wallet, amount, suffixOf(id))),
    })
    const [a, b] = [operation(safe, one, dollars), operation(otherSafe, other, 2n * dollars)]
    const hash = await harness.chain.send(entryPoint, bundle(a, b))
    await report(harness, one, hash)
    const [first, second] = await Promise.all(
      [one, other].map((id) => paymentThatIs(harness, id, hash, 'COMPLETED')),
    )
    assert.deepEqual([first?.paidAmountInRequestedToken, first?.payerAddress], ['5', safe])
    assert.deepEqual([second?.paidAmountInRequestedToken, second?.payerAddress], ['10', otherSafe])
    assert.equal(second?.reason, 'OVERPAID')
  })

  test('of a bundle an operation that failed pays nothing', async () => {
    const [one, other] = [await newCharge(harness), await newCharge(harness)]
    const operation = (id: string, amount: bigint) => ({
      sender: safe,
      callData: execute(dusd, 0n, transferCall(wallet, amount, suffixOf(id))),
    })
    const calls = bundle(operation(one, dollars), operation(other, 10n ** 30n))
    const hash = await harness.chain.send(entryPoint, calls)
    await paymentThatIs(harness, one, hash, 'COMPLETED')
    await assert.rejects(report(harness, other, hash), (error: PayError) => error.status === 409)
    assert.deepEqual((await clientOf(harness).getCharge(other)).payments, [])
  })

  test('of a token that takes a fee what is left of it', async () => {
    const fusd = await deploy(harness.chain, 'FeeDollar')
    await harness.chain.send(fusd, mintCall(harness.chain.payer.address, 100n * dollars))
    const id = await newCharge(harness, { tokenAddress: fusd, tokenAmount: '5' })
    const hash = await harness.chain.transfer(fusd, wallet, dollars, suffixOf(id))
    const { payment } = await judged(harness, id, hash)
    assert.equal(payment.paidAmountInRequestedToken, '4.95')
    assert.equal(payment.reason, 'UNDERPAID')
    const rest = await harness.chain.transfer(fusd, wallet, 50_506n, suffixOf(id))
    const { payment: second } = await judged(harness, id, rest)
    assert.equal(second.paidAmountInRequestedToken, '0.050001')
    assert.equal(second.reason, 'OVERPAID')
  })

  test('of coin inside a call nothing that cannot be told apart, and the payment says so', async () => {
    const id = await newCharge(harness, { tokenAddress: coin, tokenAmount: '0.25' })
    const { client, payer } = harness.chain
    await client.setAutomine(false)
    try {
      const value = parseEther('0.25')
      const data = execute(wallet, value, suffixOf(id))
      const hash = await client.sendTransaction({ to: safe, data, account: payer, gas: 200_000n })
      // In the same block: another contract's call, which might have paid the same recipient.
      const beside = execute(demoAccount(6).address, 1n, '0x')
      await client.sendTransaction({ to: otherSafe, data: beside, account: payer, gas: 200_000n })
      await report(harness, id, hash, coin)
      await client.mine({ blocks: 1 })
      const { payment } = await judged(harness, id, hash)
      assert.equal(payment.status, 'FAILED')
      assert.match(payment.reason, /cannot be told/)
    } finally {
      await client.setAutomine(true)
    }
  })
})

describe('a false claim', () => {
  test('of a transfer that names charge A gives way to A’s own report at once', async () => {
    const [a, b] = [await newCharge(harness), await newCharge(harness)]
    const { client } = harness.chain
    await client.setAutomine(false)
    try {
      const to = harness.chain.token('DUSD').address
      const data = transferCall(wallet, dollars, suffixOf(a))
      const hash = await client.sendTransaction({ to, data, gas: 200_000n })
      await report(harness, b, hash).catch(status)
      await report(harness, a, hash)
      await client.mine({ blocks: 1 })
      assert.equal((await judged(harness, a, hash)).payment.status, 'COMPLETED')
      const refused = await judged(harness, b, hash)
      assert.match(refused.payment.reason, /names another charge/)
    } finally {
      await client.setAutomine(true)
    }
  })

  test('of a transfer that nobody reported does not keep it from its charge', async () => {
    const [a, b] = [await newCharge(harness), await newCharge(harness)]
    // Reported before the chain knows it: the squatter is first.
    const { client, payer } = harness.chain
    await client.setAutomine(false)
    let hash: Hex
    try {
      const data = transferCall(wallet, dollars, suffixOf(a))
      const nonce = await client.getTransactionCount({ address: payer.address })
      const request = await client.prepareTransactionRequest({
        to: dusd,
        data,
        nonce,
        gas: 200_000n,
      })
      const raw = await payer.signTransaction(request as never)
      hash = keccak256(raw)
      await report(harness, b, hash)
      await client.sendRawTransaction({ serializedTransaction: raw })
      await client.mine({ blocks: 1 })
    } finally {
      await client.setAutomine(true)
    }
    await paymentThatIs(harness, a, hash, 'COMPLETED')
    await paymentThatIs(harness, b, hash, 'FAILED')
  })

  test('of a transfer that pays somebody else is given up before its confirmations', async () => {
    await harness.service.end()
    const CONFIRMATIONS = JSON.stringify({ 31337: 50 })
    harness.service = await startService({ ...harness.environment, CONFIRMATIONS })
    const theirs = demoAccount(7).address
    const [wrong, right] = [
      await newCharge(harness),
      await newCharge(harness, { recipientAddress: theirs }),
    ]
    const hash = await harness.chain.transfer(dusd, theirs, dollars)
    await report(harness, wrong, hash)
    await report(harness, right, hash)
    await paymentThatIs(harness, wrong, hash, 'FAILED')
    await assert.rejects(report(harness, wrong, hash), (error: PayError) => error.status === 409)
    await harness.chain.client.mine({ blocks: 50 })
    await paymentThatIs(harness, right, hash, 'COMPLETED')
    await harness.service.end()
    harness.service = await startService(harness.environment)
  })

  test('50 simultaneous reports of one hash on 50 charges: one 201, 49 409', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => newCharge(harness)))
    const hash = await harness.chain.transfer(dusd, wallet, dollars)
    const answers = await Promise.all(
      ids.map((id) => report(harness, id, hash).then(() => 201, status)),
    )
    assert.equal(answers.filter((one) => one === 201).length, 1)
    assert.equal(answers.filter((one) => one === 409).length, 49)
    const winner = ids[answers.indexOf(201)] ?? ''
    await until('the winner to be paid', async () => {
      const { payments } = await clientOf(harness).getCharge(winner)
      return payments[0]?.status === 'COMPLETED' || undefined
    })
  })
})
