import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  CheckoutCharge,
  CheckoutDestination,
} from '../../../src/api/schemas/charges/checkout-charge.ts'
import { findPinViolation } from '../../../src/checkout/quote/check-pins.ts'
import { createPaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import { type PinTexts, parsePins } from '../../../src/checkout/quote/pins.ts'
import { getMaxReservedAmount } from '../../../src/checkout/quote/reservation.ts'
import { charge, destination, payer, payment, shopAddress, tokenAddress } from '../samples.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const zero = `0x${'0'.repeat(40)}`
const onBase = { chainId: '8453', tokenAddress: usdc, tokenSymbol: 'USDC' }
const recipients = `eip155:8453:${shopAddress.toLowerCase()} eip155:31337:${shopAddress}`
const dusd = `eip155:31337/erc20:${tokenAddress} 1 6`

/** The code and field of what is wrong, as `code field`. */
function check(
  pins: PinTexts,
  destinationFields: Partial<CheckoutDestination> = {},
  chargeFields: Partial<CheckoutCharge> = {},
  pageAssets?: Parameters<typeof findPinViolation>[2],
) {
  const option = createPaymentOption(charge(chargeFields), destination(destinationFields))
  const error = findPinViolation(option, parsePins(pins), pageAssets)
  return error && `${error.code} ${error.field}`
}

test('a known dollar token needs nothing but the recipient', () => {
  assert.equal(check({ recipients }, onBase), undefined)
})

test('chain and address must both be named', () => {
  const wrong = 'recipient_not_pinned recipients'
  assert.equal(check({ recipients, maxRate: dusd }), undefined)
  assert.equal(check({ recipients: `eip155:8453:${shopAddress}`, maxRate: dusd }), wrong)
  assert.equal(check({ recipients: `eip155:31337:${payer}`, maxRate: dusd }), wrong)
})

test('every accepted token must pay a named account, chosen or not', () => {
  const other = { chainId: '31337', tokenAddress: usdc, tokenDecimals: 6, tokenSymbol: 'DUSD' }
  const pins = { recipients, maxRate: `${dusd}, eip155:31337/erc20:${usdc} 1 6` }
  assert.equal(check(pins, { accepts: [other] }), undefined)
  const elsewhere = { ...other, recipientAddress: payer }
  assert.equal(check(pins, { accepts: [elsewhere] }), 'recipient_not_pinned recipients')
  // The page's own list cannot lead elsewhere either.
  assert.equal(check(pins, {}, {}, [{ ...elsewhere }]), 'recipient_not_pinned recipients')
})

test('a token of which the page does not know what it is worth cannot be used', () => {
  const wrong = 'quote_mismatch max-rate'
  assert.equal(check({ recipients }), wrong)
  assert.equal(check({ recipients }, { ...onBase, tokenAddress: zero, tokenDecimals: 18 }), wrong)
  const native = { tokenAddress: zero, tokenDecimals: 18, tokenAmount: '0.011' }
  const rate = { recipients, maxRate: 'eip155:31337/slip44:60 0.0006' }
  assert.equal(check(rate, native), undefined)
  assert.equal(check(rate, { ...native, tokenAmount: '0.012' }), wrong)
  assert.equal(check(rate, { ...native, tokenDecimals: 19 }), wrong)
})

test('an amount above the price, other decimals and another currency are refused', () => {
  const wrong = 'quote_mismatch max-rate'
  assert.equal(check({ recipients }, { ...onBase, tokenAmount: '19.990001' }), wrong)
  assert.equal(check({ recipients }, { ...onBase, tokenAmount: '5' }), undefined)
  for (const tokenDecimals of [2, 5, 7, 18])
    assert.equal(check({ recipients }, { ...onBase, tokenDecimals }), wrong)
  const settlement = { amount: '19.99', currency: 'USDC' }
  const inYen = { pricing: { local: { amount: '19.99', currency: 'JPY' }, settlement } }
  assert.equal(check({ recipients }, onBase, inYen), wrong)
  assert.equal(check({ recipients }, onBase, { pricing: undefined }), wrong)
  const partly = { payments: [payment('COMPLETED', { paidAmountInRequestedToken: '9.99' })] }
  assert.equal(check({ recipients }, onBase, partly), undefined)
})

test('who enters the amount is asked in a token whose decimals the page knows', () => {
  const open = { pricing_type: 'no_price' }
  assert.equal(check({ recipients }, onBase, open), undefined)
  assert.equal(check({ recipients }, { tokenAmount: '0' }, open), 'quote_mismatch max-rate')
  const known = { recipients, tokenAddress, tokenDecimals: '6' }
  assert.equal(check(known, { tokenAmount: '0' }, open), undefined)
})

test('what the attributes of a destination say must be what the service says', () => {
  const page = { recipient: shopAddress, chainId: '31337', tokenAddress, tokenDecimals: '6' }
  const all = { ...page, tokenSymbol: 'DUSD' }
  assert.equal(check(all), undefined)
  assert.equal(check({ recipient: shopAddress.toLowerCase() }), undefined)
  assert.equal(check(all, { chainId: '1' }), 'quote_mismatch chain-id')
  assert.equal(check(all, { tokenAddress: usdc }), 'quote_mismatch token-address')
  assert.equal(check(all, { tokenDecimals: 7 }), 'quote_mismatch token-decimals')
  assert.equal(check(all, { tokenSymbol: 'USDC' }), 'quote_mismatch token-symbol')
  const elsewhere = { requestLink: { recipientAddress: payer } }
  assert.equal(check(all, elsewhere), 'recipient_not_pinned recipient')
  assert.equal(check({ tokenDecimals: '7' }), 'quote_mismatch token-decimals')
})

test('a reserved amount is at most a cent above what is owed, in the same place', () => {
  const option = createPaymentOption(charge(), destination({ ...onBase }))
  const pins = parsePins({ recipients })
  const reserve = (change: object) =>
    findPinViolation(option, pins, undefined, { ...option, quote: { ...option.quote, ...change } })
  assert.equal(getMaxReservedAmount(option), 20_000_000n)
  assert.equal(reserve({ amount: 20_000_000n }), undefined)
  assert.equal(reserve({ amount: 20_000_001n })?.code, 'quote_mismatch')
  assert.equal(reserve({ recipient: payer })?.code, 'quote_mismatch')
  assert.equal(reserve({ chainId: 1 })?.code, 'quote_mismatch')
})
