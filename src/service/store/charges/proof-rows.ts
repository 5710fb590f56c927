import type { Insertable, Selectable } from 'kysely'
import {
  noBlockHash,
  type PaymentProof,
  type PriceQuotePeriod,
  type TransferRecord,
  type TransferStatus,
} from '../../domain/charges/records.ts'
import type { PriceQuotePeriodRow } from '../database/tables/charges.ts'
import type { TransferRow } from '../database/tables/payments.ts'

// Converts transfers and the prices of a charge to records and back, as rows.ts does for the charge itself.

export function toTransfer(row: Selectable<TransferRow>): TransferRecord {
  return {
    id: row.id,
    chainId: Number(row.chain_id),
    hash: row.hash,
    position: row.position,
    token: row.token,
    recipient: row.recipient,
    sender: row.sender,
    authorization: row.authorization_nonce ?? undefined,
    amount: row.amount === null ? undefined : BigInt(row.amount),
    countedAmount: row.counted_amount === null ? undefined : BigInt(row.counted_amount),
    block: { number: BigInt(row.block_number), hash: row.block_hash ?? noBlockHash },
    usdPrice: row.usd_price ?? undefined,
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
