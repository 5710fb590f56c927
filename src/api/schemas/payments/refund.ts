import * as z from 'zod/mini'
import { DecisionReason } from '../decision-reason.ts'
import { Address, Amount, ChainId, Hash, Reference, ShopName, Timestamp, Uuid } from '../fields.ts'
import { pageQuery, type QueryValues } from '../page-query.ts'

/**
 * The progress of a refund:
 * - `NEW`: the payer has not named an address
 * - `NAMED`: someone with the link named an address, without proof; the merchant approves it or another one
 * - `APPROVED`: the paying account has signed for the address, or the merchant approved it: it can be sent
 * - `SIGNING`: a wallet was asked for the transfer, and the outcome is not known yet
 * - `PENDING`: the transfer was mined, and is not confirmed
 * - `COMPLETED`: the transfer is confirmed
 * - `CANCELLED`: the merchant canceled it before a wallet was asked
 */
export const RefundStatus = /* @__PURE__ */ z.enum(
  ['NEW', 'NAMED', 'APPROVED', 'SIGNING', 'PENDING', 'COMPLETED', 'CANCELLED'],
  'must be NEW, NAMED, APPROVED, SIGNING, PENDING, COMPLETED or CANCELLED',
)
export type RefundStatus = z.infer<typeof RefundStatus>

/** A refund of a charge. Amounts are in whole units of its token, and addresses `''` as long as they are not known. */
export const Refund = /* @__PURE__ */ z.object({
  uuid: Uuid,
  chargeUuid: Uuid,
  /** False in test mode. */
  livemode: z.boolean(),
  /** Names the refund in the calldata of its transfer, as a charge's reference names the charge. */
  reference: Reference,
  status: RefundStatus,
  chainId: ChainId,
  tokenAddress: Address,
  tokenSymbol: z.string(),
  tokenDecimals: z.number(),
  amount: Amount,
  /** The merchant's words, for the payer. */
  reason: z.string(),
  /** Where it goes. */
  recipientAddress: z.string(),
  /** `SIGNATURE`: a paying account has signed for the address; `MERCHANT`: the merchant approved it; `''`: neither. */
  recipientProof: z.enum(['', 'SIGNATURE', 'MERCHANT']),
  /** The paying account that signed for the address. */
  signerAddress: z.string(),
  /** The merchant's account that was asked for the transfer. */
  senderAddress: z.string(),
  /**
   * The nonce that its transaction should have, in decimal digits: that of an earlier one which was not sent, so that only one of both
   * can be mined. `''` for a contract, and before a wallet was asked.
   */
  senderNonce: z.string(),
  /** The transfer's transaction; `''` before it is known. */
  hash: z.string(),
  /** The amount that arrived by the transfer; `''` before it was mined. */
  sentAmount: z.string(),
  /** Why an earlier transfer failed, in words; `''` where none did. */
  failure: z.string(),
  /**
   * The proof that is still missing for the merchant's statement that the wallet sent nothing, as a sentence; `''` if there is no
   * such statement.
   */
  waitsFor: z.string(),
  /** Transfers that may be the refund but do not name it, until the merchant has decided about each. */
  unclearTransfers: z.array(
    z.object({
      hash: z.string(),
      amount: z.string(),
      senderAddress: z.string(),
      recipientAddress: z.string(),
    }),
  ),
  /** The page on which the payer names the address of the refund. */
  claimUrl: z.string(),
  createdAt: Timestamp,
  /** The time of the transfer's block; `''` before. */
  minedAt: z.string(),
})
export type Refund = z.infer<typeof Refund>

/** A refund as the merchant lists it. */
export const ListedRefund = /* @__PURE__ */ z.extend(Refund, {
  /** The shop of its charge: that of the api-key that created it; `''` for none. */
  shop: z.string(),
})
export type ListedRefund = z.infer<typeof ListedRefund>

/**
 * Body of POST /charges/:uuid/refunds. Without `amount`, the whole refundable amount; with `excess`, what the charge was overpaid
 * by, less what refunds in progress take of it. `chainId` and `tokenAddress` are for a charge
 * that was paid in several tokens.
 */
export const NewRefund = /* @__PURE__ */ z.object({
  amount: z.optional(Amount),
  excess: z.optional(z.literal(true, 'must be true')),
  reason: z.optional(DecisionReason),
  chainId: z.optional(ChainId),
  tokenAddress: z.optional(Address),
})
export type NewRefund = z.infer<typeof NewRefund>

/** Reply of GET /charges/:uuid/refunds, oldest first. */
export const ChargeRefunds = /* @__PURE__ */ z.object({ data: z.array(Refund) })
export type ChargeRefunds = z.infer<typeof ChargeRefunds>

/** Query of GET /refunds; cursors as in GET /charges. */
export const RefundListQuery = /* @__PURE__ */ z.object({
  ...pageQuery,
  status: z.optional(RefundStatus),
  /** Refunds of the charges of one shop. */
  shop: z.optional(ShopName),
})
export type RefundListQuery = QueryValues<typeof RefundListQuery>

/** Reply of GET /refunds, newest first. */
export const RefundListReply = /* @__PURE__ */ z.object({
  data: z.array(ListedRefund),
  pagination: z.object({ has_more: z.boolean() }),
})

/**
 * Body of POST /charges/:uuid/refunds/:refund/recipient: the address for the refund. `signature` is a paying account's signature of
 * {@link createRefundMessage}: 65 bytes of a key (EIP-191), or one that a contract account accepts (ERC-1271).
 */
export const RefundRecipient = /* @__PURE__ */ z.object({
  recipientAddress: Address,
  signature: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^0x([0-9a-fA-F]{2}){1,4096}$/,
          'must be a signature: 0x and hex digits, at most 4096 bytes',
        ),
      ),
  ),
})
export type RefundRecipient = z.infer<typeof RefundRecipient>

/** Body of POST /refunds/:uuid/approve: the address that the merchant has confirmed with the payer. */
export const RefundApproval = /* @__PURE__ */ z.object({ recipientAddress: Address })
export type RefundApproval = z.infer<typeof RefundApproval>

/**
 * Body of POST /refunds/:uuid/sign: the merchant's account whose wallet is about to be asked, and an id of this one question,
 * with which the call is repeated if its answer is lost. `isHistoryKnown`: the merchant has looked whether the account has sent the
 * refund already, where no node can show it: native currency, from a contract or long ago.
 */
export const RefundSigning = /* @__PURE__ */ z.object({
  senderAddress: Address,
  attempt: Uuid,
  isHistoryKnown: z.optional(z.boolean()),
})
export type RefundSigning = z.infer<typeof RefundSigning>

/**
 * Body of POST /refunds/:uuid/transaction: the transaction that the wallet returned. `isRefund`: the merchant confirms that it is
 * the refund, although it does not name it or is short.
 */
export const RefundTransaction = /* @__PURE__ */ z.object({
  hash: Hash,
  isRefund: z.optional(z.boolean()),
})
export type RefundTransaction = z.infer<typeof RefundTransaction>

/** Body of POST /refunds/:uuid/other-transactions: transactions that the merchant has looked at, and that are not the refund. */
export const OtherTransactions = /* @__PURE__ */ z.object({
  hashes: z
    .array(Hash)
    .check(z.minLength(1, 'must not be empty'), z.maxLength(20, 'must have at most 20 hashes')),
})
export type OtherTransactions = z.infer<typeof OtherTransactions>
