import * as z from 'zod/mini'
import { Address, Amount, ChainId, Hash, Reference, Timestamp, Uuid } from './fields.ts'
import { pageQuery } from './page-query.ts'

/** The status of money that is not proven to belong to one charge. */
export const UnmatchedStatus = z.enum(
  ['UNMATCHED', 'ASSIGNED', 'IGNORED'],
  'must be UNMATCHED, ASSIGNED or IGNORED',
)
export type UnmatchedStatus = z.infer<typeof UnmatchedStatus>

/**
 * Money that arrived at an address where charges are paid, without proof of the charge that it is for. It is credited
 * to no charge until the paying account signs for one, or the merchant decides.
 */
export const UnmatchedPayment = z.object({
  uuid: Uuid,
  chainId: ChainId,
  hash: Hash,
  tokenAddress: Address,
  tokenSymbol: z.string(),
  recipientAddress: Address,
  /** The account that the token or native currency was sent from; `''` where the chain does not tell. */
  senderAddress: z.string(),
  /** Whole units; `''` where the chain does not tell the amount (native currency from a contract, without traces). */
  amount: z.string(),
  blockNumber: z.string(),
  /** The block's time. */
  minedAt: Timestamp,
  status: UnmatchedStatus,
  /** Whether other accounts are paid at the address too: then only the service's operator decides. */
  isShared: z.boolean(),
  /** Why it was credited to no charge, in words. */
  reason: z.string(),
  /** References of this account's charges that appear in the transaction. A hint, but no proof. */
  references: z.array(Reference),
  /** The charge that it was reported for, or assigned to; `''` for none. */
  chargeUuid: z.string(),
  createdAt: Timestamp,
})
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

/** Query of GET /unmatched-payments; cursors as in GET /charges. */
export const UnmatchedListQuery = z.object({
  ...pageQuery,
  status: z.optional(UnmatchedStatus),
})
export type UnmatchedListQuery = {
  /** 1 to 100. @default 25 */
  limit?: number
  starting_after?: string
  ending_before?: string
  /** @default UNMATCHED */
  status?: UnmatchedStatus
}

/** Reply of GET /unmatched-payments, newest first. */
export const UnmatchedListReply = z.object({
  data: z.array(UnmatchedPayment),
  pagination: z.object({ has_more: z.boolean() }),
})

/** Body of POST /unmatched-payments/:uuid/assign. `amount`, in whole units, is for a record without an amount. */
export const UnmatchedAssignment = z.object({ chargeUuid: Uuid, amount: z.optional(Amount) })
export type UnmatchedAssignment = z.infer<typeof UnmatchedAssignment>
