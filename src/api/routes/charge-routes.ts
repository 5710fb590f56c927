import {
  ChargeAcceptance,
  ChargeListQuery,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewCharge,
} from '../schemas/charges/charge.ts'
import {
  ListedPayment,
  PaymentListQuery,
  PaymentListReply,
} from '../schemas/payments/payment-list.ts'
import { RecordedPayment } from '../schemas/requests/request-charge-reply.ts'
import { addAuthorization, listAuthorizationOffers } from './authorization-routes.ts'
import { getCheckoutCharge, orderCharge } from './checkout-routes.ts'
import { addPayment, getPaymentStatus, reserveAmount } from './payment-route.ts'
import { getReceipt } from './receipt-route.ts'
import { defineEndpoint } from './route.ts'

/** Charges, and the payments of them. */
export const chargeRoutes = {
  /** Interface 4.1. */
  createCharge: defineEndpoint({
    summary: 'Create a charge',
    description:
      'requestProps sets where the money goes. Without it, the request that requestId names does; without both, the ' +
      'account’s receiving wallet does. requestProps.accepts lists further pairs of chain and token in which the charge ' +
      'can be paid. For no_price, local_price suggests an amount and may be left out. name, description, line_items and ' +
      'tax_note describe the order to the payer: texts in one line. The amounts of all lines, each unit_amount times ' +
      'quantity, must add up to local_price.amount; otherwise the call is a 400 that names both. A discount is ' +
      'negative. At most 50 lines and 16 KiB of them. Payers see only payer_email_hint of payer_email, such as ' +
      'a•••@e•••.com. expires_at must be within the operator’s bounds, which a 400 names. If a reply is lost, repeat ' +
      'the call with the same Idempotency-Key and the same body: it returns the same charge. Only expires_at may ' +
      'differ; the first one applies.',
    ...orderCharge,
    body: NewCharge,
    reply: CreatedChargeReply,
    successStatuses: [201],
    errorStatuses: [400, 404, 409, 500, 503],
  }),
  /** Interface 4.2. */
  getCharge: defineEndpoint({
    summary: 'Fetch one charge',
    description:
      'Returns the reduced charge, with the payments recorded for it, its status, its order, its brand, its redirects ' +
      'and its metadata.',
    ...getCheckoutCharge,
    reply: ChargeReply,
  }),
  /** Interface 4.3. */
  listCharges: defineEndpoint({
    summary: 'List charges',
    description:
      'Newest first. For the next page (older charges), give the id of the last charge of a page as starting_after. For ' +
      'the previous page (newer charges), give the id of its first charge as ending_before. `has_more` is true if more ' +
      'charges follow in that direction. `total` counts all charges with the status; with any other filter it stops ' +
      'counting at 1,000. A charge is listed if it matches all given filters. With a time of payment, the list is ' +
      'sorted by that time, latest first. Texts match as a whole, in any case; of the metadata, the first ten texts, ' +
      'numbers and booleans of at most 200 characters can be found. `search` is for a free search field.',
    method: 'GET',
    path: '/charges',
    scopes: ['charges:read'],
    query: ChargeListQuery,
    reply: ChargeListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  /** Interface 4.6. */
  addPayment: defineEndpoint({
    summary: 'Record a transaction as a payment of a charge',
    description:
      'Replies immediately, without a call to the chain; the service then reads the transaction there. Chain and token ' +
      'are those of the charge, or of a pair that it accepts. A report alone is not a payment: the charge shows only ' +
      'transfers that are on the chain and that their sender authorized for it. For a transfer that does not name the ' +
      'charge, `signature` is the proof: the paying account signs the text that createPaymentMessage returns. With a ' +
      'key that has the scope `payments:assign`, and without a header `pay-charge-payer`, the report is the merchant’s ' +
      'decision: the merchant asserts that this transaction pays this charge, and its transfers without proof are ' +
      'credited. 409 if it pays another charge, or if charges of another account are paid at the same address. Safe to ' +
      'repeat: a transaction that was already reported gets a 409, with `details.chargeUuid` if it was for this same ' +
      'charge.',
    ...addPayment,
    reply: RecordedPayment,
  }),
  getPaymentStatus: defineEndpoint({
    summary: 'Fetch the status of a reported transaction',
    description:
      'UNSEEN means that the chain does not show the transaction yet. UNMATCHED means that money arrived, but nothing ' +
      'proves that it is for this charge; one of the `signers` can prove it with a signature. 404 means that the ' +
      'transaction was never reported, or that its report was removed because it did not appear on the chain.',
    ...getPaymentStatus,
  }),
  reserveAmount: defineEndpoint({
    summary: 'Reserve an exact amount for a charge',
    description:
      'For payers whose wallet cannot name the charge: a transfer of exactly this amount pays this charge. The amount ' +
      'exceeds the owed amount slightly, by at most one cent or one ten-thousandth. A repeated call returns the same ' +
      'amount. 409 with `details.reason`: not_payable if nothing can be paid, or no_room if the token has too few ' +
      'decimals for another unique amount.',
    ...reserveAmount,
  }),
  listAuthorizationOffers: defineEndpoint({
    summary: 'List the transfers that an account can sign to pay a charge',
    description:
      'For payers who have the token, but no native currency for the network’s fee: the account signs a transfer ' +
      '(EIP-3009), and the service sends it. The nonce is derived from the charge, so the token accepts one ' +
      'authorization per account for it. Empty if the service sends none, or if the charge cannot be paid now.',
    ...listAuthorizationOffers,
  }),
  addAuthorization: defineEndpoint({
    summary: 'Send a signed transfer for a payer',
    description:
      'Checks that the token accepts the transfer, sends it, and replies with the resulting payment. The same body ' +
      'again gets the same answer, with the newest transaction if it was sent again with a higher fee. A 400 names the ' +
      'field that differs from the charge, or the token’s reason to refuse. 409 with `details.reason`: not_payable, ' +
      'payment_pending, authorization_pending or authorization_used. 429 beyond the operator’s limits. 503 while the ' +
      'relayer cannot send it: try again, or pay by an ordinary transfer.',
    ...addAuthorization,
    reply: RecordedPayment,
  }),
  cancelCharge: defineEndpoint({
    summary: 'Cancel a charge',
    description:
      'Ends a charge that is not paid. 409 while a payment is pending, and if money was already credited. Money that ' +
      'arrives later for this charge is unmatched. Safe to repeat.',
    method: 'POST',
    path: '/charges/:uuid/cancel',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  acceptCharge: defineEndpoint({
    summary: 'Accept a short payment',
    description:
      'Takes what has arrived for the charge as its price: it becomes COMPLETED, also if it had expired, and sends ' +
      '`charge:confirmed`. What waits for confirmations is accepted with the rest, and the charge is COMPLETED once it is ' +
      'confirmed. No amount changes. Give the `amount` that you have seen, in the settlement currency, to get a 409 if ' +
      'another sum has arrived meanwhile. 409 also if nothing has arrived, or once the charge has a refund. Safe to repeat.',
    method: 'POST',
    path: '/charges/:uuid/accept',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    body: ChargeAcceptance,
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  unacceptCharge: defineEndpoint({
    summary: 'Undo the acceptance of a short payment',
    description:
      'The charge is part paid again. Five minutes later it sends `charge:unconfirmed`, unless it is paid by then. 409 once ' +
      'the order was shipped, or while the charge has a refund. Safe to repeat.',
    method: 'POST',
    path: '/charges/:uuid/unaccept',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  markShipped: defineEndpoint({
    summary: 'Mark a charge as shipped',
    description:
      'Call it before the order ships. After that, no assignment of the charge’s money can be undone. 409 while the ' +
      'charge is not COMPLETED, so that an order does not ship if its payment was removed meanwhile.',
    method: 'POST',
    path: '/charges/:uuid/shipped',
    scopes: ['payments:assign'],
    params: ['uuid'],
    reply: ChargeReply,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  getReceipt: defineEndpoint({
    summary: 'Fetch the signed receipt of a charge',
    description:
      'A compact JWS (RFC 7515, ES256) that anyone can verify with the keys at `/.well-known/jwks.json`. Its claims ' +
      'contain the order, the recipient, and each credited transaction with its block. They contain no id that opens ' +
      'the charge, no e-mail address and no metadata. 409 while the charge is not COMPLETED, also after a ' +
      'reorganization removed its payment. Each call creates a new signature; `jti` stays the same as long as the ' +
      'contents do.',
    ...getReceipt,
  }),
  listPayments: defineEndpoint({
    summary: 'List payments',
    description:
      'The payments of all charges, newest first; cursors work as in GET /charges. A payment is listed if it matches ' +
      'all given filters: its status, its charge, the transaction, the account that sent it, the time at which it was ' +
      'recorded.',
    method: 'GET',
    path: '/payments',
    scopes: ['charges:read'],
    query: PaymentListQuery,
    reply: PaymentListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  getPayment: defineEndpoint({
    summary: 'Fetch a payment',
    description:
      'Its amounts are in the token of its charge’s price, as in the charge’s `payments`.',
    method: 'GET',
    path: '/payments/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: ListedPayment,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
}
