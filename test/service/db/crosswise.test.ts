import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { chainId, clientOf, merchantOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, unmatchedOf } from '../../support/paying.ts'

// Calls of one moment about the same objects lock rows that others of them want. Each gets an answer of the interface, and none
// the 500 of a deadlock or of a unique index.

const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on' })

const token = () => harness.chain.dusd
const client = () => clientOf(harness)
const dollars = (whole: number) => BigInt(whole) * 1_000_000n

function randomHex(bytes: number): string {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')}`
}

/** Makes each of these calls three times, all at once, and fails where one has no answer of the interface. */
async function callTogether(calls: Record<string, () => Promise<unknown>>): Promise<void> {
  const answers = Object.entries(calls).flatMap(([name, call]) =>
    Array.from({ length: 3 }, async () => {
      try {
        await call()
        return undefined
      } catch (error) {
        const { status = 0, message } = error as PayError
        return status >= 400 && status < 500 ? undefined : `${name}: ${status} ${message}`
      }
    }),
  )
  assert.deepEqual(
    (await Promise.all(answers)).filter((one) => one !== undefined),
    [],
  )
}

test('reports of one hash, by the payer, a stranger and the merchant', async () => {
  const merchant = merchantOf(harness)
  const [id, other] = [await newCharge(harness), await newCharge(harness)]
  const asset = { chainId: `${chainId}`, tokenAddress: token() }
  for (let round = 0; round < 5; round += 1) {
    const payment = { hash: randomHex(32), ...asset }
    await callTogether({
      payer: () => client().addPayment(id, payment),
      signer: () => client().addPayment(id, { ...payment, signature: randomHex(65) }),
      stranger: () => client().addPayment(id, { ...payment, hash: randomHex(32) }),
      merchant: () => merchant.addPayment(id, payment),
      elsewhere: () => merchant.addPayment(other, payment),
      reserve: () => client().reserveAmount(id, asset),
      cancel: () => client().cancelCharge(other),
    })
  }
})

test('decisions about unmatched money', async () => {
  const [id, other] = [await newCharge(harness), await newCharge(harness)]
  const hash = await harness.chain.transfer(token(), wallet, dollars(5))
  const { uuid } = await unmatchedOf(harness, hash)
  const payment = { hash, chainId: `${chainId}`, tokenAddress: token() }
  await callTogether({
    assign: () => client().assignUnmatched(uuid, { chargeUuid: id }),
    assignOther: () => client().assignUnmatched(uuid, { chargeUuid: other }),
    unassign: () => client().unassignUnmatched(uuid, { chargeUuid: id }),
    report: () => merchantOf(harness).addPayment(id, payment),
    sign: () => client().addPayment(id, { ...payment, signature: randomHex(65) }),
    return: () => client().returnUnmatched(uuid),
    ignore: () => client().ignoreUnmatched(uuid),
    cancel: () => client().cancelCharge(id),
  })
})

test('decisions about a refund', async () => {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id, dollars(5))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const { uuid } = await client().createRefund(id, { amount: '2' })
  const recipientAddress = harness.chain.payer.address
  await callTogether({
    create: () => client().createRefund(id, { amount: '1' }),
    approve: () => client().approveRefund(uuid, { recipientAddress }),
    sign: () => client().signRefund(uuid, { senderAddress: wallet, attempt: crypto.randomUUID() }),
    report: () => client().reportRefund(uuid, { hash: randomHex(32) }),
    release: () => client().releaseRefund(uuid),
    cancel: () => client().cancelRefund(uuid),
    ship: () => client().markShipped(id),
    receipt: () => client().getReceipt(id),
  })
})

test('settings', async () => {
  const url = () => `http://127.0.0.1:9/${crypto.randomUUID()}`
  const { uuid } = await client().addWebhookEndpoint({ url: url() })
  await callTogether({
    add: () => client().addWebhookEndpoint({ url: url() }),
    update: () => client().updateWebhookEndpoint(uuid, { url: url() }),
    rotate: () => client().rotateWebhookSecret(uuid),
    test: () => client().testWebhookEndpoint(uuid),
    default: () => client().setChargeWebhook({ url: url() }),
    remove: () => client().removeWebhookEndpoint(uuid),
    wallet: () =>
      client().setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress: token() }),
    tolerance: () => client().setUnderpaymentTolerance({ amount: '1', percent: '5' }),
    charge: () => newCharge(harness),
    request: () => client().findRequest({ recipient: wallet, tokenAmount: '7' }),
  })
})
