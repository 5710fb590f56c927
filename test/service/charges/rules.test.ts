import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { checksumAddress, type Hex } from 'viem'
import type { PayError } from '../../../src/errors.ts'
import { parseAddress } from '../../../src/service/chain/address.ts'
import { builtInTokens } from '../../../src/service/chain/types/tokens.ts'
import { resolveDestination } from '../../../src/service/charges/destination.ts'
import {
  attachPayment,
  cancelUnpaidCharge,
  expireCharge,
  failPayment,
  reopenPayment,
  settlePayment,
} from '../../../src/service/charges/lifecycle.ts'
import { computePrice } from '../../../src/service/charges/pricing/pricing.ts'
import type {
  ChargeRecord,
  PaymentRecord,
  TransferRecord,
} from '../../../src/service/charges/records.ts'
import { computeCheckDelayMs } from '../../../src/service/watcher/confirm/schedule.ts'
import { noOrder } from '../../support/no-order.ts'

const shop = checksumAddress(`0x${'b1'.repeat(20)}`)
const usdc = checksumAddress(`0x${'a1'.repeat(20)}`)
const zero = '0x0000000000000000000000000000000000000000'
const fieldOf = (field: string) => (error: PayError) =>
  error.code === 'invalid_request' && error.field === field

describe('pricing', () => {
  const dollar = { decimals: 6, symbol: 'USDC', peg: 'USD' }
  const of = (amount: string, tokenAmount?: string, token = dollar) =>
    computePrice(
      {
        pricing_type: 'fixed_price',
        local_price: { amount },
        ...(tokenAmount && { requestProps: { tokenAmount } }),
      },
      token,
    )

  test('a dollar token takes the price digit by digit', () => {
    assert.equal(of('19.99'), 19_990_000n)
    assert.equal(of('0.000001'), 1n)
    assert.equal(of('1.10000000'), 1_100_000n)
    assert.equal(of('90071992547409.939999'), 90071992547409_939999n)
    assert.equal(of('19.99', undefined, { ...dollar, decimals: 18 }), 19_990n * 10n ** 15n)
  })

  test('it never rounds', () => {
    assert.throws(() => of('0.0000001'), fieldOf('local_price.amount'))
    assert.throws(() => of('1', '0.0000001'), fieldOf('requestProps.tokenAmount'))
  })

  test('what no uint256 holds is refused', () => {
    const tiny = { ...dollar, decimals: 40 }
    assert.throws(() => of('9'.repeat(40), undefined, tiny), fieldOf('local_price.amount'))
  })
})

describe('destination', () => {
  const wallet = { address: shop, chainId: 1, token: usdc }
  const to = (props: object, from: typeof wallet | undefined = wallet) =>
    resolveDestination(props, from, parseAddress)

  test('is the receiving wallet where nothing else is said', () => {
    const expected = { chainId: 1, recipient: shop, token: usdc, tokenType: 'ERC20' }
    assert.deepEqual(to({}), expected)
    assert.deepEqual(to({ chainId: '1', tokenType: 'ERC20' }), expected)
    assert.deepEqual(to({ tokenType: 'NATIVE' }), { ...expected, token: zero, tokenType: 'NATIVE' })
  })

  test('the wallet of one chain is not lent to another', () => {
    assert.throws(() => to({ chainId: '10' }), fieldOf('requestProps.recipientAddress'))
    const recipientAddress = shop
    const elsewhere = { chainId: '10', recipientAddress }
    assert.throws(() => to(elsewhere), fieldOf('requestProps.tokenAddress'))
  })

  test('0xEeee… is the chain’s own coin', () => {
    const tokenAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
    assert.equal(to({ tokenAddress }).token, zero)
    assert.equal(to({ tokenAddress }).tokenType, 'NATIVE')
  })
})

describe('a charge’s life', () => {
  const now = new Date('2026-01-02T00:00:00Z')
  const expiry = 3_600_000
  const payment = (over: Partial<PaymentRecord> = {}): PaymentRecord => ({
    id: crypto.randomUUID(),
    chargeId: 'c',
    chainId: 1,
    hash: '0x',
    token: usdc,
    status: 'PENDING',
    reason: '',
    receivedAmount: 0n,
    countedAmount: over.receivedAmount ?? 0n,
    creditedAmount: over.receivedAmount ?? 0n,
    payerAddress: '',
    block: undefined,
    minedAt: undefined,
    proof: 'reference',
    createdAt: now,
    verifiedAt: undefined,
    ...over,
  })
  const charge = (payments: PaymentRecord[], over: Partial<ChargeRecord> = {}): ChargeRecord => ({
    id: 'c',
    accountId: 'a',
    livemode: true,
    reference: '0'.repeat(32),
    status: 'PENDING',
    pricingType: 'fixed_price',
    localAmount: '5',
    localCurrency: 'USD',
    quote: {
      chainId: 1,
      recipient: shop,
      token: usdc,
      tokenType: 'ERC20',
      decimals: 6,
      symbol: 'USDC',
      amount: 5n,
      priceSource: 'usd_peg',
    },
    accepts: [],
    baseUrl: undefined,
    requestId: undefined,
    shop: '',
    order: noOrder,
    metadata: {},
    successUrl: '',
    cancelUrl: '',
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiry),
    quoteExpiresAt: undefined,
    toleratedAmount: '0',
    acceptedAmount: undefined,
    shippedAt: undefined,
    quotePeriods: [],
    payments,
    timeline: [],
    ...over,
  })
  const block = { number: 1n, hash: '0x' }
  const paid = (amount: bigint, minedAt = now): TransferRecord[] => [
    {
      ...{
        id: 't',
        chainId: 1,
        hash: '0x',
        position: 0,
        token: usdc,
        recipient: shop,
        sender: shop,
      },
      ...{ amount, countedAmount: amount, block, minedAt, status: 'CREDITED', proof: 'reference' },
      ...{ reason: '', paymentId: 'p', chargeId: 'c', mentionedReferences: [], createdAt: now },
    },
  ]

  test('a first payment moves it to PENDING, a second one nowhere', () => {
    assert.equal(
      attachPayment(charge([], { status: 'NEW' }), payment()).statusChange?.status,
      'PENDING',
    )
    assert.equal(
      attachPayment(charge([], { status: 'FAILED' }), payment()).statusChange?.status,
      'PENDING',
    )
    assert.equal(attachPayment(charge([payment()]), payment()).statusChange, undefined)
    assert.equal(
      attachPayment(charge([], { status: 'COMPLETED' }), payment()).statusChange,
      undefined,
    )
  })

  test('a failure beside money under way, or here, moves it nowhere', () => {
    const failing = payment()
    for (const beside of [payment(), payment({ status: 'COMPLETED', receivedAmount: 2n })]) {
      const change = failPayment(charge([failing, beside]), failing.id, 'no', now)
      assert.equal(change?.payment?.status, 'FAILED')
      assert.equal(change?.statusChange, undefined)
    }
    const alone = failPayment(
      charge([failing, payment({ status: 'FAILED' })]),
      failing.id,
      'no',
      now,
    )
    assert.equal(alone?.statusChange?.status, 'FAILED')
  })

  test('in whatever parts the price comes, it completes with the part that reaches it', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 4n }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (amounts) => {
        let state = charge([])
        let total = 0n
        for (const amount of amounts) {
          const one = payment()
          state = { ...state, payments: [...state.payments, one] }
          const change = settlePayment(state, one.id, paid(amount), now)
          total += amount
          assert.equal(change?.statusChange?.status, total < 5n ? 'PENDING' : 'COMPLETED')
          const context = total < 5n ? 'UNDERPAID' : total > 5n ? 'OVERPAID' : undefined
          assert.equal(change?.statusChange?.context, context)
          const settled = change?.payment ?? one
          state = { ...state, payments: [...state.payments.slice(0, -1), settled] }
        }
      }),
    )
  })

  test('a verdict that comes twice counts once', () => {
    const one = payment({ status: 'COMPLETED', receivedAmount: 5n })
    assert.equal(settlePayment(charge([one]), one.id, paid(5n), now), undefined)
    assert.equal(settlePayment(charge([]), one.id, paid(5n), now), undefined)
  })

  test('what is mined after expiry is recorded as DELAYED; before it, it is not late', () => {
    const one = payment()
    const expired = charge([one], { status: 'EXPIRED' })
    const at = (milliseconds: number, amount = 5n) =>
      settlePayment(expired, one.id, paid(amount, new Date(now.getTime() + milliseconds)), now)
    assert.deepEqual(
      [at(expiry + 1)?.statusChange?.status, at(expiry + 1)?.statusChange?.context],
      ['COMPLETED', 'DELAYED'],
    )
    assert.equal(at(expiry + 1)?.payment?.reason, 'DELAYED')
    assert.equal(at(expiry)?.statusChange?.context, undefined)
    const short = at(expiry + 1, 1n)
    assert.deepEqual(
      [short?.statusChange?.status, short?.statusChange?.context],
      ['EXPIRED', 'UNDERPAID'],
    )
    assert.deepEqual([short?.payment?.status, short?.payment?.reason], ['COMPLETED', 'DELAYED'])
  })

  test('a charge expires when its time is over, unless it is paid or money is under way', () => {
    const over = new Date(now.getTime() + expiry)
    const at = (one: ChargeRecord, time = over) => expireCharge(one, time)?.statusChange
    assert.equal(at(charge([], { status: 'NEW' }), new Date(over.getTime() - 1)), undefined)
    assert.equal(at(charge([], { status: 'NEW' }))?.status, 'EXPIRED')
    assert.equal(at(charge([payment({ status: 'FAILED' })]))?.status, 'EXPIRED')
    assert.equal(
      at(charge([payment({ status: 'COMPLETED', receivedAmount: 1n })]))?.context,
      'UNDERPAID',
    )
    assert.equal(at(charge([payment()])), undefined)
    assert.equal(at(charge([], { status: 'COMPLETED' })), undefined)
    assert.equal(at(charge([], { status: 'EXPIRED' })), undefined)
  })

  test('a credit that is taken back moves the charge, unless other money still pays it', () => {
    const one = payment({ status: 'COMPLETED', receivedAmount: 5n, block, verifiedAt: now })
    const back = reopenPayment(charge([one], { status: 'COMPLETED' }), one.id, now)
    assert.equal(back?.payment?.status, 'PENDING')
    assert.equal(back?.payment?.receivedAmount, 0n)
    assert.deepEqual(back?.statusChange, { status: 'PENDING', time: now, context: undefined })
    const other = payment({ status: 'COMPLETED', receivedAmount: 5n })
    const twice = charge([one, other], { status: 'COMPLETED' })
    assert.equal(reopenPayment(twice, one.id, now)?.statusChange, undefined)
    const part = charge([one, payment({ status: 'COMPLETED', receivedAmount: 2n })], {
      status: 'COMPLETED',
    })
    assert.equal(reopenPayment(part, one.id, now)?.statusChange?.context, 'UNDERPAID')
    assert.equal(reopenPayment(charge([payment({ id: one.id })]), one.id, now), undefined)
  })

  test('it is canceled while no money came, once, and never after', () => {
    assert.equal(
      cancelUnpaidCharge(charge([], { status: 'NEW' }), now)?.statusChange?.status,
      'CANCELLED',
    )
    assert.equal(cancelUnpaidCharge(charge([], { status: 'CANCELLED' }), now), undefined)
    for (const one of [payment(), payment({ status: 'COMPLETED', receivedAmount: 1n })]) {
      assert.throws(() => cancelUnpaidCharge(charge([one]), now), /pending|credited/)
    }
  })

  test('an unseen hash is looked for less and less often, never never', () => {
    const after = (seconds: number) => {
      const at = new Date(now.getTime() + seconds * 1000)
      return computeCheckDelayMs(now, at) / 1000
    }
    assert.deepEqual([1, 29, 31, 400, 86_000].map(after), [0, 0, 5, 30, 300])
  })
})

test('every built-in token stands there once, with a checksum that holds', () => {
  const seen = new Set<string>()
  for (const { chainId, address } of builtInTokens) {
    assert.equal(checksumAddress(address as Hex), address)
    assert.ok(!seen.has(`${chainId}:${address}`))
    seen.add(`${chainId}:${address}`)
  }
})
