import type { Insertable, Selectable } from 'kysely'
import type { TokenType } from '../../../api/schemas/fields.ts'
import { computeMatchKey, type RequestRecord } from '../../domain/requests/requests.ts'
import type { RequestRow } from '../database/tables/requests.ts'

// The casts state what the check constraints of the columns guarantee.

export function toRequest(
  row: Selectable<RequestRow>,
  attachmentId: string | undefined,
): RequestRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    recipient: row.recipient,
    chainId: row.chain_id === null ? undefined : Number(row.chain_id),
    token: row.token ?? undefined,
    tokenType: (row.token_type as TokenType | null) ?? undefined,
    decimals: row.decimals,
    symbol: row.symbol,
    amount: row.amount,
    trackId: row.track_id,
    reference: row.reference,
    attachmentId,
    createdAt: row.created_at,
  }
}

export function fromRequest(
  request: RequestRecord,
): Omit<Insertable<RequestRow>, 'created_by_find_or_create'> {
  return {
    id: request.id,
    account_id: request.accountId,
    recipient: request.recipient,
    chain_id: request.chainId ?? null,
    token: request.token ?? null,
    token_type: request.tokenType ?? null,
    decimals: request.decimals,
    symbol: request.symbol,
    amount: request.amount,
    match_key: computeMatchKey(request),
    track_id: request.trackId,
    reference: request.reference,
    created_at: request.createdAt,
  }
}
