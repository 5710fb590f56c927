/**
 * Returns the text that a paying account signs (EIP-191 `personal_sign`, ERC-1271, ERC-6492) to say which charge its
 * transaction pays. The payer reads it in the wallet, so it is plain words. It names one transaction on one chain and
 * one charge by its public reference, so the signature cannot be used for anything else.
 *
 * @param reference the charge's `reference`
 * @param chainId EIP-155 chain id
 * @param hash the transaction's hash
 * @example
 * const signature = await walletClient.signMessage({ message: createPaymentMessage(reference, 8453, hash) })
 */
export function createPaymentMessage(
  reference: string,
  chainId: number | string,
  hash: string,
): string {
  return [
    'I confirm that this transaction is my payment. Signing sends nothing and costs nothing.',
    '',
    `Payment reference: ${reference}`,
    `Transaction: ${hash.toLowerCase()}`,
    `Chain: ${chainId}`,
  ].join('\n')
}
