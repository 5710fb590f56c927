import type { PayCharge } from 'pay-charge'
import { createRef } from 'react'
import 'pay-charge/define'
import type {} from 'pay-charge/react'

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
