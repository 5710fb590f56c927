import * as z from 'zod/mini'
import { Address, Amount, ChainId, Decimals } from './fields.ts'

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
})
export type RequestCharge = z.infer<typeof RequestCharge>
