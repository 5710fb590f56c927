import type { Quote } from './deal.ts'

/**
 * A quote as a link or QR code that a wallet elsewhere opens (ERC-681): the token's `transfer` with its two arguments,
 * or the chain's own coin as `value`. Amounts stand in base units with all their digits: the ERC allows an exponent, and
 * not every wallet reads one. It cannot carry a suffix behind the calldata, so such a transfer names no charge.
 *
 * @param quote its amount must be named already: 0n would ask for a transfer of nothing
 */
export function paymentUri({ chainId, token, recipient, amount }: Quote): string {
  if (token.native) return `ethereum:${recipient}@${chainId}?value=${amount}`
  return `ethereum:${token.address}@${chainId}/transfer?address=${recipient}&uint256=${amount}`
}
