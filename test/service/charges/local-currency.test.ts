import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ReceiptClaims } from '../../../src/api/schemas/charges/receipt.ts'
import { letPass } from '../../support/aging.ts'
import { deployFeed, feedAddress, type SayPrice } from '../../support/feed.ts'
import {
  call,
  chainId,
  clientOf,
  merchantOf,
  provideHarness,
  wallet,
} from '../../support/harness.ts'
import {
  chargeBody,
  payFor,
  paymentThatIs,
  suffixOf,
  unmatchedOf,
  untilFound,
} from '../../support/paying.ts'

// Prices in the shop's currency: in dollars by a rate, and in the currency's own token at par.

const harness = provideHarness()
/** A rate of the euro by hand, one of the dinar, and none of the yen: nothing is at its feed until a test says so. */
const fxRates = {
  EUR: { min: 0.8, max: 1.6, sources: [{ rate: '1.0853', until: '2099-12-31' }] },
  KWD: { min: 2, max: 5, sources: [{ rate: '3.2613', until: '2099-12-31' }] },
  JPY: {
    ...{ min: 0.001, max: 0.1 },
    sources: [{ chainId, feed: feedAddress(0), maxAgeSeconds: 3600 }],
  },
}
let eurc: string
let sayYen: SayPrice | undefined
let settings: Record<string, string>

before(async () => {
  await harness.started
  const [dollar, other] = harness.chain.tokens
  assert.ok(dollar && other)
  eurc = other.address
  const tokens = [
    { chainId, address: dollar.address, peg: 'USD' },
    { chainId, address: eurc, peg: 'EUR' },
  ]
  settings = { TOKENS: JSON.stringify(tokens), FX_RATES: JSON.stringify(fxRates) }
  await harness.restart(settings)
})

const priced = (amount: string, currency: string, tokenAddress?: string) =>
  chargeBody(harness, tokenAddress ? { tokenAddress } : {}, { local_price: { amount, currency } })
const create = (amount: string, currency: string, tokenAddress?: string) =>
  clientOf(harness).createCharge(priced(amount, currency, tokenAddress))

/** Lets the feed of the yen, which was not there before, say a rate, and has the service read it at once. */
async function setYen(answer: bigint): Promise<void> {
  sayYen ??= await deployFeed(harness.chain, { name: 'JPY / USD' })
  await sayYen(answer)
  await harness.restart(settings)
}

async function receiptOf(id: string): Promise<ReceiptClaims> {
  const { receipt } = await clientOf(harness).getReceipt(id)
  const [, claims = ''] = receipt.split('.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

async function refuse(amount: string, currency: string, tokenAddress?: string) {
  const { status, body } = await call(
    harness,
    'POST',
    '/charges',
    priced(amount, currency, tokenAddress),
  )
  const { error } = body as { error: { message: string; param?: string } }
  return { status, ...error }
}

describe('a price in euros', () => {
  test('is asked for in dollars by the rate, rounded up once, and says by which', async () => {
    const { id, pricing } = await create('19.90', 'EUR')
    // 19.90 × 1.0853 = 21.59747
    assert.deepEqual(pricing.local, { amount: '19.90', currency: 'EUR' })
    assert.deepEqual(pricing.settlement, { amount: '21.59747', currency: 'DUSD' })
    assert.equal(pricing.rate?.usd, '1.0853')
    assert.equal(pricing.rate?.source, 'by hand')
    assert.equal((await create('0.01', 'EUR')).pricing.settlement.amount, '0.010853')
    assert.ok((await clientOf(harness).getRequestCharge(id)).quoteExpiresAt)
    const hash = await payFor(harness, id, 21_597_470n)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const paid = await clientOf(harness).getCharge(id)
    assert.equal(paid.status, 'COMPLETED')
    assert.equal(paid.payment_status, 'paid')
    assert.equal(paid.pricing.rate?.usd, '1.0853')
    const { price } = await receiptOf(id)
    assert.deepEqual(price, { amount: '19.90', currency: 'EUR', rate: paid.pricing.rate })
  })

  test('is short by one unit of the token where one is missing, and the rest completes it', async () => {
    const { id } = await create('19.90', 'EUR')
    const first = await payFor(harness, id, 21_597_469n)
    await paymentThatIs(harness, id, first, 'COMPLETED')
    const short = await clientOf(harness).getCharge(id)
    assert.equal(short.payment_status, 'part_paid')
    assert.equal(short.missing_amount, '0.000001')
    const rest = await payFor(harness, id, 1n)
    await paymentThatIs(harness, id, rest, 'COMPLETED')
    assert.equal((await clientOf(harness).getCharge(id)).status, 'COMPLETED')
  })

  test('is taken 1:1 in a token of the euro, however late, and beside one in dollars', async () => {
    const { id, pricing } = await create('19.90', 'EUR', eurc)
    assert.deepEqual(pricing.settlement, { amount: '19.9', currency: 'OUSD' })
    assert.equal(pricing.rate, undefined)
    const quote = await clientOf(harness).getRequestCharge(id)
    assert.equal(quote.quoteExpiresAt, undefined)
    const { chain } = harness
    const hash = await chain.transfer(eurc as `0x${string}`, wallet, 19_900_000n, suffixOf(id))
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const both = await clientOf(harness).createCharge(
      chargeBody(
        harness,
        { tokenAddress: eurc, accepts: [{ chainId: `${chainId}`, tokenAddress: chain.dusd }] },
        { local_price: { amount: '19.90', currency: 'EUR' } },
      ),
    )
    const { accepts } = await clientOf(harness).getRequestCharge(both.id)
    assert.equal(accepts?.[0]?.tokenAmount, '21.59747')
    // The whole price in the one is the whole price in the other.
    const paid = await payFor(harness, both.id, 21_597_470n)
    const payment = await paymentThatIs(harness, both.id, paid, 'COMPLETED')
    assert.equal(payment.creditedAmount, '19.9')
  })

  test('and a price in dollars in the euro’s token go by the same rate', async () => {
    // 10 / 1.0853 = 9.214042200313278…
    const { pricing } = await create('10', 'USD', eurc)
    assert.deepEqual(pricing.settlement, { amount: '9.214043', currency: 'OUSD' })
  })

  test('has two decimal places at most, a dinar three, and a yen none', async () => {
    const wrong = await refuse('19.905', 'EUR')
    assert.equal(wrong.status, 400)
    assert.match(wrong.message, /local_price\.amount must have at most 2 decimal places/)
    assert.equal((await create('3.125', 'KWD')).pricing.settlement.amount, '10.191563')
    assert.match((await refuse('1990.5', 'JPY')).message, /at most 0 decimal places: it is in JPY/)
  })

  test('is tolerated to be short by dollars of the same value', async () => {
    await merchantOf(harness).setUnderpaymentTolerance({ amount: '1', percent: '5' })
    const { id } = await create('100', 'EUR')
    // A dollar is 0.9214… euros.
    const hash = await payFor(harness, id, 108_530_000n - 999_999n)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal((await clientOf(harness).getCharge(id)).status, 'COMPLETED')
    const other = await create('100', 'EUR')
    const short = await payFor(harness, other.id, 108_530_000n - 1_000_001n)
    await paymentThatIs(harness, other.id, short, 'COMPLETED')
    assert.equal((await clientOf(harness).getCharge(other.id)).payment_status, 'part_paid')
    await merchantOf(harness).setUnderpaymentTolerance({ amount: '0', percent: '0' })
  })
})

test('a currency without a rate is refused, naming the setting and those that have one', async () => {
  const { status, message } = await refuse('5', 'CHF')
  assert.equal(status, 400)
  assert.match(message, /local_price\.currency must be USD or EUR or JPY or KWD.*CHF \(FX_RATES\)/)
  assert.match((await refuse('5', 'euro')).message, /ISO 4217 code of a currency, such as "USD"/)
})

test('money in a token of a charge’s currency fits it, and the same number of dollars does not', async () => {
  const { id } = await create('44.44', 'EUR', eurc)
  const { chain } = harness
  const euros = await chain.transfer(eurc as `0x${string}`, wallet, 44_440_000n)
  const dollars = await chain.transfer(chain.dusd, wallet, 44_440_000n)
  const suggested = async (hash: string) => {
    const { uuid } = await unmatchedOf(harness, hash)
    return (await clientOf(harness).getUnmatched(uuid)).suggestions?.map((one) => one.chargeUuid)
  }
  assert.deepEqual(await suggested(euros), [id])
  assert.deepEqual(await suggested(dollars), [])
})

test('money of a currency that the operator has removed is worth what it was', async () => {
  const { id } = await create('4.50', 'EUR', eurc)
  const hash = await harness.chain.transfer(harness.chain.dusd, wallet, 4_890_000n)
  const { uuid } = await unmatchedOf(harness, hash)
  await harness.restart({ ...settings, FX_RATES: '{}' })
  await clientOf(harness).assignUnmatched(uuid, { chargeUuid: id, usdAmount: '4.89' })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal((await clientOf(harness).getCharge(id)).status, 'COMPLETED')
  await harness.restart(settings)
})

describe('a currency whose only source is dead', () => {
  test('makes no charge by a rate, and says so; all others go on, also at par', async () => {
    const { status, message } = await refuse('1990', 'JPY')
    assert.equal(status, 503, message)
    assert.match(message, /JPY/)
    await create('5', 'USD')
    await create('5', 'EUR')
    await create('5', 'EUR', eurc)
  })

  test('is priced once the source answers: ¥1,990, and not a yen of it is lost', async () => {
    await setYen(640_000n)
    const { pricing } = await create('1990', 'JPY')
    assert.deepEqual(pricing.settlement, { amount: '12.736', currency: 'DUSD' })
    assert.equal(pricing.rate?.usd, '0.0064')
  })

  test('counts money by the rate of its block where no amount holds, and the receipt says which', async () => {
    await setYen(640_000n)
    const [short, whole] = [await create('1990', 'JPY'), await create('1990', 'JPY')]
    await letPass(harness, short.id, 25)
    await letPass(harness, whole.id, 25)
    await setYen(650_000n)
    const { pricing } = await create('1990', 'JPY')
    assert.equal(pricing.rate?.usd, '0.0065')
    // A block is dated in whole seconds: the next ones are after the reading.
    await harness.chain.client.increaseTime({ seconds: 5 })
    // 1990 × 0.0065 = 12.935
    const first = await payFor(harness, short.id, 12_736_000n)
    await untilFound(harness, first)
    await paymentThatIs(harness, short.id, first, 'COMPLETED')
    assert.equal((await clientOf(harness).getCharge(short.id)).payment_status, 'part_paid')
    const hash = await payFor(harness, whole.id, 12_935_000n)
    await untilFound(harness, hash)
    const payment = await paymentThatIs(harness, whole.id, hash, 'COMPLETED')
    const paid = await clientOf(harness).getCharge(whole.id)
    assert.deepEqual([paid.status, paid.payment_status], ['COMPLETED', 'paid'])
    // In the amount that the payer was shown it is the whole price, and no more.
    assert.equal(payment.creditedAmount, '12.736')
    assert.equal((await receiptOf(whole.id)).price?.rate?.usd, '0.0065')
  })
})
