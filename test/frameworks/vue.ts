// The parts of a component that Vue's tools check a template with: its props and the overloads of $emit.
import type { PayCharge } from 'pay-charge'
import 'pay-charge/define'
import type {} from 'pay-charge/vue'
import type { GlobalComponents } from 'vue'

type Component = InstanceType<GlobalComponents['pay-charge']>
declare const element: Component
const card: PayCharge = element
card.pay()

const right: Component['$props'] = {
  class: ['checkout'],
  'charge-id': '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  order: { sku: 'mug', quantity: 2 },
  redirect: 'none',
  confirmations: 3,
  rpcUrls: { 8453: 'https://rpc.example' },
  onPayChargeSuccess: (event) => event.currentTarget.close(),
}
// @ts-expect-error there is no such attribute
const name: Component['$props'] = { 'charge-idd': '' }
// @ts-expect-error there is no such value
const value: Component['$props'] = { redirect: 'later' }
// @ts-expect-error RPC URLs are texts
const type: Component['$props'] = { rpcUrls: { 8453: 1 } }
// @ts-expect-error the event has no such field
const field: Component['$props'] = { onPayChargeSubmit: ({ receipt }) => receipt }
// @ts-expect-error there is no such event
element.$emit('pay-charge-paid', new Event('pay-charge-paid'))
// @ts-expect-error the event is of another class
element.$emit('pay-charge-submit', new Event('pay-charge-submit'))

export const all = [right, name, value, type, field]
