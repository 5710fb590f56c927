// Tells the checkout where the local chain is.

const { chainId, rpcUrl } = document.querySelector('script[data-chain-id]').dataset

// The element knows chain 31337 by its usual address. A wallet that is asked to add it needs the one where it really is.
const chain = {
  id: Number(chainId),
  name: 'Localhost',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
}
await customElements.whenDefined('pay-charge')
for (const checkout of document.querySelectorAll('pay-charge')) checkout.chains = [chain]
