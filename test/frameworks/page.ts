// A page without a framework: both entries bring the types of the tag and its events.
import 'pay-charge/define'

const element = document.querySelector('pay-charge')!
element.pay()
element.chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
element.order = { sku: 'mug' }
element.mode = 'dialog'
element.rpcUrls = { 8453: 'https://rpc.example' }
document.createElement('pay-charge').confirmations = 3

element.addEventListener('pay-charge-success', (event) => {
  event.preventDefault()
  event.receipt.hash.startsWith('0x')
})
element.addEventListener('pay-charge-error', ({ code }) => code === 'offline')
document.addEventListener('pay-charge-connect', ({ chainId }) => chainId.toFixed())
window.addEventListener('pay-charge-misdirected', ({ actual }) => actual.amount > 0n)

// @ts-expect-error there is no such mode
element.mode = 'modal'
// @ts-expect-error RPC URLs are texts
element.rpcUrls = { 8453: 1 }
// @ts-expect-error and each of them belongs to a chain
element.rpcUrls = 'https://base.example'
// @ts-expect-error not to a place in a list
element.rpcUrls = ['https://base.example']
// @ts-expect-error there is no such property
element.chargeID = ''
// @ts-expect-error the charge is read-only
element.charge = undefined
// @ts-expect-error the event has no such field
element.addEventListener('pay-charge-submit', ({ receipt }) => receipt)
// @ts-expect-error an amount is a bigint
document.addEventListener('pay-charge-misdirected', ({ actual }) => actual.amount.toFixed())
