import * as z from 'zod/mini'
import { DecisionReason } from '../decision-reason.ts'
import {
  Address,
  Amount,
  ChainId,
  Currency,
  Email,
  Hash,
  PricingRate,
  Reference,
  Time,
  Timestamp,
  Uuid,
  WebUrl,
} from '../fields.ts'
import { pageQuery, type QueryValues } from '../page-query.ts'
import { ChargePayment, Status } from '../payments/payment.ts'
import { requestFields, requiredChainId } from '../requests/request.ts'
import { RequestCharge } from '../requests/request-charge.ts'
import { LineItem, NewLineItems, payerText } from './line-item.ts'

export const PricingType = z.enum(['fixed_price', 'no_price'], 'must be fixed_price or no_price')
export type PricingType = z.infer<typeof PricingType>

const Money = z.object({ amount: z.string(), currency: z.string() })

/**
 * `local` is the price that the merchant asked for; `settlement` is the same in the token that is transferred. `rate` is what a unit
 * of the local currency was worth when `settlement` was computed: US dollars as decimal text, by which source, and when that said
 * so. Absent for a price in US dollars, in a token that is pegged to the currency, and in lists. `source_url` is the address of a
 * document that said so: for the merchant alone, since it may be one of the operator's network.
 */
export const Pricing = z.object({
  local: Money,
  settlement: Money,
  rate: z.optional(z.extend(PricingRate, { source_url: z.optional(z.string()) })),
})
export type Pricing = z.infer<typeof Pricing>

export const Redirects = z.object({
  cancel_url: z.string(),
  success_url: z.string(),
  will_redirect_after_success: z.boolean(),
})
export type Redirects = z.infer<typeof Redirects>

/** One status change of a charge. The last entry is the current status; an empty timeline means NEW. */
export const TimelineEntry = z.object({
  status: Status,
  time: Timestamp,
  context: z.optional(z.enum(['UNDERPAID', 'OVERPAID', 'DELAYED'])),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/**
 * The refunded sums of a charge. `is_full`: confirmed refunds and those in progress cover all that was credited. Amounts are in
 * whole units of their token.
 */
export const ChargeRefundTotals = z.object({
  is_full: z.boolean(),
  amounts: z.array(
    z.object({
      chainId: z.string(),
      tokenAddress: z.string(),
      currency: z.string(),
      /** Sent back, and confirmed. */
      amount: z.string(),
      /** Begun, and not confirmed. */
      pending: z.string(),
    }),
  ),
})
export type ChargeRefundTotals = z.infer<typeof ChargeRefundTotals>

/**
 * How the money of a charge stands against its price, beside the interface's `status`:
 * - `unpaid`: nothing is credited
 * - `part_paid`: less than the price is credited, and the merchant has not accepted it as enough
 * - `paid`: the price, what the merchant accepted or tolerates as the price, or the price once the excess was sent back
 * - `overpaid`: more than the price
 * - `partly_refunded`: confirmed refunds leave less than the price
 * - `refunded`: confirmed refunds leave nothing
 */
export const ChargePaymentStatus = z.enum(
  ['unpaid', 'part_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded'],
  'must be unpaid, part_paid, paid, overpaid, partly_refunded or refunded',
)
export type ChargePaymentStatus = z.infer<typeof ChargePaymentStatus>

/**
 * A report of a transaction for a charge, which no block shows yet: a payment may be on its way. Anyone who knows the charge can
 * report, so a report proves nothing; one that no block confirms ends after a day. Neither the transaction nor its sender is shown.
 */
export const WaitingReport = z.object({
  reported_at: Timestamp,
  /** The seconds since, by the service's clock: a payer's may be wrong by hours. */
  age_seconds: z.number(),
  /** Whether a node has shown the transaction, not yet in a block. */
  seen: z.boolean(),
})
export type WaitingReport = z.infer<typeof WaitingReport>

/**
 * A pending payment is so large that it waits, beyond its confirmations, until the chain calls its block safe or finalized
 * (`FINALITY_ABOVE_USD`).
 */
export const AwaitedFinality = z.object({
  level: z.enum(['safe', 'finalized']),
  /** The minutes that this usually takes on the payment's chain, from its block on. */
  about_minutes: z.number(),
})
export type AwaitedFinality = z.infer<typeof AwaitedFinality>

/** The fields that tell a card whose charge it is and where to go afterwards; texts may be ''. */
const cardFields = {
  /** A CSS hex color. */
  brand_color: z.string(),
  brand_logo_url: z.string(),
  organization_name: z.string(),
  /** Where payers reach the store: an https URL, or `mailto:` with an e-mail address. */
  support_url: z.string(),
  redirects: Redirects,
}

const reducedChargeFields = {
  id: Uuid,
  hosted_url: z.string(),
  created_at: Timestamp,
  pricing_type: PricingType,
  pricing: Pricing,
  payments: z.array(ChargePayment),
  /**
   * True where the charge has more payments: lists and events show its newest 20, and GET /charges/:id shows 200, which are
   * all that can count toward a price.
   */
  payments_has_more: z.optional(z.literal(true)),
  /** The refunded sums, for each token; absent where no refund was begun. The charge stays `COMPLETED`. */
  refunds: z.optional(ChargeRefundTotals),
  /** False in test mode: the charge is paid with worthless money of a test chain. */
  livemode: z.boolean(),
  /** In addition to the interface's reduced set, so that a reader of one charge knows its status. */
  status: Status,
  /** How its money stands against its price. */
  payment_status: ChargePaymentStatus,
  /** What is still to be paid of the price, in whole units of the settlement currency; `'0'` where nothing is owed any more. */
  missing_amount: z.string(),
  /** What it keeps beyond the price, in whole units of the settlement currency; `'0'` for nothing. */
  excess_amount: z.string(),
  /** From this time on the charge is not offered for payment. Money that arrives later is still recorded. */
  expires_at: Timestamp,
  timeline: z.array(TimelineEntry),
  /** Only in the reply for one charge. Null where no report waits; of several, one that a node has shown, or the newest. */
  waiting_report: z.optional(z.nullable(WaitingReport)),
  /** Only in the reply for one charge. Null where no payment waits for it; by the value of what a pending payment has brought. */
  finality: z.optional(z.nullable(AwaitedFinality)),
  /**
   * The charge's public name: 32 hex digits, a hash of its id that cannot be reversed, and check digits. It is written into the
   * calldata of payments (ERC-8021), where everyone can read it; the id, which gives access to the charge, never is.
   */
  reference: Reference,
  /** The order in the merchant's words; '' and [] for fields that the merchant omitted. */
  name: z.string(),
  description: z.string(),
  line_items: z.array(LineItem),
  tax_note: z.string(),
  /** The payer's e-mail address, which only its owner recognizes: `a•••@e•••.com`. */
  payer_email_hint: z.string(),
  /** Only with a merchant's key: never through the proxy, and not on payment pages. */
  payer_email: z.optional(z.string()),
  /** Likewise. */
  metadata: z.optional(z.record(z.string(), z.unknown())),
  /** Likewise. What the merchant accepted as the price, in the settlement currency; absent where nothing less was accepted. */
  accepted_amount: z.optional(z.string()),
  /** Likewise. When the merchant marked the order as shipped; absent before. */
  shipped_at: z.optional(z.string()),
  /** Likewise. The payment link that it was created by; absent for none. */
  payment_link: z.optional(Uuid),
}

/** A charge as GET /charges/:id and the list return it (interface 2.1, last paragraph). */
export const ReducedCharge = z.object({
  ...reducedChargeFields,
  /** Only in the reply for one charge, in addition to the interface's reduced set. */
  ...z.partial(z.object(cardFields)).shape,
})
export type ReducedCharge = z.infer<typeof ReducedCharge>

/** A charge with all its fields (interface 2.1). */
export const Charge = z.object({
  ...reducedChargeFields,
  ...cardFields,
  metadata: z.record(z.string(), z.unknown()),
  payer_email: z.string(),
  charge_kind: z.string(),
  code: z.string(),
  /** Whether the merchant gave the payer's e-mail address. */
  collected_email: z.boolean(),
  pwcb_only: z.boolean(),
  web3_retail_payments_enabled: z.boolean(),
})
export type Charge = z.infer<typeof Charge>

/** The most assets that one charge accepts in addition to its own. */
const maxAcceptedAssets = 20

/**
 * A further chain and token that the merchant accepts. `tokenAmount` is the whole price in this token. Without it, a dollar token
 * takes the local price 1:1, and the price in any other token is computed from the operator's feed. Without `recipientAddress`, the
 * charge's own recipient is paid.
 */
export const NewAcceptedAsset = z.object({
  ...requestFields,
  chainId: requiredChainId,
  tokenAddress: Address,
  recipientAddress: z.optional(Address),
})
export type NewAcceptedAsset = z.input<typeof NewAcceptedAsset>

/** Properties of a payment request given with a charge (interface 2.5; fields as in 4.7). */
export const RequestProps = z.object({
  ...requestFields,
  recipientAddress: z.optional(Address),
  /** Further chains and tokens that the charge may be paid in: at most 20, each once. */
  accepts: z.optional(
    z
      .array(NewAcceptedAsset)
      .check(z.maxLength(maxAcceptedAssets, `must have at most ${maxAcceptedAssets} pairs`)),
  ),
})
export type RequestProps = z.infer<typeof RequestProps>

/** The fields of the body of POST /charges. */
export const newChargeFields = {
  pricing_type: PricingType,
  /** May be left out for `no_price`: the payer then chooses any amount. */
  local_price: z.optional(
    z.object({
      amount: Amount,
      /** ISO 4217 code: USD, or one that the operator has set a rate for. @default USD */
      currency: z.optional(Currency),
    }),
  ),
  baseUrl: z.optional(WebUrl),
  requestId: z.optional(Uuid),
  requestProps: z.optional(RequestProps),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  redirect_url: z.optional(WebUrl),
  cancel_url: z.optional(WebUrl),
  /** When it expires, within the operator's bounds. @default the operator's CHARGE_EXPIRY_HOURS after its creation */
  expires_at: z.optional(Time),
  /** The name of the order, such as `Order 1042`: shown to the payer, as are the next three. */
  name: z.optional(payerText(200)),
  description: z.optional(payerText(1000)),
  /** Only for `fixed_price`: together they are the price. */
  line_items: z.optional(NewLineItems),
  /** A word about taxes below the lines, such as `Includes $2.60 VAT`. */
  tax_note: z.optional(payerText(200)),
  /** The payer's e-mail address, where the merchant knows it. Payers see only a hint of it. */
  payer_email: z.optional(Email),
}

/** Body of POST /charges (interface 4.1). */
export const NewCharge = z.object(newChargeFields).check(
  z.refine((charge) => charge.pricing_type === 'no_price' || charge.local_price !== undefined, {
    path: ['local_price'],
    error: 'must be given for a fixed_price',
    // Together with the faults of other fields, so that one reply names them all.
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
)
export type NewCharge = z.input<typeof NewCharge>

/** This service's are texts; the interface does not define them, so a reader accepts any. */
const warnings = z.array(z.unknown())

/** With `?expand=request_charge`. */
const request_charge = z.optional(RequestCharge)

/** Reply of POST /charges. */
export const CreatedChargeReply = z.object({ data: Charge, warnings, request_charge })
/** Reply of GET /charges/:id. */
export const ChargeReply = z.object({ data: ReducedCharge, warnings, request_charge })
/** Reply of GET /charges (interface 4.3). */
export const ChargeListReply = z.object({
  data: z.array(ReducedCharge),
  /**
   * `total` counts all charges that the filter lets through. With another filter than status it counts no further than
   * 1,000, which then stands for as many or more: to count them all would take longer with every charge.
   */
  pagination: z.object({ has_more: z.boolean(), total: z.number() }),
  warnings,
})

/**
 * Body of POST /charges/:uuid/accept. `amount`: the sum that the merchant has seen, in whole units of the settlement currency. The
 * audit log keeps the `reason`.
 */
export const ChargeAcceptance = /* @__PURE__ */ z.object({
  amount: z.optional(Amount),
  reason: z.optional(DecisionReason),
})
export type ChargeAcceptance = z.infer<typeof ChargeAcceptance>

/** A text to search for: no searchable text of a charge is longer. */
const searchText = /* @__PURE__ */ z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters'))

/**
 * Query of GET /charges: a charge is listed if it matches all given filters. A cursor is the id of a charge; at most one of the two
 * may be given.
 */
export const ChargeListQuery = z.object({
  ...pageQuery,
  status: z.optional(Status),
  payment_status: z.optional(ChargePaymentStatus),
  created_since: z.optional(Time),
  created_before: z.optional(Time),
  paid_since: z.optional(Time),
  paid_before: z.optional(Time),
  reference: z.optional(Reference),
  hash: z.optional(Hash),
  payer: z.optional(Address),
  payer_email: z.optional(Email),
  amount: z.optional(Amount),
  metadata_key: z.optional(searchText),
  metadata_value: z.optional(searchText),
  search: z.optional(searchText),
  chain: z.optional(ChainId),
  token: z.optional(Address),
  shop: z.optional(searchText),
  payment_link: z.optional(Uuid),
  /** Of the price: ISO 4217. */
  currency: z.optional(Currency),
  returned: z.optional(z.enum(['true', 'false'], 'must be true or false')),
  sort: z.optional(z.enum(['newest', 'oldest'], 'must be newest or oldest')),
})
export type ChargeListQuery = QueryValues<typeof ChargeListQuery>
