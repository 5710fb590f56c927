import { createElement as h, useState } from 'react'
import { PayCharge } from '../../src/frameworks/react.ts'

/** A shop's page, which a server renders and a browser takes over. */
export function Store({ note }) {
  const [isDisabled, setDisabled] = useState(true)
  return h(
    'main',
    null,
    h('button', { type: 'button', onClick: () => setDisabled(false) }, 'My cart is complete'),
    h(PayCharge, {
      className: 'checkout',
      // A new object in every render.
      order: { sku: 'mug' },
      brandColor: '#7c3aed',
      redirect: 'none',
      disabled: isDisabled,
      texts: { pay: 'Donate {amount}' },
      ref: (element) => note('ref', element?.localName),
      onReady: ({ charge }) => note('ready', charge.organization_name !== undefined),
      onBeforePay: () => note('before-pay', isDisabled),
      onSuccess: ({ receipt, currentTarget }) => note(receipt.hash, currentTarget.localName),
    }),
  )
}
