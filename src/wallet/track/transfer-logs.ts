import { erc20Abi, parseEventLogs, type Transaction, type TransactionReceipt } from 'viem'

/** An amount of one asset that a transaction moved between two accounts. */
export interface Transfer {
  /** The token's address; undefined for the native currency. */
  token: string | undefined
  from: string
  to: string
  /** Base units that arrived. With a token that charges a fee on transfers this is less than was sent. */
  value: bigint
}

/**
 * Returns what a transaction that was not reverted moved: its own value, and the ERC-20 Transfer logs, including
 * those of calls inside it. Native currency that contracts move inside it leaves no trace here. Transfers from an
 * account to itself are left out.
 */
export function transfersOf(
  { from, to, value }: Pick<Transaction, 'from' | 'to' | 'value'>,
  { logs }: Pick<TransactionReceipt, 'logs'>,
): Transfer[] {
  const coin = to ? [{ token: undefined, from, to, value }] : []
  const tokens = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    // ERC-721 has the same event, but its third argument is an indexed token id. It has no data, so parsing leaves it
    // out.
    .map(({ address, args }) => ({ token: address, ...args }))
  return [...coin, ...tokens].filter((one) => one.value > 0n && !same(one.from, one.to))
}

/** Returns whether two addresses or hashes are equal, ignoring upper and lower case. */
export function same(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
