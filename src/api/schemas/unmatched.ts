import * as z from 'zod/mini'
import { Address, Amount, ChainId, Hash, Reference, Timestamp, Uuid } from './fields.ts'
import { pageQuery, type QueryValues } from './page-query.ts'

/** The status of money that is not proven to belong to one charge. */
export const UnmatchedStatus = z.enum(
  ['UNMATCHED', 'ASSIGNED', 'IGNORED'],
  'must be UNMATCHED, ASSIGNED or IGNORED',
)
export type UnmatchedStatus = z.infer<typeof UnmatchedStatus>

const unmatchedFields = {
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
  /** Why it was credited to no charge, in words. */
  reason: z.string(),
  /** References of this account's charges that appear in the transaction. A hint, but no proof. */
  references: z.array(Reference),
  /** The charge that it was reported for, or assigned to; `''` for none. */
  chargeUuid: z.string(),
  createdAt: Timestamp,
  /** Whether it is listed apart while it waits: worth less than a cent, or of an unknown token. It can be decided on all the same. */
  isHidden: z.boolean(),
}

/**
 * Money that arrived at an address where charges are paid, without proof of the charge that it is for. It is credited
 * to no charge until the paying account signs for one, or the merchant decides.
 */
export const UnmatchedPayment = z.object(unmatchedFields)
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

/**
 * Why a charge is suggested for unmatched money:
 * - `NAMED`: the transaction names the charge
 * - `SIGNED`: its sender has signed that it is for the charge, which does not accept it as it is: read its `reason`
 * - `ACCEPTED`: the sender's signature of this very transfer was handed in for the charge before it was mined, and another
 *   transaction than the service's has carried it out. Whoever had seen the signature can have handed it in
 * - `REPORTED`: somebody has reported the transaction for the charge, which anybody can
 * - `EXACT`: it is what the charge asks for, to the last digit
 * - `SHORT`: it is less by what an exchange may have kept as its fee
 * - `OVER`: it is a little more
 * - `LATE`: the charge had expired
 * - `MADE_AFTER`: the charge was created after the money had arrived; its amount is no reason then
 * - `PAID_AGAIN`: the charge was paid already
 * - `SAME_PAYER`: its sender has paid a part of the charge
 * - `SAME_CUSTOMER`: its sender has paid another charge with the same e-mail address
 * - `RESERVED`: its payer was shown address and amount to copy: an amount was reserved for the charge
 * - `OTHER_TOKEN`: the charge takes another token, or at another address; it is assigned by what it is worth in dollars
 */
export const SuggestionReason = /* @__PURE__ */ z.enum([
  'NAMED',
  'SIGNED',
  'ACCEPTED',
  'REPORTED',
  'EXACT',
  'SHORT',
  'OVER',
  'LATE',
  'MADE_AFTER',
  'PAID_AGAIN',
  'SAME_PAYER',
  'SAME_CUSTOMER',
  'RESERVED',
  'OTHER_TOKEN',
])
export type SuggestionReason = z.infer<typeof SuggestionReason>

/** A charge that unmatched money may be for. A suggestion is no proof: the merchant decides. */
export const UnmatchedSuggestion = /* @__PURE__ */ z.object({
  chargeUuid: Uuid,
  reasons: z.array(SuggestionReason),
  /**
   * Whether something speaks for it that nobody else can make: a signature of the sender, the charge's name in the transaction, or an
   * amount that was reserved for the charge, or is still owed to its payer; and for no other charge. The desk assigns with one click
   * only then.
   */
  strong: z.boolean(),
})
export type UnmatchedSuggestion = z.infer<typeof UnmatchedSuggestion>

/** Reply of GET /unmatched-payments/:uuid: at most five suggestions, the likeliest first. */
export const UnmatchedReply = /* @__PURE__ */ z.object({
  ...unmatchedFields,
  /** US dollars by the token's price at the block, rounded down to the cent; '' where they are not known. */
  usdAmount: z.string(),
  suggestions: z.array(UnmatchedSuggestion),
  /** How many charges fit in all. */
  fitting: z.number(),
})
export type UnmatchedReply = z.infer<typeof UnmatchedReply>

/** Query of GET /unmatched-payments; cursors as in GET /charges. */
export const UnmatchedListQuery = z.object({
  ...pageQuery,
  status: z.optional(UnmatchedStatus),
  hidden: z.optional(z.enum(['true', 'false'], 'must be true or false')),
})
export type UnmatchedListQuery = QueryValues<typeof UnmatchedListQuery>

/** Reply of GET /unmatched-payments, newest first. */
export const UnmatchedListReply = z.object({
  data: z.array(UnmatchedPayment),
  pagination: z.object({ has_more: z.boolean() }),
})

/**
 * Body of POST /unmatched-payments/:uuid/assign. `amount`, in whole units, is for a record without an amount. `usdAmount` is for a
 * token that the charge does not accept: the dollars that it counts as, as GET /unmatched-payments/:uuid has shown them.
 */
export const UnmatchedAssignment = z.object({
  chargeUuid: Uuid,
  amount: z.optional(Amount),
  usdAmount: z.optional(
    Amount.check(z.regex(/^\d+(\.\d{1,2})?$/, 'must be dollars with at most two decimal places')),
  ),
})
export type UnmatchedAssignment = z.infer<typeof UnmatchedAssignment>

/** Body of POST /unmatched-payments/:uuid/return. `amount`, in whole units, is for a record without an amount. */
export const UnmatchedReturn = z.object({ amount: z.optional(Amount) })
export type UnmatchedReturn = z.infer<typeof UnmatchedReturn>

/** Body of POST /unmatched-payments/:uuid/unassign: the charge that it is assigned to. */
export const UnmatchedUnassignment = z.object({ chargeUuid: Uuid })
export type UnmatchedUnassignment = z.infer<typeof UnmatchedUnassignment>
