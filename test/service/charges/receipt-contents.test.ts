import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksumAddress } from 'viem'
import { ReceiptClaims } from '../../../src/api/schemas/charges/receipt.ts'
import { getAssetId } from '../../../src/service/charges/asset-id.ts'
import { createReceiptClaims, type ReceiptRefund } from '../../../src/service/charges/receipts.ts'
import type { ChargeRecord, PaymentRecord } from '../../../src/service/charges/records.ts'

const zero = '0x0000000000000000000000000000000000000000'
const usdc = checksumAddress(`0x${'a1'.repeat(20)}`)
const shop = checksumAddress(`0x${'b1'.repeat(20)}`)
const otherShop = checksumAddress(`0x${'b2'.repeat(20)}`)
const payer = checksumAddress(`0x${'c1'.repeat(20)}`)
const now = new Date('2026-01-02T00:00:00Z')
const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'

const quote = {
  chainId: 8453,
  recipient: shop,
  token: usdc,
  tokenType: 'ERC20',
  decimals: 6,
  symbol: 'USDC',
  amount: 5_000_000n,
  priceSource: 'usd_peg',
} as const

const payment: PaymentRecord = {
  id: '9b2f4f7e-52a1-4e35-9d0a-6f0c5a1c77aa',
  chargeId: id,
  chainId: 8453,
  hash: `0x${'4e'.repeat(32)}`,
  token: usdc,
  status: 'COMPLETED',
  reason: '',
  receivedAmount: 5_000_001n,
  countedAmount: 5_000_000n,
  creditedAmount: 5_000_000n,
  payerAddress: payer,
  block: { number: 77n, hash: `0x${'b1'.repeat(32)}` },
  minedAt: now,
  proof: 'reference',
  createdAt: now,
  verifiedAt: now,
}

const charge: ChargeRecord = {
  id,
  accountId: 'a',
  livemode: true,
  reference: '0'.repeat(32),
  requestId: undefined,
  shop: '',
  status: 'COMPLETED',
  pricingType: 'fixed_price',
  localAmount: '5.00',
  localCurrency: 'USD',
  quote,
  accepts: [
    { ...quote, chainId: 99, recipient: otherShop, token: zero, decimals: 18, symbol: 'X' },
  ],
  baseUrl: undefined,
  order: {
    name: 'Order 1042',
    description: '',
    lineItems: [],
    taxNote: '',
    payerEmail: 'ada@example.com',
  },
  metadata: { margin: 'secret' },
  successUrl: 'https://shop.example/thanks?token=secret',
  cancelUrl: '',
  createdAt: now,
  expiresAt: now,
  quoteExpiresAt: undefined,
  toleratedAmount: '0',
  acceptedAmount: undefined,
  shippedAt: undefined,
  quotePeriods: [],
  payments: [payment],
  timeline: [{ status: 'COMPLETED', time: now, context: undefined }],
}

const account = {
  id: '7f3e1b52-5a0e-4c63-9a58-2d5f0a1f7c11',
  name: 'Mug shop',
  livemode: true,
  liveAccountId: undefined,
  username: undefined,
  brand: { color: '', logoUrl: '', organizationName: '', supportUrl: '' },
  tolerance: { cents: 0, basisPoints: 0 },
  wallet: undefined,
}

const claimsOf = (over: Partial<ChargeRecord> = {}, of = account) =>
  createReceiptClaims({ ...charge, ...over }, [], of, 'https://pay.example/', now)

test('a receipt says what was bought, who was paid, and what arrived in which block', () => {
  const claims = claimsOf()
  assert.deepEqual(ReceiptClaims.parse(claims), claims)
  const { merchant, price, payments, iss } = claims
  assert.equal(iss, 'https://pay.example')
  assert.deepEqual(merchant, { account: account.id, name: 'Mug shop' })
  assert.deepEqual(price, { amount: '5.00', currency: 'USD' })
  assert.deepEqual(payments, [
    {
      transaction: payment.hash,
      chain: 'eip155:8453',
      asset: `eip155:8453/erc20:${usdc}`,
      token: usdc,
      symbol: 'USDC',
      decimals: 6,
      units: '5000001',
      amount: '5.000001',
      payer,
      recipient: shop,
      block: { number: '77', hash: payment.block?.hash, time: now.toISOString() },
    },
  ])
})

test('nothing in it opens the charge, or is not shown to its payer', () => {
  const text = JSON.stringify(claimsOf())
  for (const secret of [id, payment.id, 'ada@', 'example.com', 'secret', '•'])
    assert.ok(!text.includes(secret), secret)
})

test('only credited payments stand in it, each with the recipient of its own token', () => {
  const coin = {
    ...payment,
    chainId: 99,
    token: zero,
    receivedAmount: 10n ** 18n,
    payerAddress: '',
  }
  const others = (['PENDING', 'FAILED'] as const).map((status) => ({ ...payment, status }))
  const [first, second, ...more] = claimsOf({ payments: [payment, coin, ...others] }).payments
  assert.deepEqual(more, [])
  assert.equal(first?.recipient, shop)
  assert.deepEqual([second?.recipient, second?.amount, second?.symbol], [otherShop, '1', 'X'])
  // Nobody has numbered this currency, and the chain does not show who sent it.
  assert.ok(second && !('asset' in second) && !('payer' in second))
})

test('a confirmed refund stands in it, and changes its id', () => {
  const refund = {
    status: 'COMPLETED',
    chainId: 8453,
    token: usdc,
    symbol: 'USDC',
    decimals: 6,
    hash: `0x${'5e'.repeat(32)}`,
    recipient: payer,
    transfer: { amount: 2_500_000n, block: { number: 80n, hash: payment.hash }, minedAt: now },
  }
  const others = [
    { ...refund, status: 'PENDING' },
    { ...refund, status: 'OPEN', transfer: undefined, hash: undefined },
  ]
  const receiptOf = (refunds: ReceiptRefund[]) =>
    createReceiptClaims(charge, refunds, account, 'https://pay.example', now)
  const claims = receiptOf([refund, ...others])
  assert.deepEqual(ReceiptClaims.parse(claims), claims)
  assert.deepEqual(claims.refunds, [
    {
      transaction: refund.hash,
      chain: 'eip155:8453',
      asset: `eip155:8453/erc20:${usdc}`,
      token: usdc,
      symbol: 'USDC',
      decimals: 6,
      units: '2500000',
      amount: '2.5',
      recipient: payer,
      block: { number: '80', hash: payment.hash, time: now.toISOString() },
    },
  ])
  assert.notEqual(claims.jti, receiptOf([]).jti)
  assert.equal(receiptOf(others).jti, receiptOf([]).jti)
  assert.ok(!('refunds' in receiptOf(others)))
})

test('the id is the same as long as the receipt says the same', () => {
  const { jti } = claimsOf()
  assert.match(jti, /^[\w-]{43}$/)
  assert.equal(createReceiptClaims(charge, [], account, 'https://pay.example', new Date()).jti, jti)
  const renamed = { ...account, brand: { ...account.brand, organizationName: 'Better mugs' } }
  const changed = [
    claimsOf({}, renamed),
    claimsOf({ payments: [{ ...payment, receivedAmount: 6n }] }),
    claimsOf({ payments: [{ ...payment, block: { number: 78n, hash: payment.hash } }] }),
  ]
  assert.equal(new Set([jti, ...changed.map((claims) => claims.jti)]).size, 4)
})

test('where the payer chose the amount there is no price', () => {
  assert.ok(!('price' in claimsOf({ pricingType: 'no_price' })))
})

test('what is not paid, or is looked for, gets no receipt', () => {
  for (const status of ['NEW', 'PENDING', 'FAILED', 'EXPIRED', 'CANCELLED'] as const)
    assert.throws(() => claimsOf({ status }), { code: 'conflict' }, status)
  const moved = [{ ...payment, block: undefined }]
  assert.throws(() => claimsOf({ payments: moved }), { code: 'conflict' })
})

test('an asset is named as CAIP-19 does', () => {
  assert.equal(getAssetId({ chainId: 10, token: zero }), 'eip155:10/slip44:60')
  assert.equal(getAssetId({ chainId: 137, token: zero }), 'eip155:137/slip44:966')
  assert.equal(getAssetId({ chainId: 84532, token: zero }), 'eip155:84532/slip44:1')
  assert.equal(getAssetId({ chainId: 99, token: zero }), undefined)
  assert.equal(getAssetId({ chainId: 99, token: usdc }), `eip155:99/erc20:${usdc}`)
})
