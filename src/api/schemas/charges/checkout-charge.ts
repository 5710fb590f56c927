import * as z from 'zod/mini'
import { Address, Amount, ChainId } from '../fields.ts'

// The schemas that a checkout reads. They import no other schema than the fields, and read only the fields common to all variants
// of the interface, so that a first load carries no unneeded schema. The script tag's build compiles them
// (scripts/schemas/compile-schemas.ts), which supports objects, lists, texts with patterns, and optional or unknown values.

const optionalText = z.optional(z.string())
const CheckoutPricingType = z
  .string()
  .check(z.regex(/^(fixed|no)_price$/, 'must be fixed_price or no_price'))
const money = z.object({ amount: Amount, currency: z.string() })

/**
 * A charge as a checkout reads it: the fields of interface 2.1 that it received. The reply to the creation may be the
 * shorter variant, GET returns the reduced set, and the interface does not show the fields of a payment. So every field
 * that some variant lacks is optional here, and the reader must do without it.
 */
export const CheckoutCharge = z.object({
  id: z.string(),
  hosted_url: z.string(),
  created_at: z.string(),
  pricing_type: CheckoutPricingType,
  pricing: z.optional(z.object({ local: money, settlement: money })),
  payments: z.optional(
    z.array(
      z.object({
        payerTransactionHash: optionalText,
        payerAddress: optionalText,
        payerChainId: optionalText,
        paidAmountInRequestedToken: optionalText,
        creditedAmount: optionalText,
        status: optionalText,
        reason: optionalText,
        /** The time of its block; '' or absent until the service has seen it in one. */
        minedAt: optionalText,
      }),
    ),
  ),
  /** One of the values of `Status`: NEW, PENDING, COMPLETED, FAILED, EXPIRED, CANCELLED. */
  status: optionalText,
  /** A report that waits for the chain; null for none. Parsed only where it is shown. */
  waiting_report: z.optional(z.unknown()),
  /** What a large pending payment waits for; null for nothing. Parsed only where it is shown. */
  finality: z.optional(z.unknown()),
  /** ISO 8601. From this time on the charge is not offered for payment. */
  expires_at: optionalText,
  /** False in test mode; a boolean. Absent for a service without it. */
  livemode: z.optional(z.unknown()),
  /** The charge's public name in calldata; absent for a service that finds payments in another way. */
  reference: optionalText,
  redirects: z.optional(
    z.object({
      cancel_url: z.string(),
      success_url: z.string(),
      /** A boolean; read as one. */
      will_redirect_after_success: z.unknown(),
    }),
  ),
  /** The order in the merchant's words. Parsed only where it is shown, so a fault in it stops no payment. */
  name: z.optional(z.unknown()),
  description: z.optional(z.unknown()),
  line_items: z.optional(z.array(z.unknown())),
  tax_note: z.optional(z.unknown()),
  /** The payer's e-mail address, so that only its owner recognizes it. */
  payer_email_hint: z.optional(z.unknown()),
  brand_color: optionalText,
  brand_logo_url: optionalText,
  organization_name: optionalText,
  /** Linked only where it is an https or mailto URL. */
  support_url: optionalText,
})
export type CheckoutCharge = z.infer<typeof CheckoutCharge>

/**
 * A request charge as a checkout reads it: where and how much to pay (interface 2.4). Only the fields that a transfer
 * is built from are read, and their format is checked: a wrong digit there loses money.
 */
export const CheckoutDestination = z.object({
  tokenAmount: Amount,
  tokenAddress: Address,
  /** Checked where the payment option is created, with the error that the payer sees. */
  tokenDecimals: z.unknown(),
  tokenSymbol: z.string(),
  chainId: ChainId,
  requestLink: z.object({ recipientAddress: Address }),
  /** ISO 8601: when the amounts expire, for a token whose price moves; absent where they hold as long as the charge. */
  quoteExpiresAt: optionalText,
  /** Checked where the payment options are listed. */
  accepts: z.optional(z.unknown()),
  /** The merchant's signed quote as a compact JWS. Checked on a page that names quote keys. */
  signedQuote: optionalText,
})
export type CheckoutDestination = z.infer<typeof CheckoutDestination>

/**
 * Reply of POST /charges and GET /charges/:id, as a checkout reads it.
 *
 * - `request_charge` is there if it was asked for and the other side can join it.
 * - `binding` is only in the proxy's reply to an order. It proves that the proxy created this charge for this order; the
 *   page sends it back to resume the charge.
 */
export const CheckoutChargeReply = z.object({
  data: CheckoutCharge,
  request_charge: z.optional(CheckoutDestination),
  binding: optionalText,
})
export type CheckoutChargeReply = z.infer<typeof CheckoutChargeReply>

/** The query of both calls: `expand=request_charge` asks for the charge and its request charge in one reply. */
export const ExpandQuery = z.object({
  expand: z.optional(z.enum(['request_charge'], 'must be request_charge')),
})

/** The body of POST /charges at the proxy: any JSON, which the merchant's own code prices. */
export const Order = z.unknown()
