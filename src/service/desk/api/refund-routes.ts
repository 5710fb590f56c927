import * as z from 'zod/mini'
import { defineRoute } from '../../../api/routes/route.ts'
import { ChargeReply } from '../../../api/schemas/charges/charge.ts'
import { ExpandQuery } from '../../../api/schemas/charges/checkout-charge.ts'
import { Address, Amount, ChainId, ShopName } from '../../../api/schemas/fields.ts'
import { pageQuery } from '../../../api/schemas/page-query.ts'
import { NewPayment, PaymentStatus } from '../../../api/schemas/payments/payment.ts'
import { ListedRefund } from '../../../api/schemas/payments/refund.ts'
import { RecordedPayment } from '../../../api/schemas/requests/request-charge-reply.ts'
import { deskRoute } from './route.ts'

/** A refund, with what a person knows its order by. */
export const NamedRefund = z.extend(ListedRefund, {
  order: z.object({ name: z.string(), reference: z.string(), payer_email: z.string() }),
})
export type NamedRefund = z.infer<typeof NamedRefund>

/** The desk's own routes about refunds: the page that asks the merchant's wallet calls three of them. */
export const deskRefundRoutes = {
  /** Returns the refundable amounts of a charge, in each token that it was paid in. */
  getRefundable: defineRoute({
    ...deskRoute,
    path: '/charges/:uuid/refundable',
    params: ['uuid'],
    reply: z.object({
      data: z.array(
        z.object({
          chainId: ChainId,
          tokenAddress: Address,
          tokenSymbol: z.string(),
          amount: Amount,
        }),
      ),
    }),
  }),
  /** Lists refunds in any of these statuses, a list with commas, newest first; with `shop`, those of one shop. */
  listRefunds: defineRoute({
    ...deskRoute,
    path: '/named-refunds',
    query: z.object({
      ...pageQuery,
      statuses: z.string().check(z.maxLength(200, 'is too long')),
      shop: z.optional(ShopName),
    }),
    reply: z.object({
      data: z.array(NamedRefund),
      pagination: z.object({ has_more: z.boolean() }),
    }),
  }),
  /** Returns a refund whose wallet is being asked, as the charge that the element shows. */
  getSigningCharge: defineRoute({
    ...deskRoute,
    scopes: ['refunds'],
    path: '/refunds/:uuid/attempts/:attempt/charge',
    params: ['uuid', 'attempt'],
    query: ExpandQuery,
    reply: ChargeReply,
    errorStatuses: [404, 409],
  }),
  /** Reports the transaction that the element got of the wallet. */
  reportSigned: defineRoute({
    ...deskRoute,
    method: 'POST',
    scopes: ['refunds'],
    path: '/refunds/:uuid/attempts/:attempt/payments',
    params: ['uuid', 'attempt'],
    body: NewPayment,
    reply: RecordedPayment,
    successStatuses: [201],
    errorStatuses: [400, 404, 409],
  }),
  /** Returns how far that transaction is. */
  getSigningStatus: defineRoute({
    ...deskRoute,
    scopes: ['refunds'],
    path: '/refunds/:uuid/attempts/:attempt/payments/:hash',
    params: ['uuid', 'attempt', 'hash'],
    reply: PaymentStatus,
    errorStatuses: [404, 409],
  }),
}
