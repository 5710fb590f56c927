import * as z from 'zod/mini'
import { Address, Amount, ChainId, Decimals, Timestamp } from '../fields.ts'

/** A further chain and token in which the charge may be paid, with its whole price in that token. */
export const RequestChargeAsset = z.object({
  chainId: ChainId,
  recipientAddress: Address,
  /** Whole units of this token; for a no_price charge the suggested amount, `'0'` for none. */
  tokenAmount: Amount,
  tokenAddress: Address,
  tokenDecimals: Decimals,
  tokenSymbol: z.string(),
  tokenType: z.string(),
})
export type RequestChargeAsset = z.infer<typeof RequestChargeAsset>

/**
 * Where and how much to pay for a charge (interface 2.4). A charge and its request charge share their uuid.
 * Only the fields that a transfer is built from have their format checked: a wrong digit there loses money.
 */
export const RequestCharge = z.object({
  uuid: z.string(),
  link: z.string(),
  /** Whole units of the token; for a no_price charge the suggested amount, `'0'` for none. */
  tokenAmount: Amount,
  tokenAddress: Address,
  tokenDecimals: Decimals,
  tokenType: z.string(),
  tokenSymbol: z.string(),
  chainId: ChainId,
  createdAt: z.string(),
  requestLink: z.object({ uuid: z.string(), recipientAddress: Address }),
  /**
   * In addition to the interface: when the amounts expire, if one of them was computed from a price feed. Reading the
   * request charge after this time returns new amounts. Absent where all amounts hold as long as the charge.
   */
  quoteExpiresAt: z.optional(Timestamp),
  /** In addition to the interface: the other accepted assets, or `[]`. Other services of the interface leave it out. */
  accepts: z.optional(z.array(RequestChargeAsset)),
  /**
   * In addition to the interface: the quote key's signature of this charge, as a compact JWS (RFC 7515). Absent where neither the
   * service nor the proxy has a quote key.
   */
  signedQuote: z.optional(z.string()),
})
export type RequestCharge = z.infer<typeof RequestCharge>
