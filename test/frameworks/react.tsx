import type { PayCharge } from 'pay-charge'
import { createRef } from 'react'
import 'pay-charge/define'
import { PayCharge as Card, type PayChargeHandlers } from 'pay-charge/react'

const ref = createRef<PayCharge>()
let hash = ''

export const right = (
  <pay-charge
    ref={ref}
    class="checkout"
    id="checkout"
    slot="pay"
    charge-id="3c90c3cc-0d44-4b50-8888-8dd25736052a"
    chargeId={undefined}
    order={{ sku: 'mug', quantity: 2 }}
    redirect="none"
    brand-color="#7c3aed"
    color-scheme="dark"
    confirmations={3}
    token-decimals="6"
    rpcUrls={{ 8453: 'https://rpc.example' }}
    amounts={{ suggested: ['5', '10'], min: '1' }}
    fetch={(url, init) => fetch(url, init)}
    onpay-charge-success={(event) => {
      event.preventDefault()
      event.currentTarget.close()
      hash = event.receipt.hash
    }}
    onpay-charge-error={({ code }) => code === 'offline'}
  >
    <p slot="summary">Stoneware mug</p>
  </pay-charge>
)

export const wrong = (
  <>
    {/* @ts-expect-error there is no such attribute */}
    <pay-charge chargeID={hash} />
    {/* @ts-expect-error it is the text of a UUID */}
    <pay-charge charge-id={7} />
    {/* @ts-expect-error there is no such value */}
    <pay-charge redirect="later" />
    {/* @ts-expect-error there is no such value, by either name */}
    <pay-charge color-scheme="sepia" />
    {/* @ts-expect-error RPC URLs are texts */}
    <pay-charge rpcUrls={{ 8453: 1 }} />
    {/* @ts-expect-error a listener is a function */}
    <pay-charge onpay-charge-ready="ready()" />
    {/* @ts-expect-error the event has no such field */}
    <pay-charge onpay-charge-submit={({ receipt }) => receipt} />
    {/* @ts-expect-error a field has its type */}
    <pay-charge onpay-charge-connect={({ chainId }) => chainId.trim()} />
    {/* @ts-expect-error the ref is of another element */}
    <pay-charge ref={createRef<HTMLInputElement>()} />
  </>
)

// The component, which has each event as a handler.
const handlers: Record<keyof PayChargeHandlers, true> = {
  ...{ onState: true, onReady: true, onBeforePay: true, onWallet: true, onLeave: true },
  ...{ onOpen: true, onClose: true, onConnect: true, onSubmit: true, onSuccess: true },
  ...{ onCancel: true, onMisdirected: true, onError: true },
}

export const rightCard = (
  <Card
    ref={ref}
    key={Object.keys(handlers).length}
    className="checkout"
    id="checkout"
    order={{ sku: 'mug', quantity: 2 }}
    redirect="none"
    disabled={hash === ''}
    brandColor="#7c3aed"
    confirmations={3}
    rpcUrls={{ 8453: 'https://rpc.example' }}
    onBeforePay={(event) => event.preventDefault()}
    onError={({ code }) => code === 'offline'}
    onSuccess={(event) => {
      event.currentTarget.close()
      hash = event.receipt.hash
    }}
  >
    <p slot="summary">Stoneware mug</p>
  </Card>
)

export const wrongCard = (
  <>
    {/* @ts-expect-error there is no such property */}
    <Card chargeID={hash} />
    {/* @ts-expect-error there is no such value */}
    <Card redirect="later" />
    {/* @ts-expect-error RPC URLs are texts */}
    <Card rpcUrls={{ 8453: 1 }} />
    {/* @ts-expect-error the event has no such field */}
    <Card onSubmit={({ receipt }) => receipt} />
    {/* @ts-expect-error the ref is of another element */}
    <Card ref={createRef<HTMLInputElement>()} />
  </>
)
