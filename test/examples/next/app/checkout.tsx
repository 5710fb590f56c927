'use client'

import { PayCharge } from 'pay-charge/react'
import { useState } from 'react'

export function Checkout({ sku }: { sku: string }) {
  const [hash, setHash] = useState<string>()
  return (
    <>
      <PayCharge
        order={{ sku }}
        brandColor="#7c3aed"
        redirect="none"
        rpcUrls={{ 31337: 'https://rpc.example' }}
        onSuccess={(event) => setHash(event.receipt.hash)}
      />
      <p role="status">{hash && `Thank you. Your transaction: ${hash}`}</p>
    </>
  )
}
