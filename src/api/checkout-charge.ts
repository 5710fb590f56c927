import * as z from 'zod/mini'
import { Address, Amount, ChainId } from './fields.ts'

// What a checkout reads of the contract. It stands alone, and takes what is common to all variants of the interface, so
// that a first load carries no schema that it does not need.

const text = z.optional(z.string())
/** What its reader checks for itself: schemas of more kinds would only make a first load larger. */
const checkedLater = <T>() => z.unknown() as unknown as z.ZodMiniType<T>
/** By its form, as all texts here are: an enum would be one kind of schema more. */
const PricingType = z
  .string()
  .check(
    z.regex(/^(fixed|no)_price$/, 'must be fixed_price or no_price'),
  ) as unknown as z.ZodMiniType<'fixed_price' | 'no_price'>
const money = z.object({ amount: Amount, currency: z.string() })

/**
 * A charge as a checkout reads it: whatever of interface 2.1 it was given. Creation may answer with the shorter
 * variant, GET with the reduced set, and the interface does not show the fields of a payment, so all that is not in
 * every variant is optional here and the reader decides without it.
 */
export const CheckoutCharge = z.object({
  id: z.string(),
  hosted_url: z.string(),
  created_at: z.string(),
  pricing_type: PricingType,
  pricing: z.optional(z.object({ local: money, settlement: money })),
  payments: z.optional(
    z.array(
      z.object({
        payerTransactionHash: text,
        payerAddress: text,
        payerChainId: text,
        paidAmountInRequestedToken: text,
        status: text,
        reason: text,
      }),
    ),
  ),
  /** As in {@link ChargePayment}'s Status: NEW, PENDING, COMPLETED, FAILED, EXPIRED, CANCELLED. */
  status: text,
  /** ISO 8601. From then on it is not offered for payment. */
  expires_at: text,
  /** What names the charge in calldata; none for a service that finds payments in another way. */
  reference: text,
  redirects: z.optional(
    z.object({
      cancel_url: z.string(),
      success_url: z.string(),
      will_redirect_after_success: checkedLater<boolean>(),
    }),
  ),
  brand_color: text,
  brand_logo_url: text,
  organization_name: text,
})
export type CheckoutCharge = z.infer<typeof CheckoutCharge>

/** Answer of POST /charges and GET /charges/:id, read by a checkout. */
export const CheckoutChargeReply = z.object({ data: CheckoutCharge })

/** Answer of the proxy's POST /charges: with its word that it made this charge for this order, to come back with. */
export const OrderedChargeReply = z.object({ data: CheckoutCharge, binding: text })

/**
 * Where and how much to pay, of a request charge (interface 2.4). Only what a transfer is made from is read, and
 * checked in form: a wrong digit there is money lost.
 */
export const CheckoutDestination = z.object({
  tokenAmount: Amount,
  tokenAddress: Address,
  tokenDecimals: checkedLater<number>(),
  tokenSymbol: z.string(),
  chainId: ChainId,
  requestLink: z.object({ recipientAddress: Address }),
  /** ISO 8601: until when the amounts hold, for a token whose price moves; none where they hold as long as the charge. */
  quoteExpiresAt: text,
  accepts: z.optional(checkedLater<readonly unknown[]>()),
})
export type CheckoutDestination = z.infer<typeof CheckoutDestination>
