import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { type Address, concatHex, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { verifyWebhook } from '../../../src/api/verify-webhook.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { maxMisdirected } from '../../../src/service/payments/misdirected.ts'
import { deploy, execute } from '../../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import {
  coin,
  newCharge,
  payFor,
  paymentThatIs,
  report,
  reportNew,
  suffixOf,
} from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// A wallet that was tampered with sends the money of a charge to somebody else, in the name of the charge.

let dusd: Address
const harness = provideHarness({
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ isMetricsPublic: true }),
})
const receiver = provideReceiver(harness)
before(async () => {
  await receiver.started
  dusd = harness.chain.dusd
})
beforeEach(() => {
  receiver.received.length = 0
})

const thief = demoAccount(8).address
const dollars = 5_000_000n
const steal = (id: string, to: Address = thief, token = dusd) =>
  harness.chain.transfer(token, to, dollars, suffixOf(id))

/** The webhook calls about misdirected money of a charge, in their order. */
function told(id: string) {
  return receiver.received.flatMap(({ body, headers }) => {
    const event = verifyWebhook(body, headers, receiver.secret)
    return event.type === 'payment:misdirected' && event.data.chargeUuid === id ? [event.data] : []
  })
}

/** Waits until the service has decided on a report. */
const decided = (id: string, hash: string) =>
  until('the verdict', async () => {
    const status = await clientOf(harness).getPaymentStatus(id, hash)
    return status.status === 'UNSEEN' || status.status === 'PENDING' ? undefined : status
  })

async function readMetric(): Promise<number> {
  const text = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
  return Number(
    /^pay_charge_payments_misdirected_total\{chain="31337"\} (\d+)/m.exec(text)?.[1] ?? 0,
  )
}

test('the merchant is told once, with all of it, and the charge can still be paid', async () => {
  const id = await newCharge(harness)
  const counted = await readMetric()
  const hash = await steal(id)
  await report(harness, id, hash)
  const status = await decided(id, hash)
  assert.equal(status.status, 'FAILED')
  assert.match(status.reason, /another address/)
  const [data] = await until('the event', () => (told(id).length > 0 ? told(id) : undefined))
  const { uuid, blockNumber, minedAt, createdAt, ...rest } = data ?? assert.fail()
  assert.deepEqual(rest, {
    chargeUuid: id,
    chainId: String(chainId),
    hash,
    senderAddress: harness.chain.payer.address,
    recipientAddress: thief,
    tokenAddress: dusd,
    amount: '5',
    expectedRecipientAddress: wallet,
  })
  assert.ok(uuid && Number(blockNumber) > 0 && minedAt && createdAt)
  assert.equal(await readMetric(), counted + 1)
  const line = harness.service.log.find((one) => /pays another address/.test(String(one.msg)))
  const { level, hash: loggedHash, charge, recipient } = line ?? assert.fail('no log line')
  const logged = [level, loggedHash, charge, recipient]
  assert.deepEqual(logged, [50, hash, computeReference(id), thief])
  assert.ok(!JSON.stringify(line).includes(id), 'no log tells the uuid')
  // The charge is as it was.
  const before = await clientOf(harness).getCharge(id)
  assert.equal(before.payments.length, 0)
  assert.deepEqual(before.timeline, [])
  const paid = await payFor(harness, id)
  await paymentThatIs(harness, id, paid, 'COMPLETED')
  assert.equal(told(id).length, 1)
  const types = receiver.received.map(({ event }) => event.type)
  assert.ok(!types.includes('charge:failed'))
})

test('of native currency it is told, too', async () => {
  const id = await newCharge(
    harness,
    { tokenAddress: coin, tokenAmount: '0.5' },
    { local_price: { amount: '5' } },
  )
  const hash = await harness.chain.send(thief, suffixOf(id), parseEther('0.5'))
  await report(harness, id, hash, coin)
  const [data] = await until('the event', () => (told(id).length > 0 ? told(id) : undefined))
  assert.deepEqual([data?.recipientAddress, data?.amount], [thief, '0.5'])
})

test('nothing is told of what nobody reports, whatever a stranger sends in a charge’s name', async () => {
  const id = await newCharge(harness)
  const hash = await steal(id)
  // A later one is found, so the block before it was looked at.
  const later = await newCharge(harness)
  const paid = await payFor(harness, later)
  await paymentThatIs(harness, later, paid, 'COMPLETED')
  await assert.rejects(clientOf(harness).getPaymentStatus(id, hash), { code: 'not_found' })
  assert.deepEqual(told(id), [])
})

test('nothing is told of a transaction that names another charge, or nothing', async () => {
  const [id, other] = [await newCharge(harness), await newCharge(harness)]
  for (const hash of [await steal(other), await harness.chain.transfer(dusd, thief, dollars)]) {
    await report(harness, id, hash)
    assert.equal((await decided(id, hash)).status, 'FAILED')
  }
  assert.deepEqual([told(id), told(other)], [[], []])
})

test('a reference that the account did not authorize tells nothing', async () => {
  const id = await newCharge(harness)
  // Anybody's call through a contract that holds the money: its account named nothing.
  const relay = await deploy(harness.chain, 'SmartWallet')
  await harness.chain.transfer(dusd, relay, dollars)
  const inner = execute(dusd, 0n, transferCall(thief, dollars))
  const hash = await harness.chain.send(relay, concatHex([inner, suffixOf(id)]))
  await report(harness, id, hash)
  assert.equal((await decided(id, hash)).status, 'FAILED')
  assert.deepEqual(told(id), [])
})

test('money at another address of the same merchant is not lost, and not misdirected', async () => {
  const elsewhere = demoAccount(9).address
  await newCharge(harness, { recipientAddress: elsewhere })
  const id = await newCharge(harness)
  const hash = await steal(id, elsewhere)
  // It is found without a report, as unmatched money.
  await until('the unmatched payment', async () => {
    const { data } = await clientOf(harness).listUnmatched({ limit: 5 })
    return data.some((one) => one.hash === hash) || undefined
  })
  await report(harness, id, hash)
  assert.deepEqual(told(id), [])
})

test('who has a charge’s uuid and money for fees can send few webhooks, and no charge fails', async () => {
  const id = await newCharge(harness)
  const counted = await readMetric()
  for (let nth = 0; nth < maxMisdirected + 3; nth++) {
    const hash = await steal(id)
    await report(harness, id, hash)
    assert.equal((await decided(id, hash)).status, 'FAILED')
    // Reported again, it is known.
    await assert.rejects(reportNew(harness, id, hash), { code: 'conflict' })
  }
  await until('the events', () => told(id).length === maxMisdirected || undefined)
  assert.equal(await readMetric(), counted + maxMisdirected)
  const charge = await clientOf(harness).getCharge(id)
  assert.deepEqual([charge.payments, charge.timeline], [[], []])
  assert.equal(new Set(told(id).map(({ hash }) => hash)).size, maxMisdirected)
})
