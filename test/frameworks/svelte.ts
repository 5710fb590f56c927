/// <reference path="../../node_modules/svelte/svelte-html.d.ts" />
// What Svelte's compiler makes of a template, so that the types of svelteHTML check it.
import type { PayCharge } from 'pay-charge'
import 'pay-charge/define'
import type {} from 'pay-charge/svelte'

const element: PayCharge = svelteHTML.createElement('pay-charge', {
  class: 'checkout',
  'charge-id': '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  order: { sku: 'mug', quantity: 2 },
  redirect: 'none',
  confirmations: 3,
  rpcUrls: { 8453: 'https://rpc.example' },
  'onpay-charge-success': (event) => {
    event.preventDefault()
    event.currentTarget.close()
    event.receipt.hash.startsWith('0x')
  },
  'on:pay-charge-error': ({ code }) => code === 'offline',
})
element.pay()

// @ts-expect-error there is no such attribute
svelteHTML.createElement('pay-charge', { 'charge-idd': '' })
// @ts-expect-error there is no such value
svelteHTML.createElement('pay-charge', { redirect: 'later' })
// @ts-expect-error RPC URLs are texts
svelteHTML.createElement('pay-charge', { rpcUrls: { 8453: 1 } })
// @ts-expect-error there is no such event
svelteHTML.createElement('pay-charge', { 'onpay-charge-paid': () => {} })
// @ts-expect-error the event has no such field
svelteHTML.createElement('pay-charge', { 'onpay-charge-submit': ({ receipt }) => receipt })
