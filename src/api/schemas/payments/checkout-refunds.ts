import * as z from 'zod/mini'
import { Amount } from '../fields.ts'

// The fields of a charge's refunds that its receipt shows. Compiled for the browser, as charges/checkout-charge.ts is.

/** Reply of GET /charges/:uuid/refunds, as a checkout reads it; the whole is `ChargeRefunds`. */
export const CheckoutRefunds = z.object({
  data: z.array(
    z.object({
      /** One of the values of `RefundStatus`. */
      status: z.string(),
      amount: Amount,
      /** '' before its transfer was mined. */
      sentAmount: z.string(),
      tokenSymbol: z.string(),
      chainId: z.string(),
      /** '' before it is known. */
      hash: z.string(),
      /** The page on which the payer names the address. */
      claimUrl: z.string(),
    }),
  ),
})
export type CheckoutRefund = z.infer<typeof CheckoutRefunds>['data'][number]
