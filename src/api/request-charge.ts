import * as z from 'zod/mini'
import { Address, Amount, ChainId, Decimals, Timestamp } from './fields.ts'

/** A chain and a token beside the charge's own in which it may be paid, and its whole price there. */
export const Accept = z.object({
  chainId: ChainId,
  recipientAddress: Address,
  /** Whole units of this token; for a charge of no_price what is suggested, `'0'` for nothing. */
  tokenAmount: Amount,
  tokenAddress: Address,
  tokenDecimals: Decimals,
  tokenSymbol: z.string(),
  tokenType: z.string(),
})
export type Accept = z.infer<typeof Accept>

/**
 * Where and how much a charge is paid (interface 2.4). A charge and its request charge share their uuid.
 * Only what a transfer is made from is checked in form: a wrong digit there is money lost.
 */
export const RequestCharge = z.object({
  uuid: z.string(),
  link: z.string(),
  /** Whole units of the token; for a charge of no_price what is suggested, `'0'` for nothing. */
  tokenAmount: Amount,
  tokenAddress: Address,
  tokenDecimals: Decimals,
  tokenType: z.string(),
  tokenSymbol: z.string(),
  chainId: ChainId,
  createdAt: z.string(),
  requestLink: z.object({ uuid: z.string(), recipientAddress: Address }),
  /**
   * Beside the interface: until when the amounts hold where one of them is reckoned by a price feed. Reading the request
   * charge again after that gives new ones. Absent where all amounts hold as long as the charge.
   */
  quoteExpiresAt: z.optional(Timestamp),
  /** Beside the interface: the further pairs, none as `[]`. Other services of the interface leave it out. */
  accepts: z.optional(z.array(Accept)),
})
export type RequestCharge = z.infer<typeof RequestCharge>
