import type { Insertable, Selectable } from 'kysely'
import type {
  PaymentProof,
  PriceQuotePeriod,
  ReportRecord,
  ReservationRecord,
  TransferRecord,
  TransferStatus,
} from '../../domain/records.ts'
import type {
  PriceQuotePeriodRow,
  ReportedTransactionRow,
  ReservedAmountRow,
  TransferRow,
} from '../database/tables.ts'

// Converts the rows that tie money to charges to records and back, as rows.ts does for the others.

export function toTransfer(row: Selectable<TransferRow>): TransferRecord {
  return {
    id: row.id,
    chainId: Number(row.chain_id),
    hash: row.hash,
    position: row.position,
    token: row.token,
    recipient: row.recipient,
    sender: row.sender,
    amount: row.amount === null ? undefined : BigInt(row.amount),
    countedAmount: row.counted_amount === null ? undefined : BigInt(row.counted_amount),
    block: { number: BigInt(row.block_number), hash: row.block_hash },
    minedAt: row.mined_at,
    status: row.status as TransferStatus,
    proof: (row.proof as PaymentProof | null) ?? undefined,
    reason: row.reason,
    paymentId: row.payment_id ?? undefined,
    chargeId: row.charge_id ?? undefined,
    mentionedReferences: row.mentioned_references === '' ? [] : row.mentioned_references.split(' '),
    createdAt: row.created_at,
  }
}

export function toReport(row: Selectable<ReportedTransactionRow>): ReportRecord {
  return {
    id: row.id,
    chargeId: row.charge_id,
    chainId: Number(row.chain_id),
    hash: row.hash,
    token: row.token,
    signature: row.signature ?? undefined,
    status: row.status as ReportRecord['status'],
    pendingTransaction:
      row.sender === null
        ? undefined
        : {
            sender: row.sender,
            nonce: Number(row.nonce),
            seenAtBlock: BigInt(row.seen_at_block ?? 0),
          },
    reason: row.reason,
    checkCount: row.check_count,
    createdAt: row.created_at,
    assignedBy:
      row.assigned_by === null
        ? undefined
        : { keyId: row.assigned_by, requestId: row.assigned_request_id ?? '' },
  }
}

export function toReservation(row: Selectable<ReservedAmountRow>): ReservationRecord {
  return {
    id: row.id,
    chargeId: row.charge_id,
    chainId: Number(row.chain_id),
    token: row.token,
    recipient: row.recipient,
    owed: BigInt(row.owed),
    amount: BigInt(row.amount),
    sinceBlock: BigInt(row.since_block),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

export function toQuotePeriod(row: Selectable<PriceQuotePeriodRow>): PriceQuotePeriod {
  return {
    chainId: Number(row.chain_id),
    token: row.token,
    amount: BigInt(row.amount),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  }
}

export function fromQuotePeriod(
  chargeId: string,
  period: PriceQuotePeriod,
): Insertable<PriceQuotePeriodRow> {
  return {
    charge_id: chargeId,
    chain_id: period.chainId,
    token: period.token,
    amount: String(period.amount),
    valid_from: period.validFrom,
    valid_until: period.validUntil,
  }
}
