/** The facts that a payment message names. */
export interface PaymentMessageOptions {
  /** The charge's `reference`. */
  reference: string
  /** The address that the charge is paid at, on this chain and in this token. */
  recipient: string
  /** EIP-155 chain id. */
  chainId: number | string
  /** The transaction's hash. */
  hash: string
}

/**
 * Returns the text that a paying account signs (EIP-191 `personal_sign`, or ERC-1271) to name the charge that its transaction pays.
 * The payer reads it in the wallet, so it states plainly the paid address, the effect of the signature, and that no other page has
 * a reason to ask for it. It names one transaction on one chain, one recipient, and one charge by its public reference, so the
 * signature cannot be used for anything else.
 *
 * @example
 * const message = createPaymentMessage({ reference, recipient, chainId: 8453, hash })
 * const signature = await walletClient.signMessage({ message })
 */
export function createPaymentMessage({
  reference,
  recipient,
  chainId,
  hash,
}: PaymentMessageOptions): string {
  return [
    'I paid this address, and my payment is for the order below and for no other.',
    '',
    `Paid to: ${recipient.toLowerCase()}`,
    `Transaction: ${hash.toLowerCase()}`,
    `Chain: ${chainId}`,
    `Payment reference: ${reference}`,
    '',
    'Sign this only on the page where you paid. Anyone asking elsewhere wants your payment for their own order. Signing sends nothing and costs nothing.',
  ].join('\n')
}

/** The facts that a refund message names. */
export interface RefundMessageOptions {
  /** The refund's `reference`. */
  reference: string
  /** In whole units, with the token's symbol. */
  amount: string
  symbol: string
  /** EIP-155 chain id. */
  chainId: number | string
  /** The address that the refund goes to. */
  recipient: string
}

/**
 * Returns the text that a paying account signs (EIP-191 `personal_sign`, or ERC-1271) to name the address of its refund. It names
 * one refund, with its amount, and one address, so the signature cannot be used for anything else. The payer reads it in the
 * wallet, so it states plainly its effect, and that no other page has a reason to ask for it.
 *
 * @example
 * const message = createRefundMessage({ reference, amount: '12.5', symbol: 'USDC', chainId: 8453, recipient })
 * const signature = await walletClient.signMessage({ message })
 */
export function createRefundMessage({
  reference,
  amount,
  symbol,
  chainId,
  recipient,
}: RefundMessageOptions): string {
  return [
    'Send my refund to this address, and to no other.',
    '',
    `Refund to: ${recipient.toLowerCase()}`,
    `Amount: ${amount} ${symbol}`,
    `Chain: ${chainId}`,
    `Refund reference: ${reference}`,
    '',
    'Sign this only on the page of your refund, and only with an address of your own. Signing sends nothing and costs nothing.',
  ].join('\n')
}
