import * as z from 'zod/mini'
import { DecisionReason } from './decision-reason.ts'
import { Address, Amount, ChainId, Hash, Reference, ShopName, Timestamp, Uuid } from './fields.ts'
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
  /** The account that the token or native currency was sent from; `''` where the chain does not show it. */
  senderAddress: z.string(),
  /** Whole units; `''` where the chain does not show the amount (native currency from a contract, without traces). */
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
  /** The shop of the charge that it is assigned to; `''` for a charge of no shop, and while it is not assigned. */
  shop: z.string(),
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
 * - `SIGNED`: its sender signed for the charge, but the charge cannot accept the payment automatically: see its `reason`
 * - `ACCEPTED`: the sender's signed transfer was submitted for the charge before it was mined, but someone else's transaction
 *   executed it. Anyone who saw the signature can have submitted it
 * - `REPORTED`: the transaction was reported for the charge, which anyone can do
 * - `EXACT`: it matches the charge's price, to the last digit
 * - `SHORT`: it is less, by no more than an exchange's possible fee
 * - `OVER`: it is a little more
 * - `LATE`: the charge had expired
 * - `MADE_AFTER`: the charge was created after the money had arrived; a matching amount is then not a reason
 * - `PAID_AGAIN`: the charge was already paid
 * - `SAME_PAYER`: its sender has paid a part of the charge
 * - `SAME_CUSTOMER`: its sender has paid another charge with the same e-mail address
 * - `RESERVED`: its payer was shown address and amount to copy: an amount was reserved for the charge
 * - `OTHER_TOKEN`: the charge accepts another token, or at another address; the money is assigned by its value in dollars
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

/** A charge that unmatched money may pay. A suggestion is not a proof: the merchant decides. */
export const UnmatchedSuggestion = /* @__PURE__ */ z.object({
  chargeUuid: Uuid,
  reasons: z.array(SuggestionReason),
  /**
   * Whether it has evidence that others cannot forge (a signature of the sender, the charge's name in the transaction, an amount
   * that was reserved for the charge or is still owed to its payer), and no other charge has. Only then does the desk assign it
   * with one click.
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

/**
 * Query of GET /unmatched-payments; cursors as in GET /charges. `shop` leaves out money that is assigned to charges of other shops;
 * money that is not assigned belongs to no shop and is always listed.
 */
export const UnmatchedListQuery = z.object({
  ...pageQuery,
  status: z.optional(UnmatchedStatus),
  hidden: z.optional(z.enum(['true', 'false'], 'must be true or false')),
  shop: z.optional(ShopName),
})
export type UnmatchedListQuery = QueryValues<typeof UnmatchedListQuery>

/** Reply of GET /unmatched-payments, newest first. */
export const UnmatchedListReply = z.object({
  data: z.array(UnmatchedPayment),
  pagination: z.object({ has_more: z.boolean() }),
})

/**
 * Body of POST /unmatched-payments/:uuid/assign. `amount`, in whole units, is for a record without an amount. `usdAmount` is for a
 * token that the charge does not accept: its value in dollars, as GET /unmatched-payments/:uuid has shown it. With `accept`, what
 * has arrived for the charge then is accepted as its price where it is less, and is `acceptAmount` if that is given: see
 * POST /charges/:uuid/accept.
 */
export const UnmatchedAssignment = z.object({
  chargeUuid: Uuid,
  amount: z.optional(Amount),
  usdAmount: z.optional(
    Amount.check(z.regex(/^\d+(\.\d{1,2})?$/, 'must be dollars with at most two decimal places')),
  ),
  accept: z.optional(z.boolean('must be true or false')),
  acceptAmount: z.optional(Amount),
  reason: z.optional(DecisionReason),
})
export type UnmatchedAssignment = z.infer<typeof UnmatchedAssignment>

/** Body of POST /unmatched-payments/:uuid/return. `amount`, in whole units, is for a record without an amount. */
export const UnmatchedReturn = z.object({ amount: z.optional(Amount) })
export type UnmatchedReturn = z.infer<typeof UnmatchedReturn>

/** Body of POST /unmatched-payments/:uuid/unassign: the charge that it is assigned to. */
export const UnmatchedUnassignment = z.object({ chargeUuid: Uuid })
export type UnmatchedUnassignment = z.infer<typeof UnmatchedUnassignment>
