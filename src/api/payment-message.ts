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
 * Returns the text that a paying account signs (EIP-191 `personal_sign`, or ERC-1271) to say which charge its
 * transaction pays. The payer reads it in the wallet, so it is plain words: whom the transaction paid, what the
 * signature does, and that another page has no reason to ask for it. It names one transaction on one chain, one
 * recipient, and one charge by its public reference, so the signature cannot be used for anything else.
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
    'Sign this only on the page where you paid. Whoever asks for it elsewhere wants your payment for an order of their own. Signing sends nothing and costs nothing.',
  ].join('\n')
}
