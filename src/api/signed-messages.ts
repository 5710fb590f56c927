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
 * Returns the text that a paying account signs (EIP-191 `personal_sign`, or ERC-1271) to say where its refund goes. It names
 * one refund, with its amount, and one address, so the signature cannot be used for anything else. The payer reads it in the
 * wallet: plain words, and that nobody else has a reason to ask for it.
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
