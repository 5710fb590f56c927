import { getCheckoutCharge, orderCharge } from './checkout-routes.ts'
import { addPayment, getPayment, reserveAmount } from './payment-route.ts'
import { routes } from './routes.ts'

/**
 * The header in which a proxy gives the service the payer's IP address, or `unknown`. The service then counts the call
 * for the payer, and not for the merchant's backend, which uses the same api-key.
 */
export const payerHeader = 'pay-charge-payer'

/** The routes that a merchant's proxy forwards: what a payer needs, and nothing else. */
export const proxyRoutes = {
  orderCharge,
  checkoutCharge: getCheckoutCharge,
  getRequestCharge: routes.getRequestCharge,
  addPayment,
  getPayment,
  reserveAmount,
}
