import * as z from 'zod/mini'
import { Address, Amount, ChainId, Hash, Timestamp, Uuid } from './fields.ts'

/** States of a payment, of a charge's timeline, and of the `status` filter. */
export const Status = z.enum(
  ['NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'],
  'must be NEW, PENDING, COMPLETED, FAILED, EXPIRED or CANCELLED',
)
export type Status = z.infer<typeof Status>

/**
 * A signature as hex: 65 bytes of an account (EIP-191), more of a contract (ERC-1271), and of one that is not deployed
 * yet with what deploys it (ERC-6492). The bound leaves room for a Safe of many owners and stops there: each one costs
 * a call of the chain.
 */
export const Signature = z
  .string()
  .check(
    z.regex(/^0x([\da-fA-F]{2}){1,8192}$/, 'must be a signature: 0x and 1 to 8192 bytes as hex'),
  )
export type Signature = z.infer<typeof Signature>

/**
 * Body of POST /charges/:uuid/payments (interface 4.6). `signature`, which is ours: the paying account's, over the text of
 * `paymentMessage`. It proves a transfer whose calldata does not name the charge.
 */
export const NewPayment = z.object({
  hash: Hash,
  chainId: ChainId,
  tokenAddress: Address,
  signature: z.optional(Signature),
})
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

/**
 * How a reported transaction stands, for whoever reported it: GET /charges/:uuid/payments/:hash. Nobody who does not know
 * both the charge and the hash is told.
 */
export const PaymentStatus = z.object({
  hash: Hash,
  chainId: ChainId,
  tokenAddress: Address,
  /**
   * - `UNSEEN`: reported; the chain does not show it yet
   * - `PENDING`: seen, and authorised for this charge; it waits for confirmations
   * - `UNMATCHED`: money has arrived, and nothing says that it is for this charge: one of `signers` may sign
   *   `paymentMessage`, or the merchant decides
   * - `COMPLETED`, `FAILED`: as in the charge's payments
   */
  status: z.enum(['UNSEEN', 'PENDING', 'UNMATCHED', 'COMPLETED', 'FAILED']),
  /** In words, `''` where there is nothing to say. */
  reason: z.string(),
  /** The accounts that the money came from; empty unless UNMATCHED. */
  signers: z.array(Address),
})
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Body of POST /charges/:uuid/reserved-amounts: in which chain and token a payer without a connected wallet will pay. */
export const NewReservedAmount = z.object({
  chainId: ChainId,
  tokenAddress: Address,
  /** Whole units: what the payer of a no_price charge chose. Left out, it is what is still owed. */
  amount: z.optional(Amount),
})
export type NewReservedAmount = z.infer<typeof NewReservedAmount>

/**
 * An amount that belongs to one charge alone: whoever transfers exactly this much pays this charge, and needs no wallet
 * that can name it. A little more than the price: never more than one cent, or one part in ten thousand.
 */
export const ReservedAmount = z.object({
  chainId: ChainId,
  tokenAddress: Address,
  recipientAddress: Address,
  /** Whole units of the token, to be sent to the last digit. */
  amount: Amount,
  /** Until then a transfer of it is credited: 24 hours after the charge expires. */
  expiresAt: Timestamp,
})
export type ReservedAmount = z.infer<typeof ReservedAmount>
