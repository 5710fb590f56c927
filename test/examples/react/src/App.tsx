import 'pay-charge/define'
import type { PayChargeSuccessEvent } from 'pay-charge'
import type {} from 'pay-charge/react'
import { useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

const rpcUrls = { 31337: 'https://rpc.example' }

export function App({ sku }: { sku: string }) {
  const [hash, setHash] = useState<string>()
  const isHydrated = useHydrated()
  const onSuccess = (event: PayChargeSuccessEvent) => setHash(event.receipt.hash)
  return (
    <main>
      <h1>Blue mug</h1>
      <pay-charge
        order={JSON.stringify({ sku })}
        brand-color="#7c3aed"
        redirect="none"
        rpcUrls={isHydrated ? rpcUrls : undefined}
        onpay-charge-success={isHydrated ? onSuccess : undefined}
      />
      <p role="status">{hash && `Thank you. Your transaction: ${hash}`}</p>
    </main>
  )
}
