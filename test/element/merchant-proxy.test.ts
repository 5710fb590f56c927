import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentOption } from '../../src/checkout/quote/payment-option.ts'
import { createMerchantProxy } from '../../src/element/checkout/merchant-proxy.ts'
import { answer, chargeId, createReplies } from '../attack/middle/replies.ts'

for (const [suggested, entered] of [
  ['0', 12_500_000n],
  ['20', 12_500_000n],
] as const)
  test(`an amount that the payer has entered outlasts a renewed quote that suggests ${suggested}`, async () => {
    const replies = createReplies()
    replies.charge.pricing_type = 'no_price'
    replies.charge.pricing = undefined
    replies.place.tokenAmount = suggested
    const reply = await answer(`/charges/${chargeId}`, replies).json()
    const offered = createPaymentOption(reply.data, reply.request_charge)
    const option = { ...offered, quote: { ...offered.quote, amount: entered } }
    assert.notEqual(option.quote.expiresAt, undefined)
    const proxy = createMerchantProxy(() => ({
      settings: { proxy: 'https://shop.example/pay', chargeId, destination: undefined },
      session: {},
      fetch: async (url) => answer(url, replies),
      getStorage: () => {
        throw new Error('Nothing is stored here.')
      },
    }))
    const fresh = await proxy.refresh(option, new AbortController().signal)
    assert.equal(fresh.quote.amount, entered)
  })
