import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Hex, parseEther } from 'viem'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { coin, newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'

// What the reply for a charge says that its payment waits for is what the watcher waits for, in whatever currency and token.

const harness = provideHarness({
  FINALITY_ABOVE_USD: '{"safe":10,"finalized":100}',
  FX_RATES: JSON.stringify({
    EUR: { min: 0.8, max: 1.6, sources: [{ rate: '1.25', until: '2099-12-31' }] },
    JPY: { min: 0.001, max: 0.1, sources: [{ rate: '0.005', until: '2099-12-31' }] },
  }),
  PRICE_FEEDS: JSON.stringify([
    {
      chainId,
      feed: feedAddress(0),
      tokenAddress: coin,
      maxAgeSeconds: 3600,
      min: 100,
      max: 10_000,
    },
  ]),
})
let eurc: Hex
before(async () => {
  await harness.started
  const [dollar, other] = harness.chain.tokens
  assert.ok(dollar && other)
  eurc = other.address
  await (await deployFeed(harness.chain))(2000n * 10n ** 8n)
  const tokens = [
    { chainId, address: dollar.address, peg: 'USD' },
    { chainId, address: eurc, peg: 'EUR' },
  ]
  harness.environment.TOKENS = JSON.stringify(tokens)
  await harness.restart()
  await harness.chain.client.mine({ blocks: 200 })
})

type Props = NewCharge['requestProps']

/** Pays a charge, and returns what its pending payment waits for. */
async function pay(
  amount: string,
  currency: string,
  props: Props,
  send: (id: string) => Promise<Hex>,
) {
  const id = await newCharge(harness, props, { local_price: { amount, currency } })
  await paymentThatIs(harness, id, await send(id), 'PENDING')
  return (await clientOf(harness).getCharge(id)).finality
}

const sendTokens = (token: Hex, amount: number) => (id: string) =>
  harness.chain.transfer(token, wallet, BigInt(amount) * 1_000_000n, suffixOf(id))

const finalized = { level: 'finalized', about_minutes: 30 }
const safe = { level: 'safe', about_minutes: 10 }

test('a payment in euros at par waits by its value in dollars, and says so', async () => {
  const props = { tokenAddress: eurc }
  assert.deepEqual(await pay('100', 'EUR', props, sendTokens(eurc, 100)), finalized)
  // 70 euros are less than a hundred dollars.
  assert.deepEqual(await pay('70', 'EUR', props, sendTokens(eurc, 70)), safe)
})

test('a payment by a rate of its currency waits by its value, and says so', async () => {
  const dollar = harness.chain.dusd
  // 20,200 yen are 101 dollars, and 80.80 euros.
  assert.deepEqual(await pay('20200', 'JPY', {}, sendTokens(dollar, 101)), finalized)
  const props = { tokenAddress: eurc }
  assert.deepEqual(await pay('20200', 'JPY', props, sendTokens(eurc, 81)), finalized)
})

test('a payment of an amount that the merchant gave waits by the feed, and says so', async () => {
  const props = { tokenAddress: coin, tokenAmount: '1' }
  const send = (id: string) => harness.chain.send(wallet, suffixOf(id), parseEther('1'))
  assert.deepEqual(await pay('5', 'USD', props, send), finalized)
})

test('what has arrived counts, and not the price', async () => {
  const dollar = harness.chain.dusd
  assert.deepEqual(await pay('5', 'USD', {}, sendTokens(dollar, 101)), finalized)
  assert.deepEqual(await pay('500', 'USD', {}, sendTokens(dollar, 20)), safe)
})
