import * as z from 'zod/mini'
import { CheckoutChargeReply } from '../schemas/charges/checkout-charge.ts'
import { RequestCharge } from '../schemas/requests/request-charge.ts'
import { RequestChargeReply } from '../schemas/requests/request-charge-reply.ts'
import { addAuthorization, listAuthorizationOffers } from './authorization-routes.ts'
import { getCheckoutCharge, getCheckoutDestination, orderCharge } from './checkout-routes.ts'
import { addPayment, getPaymentStatus, reserveAmount } from './payment-route.ts'
import { getReceipt } from './receipt-route.ts'
import { refundRoutes } from './refund-routes.ts'
import { defineRoute } from './route.ts'

/**
 * The header in which a proxy gives the service the payer's IP address, or `unknown`. The service then counts the call
 * for the payer, and not for the merchant's backend, which uses the same api-key.
 */
export const payerHeader = 'pay-charge-payer'

/**
 * A charge as a checkout reads it, with the whole request charge: the proxy signs more of it than a checkout reads.
 */
const ProxyChargeReply = z.extend(CheckoutChargeReply, {
  request_charge: z.optional(RequestCharge),
})
export type ProxyChargeReply = z.infer<typeof ProxyChargeReply>

/** A payer's calls about one charge: a merchant's proxy forwards them, and the payment page of the charge answers them. */
export const payerRoutes = {
  getCharge: defineRoute({ ...getCheckoutCharge, reply: ProxyChargeReply }),
  getRequestCharge: defineRoute({ ...getCheckoutDestination, reply: RequestChargeReply }),
  addPayment,
  getPaymentStatus,
  reserveAmount,
  listAuthorizationOffers,
  addAuthorization,
  getReceipt,
  listChargeRefunds: refundRoutes.listChargeRefunds,
  nameRefundRecipient: refundRoutes.nameRefundRecipient,
}

/** The routes that a merchant's proxy forwards: only those that a payer needs. */
export const proxyRoutes = {
  orderCharge: defineRoute({ ...orderCharge, reply: ProxyChargeReply }),
  ...payerRoutes,
}
