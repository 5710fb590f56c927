import {
  UnmatchedAssignment,
  UnmatchedListQuery,
  UnmatchedListReply,
  UnmatchedPayment,
  UnmatchedReply,
  UnmatchedReturn,
  UnmatchedUnassignment,
} from '../schemas/unmatched.ts'
import { defineEndpoint } from './route.ts'

/** Money that arrived, and that no charge can claim by proof. */
export const unmatchedRoutes = {
  listUnmatched: defineEndpoint({
    summary: 'List unmatched transfers',
    description:
      'Money that arrived where charges of this account are paid, and that no proof assigns to one of them. Newest ' +
      'first; cursors work as in GET /charges. Without `status`, the list has the UNMATCHED ones. `shop` leaves out what ' +
      'is assigned to charges of other shops; money that is not assigned belongs to no shop, and is always listed.',
    method: 'GET',
    path: '/unmatched-payments',
    scopes: ['charges:read'],
    query: UnmatchedListQuery,
    reply: UnmatchedListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  getUnmatched: defineEndpoint({
    summary: 'Fetch unmatched money, with the charges that it may pay',
    description:
      'At most five `suggestions`, the likeliest first, each with its `reasons`: charges of the two weeks before whose ' +
      'price matches, or that the transaction or its sender points to. `fitting` is the number of all that match. A ' +
      'suggestion is not a proof, but the evidence of a `strong` one cannot be forged by others. Empty once a decision ' +
      'was made.',
    method: 'GET',
    path: '/unmatched-payments/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: UnmatchedReply,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  assignUnmatched: defineEndpoint({
    summary: 'Credit unmatched money to a charge',
    description:
      'The charge is credited when the block is confirmed. Give `amount` only if the chain does not show how much ' +
      'arrived. 409 if the transfer has already been ignored or assigned otherwise, or if charges of another account ' +
      'are paid at the same address: then the operator decides. Money in a token that the charge does not accept, at ' +
      'one of its addresses, is assigned by its value at its block: give the `usdAmount` that GET ' +
      '/unmatched-payments/{uuid} has shown; 409 if the value differs or is unknown.',
    method: 'POST',
    path: '/unmatched-payments/:uuid/assign',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    body: UnmatchedAssignment,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  unassignUnmatched: defineEndpoint({
    summary: 'Undo an assignment',
    description:
      'The money is unmatched again, and the charge returns to its state without it; if it was confirmed, it sends ' +
      '`charge:unconfirmed` five minutes later, unless it is paid again by then. 409 if proof credits the money, if it is assigned to another charge, or ' +
      'once the order was shipped. Safe to repeat.',
    method: 'POST',
    path: '/unmatched-payments/:uuid/unassign',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    body: UnmatchedUnassignment,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  returnUnmatched: defineEndpoint({
    summary: 'Send unmatched money back',
    description:
      'The money is credited to a separate charge, `chargeUuid` of the reply, which has no order, sends no `charge:` ' +
      'events and appears in no figures. Once its payment is confirmed, refund it: POST /charges/{uuid}/refunds. ' +
      'Unassign undoes this as long as it has no refund. Give `amount` only if the chain does not show how much ' +
      'arrived. 409 if the money has already been ignored or assigned, or if charges of another account are paid at the ' +
      'same address. Safe to repeat.',
    method: 'POST',
    path: '/unmatched-payments/:uuid/return',
    scopes: ['admin'],
    role: 'refund',
    params: ['uuid'],
    body: UnmatchedReturn,
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  restoreUnmatched: defineEndpoint({
    summary: 'Undo that unmatched money is ignored',
    description: 'It waits for a decision again. 409 if it is assigned. Safe to repeat.',
    method: 'POST',
    path: '/unmatched-payments/:uuid/restore',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  ignoreUnmatched: defineEndpoint({
    summary: 'Mark unmatched money as belonging to no charge',
    description:
      'Undone by restore. Safe to repeat. 409 if the transfer has already been assigned.',
    method: 'POST',
    path: '/unmatched-payments/:uuid/ignore',
    scopes: ['admin'],
    role: 'decide',
    params: ['uuid'],
    reply: UnmatchedPayment,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
}
