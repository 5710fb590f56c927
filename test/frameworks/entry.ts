// The same from the entry that defines nothing.
import { PayCharge, type PayChargeEventMap, type PayChargeSuccessEvent } from 'pay-charge'

const element: PayCharge = document.createElement('pay-charge')
element.addEventListener('pay-charge-success', (event) => {
  const success: PayChargeSuccessEvent = event
  success.receipt.hash.startsWith('0x')
})
customElements.define('store-checkout', class extends PayCharge {})
const names: (keyof PayChargeEventMap)[] = ['pay-charge-state', 'pay-charge-ready']

// @ts-expect-error there is no such event
names.push('pay-charge-paid')
// @ts-expect-error the event has no such field
element.addEventListener('pay-charge-ready', ({ receipt }) => receipt)
