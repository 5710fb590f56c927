import * as z from 'zod/mini'
import { Address, ChainId, Hash, Timestamp, Uuid } from '../fields.ts'

/**
 * A transaction that carries a charge's reference but does not pay the merchant: most likely the payer's wallet, or software
 * between it and the page, has replaced the recipient. The charge is unchanged and can still be paid. No money of it arrived at the
 * merchant.
 */
export const MisdirectedPayment = z.object({
  uuid: Uuid,
  /** The charge whose reference it carries, and that it was reported for. */
  chargeUuid: Uuid,
  chainId: ChainId,
  hash: Hash,
  /** The account that the money left, and that authorized the reference. */
  senderAddress: Address,
  /** Who was paid. */
  recipientAddress: Address,
  /** The token that was moved; the zero address for native currency. */
  tokenAddress: Address,
  /** Whole units where the charge accepts this token; `''` for any other one. */
  amount: z.string(),
  /** Whom the charge is paid to on this chain. */
  expectedRecipientAddress: Address,
  blockNumber: z.string(),
  /** The block's time. */
  minedAt: Timestamp,
  createdAt: Timestamp,
})
export type MisdirectedPayment = z.infer<typeof MisdirectedPayment>
