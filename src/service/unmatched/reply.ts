import { formatAmount } from '../../amount.ts'
import type { UnmatchedPayment, UnmatchedStatus } from '../../api/schemas/unmatched.ts'
import type { UnmatchedRecord } from './unmatched.ts'

/** Returns an unmatched transfer in the form of the interface. */
export function toUnmatchedPayment(record: UnmatchedRecord): UnmatchedPayment {
  const { amount, decimals } = record
  return {
    uuid: record.id,
    chainId: String(record.chainId),
    hash: record.hash,
    tokenAddress: record.token,
    tokenSymbol: record.symbol,
    recipientAddress: record.recipient,
    senderAddress: record.sender,
    amount: amount === undefined ? '' : formatAmount(amount, decimals),
    blockNumber: String(record.block.number),
    minedAt: record.minedAt.toISOString(),
    status: record.status as UnmatchedStatus,
    reason: record.reason,
    references: [...record.ownReferences],
    chargeUuid: record.chargeId ?? '',
    shop: record.shop,
    createdAt: record.createdAt.toISOString(),
    isHidden: record.isHidden,
  }
}
