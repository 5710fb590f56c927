import type { routes } from '../../api/routes/routes.ts'

/** The name of an endpoint, which is also its operationId. */
export type RouteName = keyof typeof routes

/** The documentation of each endpoint. An endpoint without a text does not compile. */
export const routeTexts: Record<RouteName, { tag: Tag; summary: string; description: string }> = {
  createCharge: {
    tag: 'Charges',
    summary: 'Create a charge',
    description:
      'requestProps sets where the money goes. Without it, the request that requestId names sets it; without both, the ' +
      'receiving wallet of the account does. requestProps.accepts lists further pairs of chain and token in which the ' +
      'charge can be paid. For no_price, local_price suggests an amount and may be left out. name, description, line_items ' +
      'and tax_note tell the payer what is bought: texts in one line. The amounts of all lines, each unit_amount times ' +
      'quantity, add up to local_price.amount, or the call is a 400 that names both; a discount is below zero. At most 50 ' +
      'lines and 16 KiB of them. Payers see of payer_email only payer_email_hint, such as a•••@e•••.com. expires_at must be ' +
      'within the operator’s bounds, which a 400 names. If a reply is lost, repeat the call with the same Idempotency-Key ' +
      'and the same body: it returns the same charge; only expires_at may differ, and the first one stands.',
  },
  getCharge: {
    tag: 'Charges',
    summary: 'Fetch one charge',
    description:
      'Returns the reduced charge, with the payments recorded for it, its status, its order and its metadata.',
  },
  listCharges: {
    tag: 'Charges',
    summary: 'List charges',
    description:
      'Newest first. For the next page (older charges), give the id of the last charge of a page as starting_after. For ' +
      'the previous page (newer charges), give the id of its first charge as ending_before. `has_more` says whether ' +
      'more charges follow in that direction; `total` counts all charges with the status; with any other filter it counts no further ' +
      'than 1,000. A charge is listed where all that is given is true of it. A list of a time of payment has the charge that ' +
      'was paid last first. Texts are found as a whole and in any case: of the metadata its first ten texts, numbers and ' +
      'booleans, of at most 200 characters. `search` is for a field in which somebody types whatever they have.',
  },
  setReceivingWallet: {
    tag: 'Settings',
    summary: 'Set where received money goes',
    description:
      'Used for charges that name no other destination. The zero address stands for the chain’s native currency. Another ' +
      'wallet instead of an earlier one takes effect at `effective_at`, by default a day later; until then new charges ' +
      'use the earlier one, and setting that again cancels the change.',
  },
  setChargeWebhook: {
    tag: 'Settings',
    summary: 'Set where webhook calls go',
    description:
      'The reply shows the signing secret only once, so store it. Another url gets a new secret. The same url keeps its ' +
      'secret, and the reply does not show it. Another url instead of an earlier one takes effect at `effective_at`, by ' +
      'default a day later; setting the earlier one again before that cancels the change. An empty url removes the webhook, ' +
      'in the same way. Private addresses are refused unless the operator allows them.',
  },
  addPayment: {
    tag: 'Charges',
    summary: 'Record a transaction as a payment of a charge',
    description:
      'Replies at once, without a call to the chain; the service reads there afterwards what the transaction pays. Chain ' +
      'and token are those of the charge, or of a pair that it accepts. A report alone is not a payment: the charge ' +
      'shows only transfers that are on the chain and that their sender authorized for it. For a transfer that does not ' +
      'name the charge, `signature` is the proof: the paying account signs the text that createPaymentMessage returns. ' +
      'By a key with the scope `payments:assign`, without a header `pay-charge-payer`, the report is the merchant’s ' +
      'decision: the merchant asserts that this transaction pays this charge, and what it transfers there without proof ' +
      'is credited. 409 where it is another charge’s, or where charges of another account are paid at the same address. ' +
      'Safe to repeat: a transaction that was already reported gets a 409, with `details.chargeUuid` if it was for this ' +
      'same charge.',
  },
  getPaymentStatus: {
    tag: 'Charges',
    summary: 'Fetch the status of a reported transaction',
    description:
      'UNSEEN means that the chain does not show the transaction yet. UNMATCHED means that money arrived, but nothing ' +
      'proves that it is for this charge; one of the `signers` can prove it with a signature. 404 means that the ' +
      'transaction was never reported, or that its report was removed because it did not appear on the chain.',
  },
  reserveAmount: {
    tag: 'Charges',
    summary: 'Reserve an exact amount for a charge',
    description:
      'For payers whose wallet cannot name the charge: a transfer of exactly this amount pays this charge. The amount is ' +
      'slightly more than what is owed, by at most one cent or one ten-thousandth. A repeated call returns the same ' +
      'amount. 409 with `details.reason`: not_payable if nothing can be paid, or no_room if the token has too few ' +
      'decimals for another unique amount.',
  },
  listAuthorizationOffers: {
    tag: 'Charges',
    summary: 'List what an account can sign to pay a charge',
    description:
      'For payers who have the token and no coin for the network’s fee: the account signs a transfer (EIP-3009), and the service ' +
      'sends it. The nonce is derived from the charge, so the token takes one authorization of an account for it. Empty ' +
      'where the service sends none, or the charge cannot be paid now.',
  },
  addAuthorization: {
    tag: 'Charges',
    summary: 'Send a signed transfer for a payer',
    description:
      'Asks the token whether it takes the transfer, sends it, and replies with the payment that it became. The same body ' +
      'again gets the same answer, with the newest transaction where it was sent anew at a higher fee. 400 names what the ' +
      'charge does not ask for, or gives the token’s reason to refuse it. 409 with `details.reason`: not_payable, ' +
      'payment_pending, authorization_pending or authorization_used. 429 beyond the operator’s limits. 503 while the relayer ' +
      'cannot send it: try again, or send the transfer in the ordinary way.',
  },
  cancelCharge: {
    tag: 'Charges',
    summary: 'Cancel a charge',
    description:
      'Ends a charge that is not paid. 409 while a payment is pending, and if money was already credited. Money that ' +
      'arrives later for this charge is unmatched.',
  },
  markShipped: {
    tag: 'Charges',
    summary: 'Mark a charge as shipped',
    description:
      'Call it before the order leaves. From then on no assignment of the charge’s money can be undone. 409 while the charge ' +
      'is not COMPLETED, so that an order whose payment was taken back meanwhile does not leave.',
  },
  getReceipt: {
    tag: 'Charges',
    summary: 'Fetch the signed receipt of a charge',
    description:
      'A compact JWS (RFC 7515, ES256) that anybody can check with the keys at `/.well-known/jwks.json`. Its claims say what was bought, who was paid, and each credited ' +
      'transaction with its block. It has no id that opens the charge, no e-mail address and no metadata. 409 while the ' +
      'charge is not COMPLETED, also after a reorganization took its payment away. Each call signs anew; `jti` is the same ' +
      'as long as the receipt says the same.',
  },
  createRefund: {
    tag: 'Refunds',
    summary: 'Begin a refund',
    description:
      'Moves no money. The payer says at `claimUrl` where the refund goes, and your own wallet sends it. Without `amount`, ' +
      'all that can be refunded. 409, with `details.refundable`, for more than was credited by confirmed payments and is ' +
      'not refunded. `chainId` and `tokenAddress` are required for a charge that was paid in several tokens.',
  },
  listChargeRefunds: {
    tag: 'Refunds',
    summary: 'List the refunds of a charge',
    description: 'All of them, the oldest first, also the canceled ones. The payer sees the same.',
  },
  nameRefundRecipient: {
    tag: 'Refunds',
    summary: 'Say where a refund goes, as its payer',
    description:
      'With `signature`, the paying account’s signature of the text that createRefundMessage returns, the refund is APPROVED, ' +
      'as far as the payments of that account cover it. Without one it is NAMED: anybody with the link can do that, so the ' +
      'merchant approves an address after asking the payer.',
  },
  listRefunds: {
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'The refunds of all charges, newest first; cursors work as in GET /charges.',
  },
  getRefund: {
    tag: 'Refunds',
    summary: 'Fetch a refund',
    description: 'Its address, who vouches for that, and how far its transfer is.',
  },
  approveRefund: {
    tag: 'Refunds',
    summary: 'Approve the address of a refund',
    description:
      'Your word that the payer wants the money there. Ask the payer: the account that paid may be an exchange’s, where a ' +
      'refund is lost, and whoever has the link can name an address.',
  },
  cancelRefund: {
    tag: 'Refunds',
    summary: 'Cancel a refund',
    description: '409 once a wallet was asked for its transfer.',
  },
  signRefund: {
    tag: 'Refunds',
    summary: 'Say that a wallet is about to be asked',
    description:
      'Call it before you ask the wallet, and ask only if it succeeds: it keeps a second person, or a second tab, from ' +
      'sending the refund too. The chain is searched first, from the block of the payment: 503 until that is done, and 409 where ' +
      'the refund was sent already or may have been. 409 also while it is not known what came of an earlier question, and where the ' +
      'charge’s payments no longer cover its refunds. Repeat it with the same `attempt` if its answer is lost.',
  },
  reportRefund: {
    tag: 'Refunds',
    summary: 'Report the transaction of a refund',
    description:
      'The service finds the transfer without it too, only later. The transfer counts if the account that was asked sends ' +
      'it to the refund’s address.',
  },
  releaseRefund: {
    tag: 'Refunds',
    summary: 'Say that the wallet has sent nothing',
    description:
      'For a wallet that declined, or that was closed. Make sure that nothing waits in it. The refund is APPROVED again as ' +
      'soon as the chain shows that: by a search up to a block of after this call, and by every node, in whose pool nothing of ' +
      'the account waits. `waitsFor` says what is missing. 409 once its transaction was seen, and where a transfer may be it.',
  },
  dismissRefundTransactions: {
    tag: 'Refunds',
    summary: 'Say that transfers are not the refund',
    description:
      'A transfer from the account that is asked to the refund’s address may be the refund and not say so: a wallet dropped ' +
      'the reference, or a token kept a fee. They are in `unclearTransfers`, and until you have said it of each no wallet is ' +
      'asked, and none is believed to have sent nothing. One that is the refund you report with `isRefund`.',
  },
  listPayments: {
    tag: 'Charges',
    summary: 'List payments',
    description:
      'The payments of all charges, newest first; cursors work as in GET /charges. A payment is listed where all that is ' +
      'given is true of it: its status, its charge, the transaction, the account that sent it, the time at which it was ' +
      'recorded.',
  },
  getPayment: {
    tag: 'Charges',
    summary: 'Fetch a payment',
    description:
      'Its amounts are in the token of its charge’s price, as in the charge’s `payments`.',
  },
  exportBooks: {
    tag: 'Books',
    summary: 'Export the books',
    description:
      'A row for each movement of money on the addresses where your charges are paid: payments, also the part of them that ' +
      'does not count, unmatched money, and below zero refunds and the network’s fees of these. Only what is confirmed, the oldest first, each row at the same place whenever it is ' +
      'exported. A row belongs to a time by that of its block, `from` included and `to` not. As CSV (RFC 4180, UTF-8, CRLF, with ' +
      'a header; a text that a spreadsheet would run begins with an apostrophe), or with an object as a row in each line. The ' +
      'file is sent while it is read: one that is cut off ends with a broken connection, which HTTP clients report (`curl` exits ' +
      'with 18), and never like a whole one.',
  },
  listEvents: {
    tag: 'Webhooks',
    summary: 'List webhook events',
    description:
      'Newest first, with the deliveries to each webhook endpoint that wanted them; cursors work as in GET /charges. With ' +
      '`endpoint`, the last deliveries of one. Events are deleted after some time, unless a delivery was given up.',
  },
  getEvent: {
    tag: 'Webhooks',
    summary: 'Fetch a webhook event',
    description: 'With `event`, the body that the webhook gets.',
  },
  redeliverEvent: {
    tag: 'Webhooks',
    summary: 'Deliver an event again',
    description:
      'Now, also one that was delivered, with the same id: to the endpoints that it was sent to, and to those that want it by ' +
      'now. The events of one charge keep their order: one waits for earlier ones of its charge that are not delivered.',
  },
  redeliverEvents: {
    tag: 'Webhooks',
    summary: 'Deliver the events of a time again',
    description:
      'After your receiver was down: the events since a time whose delivery was given up; with `status=ALL` every event, also ' +
      'those that no endpoint was sent. The oldest 10,000: `next_since` is the `since` of the call for the next ones.',
  },
  listUnmatched: {
    tag: 'Unmatched payments',
    summary: 'List unmatched transfers',
    description:
      'Money that arrived where charges of this account are paid, and that nothing assigns to one of them. Newest first; ' +
      'cursors work as in GET /charges. Without `status`, the list has the UNMATCHED ones.',
  },
  getUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Fetch unmatched money, with the charges that it may be for',
    description:
      'At most five `suggestions`, the likeliest first, each with its `reasons`: charges of the two weeks before whose price ' +
      'fits, or that the transaction or its sender leads to; `fitting` says how many there are. A suggestion is no proof: `strong` ' +
      'is one that nobody else can have made. Empty once a decision was made.',
  },
  assignUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Credit unmatched money to a charge',
    description:
      'The charge is credited when the block is confirmed. Give `amount` only if the chain does not show how much ' +
      'arrived. 409 if the transfer has already been ignored or assigned otherwise, or if charges of another account are paid at the same ' +
      'address: then the operator decides. Money in a token that the charge does not accept, at an address where it is paid, is ' +
      'assigned by what it was worth at its block: give the `usdAmount` that GET /unmatched-payments/{uuid} has shown; 409 if it ' +
      'is worth something else, or that is not known.',
  },
  unassignUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Undo an assignment',
    description:
      'The money is unmatched again, and the charge is what it would be without it: `charge:failed` or `charge:pending` says ' +
      'so where it was confirmed. 409 if proof credits the money, if it is assigned to another charge, or once the order was ' +
      'shipped. Safe to repeat.',
  },
  returnUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Send unmatched money back',
    description:
      'The money is credited to a charge of its own, `chargeUuid` of the reply, which has no order, sends no `charge:` events and ' +
      'counts in no figures. Once its payment is confirmed, refund it: POST /charges/{uuid}/refunds. Unassign undoes it as long as ' +
      'there is no refund. 409 if the money has already been ignored or assigned, or if charges of another account are paid at the ' +
      'same address. Safe to repeat.',
  },
  ignoreUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Mark unmatched money as belonging to no charge',
    description: 'Safe to repeat. 409 if the transfer has already been assigned.',
  },
  addWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Add a webhook endpoint',
    description:
      'Beside those that the account has, for example for its accounting or for another shop. `events` chooses types of ' +
      'events; `shop` the charges that api-keys of this shop created, so that two shops of one account never get each ' +
      'other’s. The reply shows its signing secret only once. The other endpoints are told by `webhook.changing`.',
  },
  listWebhookEndpoints: {
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description:
      'The oldest first. The one that POST /api-keys/charge-webhook sets is the `default`.',
  },
  getWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Fetch a webhook endpoint',
    description: 'GET /events?endpoint= lists its last deliveries.',
  },
  updateWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Change a webhook endpoint',
    description:
      'Filter, shop and switch take effect at once. While an endpoint is off, events are kept and not sent; POST ' +
      '/events/redeliver?status=ALL sends them later. Another url takes effect after `SETTINGS_DELAY_HOURS`, with a secret ' +
      'of its own that the reply shows only once; setting the present url cancels the change. The account’s endpoints are ' +
      'told by `webhook.changing`, whatever they want otherwise.',
  },
  removeWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Remove a webhook endpoint',
    description:
      'After `SETTINGS_DELAY_HOURS`; until then, setting its url cancels the removal. To stop its calls at once, switch it off.',
  },
  rotateWebhookSecret: {
    tag: 'Webhooks',
    summary: 'Create a new signing secret for a webhook endpoint',
    description:
      'The reply shows the new secret only once, so store it. The old secret signs too for as long as another wallet would ' +
      'wait (`SETTINGS_DELAY_HOURS`), and for at least 24 hours; the endpoints are told by `webhook.changing`, with the same ' +
      'url twice. 409 while two earlier secrets still sign: none is dropped before its time.',
  },
  triggerEvent: {
    tag: 'Webhooks',
    summary: 'Send a sample of an event',
    description:
      'Sends the sample of this type that this document shows (`webhooks`), with an id and a time of its own, to the endpoints of ' +
      'the test account that want it. It is signed, repeated and listed as any event, with `livemode: false`. Nothing has ' +
      'happened: the charge that it names is 404. Only with a test key: a live one gets 403.',
  },
  testWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Test a webhook endpoint',
    description:
      'Sends `webhook.test` to it, whether it is on or off. GET /events/:uuid says how that went, also why it failed.',
  },
  setUnderpaymentTolerance: {
    tag: 'Settings',
    summary: 'Set the tolerance of underpayments',
    description:
      'A new charge whose payments are short of its price by at most `amount` dollars, and by at most `percent` of it, is ' +
      'COMPLETED, with `UNDERPAID` in its timeline. At most 5 of each, in hundredths; 0 of either for none, which is the ' +
      'default. A larger tolerance takes effect after `SETTINGS_DELAY_HOURS`, and `tolerance.changing` tells every webhook ' +
      'endpoint; a smaller one at once.',
  },
  listAuditLog: {
    tag: 'Settings',
    summary: 'List the changes of keys and settings, and decisions about money',
    description:
      'Newest first; cursors work as in GET /charges. Of a setting that is changed after a delay there are several ' +
      'entries: `changing`, then `changed` or `canceled`. `payment.assigned`, `payment.unassigned`, `payment.ignored`, ' +
      '`charge.canceled` and `charge.shipped` are decisions about money, with the charge and the transaction.',
  },
  createRequest: {
    tag: 'Requests',
    summary: 'Create a payment request',
    description: 'Send a form (multipart/form-data). An attachment may have at most 5 MiB.',
  },
  getRequest: {
    tag: 'Requests',
    summary: 'Fetch a payment request',
    description: 'Includes its history: its creation and the payments of its charges.',
  },
  findRequest: {
    tag: 'Requests',
    summary: 'Find or create a payment request',
    description: '200 if a request with the same values exists, 201 if a new one was created.',
  },
  getRequestCharge: {
    tag: 'Requests',
    summary: 'Fetch a request charge',
    description:
      'Says how to pay a charge: chain, token, amount and recipient. It has the same uuid as its charge. `accepts` has ' +
      'the same fields for each further pair of chain and token in which the charge can be paid. `signedQuote` is what the ' +
      'service has signed of it, where the operator has set a quote key. `status`, `payments` and `timeline` are those of ' +
      'the charge.',
  },
}

export const tags = [
  { name: 'Charges', description: 'What a payer is asked to pay, and what was paid.' },
  {
    name: 'Unmatched payments',
    description: 'Money that arrived, and that no charge can claim by proof.',
  },
  { name: 'Refunds', description: 'Money that your wallet sends back to a payer.' },
  { name: 'Books', description: 'What moved, for your accounting.' },
  { name: 'Requests', description: 'A recipient and, optionally, an amount.' },
  { name: 'Settings', description: 'Settings of the account that the api-key belongs to.' },
  {
    name: 'Webhooks',
    description: 'Calls from the service to your backend, and how far they are delivered.',
  },
] as const
export type Tag = (typeof tags)[number]['name']

/** Descriptions of the parameters in paths and queries. */
export const parameterTexts: Record<string, string> = {
  id: 'The charge’s identifier.',
  uuid: 'The identifier.',
  refund: 'The refund’s identifier.',
  hash: 'The transaction hash.',
  limit: 'The number of entries on a page.',
  starting_after: 'The id of an entry: the page has older entries.',
  ending_before: 'The id of an entry: the page has newer entries.',
  status: 'Only entries with this status.',
  hidden: 'true: what is worth less than a cent or of an unknown token, instead of the rest.',
  created_since: 'Created from this time on, such as 2026-11-01T00:00:00Z.',
  created_before: 'Created before this time.',
  paid_since: 'Paid from this time on: when the payments reached the price.',
  paid_before: 'Paid before this time.',
  since: 'Created from this time on, such as 2026-11-01T00:00:00Z.',
  before: 'Created before this time.',
  reference: 'The public reference of the charge.',
  payer: 'The account that has sent the money.',
  payer_email: 'The payer’s e-mail address, as you gave it.',
  amount: 'The price in US dollars.',
  metadata_key: 'The key of an entry of your metadata; give metadata_value too.',
  metadata_value: 'Its value.',
  endpoint: 'Only events that were sent to this webhook endpoint.',
  type: 'Only events of this type, such as charge:confirmed.',
  charge: 'The id of a charge.',
  search:
    'The id or reference of a charge, a transaction’s hash, or a whole text that the charge has: a value of its metadata, ' +
    'the name of its order, its price, the payer’s address or e-mail address.',
  recipient: 'An address; of a request also an ENS name, or a username of this service.',
  format: 'csv, excel (csv with a byte order mark, and times that spreadsheets read) or jsonl.',
  from: 'In blocks from this time on, such as 2026-11-01T00:00:00Z.',
  to: 'In blocks before this time.',
  token: 'Only of this token: its contract, or the zero address for native currency.',
  tokenAmount: 'In whole units of the token.',
  tokenAddress: 'The token’s contract.',
  chainId: 'EIP-155 chain id.',
  expand: 'request_charge: the reply has the request charge too.',
}

/** The description of the document. */
export const documentDescription = `Charges in US dollars that are paid by a token transfer on a blockchain.

Every call carries the header \`api-key\`. A key may do what its scopes say; each endpoint names those of which one is \
enough, and a key with \`admin\` may do everything. Amounts are decimal texts. Every reply has an \`X-Request-Id\`, by which \
its line in the service's log is found; send a header of this name to choose the id. Too many calls get a 429, with \
the seconds to wait in \`Retry-After\`.

A query parameter that an endpoint does not know is a 400, which names those that it has. A field of a body that it does \
not know is named in the reply’s \`warnings\`; where the reply has none it is a 400, and nothing was done. So is a number \
beyond 2^53 or with more than 17 digits, anywhere in a body: send it as text, or another one would come back.

Every GET takes the query parameter \`fresh\` and reads nothing of it: with another value in each call, no cache in between \
answers from an earlier one.

Webhook calls are signed according to [Standard Webhooks](https://www.standardwebhooks.com), in the headers \`webhook-id\`, \
\`webhook-timestamp\` and \`webhook-signature\`. Reply with 2xx within 10 seconds. Otherwise the service sends the event \
again, after longer and longer waits, for three days. The events of one charge arrive in order, each at least once and \
always with the same id.`
