import type { routes } from '../../api/routes/routes.ts'

/** The name of an endpoint, which is also its operationId. */
export type RouteName = keyof typeof routes

/** The documentation of each endpoint. An endpoint without a text does not compile. */
export const routeTexts: Record<RouteName, { tag: Tag; summary: string; description: string }> = {
  createCharge: {
    tag: 'Charges',
    summary: 'Create a charge',
    description:
      'Where the money goes is said by requestProps, else by the request that requestId names, else by the ' +
      'receiving wallet of the account. requestProps.accepts names further pairs of chain and token in which it may ' +
      'be paid. With an Idempotency-Key, a call whose answer was lost can be repeated: ' +
      'the same key and body give the same charge.',
  },
  getCharge: {
    tag: 'Charges',
    summary: 'Fetch one charge',
    description:
      'The reduced charge, with the payments that are recorded for it, how it stands, and its metadata.',
  },
  listCharges: {
    tag: 'Charges',
    summary: 'List charges',
    description:
      'Newest first. Give the id of the last charge of a page as starting_after for the next, older page, or that ' +
      'of its first as ending_before for the one before it; `has_more` is about that direction, `total` counts the ' +
      'filter.',
  },
  setReceivingWallet: {
    tag: 'Settings',
    summary: 'Set where received money goes',
    description:
      'For charges that say nothing else. The zero address stands for the chain’s own coin.',
  },
  setChargeWebhook: {
    tag: 'Settings',
    summary: 'Set where webhook calls go',
    description:
      'The answer shows the signing secret this once. Another url comes with another secret; the same url keeps ' +
      'its secret, and shows none.',
  },
  addPayment: {
    tag: 'Charges',
    summary: 'Record a transaction as a payment of a charge',
    description:
      'Answered at once, and asks nothing of the chain; what the transaction pays is then read there. Chain and token are ' +
      'those of the charge, or of a pair that it accepts. A report is no payment: the charge shows what the chain has ' +
      'shown, and what was authorized for it. `signature`, of the paying account over the text of paymentMessage, proves ' +
      'a transfer that does not name the charge. Safe to repeat: what is known is answered by 409, with ' +
      '`details.chargeUuid` where this same charge has it.',
  },
  getPayment: {
    tag: 'Charges',
    summary: 'How a reported transaction stands for a charge',
    description:
      'UNSEEN while the chain does not show it; UNMATCHED where money came and nothing says that it is for this charge: ' +
      'one of `signers` may sign then. 404 for one that was never reported, or is forgotten since no chain showed it.',
  },
  reserveAmount: {
    tag: 'Charges',
    summary: 'Reserve an exact amount for a charge',
    description:
      'For payers whose wallet cannot name the charge: whoever transfers exactly this much pays this charge. A little ' +
      'more than what is owed, one cent or one part in ten thousand at most. Asked again it is the same. 409 with ' +
      '`details.reason`: not_payable, or no_room where the token has no digits left.',
  },
  cancelCharge: {
    tag: 'Charges',
    summary: 'Cancel a charge',
    description:
      'Ends a charge that is not paid. 409 while a payment is on its way, and where money was credited. Money that comes ' +
      'for it later is unmatched.',
  },
  listUnmatched: {
    tag: 'Unmatched payments',
    summary: 'List money that no charge can claim',
    description:
      'What came to where charges of this account are paid, and nothing ties to one of them. Newest first; cursors as ' +
      'in GET /charges. UNMATCHED ones, unless `status` says otherwise.',
  },
  assignUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Credit unmatched money to a charge',
    description:
      'It is credited when its block is confirmed. `amount` only where the chain does not tell how much came. 409 when it ' +
      'was decided otherwise, and where charges of another account are paid at the same address: then the operator ' +
      'decides.',
  },
  ignoreUnmatched: {
    tag: 'Unmatched payments',
    summary: 'Say that unmatched money is for no charge',
    description: 'Safe to repeat. 409 when it was decided otherwise.',
  },
  rotateWebhookSecret: {
    tag: 'Settings',
    summary: 'Make a new signing secret for webhooks',
    description: 'Shown this once. The old one signs beside it for 24 hours.',
  },
  createRequest: {
    tag: 'Requests',
    summary: 'Create a payment request',
    description: 'A form (multipart/form-data), with an attachment of 5 MiB at most.',
  },
  getRequest: {
    tag: 'Requests',
    summary: 'Fetch a payment request',
    description: 'With its history: its creation, and the payments of its charges.',
  },
  findRequest: {
    tag: 'Requests',
    summary: 'Find or create a payment request',
    description: '200 when a request that asks the same was there, 201 when it was made.',
  },
  getRequestCharge: {
    tag: 'Requests',
    summary: 'Fetch a request charge',
    description:
      'Where and how much a charge is paid: chain, token, amount, recipient. It has the uuid of its charge. `accepts` ' +
      'has the same of every further pair in which it may be paid.',
  },
}

export const tags = [
  { name: 'Charges', description: 'What a payer is asked for, and what came of it.' },
  {
    name: 'Unmatched payments',
    description: 'Money that came, and that no charge can claim by proof.',
  },
  { name: 'Requests', description: 'A recipient and, where it is given, an amount.' },
  { name: 'Settings', description: 'Of the account that the api-key belongs to.' },
  { name: 'Webhooks', description: 'What the service tells by itself.' },
] as const
export type Tag = (typeof tags)[number]['name']

/** Descriptions of the parameters in paths and queries. */
export const parameterTexts: Record<string, string> = {
  id: 'The charge’s identifier.',
  uuid: 'The identifier.',
  hash: 'The transaction.',
  limit: 'Entries of a page.',
  starting_after: 'Entries older than this one.',
  ending_before: 'Entries newer than this one.',
  status: 'Only entries of this status.',
  recipient: 'An address, an ENS name, or a username of this service.',
  tokenAmount: 'In whole units of the token.',
  tokenAddress: 'The token’s contract.',
  chainId: 'EIP-155 chain id.',
}

/** The description of the document. */
export const documentDescription = `Charges in US dollars that are paid by a token transfer on a blockchain.

Every call carries the header \`api-key\`. Amounts are decimal texts. Every answer has an \`X-Request-Id\`, which leads \
to its line in the service's log; send one of your own to choose it. Too many calls are answered by 429, with \
\`Retry-After\` in seconds.

Webhook calls are signed as [Standard Webhooks](https://www.standardwebhooks.com) says: headers \`webhook-id\`, \
\`webhook-timestamp\` and \`webhook-signature\`. Answer 2xx within 10 seconds; anything else is tried again, with growing \
waits, for three days. The events of one charge come in their order, each at least once, always with the same id.`
