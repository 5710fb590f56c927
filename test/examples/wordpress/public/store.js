/// <reference types="jquery" />
/// <reference types="pay-charge" />

// A script of the theme. It runs before the element is defined, and the element takes what it was given.
jQuery(($) => {
  const element = $('pay-charge')
  element.prop('rpcUrls', { 31337: 'https://rpc.example' })
  element.on('pay-charge-success', (event) => {
    const { receipt } = /** @type {import('pay-charge').PayChargeSuccessEvent} */ (
      event.originalEvent
    )
    $('#thanks').text(`Thank you. Your transaction: ${receipt.hash}`)
  })
})
