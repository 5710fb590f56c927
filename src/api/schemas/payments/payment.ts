import * as z from 'zod/mini'
import { signaturePattern } from '../../formats.ts'
import { Address, Amount, ChainId, Hash, Timestamp, Uuid } from '../fields.ts'

/** The statuses of a payment, of a charge's timeline, and of the `status` filter. */
export const Status = z.enum(
  ['NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'],
  'must be NEW, PENDING, COMPLETED, FAILED, EXPIRED or CANCELLED',
)
export type Status = z.infer<typeof Status>

/**
 * A signature as hex: 65 bytes for an externally owned account (EIP-191), more for a contract (ERC-1271). Of a signature with a
 * call (ERC-6492), as wallets create for accounts that may not be deployed, only the inner signature is read. The limit leaves room
 * for a Safe with many owners and no more, because checking a signature costs a call to the chain.
 */
export const Signature = z
  .string()
  .check(z.regex(signaturePattern, 'must be a signature: 0x and 1 to 8192 bytes as hex'))
export type Signature = z.infer<typeof Signature>

/**
 * Body of POST /charges/:uuid/payments (interface 4.6). `signature` is our addition: the paying account's signature
 * over the text of `createPaymentMessage`. It proves a transfer whose calldata does not name the charge.
 */
export const NewPayment = z.object({
  hash: Hash,
  chainId: ChainId,
  tokenAddress: Address,
  signature: z.optional(Signature),
})
export type NewPayment = z.infer<typeof NewPayment>

/** Reply of POST /charges/:uuid/payments (interface 2.2), as a checkout reads it. */
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
  /** In addition to the interface: the ignored fields of the call; absent if there are none. */
  warnings: z.optional(z.array(z.string())),
})
export type Payment = z.infer<typeof Payment>

/** An element of a charge's `payments`. */
export const ChargePayment = z.object({
  uuid: Uuid,
  chargeUuid: Uuid,
  payerTransactionHash: Hash,
  payerChainId: ChainId,
  paidTokenAddress: Address,
  /**
   * The amount that the recipient received, in whole units of the charge's own token; `'0'` until it was confirmed on the
   * chain. An amount of another accepted token is converted by the two prices and never rounded up.
   */
  paidAmountInRequestedToken: Amount,
  /**
   * The part that counts toward the price, in the same unit. It excludes the excess that makes a reserved amount unique; for a
   * price from a feed, it follows the token's value when the transfer was mined.
   */
  creditedAmount: Amount,
  /** The account that sent it; `''` until it was seen on the chain. */
  payerAddress: z.string(),
  status: Status,
  /** Why a payment FAILED, or UNDERPAID, OVERPAID, DELAYED; `''` without a reason. */
  reason: z.string(),
  createdAt: Timestamp,
  /** The time of the block that has its transaction; `''` until the service has seen it in one. */
  minedAt: z.string(),
  /** When it was COMPLETED or FAILED; `''` before. */
  verifiedAt: z.string(),
})
export type ChargePayment = z.infer<typeof ChargePayment>

/**
 * Reply of GET /charges/:uuid/payments/:hash: the status of a reported transaction, for its reporter. Only a
 * caller who knows both the charge and the hash can read it.
 */
export const PaymentStatus = z.object({
  hash: Hash,
  chainId: ChainId,
  tokenAddress: Address,
  /**
   * - `UNSEEN`: reported, but not yet seen on the chain
   * - `PENDING`: seen, and authorized for this charge; it waits for confirmations
   * - `UNMATCHED`: money has arrived, and nothing proves that it is for this charge: one of `signers` may sign the text
   *   of `createPaymentMessage`, or the merchant decides
   * - `COMPLETED`, `FAILED`: as in the charge's payments
   */
  status: z.enum(['UNSEEN', 'PENDING', 'UNMATCHED', 'COMPLETED', 'FAILED']),
  /** The reason in words; `''` without one. */
  reason: z.string(),
  /**
   * The accounts that the money came from, of which a signature would credit it; empty unless the status is UNMATCHED, and where
   * no signature helps, as for a canceled charge.
   */
  signers: z.array(Address),
})
export type PaymentStatus = z.infer<typeof PaymentStatus>

/**
 * Body of POST /charges/:uuid/reserved-amounts: the chain and token that a payer without a connected wallet will use.
 */
export const NewReservedAmount = z.object({
  chainId: ChainId,
  tokenAddress: Address,
  /** Whole units: the amount that the payer of a no_price charge chose. @default the amount still owed */
  amount: z.optional(Amount),
})
export type NewReservedAmount = z.infer<typeof NewReservedAmount>

/**
 * Reply of POST /charges/:uuid/reserved-amounts: an amount that is reserved for one charge only. A transfer of exactly this amount
 * pays this charge, from any wallet, even one that cannot name the charge in calldata. It exceeds the price by at most one cent, or
 * one part in ten thousand.
 */
export const ReservedAmount = z.object({
  chainId: ChainId,
  tokenAddress: Address,
  recipientAddress: Address,
  /** Whole units of the token. The payer must send exactly this amount, to the last digit. */
  amount: Amount,
  /** A transfer of the amount is credited until this time: 24 hours after the charge expires. */
  expiresAt: Timestamp,
  /** A compact JWS: the same, signed for this charge with the quote key; absent where there is none. */
  signedReservation: z.optional(z.string()),
})
export type ReservedAmount = z.infer<typeof ReservedAmount>
