import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import type { PayError } from '../../src/errors.ts'
import { chainId, clientOf, merchantOf, provideHarness, wallet } from '../support/harness.ts'
import {
  anyHash,
  chargeBody,
  coin,
  newCharge,
  payFor,
  paymentThatIs,
  report,
  reportNew,
  suffixOf,
  unmatchedOf,
} from '../support/paying.ts'
import { createAccount, type TestAccount } from '../support/service.ts'
import { until } from '../support/wait.ts'

const harness = provideHarness()

const dusd = () => harness.chain.dusd
/** How a transaction stands for a charge, once it is what is waited for. */
async function statusThatIs(id: string, hash: string, status: string) {
  return await until(`${hash} to be ${status}`, async () => {
    const now = await clientOf(harness).getPaymentStatus(id, hash)
    return now.status === status ? now : undefined
  })
}

const nameAddress = async (account: TestAccount, recipientAddress: string) =>
  (await clientOf(harness, account).createCharge(chargeBody(harness, { recipientAddress }))).id

const setWallet = (account: TestAccount, walletAddress: string) =>
  clientOf(harness, account).setReceivingWallet({ walletAddress, chainId, tokenAddress: dusd() })

const isForeign = (call: Promise<unknown>, status = 409) =>
  assert.rejects(call, (error: PayError) => error.status === status)

/** Asserts that an account reads nothing of a transfer, and decides nothing about it. */
async function knowsNothing(
  account: TestAccount,
  { uuid, hash, charge }: { uuid: string; hash: string; charge: string },
) {
  const client = clientOf(harness, account)
  const { data } = await client.listUnmatched()
  assert.ok(data.every((one) => one.hash !== hash))
  await isForeign(client.getUnmatched(uuid), 404)
  await isForeign(client.assignUnmatched(uuid, { chargeUuid: charge }), 404)
  await isForeign(client.returnUnmatched(uuid), 404)
  await isForeign(client.ignoreUnmatched(uuid), 404)
  const { data: events } = await client.listEvents({ limit: 100 })
  for (const { uuid: id } of events.filter(({ type }) => type === 'payment:unmatched'))
    assert.doesNotMatch(JSON.stringify(await client.getEvent(id)), new RegExp(hash))
  const books = await fetch(`${harness.service.baseUrl}/books?format=jsonl`, {
    headers: { 'api-key': account.apiKey },
  })
  assert.equal(books.status, 200)
  assert.doesNotMatch(await books.text(), new RegExp(hash))
}

describe('money that names nobody', () => {
  test('mined before a charge was made pays none that reports it', async () => {
    await newCharge(harness)
    const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
    const id = await newCharge(harness)
    await report(harness, id, hash)
    const { signers, reason } = await statusThatIs(id, hash, 'UNMATCHED')
    assert.deepEqual(signers, [harness.chain.payer.address])
    assert.match(reason, /named no charge/)
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual([charge.status, charge.payments], ['NEW', []])
  })

  test('is not lost to its payer when a stranger reports it first', async () => {
    const [theirs, ours] = [await newCharge(harness), await newCharge(harness)]
    const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
    await report(harness, theirs, hash)
    await statusThatIs(theirs, hash, 'UNMATCHED')
    await report(harness, ours, hash)
    const { reference } = await clientOf(harness).getCharge(ours)
    const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
    const signature = await harness.chain.payer.signMessage({ message })
    const body = { hash, chainId: `${chainId}`, tokenAddress: dusd(), signature }
    await clientOf(harness).addPayment(ours, body)
    await paymentThatIs(harness, ours, hash, 'COMPLETED')
    assert.deepEqual((await clientOf(harness).getCharge(theirs)).payments, [])
  })

  test('belongs to nobody by the signature of somebody else', async () => {
    const id = await newCharge(harness)
    const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
    const { reference } = await clientOf(harness).getCharge(id)
    const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
    const signature = await demoAccount(4).signMessage({ message })
    const body = { hash, chainId: `${chainId}`, tokenAddress: dusd(), signature }
    await clientOf(harness).addPayment(id, body)
    await statusThatIs(id, hash, 'UNMATCHED')
    // A payment that came later is credited: the look at the signature was made before it.
    const own = await payFor(harness, id)
    await paymentThatIs(harness, id, own, 'COMPLETED')
    const { payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual(
      payments.map((one) => one.payerTransactionHash),
      [own],
    )
  })

  test('is its address’s holder’s: who only names the address reads, blocks and decides nothing', async () => {
    const address = demoAccount(6).address
    const id = await newCharge(harness, { recipientAddress: address })
    const theirs = await nameAddress(harness.other, address)
    const hash = await harness.chain.transfer(dusd(), address, 5_000_000n)
    const body = { hash, chainId: `${chainId}`, tokenAddress: dusd() }
    await isForeign(merchantOf(harness, harness.other).addPayment(theirs, body))
    const { uuid } = await unmatchedOf(harness, hash)
    await knowsNothing(harness.other, { uuid, hash, charge: theirs })
    const { status } = await clientOf(harness).assignUnmatched(uuid, { chargeUuid: id })
    assert.equal(status, 'ASSIGNED')
  })

  test('goes to the account whose receiving wallet it is, also before one that named it first', async () => {
    const address = demoAccount(7).address
    const squatters = await newCharge(harness, { recipientAddress: address })
    await setWallet(harness.other, address)
    const id = await nameAddress(harness.other, address)
    const hash = await harness.chain.transfer(dusd(), address, 5_000_000n)
    const { uuid } = await unmatchedOf(harness, hash, harness.other)
    await knowsNothing(harness.shop, { uuid, hash, charge: squatters })
    await clientOf(harness, harness.other).assignUnmatched(uuid, { chargeUuid: id })
  })

  test('stays with an account that was paid there before another one set the address as its wallet', async () => {
    const address = demoAccount(8).address
    const id = await newCharge(harness, { recipientAddress: address })
    const paid = await harness.chain.transfer(dusd(), address, 5_000_000n, suffixOf(id))
    await paymentThatIs(harness, id, paid, 'COMPLETED')
    const thief = await createAccount(harness.environment, 'Thief')
    await setWallet(thief, address)
    const theirs = await nameAddress(thief, address)
    const open = await newCharge(harness, { recipientAddress: address })
    const hash = await harness.chain.transfer(dusd(), address, 5_000_000n)
    const { uuid } = await unmatchedOf(harness, hash)
    await knowsNothing(thief, { uuid, hash, charge: theirs })
    await clientOf(harness).assignUnmatched(uuid, { chargeUuid: open })
  })

  test('is credited at the merchant’s word, once', async () => {
    const [id, second] = [await newCharge(harness), await newCharge(harness)]
    const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n)
    const { uuid, amount } = await unmatchedOf(harness, hash)
    assert.equal(amount, '5')
    await clientOf(harness).assignUnmatched(uuid, { chargeUuid: id })
    await clientOf(harness).assignUnmatched(uuid, { chargeUuid: id })
    await assert.rejects(
      clientOf(harness).assignUnmatched(uuid, { chargeUuid: second }),
      (error: PayError) => error.status === 409,
    )
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })
})

describe('a name', () => {
  test('is found without a report, in the transaction that the paying account signed', async () => {
    const id = await newCharge(harness)
    const hash = await payFor(harness, id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual(
      [charge.status, charge.timeline.map(({ status }) => status)],
      ['COMPLETED', ['PENDING', 'COMPLETED']],
    )
  })

  test('claims nothing of what somebody else’s money is', async () => {
    // The payer allows a stranger to move his money to the merchant, as an escrow or a subscription does.
    const id = await newCharge(harness)
    const stranger = demoAccount(3)
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [stranger.address, 5_000_000n],
    })
    await harness.chain.send(dusd(), approve)
    const move = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [harness.chain.payer.address, wallet, 5_000_000n],
    })
    const data: Hex = `${move}${suffixOf(id).slice(2)}`
    const hash = await harness.chain.client.sendTransaction({ account: stranger, to: dusd(), data })
    const { references, senderAddress } = await unmatchedOf(harness, hash)
    assert.equal(senderAddress, harness.chain.payer.address)
    assert.deepEqual(references, [(await clientOf(harness).getCharge(id)).reference])
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
  })

  test('of two charges at once credits neither, and is told', async () => {
    const [one, other] = [await newCharge(harness), await newCharge(harness)]
    const hash = await harness.chain.transfer(dusd(), wallet, 5_000_000n, suffixOf(one, other))
    const { reason, references } = await unmatchedOf(harness, hash)
    assert.match(reason, /several charges/)
    assert.equal(references.length, 2)
  })

  test('in native currency is found in its block', async () => {
    const id = await newCharge(harness, { tokenAddress: coin, tokenAmount: '0.25' })
    const hash = await harness.chain.send(wallet, suffixOf(id), parseEther('0.25'))
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const unnamed = await harness.chain.send(wallet, '0x', parseEther('0.25'))
    assert.equal((await unmatchedOf(harness, unnamed)).amount, '0.25')
  })

  test('is no id: the charge’s uuid stands nowhere on the chain and in no log', async () => {
    const id = await newCharge(harness)
    const hash = await payFor(harness, id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const { input } = await harness.chain.client.getTransaction({ hash })
    const text = Buffer.from(input.slice(2), 'hex').toString('latin1')
    assert.ok(!text.includes(id))
    assert.ok(text.includes((await clientOf(harness).getCharge(id)).reference))
  })
})

describe('hashes that are not there', () => {
  test('change nothing of a charge, and leave room for five', async () => {
    const id = await newCharge(harness)
    const hashes = Array.from({ length: 12 }, anyHash)
    for (const hash of hashes) await report(harness, id, hash)
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual([charge.status, charge.payments, charge.timeline], ['NEW', [], []])
    const known = await Promise.all(
      hashes.map((hash) =>
        clientOf(harness)
          .getPaymentStatus(id, hash)
          .then(() => true)
          .catch((error: PayError) => error.status !== 404),
      ),
    )
    assert.equal(known.filter(Boolean).length, 5)
    const hash = await payFor(harness, id)
    await report(harness, id, hash)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('a hash of another charge’s payment is refused without a word of that charge', async () => {
    const [id, other] = [await newCharge(harness), await newCharge(harness)]
    const hash = await payFor(harness, id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    await assert.rejects(report(harness, other, hash), (error: PayError) => {
      assert.deepEqual([error.status, error.details], [409, undefined])
      return true
    })
    await assert.rejects(reportNew(harness, id, hash), (error: PayError) => {
      assert.deepEqual([error.status, error.details], [409, { chargeUuid: id }])
      return true
    })
  })
})

describe('a reserved amount', () => {
  test('pays its charge without a report and without a name', async () => {
    const id = await newCharge(harness)
    const asked = { chainId: `${chainId}`, tokenAddress: dusd() }
    const reserved = await clientOf(harness).reserveAmount(id, asked)
    assert.deepEqual(await clientOf(harness).reserveAmount(id, asked), reserved)
    const units = BigInt(reserved.amount.replace('.', '').padEnd(7, '0'))
    assert.ok(units > 5_000_000n && units <= 5_010_000n)
    const hash = await harness.chain.transfer(dusd(), wallet, units)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    // What makes it unique is not paid too much.
    assert.deepEqual([payment.reason, payment.creditedAmount], ['', '5'])
    // But it is told what arrived.
    assert.equal(payment.paidAmountInRequestedToken, reserved.amount)
  })

  test('is not paid by a transfer that names another charge', async () => {
    const [id, other] = [await newCharge(harness), await newCharge(harness)]
    const asked = { chainId: `${chainId}`, tokenAddress: dusd() }
    const { amount } = await clientOf(harness).reserveAmount(id, asked)
    const units = BigInt(amount.replace('.', '').padEnd(7, '0'))
    const hash = await payFor(harness, other, units)
    await paymentThatIs(harness, other, hash, 'COMPLETED')
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
  })
})

describe('a charge that its merchant ended', () => {
  test('takes no more money, and says so', async () => {
    const id = await newCharge(harness)
    const { status } = await clientOf(harness).cancelCharge(id)
    assert.equal(status, 'CANCELLED')
    const hash = await payFor(harness, id)
    assert.match((await unmatchedOf(harness, hash)).reason, /canceled/)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    await assert.rejects(
      clientOf(harness).reserveAmount(id, { chainId: `${chainId}`, tokenAddress: dusd() }),
      (error: PayError) => error.status === 409,
    )
  })

  test('is not ended once money was credited', async () => {
    const id = await newCharge(harness)
    const hash = await payFor(harness, id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    await assert.rejects(
      clientOf(harness).cancelCharge(id),
      (error: PayError) => error.status === 409,
    )
  })
})
