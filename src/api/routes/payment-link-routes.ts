import {
  NewPaymentLink,
  PaymentLink,
  PaymentLinkList,
  PaymentLinkListQuery,
} from '../schemas/payment-links.ts'
import { defineEndpoint } from './route.ts'

/** Payment links. */
export const paymentLinkRoutes = {
  createPaymentLink: defineEndpoint({
    summary: 'Create a payment link',
    description:
      'A page at `url` that shows the offer. Opening it creates nothing; a customer who continues gets a charge of their own, ' +
      'with what they entered: an e-mail address as `payer_email`, anything else in the `metadata`, as `customer_name`, ' +
      '`customer_note` or by its label. With `max_payments`, no more customers than that are asked to pay at the same time ' +
      'or have paid; a charge that expires unpaid makes room for the next one. Every field is checked as in POST /charges. ' +
      '403 for a recipient that is not the account’s wallet, if the key may not choose it.',
    method: 'POST',
    path: '/payment-links',
    // Not the scope of a proxy's key: who takes a proxy over makes no pages that ask for money.
    scopes: ['settings'],
    role: 'decide',
    body: NewPaymentLink,
    reply: PaymentLink,
    successStatuses: [201],
    errorStatuses: [400, 403, 409, 500, 503],
    retryPolicy: 'key',
  }),
  listPaymentLinks: defineEndpoint({
    summary: 'List payment links',
    description: 'Newest first; cursors work as in GET /charges.',
    method: 'GET',
    path: '/payment-links',
    scopes: ['charges:read'],
    query: PaymentLinkListQuery,
    reply: PaymentLinkList,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  getPaymentLink: defineEndpoint({
    summary: 'Fetch a payment link',
    description: 'For its charges call GET /charges with `payment_link`.',
    method: 'GET',
    path: '/payment-links/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: PaymentLink,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  endPaymentLink: defineEndpoint({
    summary: 'End a payment link',
    description:
      'It creates no charge any more. Charges that it has created can still be paid; cancel those that should not be. Safe to ' +
      'repeat; it cannot be undone.',
    method: 'POST',
    path: '/payment-links/:uuid/end',
    scopes: ['settings'],
    role: 'decide',
    params: ['uuid'],
    reply: PaymentLink,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
}
