import * as z from 'zod/mini'
import { Amount } from '../fields.ts'

// What a receipt shows of the refunds of its charge. Compiled for the browser, as charges/checkout-charge.ts is.

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
      /** The page where the payer says where it goes. */
      claimUrl: z.string(),
    }),
  ),
})
export type CheckoutRefund = z.infer<typeof CheckoutRefunds>['data'][number]
