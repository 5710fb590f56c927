import type { TokenType } from '../../api/schemas/fields.ts'
import type { Address } from '../chain/types/address.ts'

/** A payment request: a recipient, and optionally a chain, a token and an amount. */
export interface RequestRecord {
  id: string
  accountId: string
  recipient: Address
  /** Always defined when `token` is. */
  chainId: number | undefined
  /** The zero address for the chain's native currency; undefined for any token. */
  token: Address | undefined
  tokenType: TokenType | undefined
  /** 0 without a token. */
  decimals: number
  /** '' without a token. */
  symbol: string
  /** Whole units as decimal text, as the merchant wrote it; '' for any. */
  amount: string
  trackId: string
  reference: string
  /** The unguessable part of its attachment's URL. */
  attachmentId: string | undefined
  createdAt: Date
}

/** Returns the amount that a request gives to a charge in this token; undefined when the request leaves it open. */
export function getRequestedAmount(request: RequestRecord, token: Address): string | undefined {
  if (request.amount === '' || /^[0.]+$/.test(request.amount)) return undefined
  return request.token === undefined || request.token === token ? request.amount : undefined
}
