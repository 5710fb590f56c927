/** The fee fields of a receipt: rollups add the fee of the chain below, and transactions with blobs pay for them. */
interface FeeReceipt {
  gasUsed: bigint | null
  effectiveGasPrice: bigint | null
  blobGasUsed?: bigint | null | undefined
  blobGasPrice?: bigint | null | undefined
}

/**
 * Returns the fee that the sender of a transaction paid, in wei; undefined where the node does not return it. Never throws: no
 * payment must wait for it.
 */
export function computeFee(receipt: FeeReceipt): bigint | undefined {
  const { gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice } = receipt
  // OP Stack: https://docs.optimism.io/op-stack/transactions/fees; viem leaves unknown fields as the node wrote them.
  const { l1Fee = null } = receipt as { l1Fee?: string | bigint | null }
  const isNumber = l1Fee === null || /^(0x[\da-f]+|\d+)$/i.test(String(l1Fee))
  if (typeof gasUsed !== 'bigint' || typeof effectiveGasPrice !== 'bigint' || !isNumber)
    return undefined
  const ofBlobs = (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n)
  return gasUsed * effectiveGasPrice + ofBlobs + BigInt(l1Fee ?? 0)
}
