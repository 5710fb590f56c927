import { erc20Abi, parseEventLogs, type Transaction, type TransactionReceipt } from 'viem'

/** An amount of one asset that a transaction moved between two accounts. */
export interface AssetTransfer {
  /** The token's address; undefined for the native currency. */
  token: string | undefined
  from: string
  to: string
  /** Base units that arrived. With a token that charges a fee on transfers this is less than was sent. */
  value: bigint
}

/**
 * Returns the transfers of a transaction that was not reverted: its own value, and the ERC-20 Transfer logs, including those of
 * calls inside it. Native currency that contracts move inside it leaves no trace here. Transfers from an account to itself are left
 * out.
 */
export function parseTransfers(
  { from, to, value }: Pick<Transaction, 'from' | 'to' | 'value'>,
  { logs }: Pick<TransactionReceipt, 'logs'>,
): AssetTransfer[] {
  const nativeTransfers = to ? [{ token: undefined, from, to, value }] : []
  const tokenTransfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    // ERC-721 has the same event, but its third argument is an indexed token id. It has no data, so parsing leaves it
    // out.
    .map(({ address, args }) => ({ token: address, ...args }))
  return [...nativeTransfers, ...tokenTransfers].filter(
    (transfer) => transfer.value > 0n && !isHexEqual(transfer.from, transfer.to),
  )
}

/** Returns whether two addresses or hashes are equal, ignoring upper and lower case. */
export function isHexEqual(a: string | null | undefined, b: string | null | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}
