/// <reference types="pay-charge" />
// The page's own script. The comments make an editor, and `npm run check`, know the element's properties and events.

/** @type {import('pay-charge').PayCharge | null} */
const element = document.querySelector('pay-charge')
const thanks = document.querySelector('#thanks')

if (element && thanks) {
  element.rpcUrls = { 31337: 'https://rpc.example' }
  element.addEventListener('pay-charge-success', (event) => {
    thanks.textContent = `Thank you. Your transaction: ${event.receipt.hash}`
  })
}
