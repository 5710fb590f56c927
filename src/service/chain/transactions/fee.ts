/** What a receipt has of fees: rollups add that of the chain below, and a transaction with blobs pays for them. */
interface FeeReceipt {
  gasUsed: bigint | null
  effectiveGasPrice: bigint | null
  blobGasUsed?: bigint | null | undefined
  blobGasPrice?: bigint | null | undefined
}

/**
 * Returns what the sender of a transaction paid the network for it, in wei; undefined where the node does not tell. Never
 * throws: no payment must wait for it.
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
