import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Address, concatHex, type Hex, keccak256, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { PayError } from '../../../src/errors.ts'
import { deploy, execute, mintCall } from '../../support/contracts.ts'
import { type Call, deployEntryPoint } from '../../support/entry-point.ts'
import { clientOf, judged, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import {
  coin,
  newCharge,
  paymentThatIs,
  report,
  reportNew,
  suffixOf,
  unmatchedOf,
} from '../../support/paying.ts'
import { deploySafe, type TestSafe } from '../../support/safe.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

const dollars = 5_000_000n

let dusd: Address
/** Calls whatever anybody tells it to: an account that nobody's word is needed for. */
let anybodys: Address
let safe: TestSafe
let entryPoint: Awaited<ReturnType<typeof deployEntryPoint>>
/** Accounts of ERC-4337, and who owns them. */
let accounts: Address[]
const owner = demoAccount(2)
const harness = provideHarness({ LOG_LEVEL: 'debug' })
before(async () => {
  await harness.started
  const { chain } = harness
  dusd = chain.dusd
  anybodys = await deploy(chain, 'SmartWallet')
  safe = await deploySafe(chain, [owner], 1)
  entryPoint = await deployEntryPoint(chain)
  accounts = [await entryPoint.createAccount(owner, 1n), await entryPoint.createAccount(owner, 2n)]
  for (const one of [anybodys, safe.address, ...accounts]) {
    await chain.send(dusd, mintCall(one, 100n * dollars))
    await chain.send(one, '0x', parseEther('10'))
  }
})

const transfer = (id: string, amount = dollars) =>
  harness.chain.transfer(dusd, wallet, amount, suffixOf(id))
/** Has the accounts make these calls, in one transaction of somebody else. */
async function bundle(...calls: [account: number, call: Call][]): Promise<Hex> {
  const signed = calls.map(([index, call]) => entryPoint.sign(owner, accountAt(index), call))
  return await harness.chain.send(
    entryPoint.address,
    entryPoint.bundle(...(await Promise.all(signed))),
  )
}
const accountAt = (index: number) => accounts[index] ?? coin

describe('a transfer that nobody reported', () => {
  test('completes the charge that its calldata names', async () => {
    const id = await newCharge(harness)
    const hash = await transfer(id)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '5')
    assert.equal(payment.payerAddress, harness.chain.payer.address)
  })

  test('is answered with 409 and its own charge to whoever reports it after all', async () => {
    const id = await newCharge(harness)
    const hash = await transfer(id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    await assert.rejects(reportNew(harness, id, hash), (error: PayError) => {
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
    await harness.service.end()
    const hash = await transfer(id)
    await harness.chain.client.mine({ blocks: 1500 })
    harness.service = await startService(harness.environment)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('of coin is found too, in the transaction itself or by a smart account', async () => {
    const props = { tokenAddress: coin, tokenAmount: '0.25' }
    const [direct, inner] = [await newCharge(harness, props), await newCharge(harness, props)]
    const value = parseEther('0.25')
    const one = await harness.chain.send(wallet, suffixOf(direct), value)
    const other = await bundle([0, { to: wallet, value, data: suffixOf(inner) }])
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
  test('of a Safe’s call the Transfer log, and who sent it', async () => {
    const id = await newCharge(harness)
    const data = transferCall(wallet, dollars, suffixOf(id))
    const hash = await safe.execute({ to: dusd, data, value: 0n }, [owner])
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerAddress, safe.address)
  })

  test('of a bundle each charge gets its own part, reported or not', async () => {
    const [one, other] = [await newCharge(harness), await newCharge(harness)]
    const pay = (id: string, amount: bigint): Call => ({
      to: dusd,
      data: transferCall(wallet, amount, suffixOf(id)),
    })
    const hash = await bundle([0, pay(one, dollars)], [1, pay(other, 2n * dollars)])
    await report(harness, one, hash)
    const [first, second] = await Promise.all(
      [one, other].map((id) => paymentThatIs(harness, id, hash, 'COMPLETED')),
    )
    assert.deepEqual([first?.paidAmountInRequestedToken, first?.payerAddress], ['5', accountAt(0)])
    assert.deepEqual(
      [second?.paidAmountInRequestedToken, second?.payerAddress],
      ['10', accountAt(1)],
    )
    assert.equal(second?.reason, 'OVERPAID')
  })

  test('of a bundle an operation keeps its part beside one with a hundred references', async () => {
    const id = await newCharge(harness)
    const strangers = Array.from({ length: 18 }, () =>
      suffixOf(...Array.from({ length: 7 }, () => crypto.randomUUID())),
    )
    const data = transferCall(wallet, 1n, concatHex(strangers))
    const own = { to: dusd, data: transferCall(wallet, dollars, suffixOf(id)) }
    const hash = await bundle([0, { to: dusd, data }], [1, own])
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerAddress, accountAt(1))
  })

  test('of a bundle an operation that failed pays nothing', async () => {
    const [one, other] = [await newCharge(harness), await newCharge(harness)]
    const pay = (id: string, amount: bigint): Call => ({
      to: dusd,
      data: transferCall(wallet, amount, suffixOf(id)),
    })
    const hash = await bundle([0, pay(one, dollars)], [1, pay(other, 10n ** 30n)])
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

  test('of coin that a contract sends at anybody’s word is told, and is nobody’s', async () => {
    const id = await newCharge(harness, { tokenAddress: coin, tokenAmount: '0.25' })
    const value = parseEther('0.25')
    const hash = await harness.chain.send(anybodys, execute(wallet, value, suffixOf(id)))
    const found = await unmatchedOf(harness, hash)
    assert.deepEqual([found.amount, found.senderAddress], ['0.25', anybodys])
    const { status, payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual([status, payments], ['NEW', []])
  })
})

/** Resolves when a report has ended without money for its charge, which is what it was. */
async function isRefused(id: string, hash: string): Promise<void> {
  await until(`the end of the report of ${hash}`, async () => {
    const told = await clientOf(harness).getPaymentStatus(id, hash)
    return told.status === 'FAILED' || undefined
  })
  const charge = await clientOf(harness).getCharge(id)
  assert.deepEqual([charge.status, charge.payments], ['NEW', []])
}

describe('a false claim', () => {
  test('of a transfer that names charge A does not keep it from A', async () => {
    const [a, b] = [await newCharge(harness), await newCharge(harness)]
    const { client } = harness.chain
    await client.setAutomine(false)
    try {
      const data = transferCall(wallet, dollars, suffixOf(a))
      const hash = await client.sendTransaction({ to: dusd, data, gas: 200_000n })
      await report(harness, b, hash)
      await report(harness, a, hash)
      await client.mine({ blocks: 1 })
      await paymentThatIs(harness, a, hash, 'COMPLETED')
      await isRefused(b, hash)
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
    await isRefused(b, hash)
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
    const { client } = harness.chain
    await client.setAutomine(false)
    try {
      const data = transferCall(theirs, dollars, suffixOf(right))
      const hash = await client.sendTransaction({ to: dusd, data, gas: 200_000n })
      await report(harness, wrong, hash)
      await client.mine({ blocks: 1 })
      await paymentThatIs(harness, right, hash, 'PENDING')
      await isRefused(wrong, hash)
      await assert.rejects(
        reportNew(harness, wrong, hash),
        (error: PayError) => error.status === 409,
      )
      await client.mine({ blocks: 50 })
      await paymentThatIs(harness, right, hash, 'COMPLETED')
    } finally {
      await client.setAutomine(true)
    }
    await harness.restart()
  })

  test('50 simultaneous reports of one hash on 50 charges: it pays the one that it names', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => newCharge(harness)))
    const [named = '', ...others] = ids.toReversed()
    const { client } = harness.chain
    await client.setAutomine(false)
    let hash: Hex
    try {
      const data = transferCall(wallet, dollars, suffixOf(named))
      hash = await client.sendTransaction({ to: dusd, data, gas: 200_000n })
      // Nothing is settled by who comes first: each of them may wait for it.
      await Promise.all(ids.map((id) => report(harness, id, hash)))
      await client.mine({ blocks: 1 })
    } finally {
      await client.setAutomine(true)
    }
    await paymentThatIs(harness, named, hash, 'COMPLETED')
    await Promise.all(others.map((id) => isRefused(id, hash)))
  })
})
