import { checkoutCharge, orderCharge } from './checkout-routes.ts'
import { addPayment } from './payment-route.ts'
import { routes } from './routes.ts'

/** All that a merchant's proxy passes on: the payer's way, and nothing else. */
export const checkoutRoutes = {
  orderCharge,
  checkoutCharge,
  getRequestCharge: routes.getRequestCharge,
  addPayment,
}
