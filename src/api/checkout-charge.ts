import * as z from 'zod/mini'
import { Pricing, PricingType, Redirects } from './charge.ts'

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
  pricing: z.optional(Pricing),
  payments: z.optional(
    z.array(
      z.object({
        payerTransactionHash: z.optional(z.string()),
        paidAmountInRequestedToken: z.optional(z.string()),
        status: z.optional(z.string()),
        reason: z.optional(z.string()),
      }),
    ),
  ),
  redirects: z.optional(Redirects),
  brand_color: z.optional(z.string()),
  brand_logo_url: z.optional(z.string()),
  organization_name: z.optional(z.string()),
})
export type CheckoutCharge = z.infer<typeof CheckoutCharge>

/** Answer of POST /charges and GET /charges/:id, read by a checkout. */
export const CheckoutChargeReply = z.object({ data: CheckoutCharge })
