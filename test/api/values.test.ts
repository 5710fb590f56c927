import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ZodMiniType } from 'zod/mini'
import { isNative, nativeAddress } from '../../src/api/formats.ts'
import {
  Charge,
  ChargeListQuery,
  FindRequest,
  NewCharge,
  NewRequest,
  Payment,
  PricingType,
  ReceivingWallet,
  RequestProps,
  Status,
} from '../../src/api/index.ts'
import { CheckoutChargeReply } from '../../src/api/schemas/charges/checkout-charge.ts'
import * as fields from '../../src/api/schemas/fields.ts'
import { charge, chargeId, hash, newCharge, payment, reducedCharge, token } from './samples.ts'

// Which values a field takes, where the interface or its decisions say so.

const values: [name: string, schema: ZodMiniType, good: unknown[], bad: unknown[]][] = [
  [
    'UUID',
    fields.Uuid,
    [chargeId, chargeId.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    [
      '',
      chargeId.slice(1),
      `${chargeId}0`,
      `{${chargeId}}`,
      chargeId.replaceAll('-', ''),
      7,
      `${chargeId}\n`,
    ],
  ],
  [
    'address',
    fields.Address,
    [token, `0x${'Ab'.repeat(20)}`, nativeAddress],
    [
      '',
      token.slice(2),
      `${token}0`,
      token.slice(0, -1),
      `0X${token.slice(2)}`,
      `0x${'g'.repeat(40)}`,
      'vitalik.eth',
      ` ${token}`,
    ],
  ],
  [
    'transaction hash',
    fields.Hash,
    [hash, hash.toUpperCase().replace('0X', '0x')],
    [hash.toUpperCase(), '', token, `${hash}0`, hash.slice(2), `${hash}\n`],
  ],
  [
    'chain id',
    fields.ChainId,
    ['1', '8453', '999999999999999'],
    ['', '0', '01', '-1', '1.0', '0x1', '1e3', ' 1', '9'.repeat(16), 1, '１'],
  ],
  [
    'amount',
    fields.Amount,
    ['0', '19.99', '0.000000000000000001', '9'.repeat(78)],
    ['', '.5', '5.', '-1', '+1', '1e3', '1,5', '1 000', 'NaN', '0x1', '٣', 19.99, '9'.repeat(79)],
  ],
  ['decimals', fields.Decimals, [0, 6, 18, 77], [-1, 78, 6.5, '6', Number.NaN]],
  [
    'time',
    fields.Timestamp,
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.123+01:00'],
    ['', '2026-11-20', 'yesterday', 1763632800],
  ],
  [
    'web address',
    fields.WebUrl,
    ['https://shop.example/ok?a=1#b', 'http://localhost:3000'],
    [
      '',
      '/thanks',
      'shop.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.example',
      `https://x.example/${'a'.repeat(2048)}`,
    ],
  ],
  ['pricing_type', PricingType, ['fixed_price', 'no_price'], ['', 'FIXED_PRICE', 'free', null]],
  [
    'status',
    Status,
    ['NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'],
    ['', 'new', 'CANCELED', 'DONE', 0],
  ],
]
for (const [name, schema, good, bad] of values) {
  test(`what is a ${name}, and what is not`, () => {
    for (const value of good) assert.equal(schema.safeParse(value).success, true, String(value))
    for (const value of bad) assert.equal(schema.safeParse(value).success, false, String(value))
  })
}

/** The field and message that a schema complains of. */
function complaint(schema: ZodMiniType, value: unknown): [string | undefined, string | undefined] {
  const issue = schema.safeParse(value).error?.issues[0]
  return [issue?.path.join('.'), issue?.message]
}

test('limit is 1 to 100 as text, and a number after parsing', () => {
  for (const limit of ['1', '25', '99', '100']) {
    assert.equal(ChargeListQuery.parse({ limit }).limit, Number(limit))
  }
  for (const limit of ['0', '101', '1000', '', '1.5', '-1', 'ten', '01', ' 1', '1e1', '１']) {
    const said = complaint(ChargeListQuery, { limit })
    assert.deepEqual(said, ['limit', 'must be a whole number from 1 to 100'])
  }
  assert.deepEqual(ChargeListQuery.parse({}), {})
})

test('cursors name charges', () => {
  for (const cursor of ['starting_after', 'ending_before']) {
    assert.equal(ChargeListQuery.safeParse({ [cursor]: chargeId }).success, true)
    assert.deepEqual(complaint(ChargeListQuery, { [cursor]: '7' }), [cursor, 'must be a UUID'])
  }
})

test('a currency is a code of ISO 4217, and may be left out', () => {
  const priced = (currency: unknown) => ({ ...newCharge, local_price: { amount: '1', currency } })
  assert.equal(NewCharge.safeParse(priced('USD')).success, true)
  assert.equal(NewCharge.safeParse(priced('EUR')).success, true)
  assert.equal(NewCharge.safeParse(priced(undefined)).success, true)
  for (const currency of ['EURO', 'usd', '']) {
    const [field, message] = complaint(NewCharge, priced(currency))
    assert.equal(field, 'local_price.currency')
    assert.match(message ?? '', /must be the ISO 4217 code of a currency/)
  }
})

test('nobody is sent to a script: the addresses of a new charge are http or https', () => {
  for (const field of ['baseUrl', 'redirect_url', 'cancel_url']) {
    const made = (url: string) => ({ ...newCharge, [field]: url })
    assert.equal(NewCharge.safeParse(made('https://shop.example/ok')).success, true)
    const said = complaint(NewCharge, made('javascript:alert(1)'))
    assert.deepEqual(said, [field, 'must be an http or https URL'])
  }
})

test('a token type is ERC20 or NATIVE; 1 and 0 are taken too, as text and as numbers', () => {
  const read = (tokenType: unknown) => RequestProps.safeParse({ tokenType }).data?.tokenType
  for (const type of ['ERC20', '1', 1]) assert.equal(read(type), 'ERC20')
  for (const type of ['NATIVE', '0', 0]) assert.equal(read(type), 'NATIVE')
  for (const type of ['erc20', '2', '', 2, true, 'ERC721']) assert.equal(read(type), undefined)
})

test('the native coin has two addresses', () => {
  assert.equal(isNative(nativeAddress), true)
  assert.equal(isNative(`0x${'e'.repeat(40)}`), true)
  assert.equal(isNative(`0x${'eE'.repeat(20)}`), true)
  assert.equal(isNative(token), false)
  assert.equal(isNative(`0x${'0'.repeat(39)}1`), false)
})

test('tokenDecimals is sent as text or as a number; an amount as text only, since a number is rounded', () => {
  const recipientAddress = token
  const [text, number] = ['6', 6].map((tokenDecimals) =>
    NewRequest.parse({ recipientAddress, tokenDecimals, chainId: '8453' }),
  )
  assert.deepEqual(text, number)
  for (const tokenDecimals of [6.5, -1, 100, Number.NaN, '6.0', '-1', '', '100']) {
    const [field] = complaint(NewRequest, { recipientAddress, tokenDecimals })
    assert.equal(field, 'tokenDecimals')
  }
  assert.equal(NewRequest.safeParse({ recipientAddress, chainId: 8453 }).data?.chainId, '8453')
  for (const chainId of [0, -1, 1.5, 1e15, Number.NaN]) {
    assert.equal(complaint(NewRequest, { recipientAddress, chainId })[0], 'chainId')
  }
  for (const tokenAmount of [5, 0.1]) {
    assert.equal(complaint(NewRequest, { recipientAddress, tokenAmount })[0], 'tokenAmount')
  }
})

test('a chain id of the receiving wallet is a number', () => {
  const made = (chainId: unknown) => ({ walletAddress: token, chainId, tokenAddress: token })
  assert.equal(ReceivingWallet.safeParse(made(8453)).success, true)
  for (const chainId of ['8453', 0, -1, 1.5, 1e15, Number.NaN]) {
    assert.equal(complaint(ReceivingWallet, made(chainId))[0], 'chainId')
  }
})

test('a request is looked for by address, ENS name or username', () => {
  for (const recipient of [token, 'vitalik.eth', 'mugs']) {
    assert.equal(FindRequest.safeParse({ recipient }).success, true)
  }
  for (const recipient of ['', 'x'.repeat(256), undefined]) {
    assert.equal(complaint(FindRequest, { recipient })[0], 'recipient')
  }
})

test('a checkout reads every variant of a charge that the interface shows', () => {
  const { id, hosted_url, created_at, metadata, pricing_type } = charge
  const shorter = { data: { id, hosted_url, created_at, metadata, pricing_type } }
  const variants = [
    { data: charge, warnings: [] },
    { data: reducedCharge, warnings: [] },
    { data: { ...reducedCharge, payments: [{ unknown: 'fields' }] }, warnings: ['x'] },
    shorter,
  ]
  for (const variant of variants) {
    const read = CheckoutChargeReply.parse(variant)
    assert.equal(read.data.id, id)
    // What is between the merchant and the service never gets further.
    assert.equal('metadata' in read.data, false)
  }
  assert.equal(Charge.safeParse(shorter.data).success, false)
  assert.equal(Payment.safeParse(payment).success, true)
})
