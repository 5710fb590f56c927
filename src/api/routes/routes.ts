import { bookRoutes } from './book-routes.ts'
import { chargeRoutes } from './charge-routes.ts'
import { paymentLinkRoutes } from './payment-link-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import { requestRoutes } from './request-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { unmatchedRoutes } from './unmatched-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** The endpoints by subject, in the order in which documents show them. */
export const routeGroups = [
  {
    name: 'Charges',
    description: 'Requests for one payment each, and their payments.',
    routes: chargeRoutes,
  },
  {
    name: 'Payment links',
    description: 'Pages of the service that create a charge for each customer who wants to pay.',
    routes: paymentLinkRoutes,
  },
  {
    name: 'Unmatched payments',
    description: 'Money that arrived, and that no charge can claim by proof.',
    routes: unmatchedRoutes,
  },
  {
    name: 'Refunds',
    description: 'Money that your wallet sends back to a payer.',
    routes: refundRoutes,
  },
  {
    name: 'Books',
    description: 'Every movement of money, for your accounting.',
    routes: bookRoutes,
  },
  {
    name: 'Requests',
    description: 'A recipient and, optionally, an amount.',
    routes: requestRoutes,
  },
  {
    name: 'Settings',
    description: 'Settings of the account that the api-key belongs to.',
    routes: settingsRoutes,
  },
  {
    name: 'Webhooks',
    description: 'Calls from the service to your backend, and their deliveries.',
    routes: webhookRoutes,
  },
] as const

/**
 * Every endpoint, described once: the service answers by this table, and client, OpenAPI document and commands derive from it. Each
 * may also reply with 400, 401, 403, 413, 429 and 500. The calls of browsers are in checkout-routes.ts, payment-route.ts,
 * authorization-routes.ts and receipt-route.ts, with only the fields that they read of the replies.
 */
export const routes = {
  ...chargeRoutes,
  ...paymentLinkRoutes,
  ...unmatchedRoutes,
  ...refundRoutes,
  ...bookRoutes,
  ...requestRoutes,
  ...settingsRoutes,
  ...webhookRoutes,
}

/** The name of an endpoint: the client's method, and the document's operationId. */
export type RouteName = keyof typeof routes
