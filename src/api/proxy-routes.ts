import { checkoutCharge, orderCharge } from './checkout-routes.ts'
import { addPayment, getPayment, reserveAmount } from './payment-route.ts'
import { routes } from './routes.ts'

/**
 * The header by which a proxy tells the service for whom it calls: the payer's IP address, or `unknown`. The service then
 * counts the call for the payer, and not for the merchant's backend, which has the same api-key.
 */
export const payerHeader = 'pay-charge-payer'

/** All that a merchant's proxy passes on: the payer's way, and nothing else. */
export const checkoutRoutes = {
  orderCharge,
  checkoutCharge,
  getRequestCharge: routes.getRequestCharge,
  addPayment,
  getPayment,
  reserveAmount,
}
