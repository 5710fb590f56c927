import type {
  PendingTransaction,
  Receipt,
  TransactionLookup,
} from '../../chain/types/transactions.ts'
import { type Attribution, attributeTransfers } from '../../payments/proof/proof.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { TransactionOrigin } from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/** A transaction that was mined and succeeded, with the transfers that it makes, who signed it and who reported it. */
export interface AttributedTransaction {
  chainId: number
  hash: string
  receipt: Receipt
  attribution: Attribution
  origin: TransactionOrigin
  reports: readonly ReportRecord[]
}

/** The state of a transaction on the chain; with a receipt where its transfers are to be credited, or its reports ended. */
export type TransactionState =
  | { kind: 'unseen' }
  /** `hasReceipt`: it was mined, but its effects are not final. */
  | { kind: 'waiting'; hasReceipt: boolean; trace: PendingTransaction }
  | { kind: 'reverted'; receipt: Receipt }
  | ({ kind: 'succeeded' } & Pick<AttributedTransaction, 'receipt' | 'attribution' | 'origin'>)

/** Attributes the transfers of a transaction to the references that their senders authorized for them. */
export function attributeTransaction(
  context: WatcherContext,
  destinations: WatchedDestinations,
  lookup: TransactionLookup,
  head: bigint,
): TransactionState {
  const { chains } = context
  const { transaction, receipt, chainId } = lookup
  if (!transaction) return { kind: 'unseen' }
  const trace = { sender: transaction.from, nonce: transaction.nonce, seenAtBlock: head }
  if (!receipt) return { kind: 'waiting', hasReceipt: false, trace }
  const confirmations = Number(head - receipt.block.number) + 1
  const isFinal = confirmations >= chains.getConfirmations(chainId)
  // After a reorganization a reverted transaction can succeed.
  if (!receipt.hasSucceeded)
    return isFinal ? { kind: 'reverted', receipt } : { kind: 'waiting', hasReceipt: true, trace }
  const { tokens, recipients, nativeRecipients } = destinations
  const watched = { tokens, recipients, expectsNative: nativeRecipients.length > 0 }
  const attribution = attributeTransfers(lookup, watched, context)
  // That it transfers nothing is not final either.
  if (!isFinal && attribution.transfers.length === 0 && !attribution.hasUnknownNativeAmount)
    return { kind: 'waiting', hasReceipt: true, trace }
  const { sender, nonce } = trace
  return { kind: 'succeeded', receipt, attribution, origin: { sender, nonce } }
}
