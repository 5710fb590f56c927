import { nativeAddress } from '../../../api/formats.ts'
import type { Block, TransactionLookup } from '../../chain/types/transactions.ts'
import type { WatcherContext } from '../../watcher/context.ts'
import type { RefundAttempt, RefundRecord } from '../records.ts'

/** A refund whose wallet was asked. */
export type AskedRefund = RefundRecord & { attempt: RefundAttempt; recipient: string }

export function isAsked(refund: RefundRecord): refund is AskedRefund {
  return refund.attempt !== undefined && refund.recipient !== undefined
}

/** A reorganization may mine a transaction this many blocks before the one that was the newest. */
export const reorgDepth = 64n

/** Returns the first block that can have the transfer. */
export function getFirstBlock({ attempt: { fromBlock } }: AskedRefund): bigint {
  return fromBlock > reorgDepth ? fromBlock - reorgDepth : 0n
}

/** Returns the later one of two blocks. */
export function laterBlock(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}

export function lookUp(
  { chains }: WatcherContext,
  { chainId, token, recipient }: AskedRefund,
  hash: string,
  head: bigint,
): Promise<TransactionLookup> {
  const nativeRecipients = token === nativeAddress ? [recipient] : []
  return chains.lookUpTransaction(chainId, hash, head, nativeRecipients)
}

export function isConfirmed(
  { chains }: WatcherContext,
  { chainId }: RefundRecord,
  block: Block,
  head: bigint,
): boolean {
  return head - block.number + 1n >= BigInt(chains.getConfirmations(chainId))
}
