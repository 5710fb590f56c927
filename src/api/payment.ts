import * as z from 'zod/mini'
import { Address, Amount, ChainId, Hash, Timestamp, Uuid } from './fields.ts'

/** States of a payment, of a charge's timeline, and of the `status` filter. */
export const Status = z.enum(
  ['NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'],
  'must be NEW, PENDING, COMPLETED, FAILED, EXPIRED or CANCELLED',
)
export type Status = z.infer<typeof Status>

/** Body of POST /charges/:uuid/payments (interface 4.6). */
export const NewPayment = z.object({ hash: Hash, chainId: ChainId, tokenAddress: Address })
export type NewPayment = z.infer<typeof NewPayment>

/** Answer of POST /charges/:uuid/payments (interface 2.2). */
export const Payment = z.object({
  uuid: z.string(),
  payerTransactionHash: z.string(),
  payerChainId: z.string(),
  paidTokenAddress: z.string(),
  requestCharge: z.object({
    uuid: z.string(),
    link: z.string(),
    tokenAmount: z.string(),
    tokenSymbol: z.string(),
  }),
})
export type Payment = z.infer<typeof Payment>

/** A payment as it stands in a charge's `payments`. */
export const ChargePayment = z.object({
  uuid: Uuid,
  chargeUuid: Uuid,
  payerTransactionHash: Hash,
  payerChainId: ChainId,
  paidTokenAddress: Address,
  /**
   * What arrived at the recipient, in whole units of the charge's own token; `'0'` until it was seen on the chain. Of
   * another token that the charge takes: its worth by the two prices, with nothing rounded up.
   */
  paidAmountInRequestedToken: Amount,
  /** Who sent it, once seen on the chain; `''` before. */
  payerAddress: z.string(),
  status: Status,
  /** Why a payment FAILED, or UNDERPAID, OVERPAID, DELAYED; `''` where there is nothing to say. */
  reason: z.string(),
  createdAt: Timestamp,
  /** When it was COMPLETED or FAILED; `''` before. */
  verifiedAt: z.string(),
})
export type ChargePayment = z.infer<typeof ChargePayment>
