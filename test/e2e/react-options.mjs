import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

// A shop's page in React that gives the element all that is a property only.

const root = document.querySelector('#shop')
const options = {
  chains: [{ id: 424_242, name: 'Our chain' }],
  rpcUrls: { 31337: 'http://127.0.0.1:1' },
  accepts: [],
  wallets: [],
  paymasterUrl: { 31337: 'https://paymaster.example' },
  relayUrl: 'wss://relay.example',
  amounts: { min: '1' },
  texts: { pay: 'Donate {amount}' },
  fetch: (...parameters) => fetch(...parameters),
}

function Shop() {
  const [given, setGiven] = useState(options)
  window.changeOptions = () => setGiven({ ...options, relayUrl: 'wss://other.example' })
  return createElement('pay-charge', { ...given, 'charge-id': root.dataset.charge })
}

window.options = options
createRoot(root).render(createElement(Shop))
