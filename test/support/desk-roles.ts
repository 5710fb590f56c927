import type { DeskRole } from '../../src/api/routes/scope.ts'

// Who may do what at the desk, as its documentation says: written down here once, apart from the code that decides it.

/** Each form below /desk, and the role that it takes. */
export const formRoles: Readonly<Record<string, DeskRole>> = {
  '/settings/time-zone': 'see',
  '/mode': 'see',
  // One's own; those of all by whoever manages.
  '/sessions/:uuid/end': 'see',
  '/sessions/end-others': 'see',

  '/charges/new': 'decide',
  '/links/new': 'decide',
  '/links/:uuid/end': 'decide',
  '/charges/:uuid/accept': 'decide',
  '/charges/:uuid/unaccept': 'decide',
  '/charges/:uuid/shipped': 'decide',
  '/charges/:uuid/cancel': 'decide',
  '/unmatched/:uuid/assign': 'decide',
  '/unmatched/:uuid/unassign': 'decide',
  '/unmatched/:uuid/ignore': 'decide',
  '/unmatched/:uuid/restore': 'decide',
  '/webhooks/:uuid/test': 'decide',
  '/webhooks/:uuid/retry': 'decide',
  '/webhooks/:uuid/events/:event/send': 'decide',

  '/charges/:uuid/refunds': 'refund',
  '/unmatched/:uuid/return': 'refund',
  '/refunds/:uuid/approve': 'refund',
  '/refunds/:uuid/cancel': 'refund',
  '/refunds/:uuid/release': 'refund',
  '/refunds/:uuid/is-refund': 'refund',
  '/refunds/:uuid/other-transaction': 'refund',
  '/refunds/:uuid/sign': 'refund',
  '/refunds/:uuid/sign/:attempt/charges/:id/payments': 'refund',

  '/webhooks': 'manage',
  '/webhooks/:uuid/twin': 'manage',
  '/webhooks/:uuid/edit': 'manage',
  '/webhooks/:uuid/keep': 'manage',
  '/webhooks/:uuid/remove': 'manage',
  '/webhooks/:uuid/rotate-secret': 'manage',
  '/webhooks/:uuid/on': 'manage',
  '/webhooks/:uuid/off': 'manage',
  '/books/close': 'manage',
  '/settings/tolerance': 'manage',
  '/settings/wallet/cancel': 'manage',
  '/settings/tolerance/cancel': 'manage',
  '/settings/webhook/cancel': 'manage',
  '/keys/:prefix/revoke': 'manage',
  '/keys/:prefix/role': 'manage',
  '/keys/invite': 'manage',
  '/keys/new': 'manage',
  '/invitations/:uuid/withdraw': 'manage',
}

/** The pages below /desk that not everyone sees who is signed in. */
export const pageRoles: Readonly<Record<string, DeskRole>> = {
  '/charges/new': 'decide',
  '/links/new': 'decide',
  '/refunds/:uuid/sign/:attempt': 'refund',
  '/refunds/:uuid/sign/:attempt/charges/:id': 'refund',
  '/refunds/:uuid/sign/:attempt/charges/:id/payments/:hash': 'refund',
}

/** The routes behind the desk's pages that more is needed for than to see. */
export const routeRoles: Readonly<Record<string, DeskRole>> = {
  'POST /charges': 'decide',
  'POST /payment-links': 'decide',
  'POST /payment-links/:uuid/end': 'decide',
  'POST /charges/:uuid/cancel': 'decide',
  'POST /charges/:uuid/accept': 'decide',
  'POST /charges/:uuid/unaccept': 'decide',
  'POST /charges/:uuid/shipped': 'decide',
  'POST /unmatched-payments/:uuid/assign': 'decide',
  'POST /unmatched-payments/:uuid/unassign': 'decide',
  'POST /unmatched-payments/:uuid/ignore': 'decide',
  'POST /unmatched-payments/:uuid/restore': 'decide',
  // A report by the shop is a decision.
  'POST /charges/:uuid/payments': 'decide',
  'POST /webhook-endpoints/:uuid/test': 'decide',
  'POST /webhook-endpoints/:uuid/events/:event/redeliver': 'decide',
  'POST /events/:uuid/redeliver': 'decide',
  'POST /events/redeliver': 'decide',
  'POST /events/trigger': 'decide',

  'POST /unmatched-payments/:uuid/return': 'refund',
  'POST /charges/:uuid/refunds': 'refund',
  'POST /refunds/:uuid/approve': 'refund',
  'POST /refunds/:uuid/cancel': 'refund',
  'POST /refunds/:uuid/sign': 'refund',
  'POST /refunds/:uuid/transaction': 'refund',
  'POST /refunds/:uuid/other-transactions': 'refund',
  'POST /refunds/:uuid/release': 'refund',
  'GET /refunds/:uuid/attempts/:attempt/charge': 'refund',
  'POST /refunds/:uuid/attempts/:attempt/payments': 'refund',
  'GET /refunds/:uuid/attempts/:attempt/payments/:hash': 'refund',

  // The calls of payers and of shops, which no page makes.
  'POST /charges/:uuid/reserved-amounts': 'manage',
  'POST /charges/:uuid/authorizations': 'manage',
  'POST /charges/:uuid/refunds/:refund/recipient': 'manage',
  'POST /requests': 'manage',
  'GET /requests': 'manage',

  'POST /api-keys/receiving-wallet': 'manage',
  'POST /api-keys/underpayment-tolerance': 'manage',
  'POST /api-keys/charge-webhook': 'manage',
  'POST /webhook-endpoints': 'manage',
  'POST /webhook-endpoints/:uuid': 'manage',
  'POST /webhook-endpoints/:uuid/remove': 'manage',
  'POST /webhook-endpoints/:uuid/rotate-secret': 'manage',
  'POST /books/closings': 'manage',
  'POST /setting-changes/cancel': 'manage',
  'POST /keys': 'manage',
  'POST /keys/:prefix/revoke': 'manage',
  'POST /keys/:prefix/role': 'manage',
  'POST /invitations': 'manage',
  'GET /invitations': 'manage',
  'POST /invitations/:uuid/withdraw': 'manage',
}
