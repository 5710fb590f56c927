import type { Quote } from './payment-option.ts'

/**
 * Creates the ERC-681 URI of a quote, for a link or a QR code that another wallet opens: the token's `transfer` with
 * its two arguments, or the native currency as `value`. Amounts are written in base units with all digits: the ERC
 * allows an exponent, but not every wallet reads it. The URI cannot carry a suffix behind the calldata, so such a
 * transfer does not contain the charge's reference.
 *
 * @param quote its amount must already be known: 0n would ask for a transfer of zero
 */
export function createPaymentUri({ chainId, token, recipient, amount }: Quote): string {
  if (token.native) return `ethereum:${recipient}@${chainId}?value=${amount}`
  return `ethereum:${token.address}@${chainId}/transfer?address=${recipient}&uint256=${amount}`
}
