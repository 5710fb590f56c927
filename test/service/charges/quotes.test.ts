import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { parseEther } from 'viem'
import type { PayError } from '../../../src/errors.ts'
import { letPass } from '../../support/aging.ts'
import { deployFeed, feedAddress, type SayPrice } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, startHarness, wallet } from '../../support/harness.ts'
import {
  coin,
  newCharge,
  paymentThatIs,
  suffixOf,
  unmatchedOf,
  untilFound,
} from '../../support/paying.ts'

const bounds = { chainId, feed: feedAddress(0), maxAgeSeconds: 3600, min: 100, max: 100_000 }
const dollars = (amount: number) => BigInt(amount) * 100_000_000n

let say: SayPrice
const harness = provideHarness({ PRICE_FEEDS: JSON.stringify([{ ...bounds, tokenAddress: coin }]) })
before(async () => {
  await harness.started
  say = await deployFeed(harness.chain)
})
beforeEach(() => say(dollars(2000)))

/** A charge of 2000 dollars in native currency: 1 ETH where one is worth as much. */
const chargeInCoin = () =>
  newCharge(harness, { tokenAddress: coin }, { local_price: { amount: '2000' } })
const pay = (id: string, ether: string) =>
  harness.chain.send(wallet, suffixOf(id), parseEther(ether))
const asked = (id: string) => clientOf(harness).getRequestCharge(id)
const amount = async (id: string) => (await asked(id)).tokenAmount
const status = async (id: string) => (await clientOf(harness).getCharge(id)).status

describe('an amount by a feed', () => {
  test('holds its minutes, and is renewed when it is read after them', async () => {
    const id = await chargeInCoin()
    const { quoteExpiresAt = '' } = await asked(id)
    const minutes = (Date.parse(quoteExpiresAt) - Date.now()) / 60_000
    assert.ok(minutes > 10 && minutes <= 15, quoteExpiresAt)
    await say(dollars(1000))
    assert.equal(await amount(id), '1')
    await letPass(harness, id, 16)
    const renewed = await asked(id)
    assert.equal(renewed.tokenAmount, '2')
    assert.ok(Date.parse(renewed.quoteExpiresAt ?? '') > Date.now() + 10 * 60_000)
    assert.equal((await clientOf(harness).getCharge(id)).pricing.settlement.amount, '2')
    const hash = await pay(id, '2')
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(await status(id), 'COMPLETED')
  })

  test('that a transfer was on its way with is good for some minutes more', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 17)
    await say(dollars(1000))
    assert.equal(await amount(id), '2')
    const hash = await pay(id, '1')
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const charge = await clientOf(harness).getCharge(id)
    assert.deepEqual(
      charge.timeline.map((one) => [one.status, one.context].join(' ').trim()),
      ['PENDING', 'COMPLETED'],
    )
  })

  test('that was renewed to less is never too little, also while the old one counts', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 16)
    await say(dollars(4000))
    assert.equal(await amount(id), '0.5')
    const hash = await pay(id, '0.5')
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.deepEqual([await status(id), payment.reason], ['COMPLETED', ''])
  })

  test('is no free option: paid after it ran out, half its worth completes nothing', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 25)
    await say(dollars(1000))
    // Nobody has read the charge since, so no other amount was ever told: it counts by the price of its block.
    const hash = await pay(id, '1')
    await untilFound(harness, hash)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    // The price is renewed now, and half of it is paid.
    assert.deepEqual([payment.reason, payment.creditedAmount], ['UNDERPAID', '1'])
    const short = await clientOf(harness).getCharge(id)
    assert.deepEqual([short.pricing.settlement.amount, short.missing_amount], ['2', '1'])
    // What it is worth afterwards changes nothing.
    await say(dollars(4000))
    await letPass(harness, id, 25)
    const rest = await pay(id, '0.25')
    await paymentThatIs(harness, id, rest, 'COMPLETED')
    const paid = await clientOf(harness).getCharge(id)
    assert.deepEqual([paid.status, paid.payment_status], ['COMPLETED', 'paid'])
    const first = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(Number(first.creditedAmount) * 2, Number(paid.pricing.settlement.amount))
  })

  test('that no rate was known for when money came is left to the merchant, as what comes after the charge', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 25)
    await say(20n)
    const hash = await pay(id, '1')
    const found = await unmatchedOf(harness, hash)
    assert.match(found.reason, /^LATE/)
    assert.deepEqual([found.amount, found.chargeUuid], ['1', id])
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    await say(dollars(2000))
    const expired = await chargeInCoin()
    await letPass(harness, expired, 24 * 60 + 10)
    assert.match((await unmatchedOf(harness, await pay(expired, '1'))).reason, /^LATE/)
    // More money for what is paid is no part of its price.
    const paid = await chargeInCoin()
    await paymentThatIs(harness, paid, await pay(paid, '1'), 'COMPLETED')
    await letPass(harness, paid, 25)
    assert.match((await unmatchedOf(harness, await pay(paid, '1'))).reason, /^LATE/)
  })

  test('that was renewed is what counts: the old one, paid too late, is half of it', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 25)
    await say(dollars(1000))
    assert.equal(await amount(id), '2')
    const hash = await pay(id, '1')
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.reason, 'UNDERPAID')
    assert.equal(await status(id), 'PENDING')
  })

  test('leaves a part that was paid the share that it was', async () => {
    const id = await chargeInCoin()
    const first = await pay(id, '0.5')
    await paymentThatIs(harness, id, first, 'COMPLETED')
    await letPass(harness, id, 16)
    await say(dollars(1000))
    assert.equal(await amount(id), '2')
    const counted = await paymentThatIs(harness, id, first, 'COMPLETED')
    assert.deepEqual([counted.paidAmountInRequestedToken, counted.creditedAmount], ['0.5', '1'])
    // Past the minutes in which the old amount counts too.
    await letPass(harness, id, 6)
    const rest = await pay(id, '1')
    const payment = await paymentThatIs(harness, id, rest, 'COMPLETED')
    assert.deepEqual([await status(id), payment.reason], ['COMPLETED', ''])
  })

  test('stays, with its end, while the feed says what is absurd', async () => {
    const id = await chargeInCoin()
    await letPass(harness, id, 16)
    for (const absurd of [20n, 0n, -1n, dollars(100_001)]) {
      await say(absurd)
      const { tokenAmount, quoteExpiresAt = '' } = await asked(id)
      assert.equal(tokenAmount, '1')
      assert.ok(Date.parse(quoteExpiresAt) < Date.now())
    }
    assert.ok(harness.service.log.some(({ msg }) => msg === 'Amounts could not be renewed.'))
    assert.ok(!harness.service.output().includes(id))
    await say(dollars(4000))
    assert.equal(await amount(id), '0.5')
  })
})

test('an amount by a feed is not renewed under a payment that is on its way', async (t) => {
  const slow = await startHarness({
    PRICE_FEEDS: JSON.stringify([{ ...bounds, tokenAddress: coin }]),
    CONFIRMATIONS: JSON.stringify({ [chainId]: 3 }),
  })
  t.after(() => slow.end())
  const sayHere = await deployFeed(slow.chain)
  await sayHere(dollars(2000))
  const props = { tokenAddress: coin }
  const id = await newCharge(slow, props, { local_price: { amount: '2000' } })
  const hash = await slow.chain.send(wallet, suffixOf(id), parseEther('0.5'))
  await paymentThatIs(slow, id, hash, 'PENDING')
  await letPass(slow, id, 16)
  const read = async () => (await clientOf(slow).getRequestCharge(id)).tokenAmount
  assert.equal(await read(), '1')
  // Two more blocks make it final; one of them tells the new price.
  await sayHere(dollars(1000))
  assert.equal(await read(), '1')
  await slow.chain.client.mine({ blocks: 1 })
  await paymentThatIs(slow, id, hash, 'COMPLETED')
  assert.equal(await read(), '2')
})

test('no price is made on a rollup whose sequencer is down, or up again for less than an hour', async (t) => {
  const feeds = [{ ...bounds, tokenAddress: coin, sequencerFeed: feedAddress(1) }]
  const rollup = await startHarness({ PRICE_FEEDS: JSON.stringify(feeds) })
  t.after(() => rollup.end())
  const sayPrice = await deployFeed(rollup.chain)
  const saySequencer = await deployFeed(rollup.chain)
  await sayPrice(dollars(2000))
  const create = () =>
    newCharge(rollup, { tokenAddress: coin }, { local_price: { amount: '2000' } })
  const refused = (said: RegExp) =>
    assert.rejects(create(), (error: PayError) => error.status === 503 && said.test(error.message))
  await saySequencer(1n, 7200)
  await refused(/sequencer of the chain is down/)
  await saySequencer(0n, 600)
  await refused(/came up only 6\d\d seconds ago/)
  await saySequencer(0n, 3660)
  const id = await create()
  await letPass(rollup, id, 16)
  await sayPrice(dollars(1000))
  await saySequencer(1n, 60)
  const read = async () => (await clientOf(rollup).getRequestCharge(id)).tokenAmount
  assert.equal(await read(), '1')
  await saySequencer(0n, 3660)
  assert.equal(await read(), '2')
})
