import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nativeAddress } from '../../../src/api/formats.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { createPaymentUri } from '../../../src/checkout/quote/payment-uri.ts'
import { deal, shopAddress, tokenAddress } from '../samples.ts'

const coin = { address: nativeAddress, decimals: 18, symbol: 'ETH', native: true }

/** The grammar of ERC-681, as far as a payment needs it: an exponent would not match, nor would a sign. */
const grammar =
  /^ethereum:(?<target>0x[\da-fA-F]{40})@(?<chain>[1-9]\d*)(?:\/(?<name>\w+))?\?(?<parameters>[^\s?#]+)$/

function parse(uri: string) {
  const { target, chain, name, parameters } = grammar.exec(uri)?.groups ?? {}
  return { target, chain, name, parameters: Object.fromEntries(new URLSearchParams(parameters)) }
}

test('a token is asked for by its transfer, with the shop and the base units', () => {
  assert.equal(
    createPaymentUri(deal().quote),
    `ethereum:${tokenAddress}@31337/transfer?address=${shopAddress}&uint256=19990000`,
  )
})

test('the chain’s own coin is asked for by its value in wei', () => {
  const quote = { ...deal().quote, chainId: 1, token: coin, amount: 5_432_100_000_000_001n }
  assert.equal(createPaymentUri(quote), `ethereum:${shopAddress}@1?value=5432100000000001`)
})

test('every amount, chain and address comes back exactly as it was', () => {
  const address = fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
    .map((digits) => `0x${digits.join('')}`)
  const quotes = fc.record({
    recipient: address,
    token: address,
    native: fc.boolean(),
    chainId: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    amount: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  })
  fc.assert(
    fc.property(quotes, ({ recipient, token, native, chainId, amount }) => {
      const of: Quote = {
        chargeId: deal().quote.chargeId,
        chainId,
        recipient,
        amount,
        token: native ? coin : { address: token, decimals: 6, symbol: 'T', native },
      }
      const units = String(amount)
      assert.deepEqual(
        parse(createPaymentUri(of)),
        native
          ? {
              target: recipient,
              chain: `${chainId}`,
              name: undefined,
              parameters: { value: units },
            }
          : {
              target: token,
              chain: `${chainId}`,
              name: 'transfer',
              parameters: { address: recipient, uint256: units },
            },
      )
    }),
  )
})
