import {
  ChargeRefunds,
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

/** Refunds: what the merchant does, and what the payer of a charge sees and says. */
export const refundRoutes = {
  createRefund: defineEndpoint({
    summary: 'Begin a refund',
    description:
      'Moves no money. The payer says at `claimUrl` where the refund goes, and your own wallet sends it. Without `amount`, ' +
      'all that can be refunded. 409, with `details.refundable`, for more than was credited by confirmed payments and is ' +
      'not refunded. `chainId` and `tokenAddress` are required for a charge that was paid in several tokens.',
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
    summary: 'Say where a refund goes, as its payer',
    description:
      'With `signature`, the paying account’s signature of the text that createRefundMessage returns, the refund is APPROVED, ' +
      'as far as the payments of that account cover it. Without one it is NAMED: anybody with the link can do that, so the ' +
      'merchant approves an address after asking the payer. 409 once another account or the merchant approved it, or a wallet ' +
      'was asked.',
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
    description: 'The refunds of all charges, newest first; cursors work as in GET /charges.',
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
    description: 'Its address, who vouches for that, and how far its transfer is.',
    method: 'GET',
    path: '/refunds/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: Refund,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  approveRefund: defineEndpoint({
    summary: 'Approve the address of a refund',
    description:
      'Your word that the payer wants the money there. Ask the payer: the account that paid may be an exchange’s, where a ' +
      'refund is lost, and whoever has the link can name an address.',
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
    summary: 'Say that a wallet is about to be asked',
    description:
      'Call it before you ask the wallet, and ask only if it succeeds: it keeps a second person, or a second tab, from ' +
      'sending the refund too. The chain is searched first, from the block of the payment: 503 until that is done, and 409 where ' +
      'the refund was sent already or may have been. 409 also while it is not known what came of an earlier question, and where the ' +
      'charge’s payments no longer cover its refunds. Repeat it with the same `attempt` if its answer is lost.',
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
      'The service finds the transfer without it too, only later. The transfer counts if the account that was asked sends ' +
      'it to the refund’s address.',
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
    summary: 'Say that transfers are not the refund',
    description:
      'A transfer from the account that is asked to the refund’s address may be the refund and not say so: a wallet dropped ' +
      'the reference, or a token kept a fee. They are in `unclearTransfers`, and until you have said it of each no wallet is ' +
      'asked, and none is believed to have sent nothing. One that is the refund you report with `isRefund`.',
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
    summary: 'Say that the wallet has sent nothing',
    description:
      'For a wallet that declined, or that was closed. Make sure that nothing waits in it. The refund is APPROVED again as ' +
      'soon as the chain shows that: by a search up to a block of after this call, and by every node, in whose pool nothing of ' +
      'the account waits. `waitsFor` says what is missing. 409 once its transaction was seen, and where a transfer may be it.',
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
