import { PayCharge } from 'pay-charge/react'
import { useState } from 'react'

export function App({ sku }: { sku: string }) {
  const [hash, setHash] = useState<string>()
  return (
    <main>
      <h1>Blue mug</h1>
      <PayCharge
        order={{ sku }}
        brandColor="#7c3aed"
        redirect="none"
        rpcUrls={{ 31337: 'https://rpc.example' }}
        onSuccess={(event) => setHash(event.receipt.hash)}
      />
      <p role="status">{hash && `Thank you. Your transaction: ${hash}`}</p>
    </main>
  )
}
