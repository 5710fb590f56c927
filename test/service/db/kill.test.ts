import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, erc20Abi, formatUnits, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { openStore } from '../../../src/service/app/store.ts'
import { mintCall } from '../../support/contracts.ts'
import { clientOf, databaseOf, provideProcessHarness } from '../../support/harness.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { killStarting, startServiceProcess } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import { type Ledger, patience, startLoad } from './kill-load.ts'

/** How often the service is killed. */
const kills = Number(process.env.KILLS ?? 2)
/** Milliseconds at most that it lives in between; on a slow machine twice as long as it took to start. */
const longest = 1500
/** Who pays; each has its own nonces. */
const payers = [2, 3, 4].map(demoAccount)
/** An address of this test's own: what it holds in the end is what must have been credited. */
const recipient = privateKeyToAddress(generatePrivateKey())

let token: Address
const harness = provideProcessHarness({
  ...withOptions({ leaseMs: 1000 }),
  LOG_LEVEL: 'warn',
  RATE_LIMIT: '0',
  WEBHOOK_ALLOW_PRIVATE: 'on',
})
const receiver = provideReceiver(harness)
before(async () => {
  await receiver.started
  token = harness.chain.dusd
  for (const { address } of payers) await harness.chain.send(token, mintCall(address, 10n ** 15n))
})

test(`killed ${kills} times under load, nothing acknowledged is lost and nothing is done twice`, async (t) => {
  const { ledger, done, stop } = startLoad(harness, recipient, payers)
  const downtimes: number[] = []
  try {
    for (let count = 0; count < kills; count += 1) {
      const start = downtimes.at(-1) ?? longest
      await Promise.race([sleep(Math.random() * Math.max(longest, 2 * start)), done])
      await harness.service.end('SIGKILL')
      const down = performance.now()
      // Every fourth dies once more before it listens.
      if (count % 4 === 3) await killStarting(harness.environment, Math.random() * start)
      harness.service = await startServiceProcess(harness.environment)
      downtimes.push(performance.now() - down)
    }
    await until('one of each kind', () => hasOneOfEach(ledger) || undefined, patience)
  } finally {
    stop()
  }
  await done

  await until('every transfer to be credited', () => allCredited(ledger), patience).catch((cause) =>
    explain(ledger, cause),
  )
  const held = await balanceNow()
  const { payments } = await allCharges(ledger)
  const hashes = payments.filter((one) => one.status === 'COMPLETED').map((one) => one.hash)
  assert.equal(new Set(hashes).size, hashes.length, 'no transfer is credited twice')
  for (const [hash, id] of ledger.reported) {
    const found = payments.find((one) => one.hash === hash)
    assert.equal(found?.id, id, `the payment ${hash} is there`)
  }
  await checkRequests(ledger)
  await checkWallet(ledger)
  const told = await checkWebhooks()
  t.diagnostic(
    `${kills} kills: ${ledger.charges.size} charges, ${ledger.reported.size} payments reported, ` +
      `${hashes.length} credited with ${formatUnits(held, 6)} DUSD, ${ledger.requests.size} requests, ` +
      `${ledger.wallets.length} settings, ${told.events} webhooks told ${told.calls} times; ` +
      `longest start ${Math.round(Math.max(...downtimes))} ms`,
  )
})

const hasOneOfEach = ({ requests, reported, wallets }: Ledger) =>
  requests.size > 0 && reported.size > 0 && wallets.some(({ acknowledged }) => acknowledged)

async function balanceNow(): Promise<bigint> {
  const { client } = harness.chain
  const read = { abi: erc20Abi, functionName: 'balanceOf', args: [recipient] } as const
  return await client.readContract({ ...read, address: token })
}

/** True when what was credited is to the last unit what the recipient holds. */
async function allCredited(ledger: Ledger): Promise<true | undefined> {
  // Asked again and again: every page of the list would keep the service from its work.
  const { pagination } = await clientOf(harness).listCharges({ status: 'COMPLETED', limit: 1 })
  if (pagination.total < ledger.sent.size) return undefined
  const [balance, { payments }] = [await balanceNow(), await allCharges(ledger)]
  const credited = payments
    .filter((one) => one.status === 'COMPLETED')
    .reduce((sum, one) => sum + parseUnits(one.paid, 6), 0n)
  return credited === balance || undefined
}

/** Says which transfers were not credited, and what became of them. */
async function explain(ledger: Ledger, cause: unknown): Promise<never> {
  const { payments } = await allCharges(ledger)
  const credited = payments.filter((one) => one.status === 'COMPLETED')
  const missing = [...ledger.sent].filter(([hash]) => !credited.some((one) => one.hash === hash))
  const found = missing.map(([hash, id]) => ({
    hash,
    id,
    reported: ledger.reported.has(hash),
    payments: payments.filter((one) => one.hash === hash),
  }))
  const shown = JSON.stringify(found.slice(0, 5), undefined, 2)
  throw new Error(`${missing.length} of ${ledger.sent.size} are not credited: ${shown}`, { cause })
}

/** Payments of all charges, of which none that was acknowledged may be missing, each with its price. */
async function allCharges(ledger: Ledger) {
  const payments: { id: string; hash: string; status: string; paid: string }[] = []
  const prices = new Map<string, string>()
  for await (const charge of clientOf(harness).iterateCharges({ limit: 100 })) {
    prices.set(charge.id, charge.pricing.local.amount)
    for (const payment of charge.payments) {
      const { payerTransactionHash: hash, status, paidAmountInRequestedToken: paid } = payment
      payments.push({ id: charge.id, hash, status, paid })
    }
  }
  for (const [id, amount] of ledger.charges) assert.equal(prices.get(id), amount, `charge ${id}`)
  return { payments }
}

/** Every request that was acknowledged is there, as it was made. */
async function checkRequests({ requests }: Ledger): Promise<void> {
  assert.ok(requests.size > 0, 'a request was acknowledged')
  for (const [uuid, reference] of requests) {
    const found = await clientOf(harness).getRequest(uuid)
    assert.equal(found.reference, reference)
    assert.equal(found.recipientAddress, recipient)
  }
}

/** The wallet of now is the one acknowledged last, or one that was asked for after it and cut off. */
async function checkWallet({ wallets }: Ledger): Promise<void> {
  const last = wallets.findLastIndex((one) => one.acknowledged)
  assert.ok(last >= 0, 'a setting was acknowledged')
  const { id } = await clientOf(harness).createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
  })
  const { requestLink } = await clientOf(harness).getRequestCharge(id)
  const allowed = wallets.slice(last).map(({ address }) => address)
  assert.ok(allowed.includes(requestLink.recipientAddress as Address))
}

/** Every event of the outbox has come, under its own id, and tells the same whenever it came; nothing else has come. */
async function checkWebhooks(): Promise<{ events: number; calls: number }> {
  await until('the last webhook', nothingWaits, patience)
  await harness.service.end()
  const store = await openStore(databaseOf(harness), assert.ifError)
  const events = await store.listEvents(undefined, 1_000_000).finally(() => store.close())
  const calls = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
  assert.deepEqual([...calls.keys()].sort(), events.map(({ id }) => id).sort())
  for (const { id, type, chargeId, deliveries } of events) {
    assert.deepEqual(
      deliveries.map(({ status }) => status),
      ['DELIVERED'],
    )
    for (const { event, genuine } of calls.get(id) ?? []) {
      assert.ok(genuine)
      // Money that waits for its payer's signature is no charge's yet.
      const told = isOfCharge(event) ? event.data.id : undefined
      assert.deepEqual([event.id, event.type, told], [id, type, chargeId])
    }
  }
  return { events: events.length, calls: receiver.received.length }
}

/** True when the last that was told of each charge is what it came to, and no event waits. */
async function nothingWaits(): Promise<true | undefined> {
  const { pagination } = await clientOf(harness).listCharges({ limit: 1 })
  const told = new Map<string, string>()
  for (const { event } of receiver.received) {
    if (isOfCharge(event)) told.set(event.data.id, event.type)
  }
  if (told.size < pagination.total) return undefined
  for await (const { id, payments } of clientOf(harness).iterateCharges({ limit: 100 })) {
    if (told.get(id) !== (payments.length > 0 ? 'charge:confirmed' : 'charge:created')) return
  }
  // What was delivered in the moment of a kill is delivered again; money that waited for a signature is told of too.
  const { data } = await clientOf(harness).listEvents({ status: 'WAITING', limit: 1 })
  return data.length === 0 || undefined
}

const isOfCharge = ({ type }: { type: string }) => type !== 'payment:unmatched'
