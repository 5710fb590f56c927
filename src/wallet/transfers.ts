import { erc20Abi, parseEventLogs, type Transaction, type TransactionReceipt } from 'viem'

/** Money that a transaction moved. */
export interface Transfer {
  /** The token's address; undefined for the chain's own coin. */
  token: string | undefined
  from: string
  to: string
  /** Base units that arrived, also where a token keeps a part of what was sent. */
  value: bigint
}

/**
 * What a transaction that was not reverted moved: its own coin, and the ERC-20 Transfer logs, also of calls inside it.
 * Coin that contracts move inside it leaves no trace here. What goes from an account to itself is left out.
 */
export function transfersOf(
  { from, to, value }: Pick<Transaction, 'from' | 'to' | 'value'>,
  { logs }: Pick<TransactionReceipt, 'logs'>,
): Transfer[] {
  const coin = to ? [{ token: undefined, from, to, value }] : []
  const tokens = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    // ERC-721 has the same event with a number in place of an amount, as a topic: what has no data is left out.
    .map(({ address, args }) => ({ token: address, ...args }))
  return [...coin, ...tokens].filter((one) => one.value > 0n && !same(one.from, one.to))
}

/** The same address, however it is written. */
export function same(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
