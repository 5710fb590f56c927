import type { Insertable, Selectable } from 'kysely'
import type {
  PaymentProof,
  PriceQuotePeriod,
  ReportRecord,
  ReservationRecord,
  TransferRecord,
  TransferStatus,
} from '../domain/records.ts'
import type {
  PriceQuoteRow,
  ReportedTransactionRow,
  ReservedAmountRow,
  TransferRow,
} from './tables.ts'

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
    countedAmount: row.counted === null ? undefined : BigInt(row.counted),
    block: { number: BigInt(row.block_number), hash: row.block_hash },
    minedAt: row.mined_at,
    status: row.status as TransferStatus,
    proof: (row.proof as PaymentProof | null) ?? undefined,
    reason: row.reason,
    paymentId: row.payment_id ?? undefined,
    chargeId: row.charge_id ?? undefined,
    references: row.refs === '' ? [] : row.refs.split(' '),
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
        : { sender: row.sender, nonce: Number(row.nonce), seenAtBlock: BigInt(row.seen_head ?? 0) },
    reason: row.reason,
    checkCount: row.looks,
    createdAt: row.created_at,
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

export function toQuotePeriod(row: Selectable<PriceQuoteRow>): PriceQuotePeriod {
  return {
    chainId: Number(row.chain_id),
    token: row.token,
    amount: BigInt(row.amount),
    from: row.valid_from,
    until: row.valid_until,
  }
}

export function fromQuotePeriod(
  chargeId: string,
  period: PriceQuotePeriod,
): Insertable<PriceQuoteRow> {
  return {
    charge_id: chargeId,
    chain_id: period.chainId,
    token: period.token,
    amount: String(period.amount),
    valid_from: period.from,
    valid_until: period.until,
  }
}
