import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { parseEther } from 'viem'
import type { PayError } from '../../../src/errors.ts'
import { computePrice } from '../../../src/service/charges/pricing/pricing.ts'
import { deployFeed, feedAddress, type SayPrice } from '../../support/feed.ts'
import { call, chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'
import { runCli } from '../../support/service.ts'

const zero = '0x0000000000000000000000000000000000000000'
/** Seconds. */
const maxAge = 3600
const nativeFeed = {
  chainId,
  tokenAddress: zero,
  feed: feedAddress(0),
  maxAgeSeconds: maxAge,
  min: 100,
  max: 100_000,
}

describe('the price in a token that is worth no fixed sum', () => {
  const of = (amount: string, answer: bigint, decimals = 18, places = 8) =>
    computePrice(
      { pricing_type: 'fixed_price', local_price: { amount } },
      { decimals, symbol: 'TKN', peg: undefined },
      { rate: { token: { answer, decimals: places }, currency: undefined } },
    )

  test('is the exact fraction, rounded up at the last place', () => {
    assert.equal(of('2500', 2500_00000000n), parseEther('1'))
    assert.equal(of('1', 3_00000000n), 333_333_333_333_333_334n)
    assert.equal(of('10', 3_00000000n, 0), 4n)
    assert.equal(of('0.000001', 100_000n * 10n ** 8n, 2), 1n)
  })

  test('is never worth less than what was asked, and never a last place too much', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n })
    const answers = fc.bigInt({ min: 1n, max: 10n ** 30n })
    const places = fc.integer({ min: 0, max: 30 })
    const assertion = fc.property(cents, answers, places, places, (asked, answer, decimals, at) => {
      const amount = `${asked / 100n}.${String(asked % 100n).padStart(2, '0')}`
      const units = of(amount, answer, decimals, at)
      // Worth of so many units, as asked: units / 10^decimals * answer / 10^at >= asked / 100.
      const scale = 10n ** BigInt(decimals + at)
      assert.ok(units * answer * 100n >= asked * scale)
      assert.ok((units - 1n) * answer * 100n < asked * scale)
    })
    fc.assert(assertion)
  })

  test('that no uint256 holds is refused', () => {
    assert.throws(
      () => of('9'.repeat(78), 1n, 18, 30),
      (error: PayError) => error.field === 'local_price.amount',
    )
  })
})

describe('a configured feed', () => {
  let feed: SayPrice

  const harness = provideHarness({ PRICE_FEEDS: JSON.stringify([nativeFeed]) })
  before(async () => {
    feed = await deployFeed(harness.chain)
  })

  const body = (amount: string, tokenAmount?: string) =>
    chargeBody(
      harness,
      { tokenAddress: zero, ...(tokenAmount && { tokenAmount }) },
      { local_price: { amount } },
    )

  test('prices the chain’s own coin: exact, rounded up', async () => {
    await feed(2000_00000000n)
    const settled = async (amount: string) =>
      (await clientOf(harness).createCharge(body(amount))).pricing.settlement
    assert.deepEqual(await settled('19.99'), { amount: '0.009995', currency: 'ETH' })
    await feed(2999_99999999n)
    // 1 / 2999.99999999 = 0.000333333333334444444…
    assert.equal((await settled('1')).amount, '0.000333333333334445')
    const none = await clientOf(harness).createCharge({ ...body('0'), pricing_type: 'no_price' })
    assert.equal(none.pricing.settlement.amount, '0')
  })

  const useless: [what: string, answer: bigint, age: number, said: RegExp][] = [
    ['older than its bound', 2000n, maxAge + 60, /is \d+ seconds old; at most 3600 are allowed/],
    ['of no price', 0n, 0, /gives no price/],
    ['below zero', -1n, 0, /gives no price/],
    [
      'above its bound',
      100_001_00000000n,
      0,
      /returned 100001 USD, which is not from 100 to 100000/,
    ],
    ['below its bound', 20n, 0, /returned 0.0000002 USD, which is not from 100 to 100000/],
    ['from the future', 2000n, -86_400, /seconds in the future/],
  ]
  for (const [what, answer, age, said] of useless) {
    test(`an answer ${what} is 503 and says so; an explicit tokenAmount needs none`, async () => {
      await feed(answer, age)
      const { status, body: reply } = await call(harness, 'POST', '/charges', body('5'))
      assert.equal(status, 503, JSON.stringify(reply))
      const { error } = reply as { error: { type: string; message: string } }
      assert.equal(error.type, 'service_unavailable')
      assert.match(error.message, said)
      const own = await clientOf(harness).createCharge(body('5', '0.25'))
      assert.equal(own.pricing.settlement.amount, '0.25')
    })
  }

  test('prices a further pair that a charge accepts; its own tokenAmount needs none', async () => {
    const accepted = async (tokenAmount?: string) => {
      const more = {
        chainId: `${chainId}`,
        tokenAddress: zero,
        ...(tokenAmount && { tokenAmount }),
      }
      const { id } = await clientOf(harness).createCharge({
        ...body('19.99'),
        requestProps: {
          ...body('19.99').requestProps,
          tokenAddress: harness.chain.dusd,
          accepts: [more],
        },
      })
      return (await clientOf(harness).getRequestCharge(id)).accepts?.[0]?.tokenAmount
    }
    await feed(2000_00000000n)
    assert.equal(await accepted(), '0.009995')
    await feed(2000_00000000n, maxAge + 60)
    await assert.rejects(accepted(), (error: PayError) => error.status === 503)
    assert.equal(await accepted('0.01'), '0.01')
  })

  test('an answer just within its bound is taken', async () => {
    await feed(2000_00000000n, maxAge - 60)
    await clientOf(harness).createCharge(body('5'))
  })

  test('a request’s fixed amount needs none either', async () => {
    await feed(1n, maxAge + 60)
    const { uuid: requestId } = await clientOf(harness).createRequest({
      recipientAddress: wallet,
      tokenAddress: zero,
      tokenAmount: '0.5',
    })
    const { pricing_type, local_price } = body('5')
    const made = await clientOf(harness).createCharge({ pricing_type, local_price, requestId })
    assert.deepEqual(made.pricing.settlement, { amount: '0.5', currency: 'ETH' })
  })

  test('that nothing could read stops the service at its start, in one line', async () => {
    const dollar = harness.chain.dusd
    const wrong: [feed: object, said: RegExp][] = [
      [{ ...nativeFeed, chainId: 5 }, /on chain 5, but CHAIN_RPC_URLS has no such chain/],
      [{ ...nativeFeed, tokenAddress: dollar }, /which is pegged to USD/],
    ]
    for (const [one, said] of wrong) {
      const PRICE_FEEDS = JSON.stringify([one])
      const environment = { ...harness.environment, PRICE_FEEDS, SERVICE_PORT: '0' }
      await assert.rejects(runCli(['serve'], environment), (error: { stderr: string }) => {
        assert.match(error.stderr, said)
        assert.equal(error.stderr.trim().split('\n').length, 1)
        return true
      })
    }
  })
})
