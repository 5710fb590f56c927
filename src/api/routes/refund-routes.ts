import {
  ChargeRefunds,
  ListedRefund,
  NewRefund,
  OtherTransactions,
  Refund,
  RefundApproval,
  RefundListQuery,
  RefundListReply,
  RefundRecipient,
  RefundSigning,
  RefundTransaction,
} from '../schemas/payments/refund.ts'
import { defineEndpoint } from './route.ts'

/** Refunds: the calls of the merchant, and those of the charge's payer. */
export const refundRoutes = {
  createRefund: defineEndpoint({
    summary: 'Begin a refund',
    description:
      'Moves no money. The payer names the address at `claimUrl`, and your own wallet sends the refund. Without ' +
      '`amount`, it is the whole refundable amount. 409, with `details.refundable`, for more than confirmed payments ' +
      'credited and is not refunded yet. `chainId` and `tokenAddress` are required for a charge that was paid in ' +
      'several tokens.',
    method: 'POST',
    path: '/charges/:uuid/refunds',
    scopes: ['refunds'],
    params: ['uuid'],
    body: NewRefund,
    reply: Refund,
    successStatuses: [201],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'key',
  }),
  listChargeRefunds: defineEndpoint({
    summary: 'List the refunds of a charge',
    description: 'All of them, the oldest first, also the canceled ones. The payer sees the same.',
    method: 'GET',
    path: '/charges/:uuid/refunds',
    scopes: ['payments', 'charges:read'],
    params: ['uuid'],
    reply: ChargeRefunds,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  nameRefundRecipient: defineEndpoint({
    summary: 'Name the address of a refund, as its payer',
    description:
      'With `signature`, the paying account’s signature of the text that createRefundMessage returns, the refund is ' +
      'APPROVED, up to the sum of that account’s payments. Without it, the refund is NAMED: anyone with the link can do ' +
      'that, so the merchant asks the payer and then approves an address. 409 once another account or the merchant ' +
      'approved it, or a wallet was asked.',
    method: 'POST',
    path: '/charges/:uuid/refunds/:refund/recipient',
    scopes: ['payments'],
    params: ['uuid', 'refund'],
    body: RefundRecipient,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409, 503],
    retryPolicy: 'safe',
  }),
  listRefunds: defineEndpoint({
    summary: 'List refunds',
    description:
      'The refunds of all charges, newest first; cursors work as in GET /charges. `shop` lists those of the charges of one ' +
      'shop: of the api-keys that have its name.',
    method: 'GET',
    path: '/refunds',
    scopes: ['charges:read'],
    query: RefundListQuery,
    reply: RefundListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  getRefund: defineEndpoint({
    summary: 'Fetch a refund',
    description: 'Its address, the proof of that address, and the progress of its transfer.',
    method: 'GET',
    path: '/refunds/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: ListedRefund,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  approveRefund: defineEndpoint({
    summary: 'Approve the address of a refund',
    description:
      'Confirms that the payer wants the money there. Ask the payer first: the account that paid may be an exchange’s, ' +
      'where a refund is lost, and anyone with the link can name an address.',
    method: 'POST',
    path: '/refunds/:uuid/approve',
    scopes: ['refunds'],
    params: ['uuid'],
    body: RefundApproval,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  cancelRefund: defineEndpoint({
    summary: 'Cancel a refund',
    description: '409 once a wallet was asked for its transfer.',
    method: 'POST',
    path: '/refunds/:uuid/cancel',
    scopes: ['refunds'],
    params: ['uuid'],
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'safe',
  }),
  signRefund: defineEndpoint({
    summary: 'Announce that a wallet is about to be asked',
    description:
      'Call it before you ask the wallet, and ask only if it succeeds: it keeps a second person, or a second tab, from ' +
      'sending the refund too. The chain is searched first, from the block of the payment: 503 until that is done, and ' +
      '409 if the refund was already sent or may have been. Also 409 while the outcome of an earlier attempt is ' +
      'unknown, and if the charge’s payments no longer cover its refunds. Repeat it with the same `attempt` if its ' +
      'answer is lost.',
    method: 'POST',
    path: '/refunds/:uuid/sign',
    scopes: ['refunds'],
    params: ['uuid'],
    body: RefundSigning,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409, 503],
    retryPolicy: 'safe',
  }),
  reportRefund: defineEndpoint({
    summary: 'Report the transaction of a refund',
    description:
      'Optional: without it, the service finds the transfer later. The transfer counts if the account that was asked ' +
      'sends it to the refund’s address.',
    method: 'POST',
    path: '/refunds/:uuid/transaction',
    scopes: ['refunds'],
    params: ['uuid'],
    body: RefundTransaction,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  dismissRefundTransactions: defineEndpoint({
    summary: 'Mark transactions as not being the refund',
    description:
      'A transfer from the asked account to the refund’s address may be the refund without naming it: the wallet ' +
      'dropped the reference, or the token kept a fee. Such transfers are in `unclearTransfers`. Until you have decided ' +
      'about each of them, no wallet is asked, and the service cannot prove that nothing was sent. If one of them is ' +
      'the refund, report it with `isRefund` instead.',
    method: 'POST',
    path: '/refunds/:uuid/other-transactions',
    scopes: ['refunds'],
    params: ['uuid'],
    body: OtherTransactions,
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'safe',
  }),
  releaseRefund: defineEndpoint({
    summary: 'State that the wallet has sent nothing',
    description:
      'For a wallet that declined, or that was closed. Make sure that nothing waits in it. The refund is APPROVED again ' +
      'once the chain proves that nothing was sent: by a search up to a block after this call, and by every node, whose ' +
      'pool must have no transaction of the account. `waitsFor` names the missing proof. 409 once its transaction was ' +
      'seen, and while a transfer may be it.',
    method: 'POST',
    path: '/refunds/:uuid/release',
    scopes: ['refunds'],
    params: ['uuid'],
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404, 409, 503],
    retryPolicy: 'safe',
  }),
}
