import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { checksumAddress } from 'viem'
import type { PayError } from '../../../src/errors.ts'
import { parseAddress } from '../../../src/service/chain/address.ts'
import {
  createAcceptedQuotes,
  resolveAcceptedDestinations,
} from '../../../src/service/charges/accepts.ts'
import {
  createPaymentRecord,
  reopenPayment,
  settlePayment,
} from '../../../src/service/charges/lifecycle.ts'
import {
  convertToChargeToken,
  findQuote,
  isSameToken,
  sumCreditedAmounts,
} from '../../../src/service/charges/pricing/payment-assets.ts'
import type {
  ChargeRecord,
  PaymentRecord,
  PriceQuote,
  TransferRecord,
} from '../../../src/service/charges/records.ts'
import { noOrder } from '../../support/no-order.ts'

const address = (digits: string) => checksumAddress(`0x${digits.repeat(20)}`)
const [shop, usdc, dai] = [address('b1'), address('a1'), address('da')]
const zero = '0x0000000000000000000000000000000000000000'
const eeee = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const fieldOf = (field: string) => (error: PayError) =>
  error.code === 'invalid_request' && error.field === field

const own: PriceQuote = {
  chainId: 1,
  recipient: shop,
  token: usdc,
  tokenType: 'ERC20',
  decimals: 6,
  symbol: 'USDC',
  amount: 5_000_000n,
  priceSource: 'usd_peg',
}
const coin: PriceQuote = {
  ...own,
  chainId: 10,
  token: zero,
  tokenType: 'NATIVE',
  decimals: 18,
  symbol: 'ETH',
  amount: 3_000_000_000_000_000n,
}
const other: PriceQuote = { ...own, chainId: 10, token: dai, decimals: 18, amount: 5n * 10n ** 18n }

describe('what an amount of another pair counts', () => {
  test('of the whole price is the whole price; of a part its share, rounded down', () => {
    assert.equal(convertToChargeToken(own, coin.amount, coin), 5_000_000n)
    assert.equal(convertToChargeToken(own, coin.amount - 1n, coin), 4_999_999n)
    assert.equal(convertToChargeToken(own, coin.amount / 3n, coin), 1_666_666n)
    assert.equal(convertToChargeToken(own, 2n * coin.amount, coin), 10_000_000n)
    assert.equal(convertToChargeToken(own, 1n, coin), 0n)
  })

  test('is never more than its share, never a last place too little, and pays when the price is paid', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 30n })
    const amount = fc.bigInt({ min: 0n, max: 10n ** 31n })
    fc.assert(
      fc.property(price, price, amount, (asked, there, paid) => {
        const worth = convertToChargeToken({ ...own, amount: asked }, paid, {
          ...coin,
          amount: there,
        })
        assert.ok(worth * there <= paid * asked)
        assert.ok((worth + 1n) * there > paid * asked)
        assert.equal(worth >= asked, paid * asked >= asked * there)
        if (paid >= there) assert.ok(worth >= asked)
      }),
    )
  })

  test('is 1:1 where nothing has a price: digits below the last place are dropped', () => {
    const [free, there] = [
      { ...own, amount: 0n },
      { ...other, amount: 0n },
    ]
    assert.equal(convertToChargeToken(free, 7n * 10n ** 18n, there), 7_000_000n)
    assert.equal(convertToChargeToken(free, 1_999_999_999_999n, there), 1n)
    assert.equal(convertToChargeToken(there, 7_000_000n, free), 7n * 10n ** 18n)
  })

  test('is a uint256, whatever a token says it moved', () => {
    const most = (1n << 256n) - 1n
    assert.equal(
      convertToChargeToken({ ...own, amount: most }, most, { ...coin, amount: 1n }),
      most,
    )
  })
})

describe('a charge that is paid in several pairs', () => {
  const now = new Date('2026-01-02T00:00:00Z')
  const charge: ChargeRecord = {
    id: 'c',
    accountId: 'a',
    livemode: true,
    reference: '0'.repeat(32),
    status: 'NEW',
    pricingType: 'fixed_price',
    localAmount: '5',
    localCurrency: 'USD',
    quote: own,
    accepts: [coin, other],
    baseUrl: undefined,
    requestId: undefined,
    shop: '',
    order: noOrder,
    metadata: {},
    successUrl: '',
    cancelUrl: '',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    quoteExpiresAt: undefined,
    toleratedAmount: '0',
    acceptedAmount: undefined,
    shippedAt: undefined,
    quotePeriods: [],
    payments: [],
    timeline: [],
  }
  const block = { number: 1n, hash: '0x' }
  const transferOf = (quote: PriceQuote, hash: string, amount: bigint): TransferRecord => ({
    ...{ id: 't', chainId: quote.chainId, hash, position: 0, token: quote.token, amount },
    ...{
      recipient: shop,
      sender: shop,
      countedAmount: amount,
      block,
      minedAt: now,
      status: 'CREDITED',
    },
    ...{ proof: 'reference', reason: '', paymentId: 'p', chargeId: 'c', mentionedReferences: [] },
    createdAt: now,
  })

  /** The charge after one more payment was settled. */
  function paid(state: ChargeRecord, quote: PriceQuote, amount: bigint): ChargeRecord {
    const transfer = transferOf(quote, `0x${state.payments.length}`, amount)
    const one = createPaymentRecord(state, transfer, 'reference', now)
    const waiting = { ...state, payments: [...state.payments, one] }
    const change = settlePayment(waiting, one.id, [transfer], now)
    const payment = change?.payment
    assert.ok(payment && change.statusChange)
    const { status } = change.statusChange
    return {
      ...waiting,
      status,
      payments: [...state.payments, payment],
      timeline: [...state.timeline, change.statusChange],
    }
  }
  const last = (state: ChargeRecord) => [state.status, state.timeline.at(-1)?.context]

  test('finds each pair by chain and token, and no other', () => {
    for (const pair of [own, coin, other]) assert.equal(findQuote(charge, pair), pair)
    assert.equal(findQuote(charge, { chainId: 1, token: zero }), undefined)
    assert.equal(findQuote(charge, { chainId: 8453, token: usdc }), undefined)
  })

  test('parts of several pairs complete it', () => {
    const first = paid(charge, coin, coin.amount / 2n)
    assert.deepEqual(last(first), ['PENDING', 'UNDERPAID'])
    const second = paid(first, own, 1_000_000n)
    assert.deepEqual(last(second), ['PENDING', 'UNDERPAID'])
    const done = paid(second, other, (15n * 10n ** 18n) / 10n)
    assert.deepEqual(last(done), ['COMPLETED', undefined])
    const over = paid(done, other, 10n ** 12n)
    assert.deepEqual(last(over), ['COMPLETED', 'OVERPAID'])
    assert.deepEqual(
      over.payments.map(({ creditedAmount }) => creditedAmount),
      [2_500_000n, 1_000_000n, 1_500_000n, 1n],
    )
  })

  test('the price of one pair in whatever parts is the price, and no last place is lost or won', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: coin.amount }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (amounts) => {
        let state = charge
        let sum = 0n
        for (const amount of amounts) {
          state = paid(state, coin, amount)
          sum += amount
          assert.equal(sumCreditedAmounts(state), convertToChargeToken(own, sum, coin))
          if (sum < coin.amount) assert.deepEqual(last(state), ['PENDING', 'UNDERPAID'])
        }
        const rest = coin.amount - sum
        if (rest > 0n) assert.deepEqual(last(paid(state, coin, rest)), ['COMPLETED', undefined])
      }),
    )
  })

  test('a part that is taken back counts no more, and the same again when it comes again', () => {
    const both = paid(paid(charge, coin, coin.amount / 3n), coin, (2n * coin.amount) / 3n)
    assert.equal(sumCreditedAmounts(both), own.amount)
    const [first, second] = both.payments as [PaymentRecord, PaymentRecord]
    const change = reopenPayment(both, second.id, now)
    assert.deepEqual(
      [change?.statusChange?.status, change?.statusChange?.context],
      ['PENDING', 'UNDERPAID'],
    )
    const back = { ...both, payments: [first, change?.payment ?? second] }
    assert.equal(sumCreditedAmounts(back), first.creditedAmount)
    const again = settlePayment(
      back,
      second.id,
      [transferOf(coin, second.hash, second.receivedAmount)],
      now,
    )
    assert.equal(again?.payment?.creditedAmount, second.creditedAmount)
    assert.equal(again?.statusChange?.status, 'COMPLETED')
  })
})

describe('further pairs of a new charge', () => {
  const destination = { chainId: 1, recipient: shop, token: usdc, tokenType: 'ERC20' } as const
  const places = (
    ...given: { chainId: string; tokenAddress: string; recipientAddress?: string }[]
  ) => resolveAcceptedDestinations(given, destination, parseAddress).map((one) => one.destination)

  test('go to the charge’s recipient, unless they say another', () => {
    const [same, another] = places(
      { chainId: '10', tokenAddress: usdc.toLowerCase() },
      { chainId: '10', tokenAddress: eeee, recipientAddress: dai },
    )
    assert.deepEqual(same, { ...destination, chainId: 10 })
    assert.deepEqual(another, { chainId: 10, recipient: dai, token: zero, tokenType: 'NATIVE' })
  })

  test('stand there once, and none is the charge’s own', () => {
    const first = { chainId: '10', tokenAddress: zero }
    const wrong: [object[], string][] = [
      [[{ chainId: '1', tokenAddress: usdc.toLowerCase() }], 'requestProps.accepts.0'],
      [[first, { chainId: '10', tokenAddress: eeee }], 'requestProps.accepts.1'],
      [[first, { chainId: '10', tokenAddress: shop }], 'requestProps.accepts.1.recipientAddress'],
    ]
    for (const [given, field] of wrong) {
      assert.throws(
        () => places(...(given as { chainId: string; tokenAddress: string }[])),
        fieldOf(field),
      )
    }
    assert.equal(places(first, { chainId: '1', tokenAddress: zero }).length, 2)
  })

  type Asked = { fixed?: boolean; local?: string; tokenAmount?: string; amount?: bigint }
  /** What a pair asks of a charge; the token has 18 decimals. */
  function amountOf(
    token: { peg?: string; decimals?: number },
    { fixed = true, local = '5', tokenAmount, amount = own.amount }: Asked,
    rate?: { answer: bigint; decimals: number },
  ): bigint | undefined {
    const given = { chainId: '10', tokenAddress: dai, ...(tokenAmount && { tokenAmount }) }
    const [place] = resolveAcceptedDestinations([given], destination, parseAddress)
    assert.ok(place)
    const body = {
      pricing_type: fixed ? ('fixed_price' as const) : ('no_price' as const),
      local_price: { amount: local },
    }
    const facts = { decimals: 18, symbol: 'DAI', peg: undefined, ...token }
    const all = createAcceptedQuotes(body, { amount, peg: 'USD' }, [
      { ...place, token: facts, rate: rate && { token: rate, currency: undefined } },
    ])
    return all[0]?.amount
  }

  test('ask the merchant’s word, else the local price of a dollar token, else by the feed', () => {
    assert.equal(amountOf({ peg: 'USD' }, { tokenAmount: '4.5' }), 45n * 10n ** 17n)
    assert.equal(amountOf({ peg: 'USD' }, {}), 5n * 10n ** 18n)
    assert.equal(amountOf({}, {}, { answer: 2000n, decimals: 0 }), 2_500_000_000_000_000n)
    assert.equal(amountOf({}, {}, { answer: 3n, decimals: 0 }), 1_666_666_666_666_666_667n)
  })

  test('without any of these, or with too many places, are refused by their own field', () => {
    const refused = fieldOf('requestProps.accepts.0.tokenAmount')
    assert.throws(() => amountOf({}, {}), refused)
    assert.throws(() => amountOf({ peg: 'USD', decimals: 2 }, { local: '5.001' }), refused)
    assert.throws(() => amountOf({ decimals: 2 }, { tokenAmount: '5.001' }), refused)
    assert.throws(() => amountOf({}, { tokenAmount: '0' }), refused)
  })

  test('of no_price count by both suggestions, or as dollars; else they are refused', () => {
    const free = { fixed: false, local: '0', amount: 0n }
    assert.equal(amountOf({ peg: 'USD' }, free), 0n)
    assert.equal(amountOf({}, { fixed: false, tokenAmount: '2' }), 2n * 10n ** 18n)
    const refused = fieldOf('requestProps.accepts.0.tokenAmount')
    assert.throws(() => amountOf({}, free), refused)
    assert.throws(() => amountOf({}, { ...free, tokenAmount: '2' }), refused)
  })
})

test('pairs are the same by chain and token alone', () => {
  assert.ok(isSameToken(own, { chainId: 1, token: usdc }))
  assert.ok(!isSameToken(own, { ...own, chainId: 10 }))
  assert.ok(!isSameToken(own, { ...own, token: dai }))
})
