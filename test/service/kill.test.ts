import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, erc20Abi, formatUnits, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { PayError } from '../../src/errors.ts'
import { mintCall, transferCall } from '../support/contracts.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/wait.ts'
import { chainId, clientOf, type Harness, startHarness } from './harness.ts'
import { suffixOf } from './paying.ts'

/** How often the service is killed. */
const kills = Number(process.env.KILLS ?? 3)
/** Milliseconds at most that it lives in between; on a slow machine twice as long as it took to start. */
const longest = 1500
/** Milliseconds for a call to get through in the end: the service lives shortly, and starts slowly at times. */
const patience = 180_000
/** Who pays; each has its own nonces. */
const payers = [2, 3, 4].map(demoAccount)
/** An address of this test's own: what it holds in the end is what must have been credited. */
const recipient = privateKeyToAddress(generatePrivateKey())

let harness: Harness
let token: Address
before(async () => {
  harness = await startHarness({ LEASE_SECONDS: '1', LOG_LEVEL: 'warn' })
  token = harness.chain.token('DUSD').address
  for (const { address } of payers) await harness.chain.send(token, mintCall(address, 10n ** 15n))
})
after(() => harness.end())

/** What was acknowledged: each charge's price, the hashes that were reported, the wallets that were set. */
const charges = new Map<string, string>()
const reported = new Map<string, string>()
/** Every transfer that was sent, with the charge it is for. */
const sent = new Map<string, string>()
const wallets: { address: Address; acknowledged: boolean }[] = []
let working = true

/** Repeats a call over the service's deaths until it is answered, and gives what it says, or the error it was refused with. */
async function persist<T>(what: () => Promise<T>): Promise<T | PayError> {
  let last: unknown
  const ask = async () => {
    try {
      return await what()
    } catch (error) {
      last = error
      // A call that was cut off may have been heard or not; one that is refused was heard.
      return error instanceof PayError && error.status === 409 ? error : cutOff(error)
    }
  }
  try {
    return await until('an answer', ask, patience)
  } catch (cause) {
    throw new Error('A call never got through.', { cause: last ?? cause })
  }
}

/** Makes charges and pays them, one after the other: reported, or found on the chain, or both. */
async function shop(payer: (typeof payers)[number]): Promise<void> {
  while (working) {
    const amount = `${1 + Math.floor(Math.random() * 900)}.25`
    const made = await clientOf(harness)
      .createCharge({
        pricing_type: 'fixed_price',
        local_price: { amount },
        requestProps: { chainId: `${chainId}`, recipientAddress: recipient, tokenAddress: token },
      })
      .catch(cutOff)
    if (!made) continue
    charges.set(made.id, amount)
    const named = Math.random() < 0.7
    const data = transferCall(recipient, parseUnits(amount, 6), named ? suffixOf(made.id) : '0x')
    const hash = await harness.chain.client.sendTransaction({
      account: payer,
      to: token,
      data,
      gas: 200_000n,
    })
    sent.set(hash, made.id)
    if (named && Math.random() < 0.5) continue
    const payment = { hash, chainId: `${chainId}`, tokenAddress: token }
    const answer = await persist(() => clientOf(harness).addPayment(made.id, payment))
    // Heard before it was cut off: then it is this charge's already.
    if (answer instanceof PayError) assert.deepEqual(answer.details, { chargeUuid: made.id })
    reported.set(hash, made.id)
  }
}

/** Changes the receiving wallet again and again. */
async function settle(): Promise<void> {
  while (working) {
    const address = privateKeyToAddress(generatePrivateKey())
    const setting = { address, acknowledged: false }
    wallets.push(setting)
    const wallet = { walletAddress: address, chainId, tokenAddress: token }
    setting.acknowledged = !!(await clientOf(harness).setReceivingWallet(wallet).catch(cutOff))
    await sleep(20)
  }
}

/** Undefined for a call that a kill cut off; anything else is a fault. */
function cutOff(error: unknown): undefined {
  if (error instanceof PayError && (error.code === 'offline' || error.status === 503)) return
  throw error
}

test(`killed ${kills} times under load, nothing acknowledged is lost and nothing is credited twice`, async (t) => {
  const work = [...payers.map(shop), settle()]
  // A worker that fails must end the test, not leave it waiting.
  const broken = Promise.all(work)
  const downtimes: number[] = []
  try {
    for (let count = 0; count < kills; count += 1) {
      const life = Math.max(longest, 2 * (downtimes.at(-1) ?? 0))
      await Promise.race([sleep(Math.random() * life), broken])
      await harness.service.end('SIGKILL')
      const down = performance.now()
      harness.service = await startService(harness.environment)
      downtimes.push(performance.now() - down)
    }
  } finally {
    working = false
  }
  await broken

  await until('every transfer to be credited', allCredited, patience).catch(explain)
  const held = await balanceNow()
  const { payments } = await allCharges()
  const hashes = payments.filter((one) => one.status === 'COMPLETED').map((one) => one.hash)
  assert.equal(new Set(hashes).size, hashes.length, 'no transfer is credited twice')
  for (const [hash, id] of reported) {
    const found = payments.find((one) => one.hash === hash)
    assert.equal(found?.id, id, `the payment ${hash} is there`)
  }
  await checkWallet()
  t.diagnostic(
    `${kills} kills: ${charges.size} charges, ${reported.size} payments reported, ` +
      `${hashes.length} credited with ${formatUnits(held, 6)} DUSD, ${wallets.length} settings; ` +
      `longest start ${Math.round(Math.max(...downtimes))} ms`,
  )
})

async function balanceNow(): Promise<bigint> {
  const { client } = harness.chain
  const read = { abi: erc20Abi, functionName: 'balanceOf', args: [recipient] } as const
  return await client.readContract({ ...read, address: token })
}

/** True when what was credited is to the last unit what the recipient holds. */
async function allCredited(): Promise<true | undefined> {
  const [balance, { payments }] = [await balanceNow(), await allCharges()]
  const credited = payments
    .filter((one) => one.status === 'COMPLETED')
    .reduce((sum, one) => sum + parseUnits(one.paid, 6), 0n)
  return credited === balance || undefined
}

/** Says which transfers were not credited, and what became of them. */
async function explain(cause: unknown): Promise<never> {
  const { payments } = await allCharges()
  const credited = payments.filter((one) => one.status === 'COMPLETED')
  const missing = [...sent].filter(([hash]) => !credited.some((one) => one.hash === hash))
  const found = missing.map(([hash, id]) => ({
    hash,
    id,
    reported: reported.has(hash),
    payments: payments.filter((one) => one.hash === hash),
  }))
  const shown = JSON.stringify(found.slice(0, 5), undefined, 2)
  throw new Error(`${missing.length} of ${sent.size} are not credited: ${shown}`, { cause })
}

/** Payments of all charges, of which none that was acknowledged may be missing, each with its price. */
async function allCharges() {
  const payments: { id: string; hash: string; status: string; paid: string }[] = []
  const prices = new Map<string, string>()
  for await (const charge of clientOf(harness).charges({ limit: 100 })) {
    prices.set(charge.id, charge.pricing.local.amount)
    for (const payment of charge.payments) {
      const { payerTransactionHash: hash, status, paidAmountInRequestedToken: paid } = payment
      payments.push({ id: charge.id, hash, status, paid })
    }
  }
  for (const [id, amount] of charges) assert.equal(prices.get(id), amount, `the charge ${id}`)
  return { payments }
}

/** The wallet of now is the one acknowledged last, or one that was asked for after it and cut off. */
async function checkWallet(): Promise<void> {
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
