import type { routes } from './routes.ts'

export type RouteName = keyof typeof routes

/** What the documentation says of each endpoint. One without a text does not compile. */
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
    description: 'The reduced charge, with the payments that are recorded for it.',
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
      'Answered at once; what the transaction pays is then read on the chain. Chain and token are those of the charge, ' +
      'or of a pair that it accepts. A hash pays one charge. Safe to repeat.',
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
  { name: 'Requests', description: 'A recipient and, where it is given, an amount.' },
  { name: 'Settings', description: 'Of the account that the api-key belongs to.' },
  { name: 'Webhooks', description: 'What the service tells by itself.' },
] as const
export type Tag = (typeof tags)[number]['name']

/** Of parameters in paths and queries. */
export const parameterTexts: Record<string, string> = {
  id: 'The charge’s identifier.',
  uuid: 'The identifier.',
  limit: 'Charges of a page.',
  starting_after: 'Charges older than this one.',
  ending_before: 'Charges newer than this one.',
  status: 'Only charges of this status.',
  recipient: 'An address, an ENS name, or a username of this service.',
  tokenAmount: 'In whole units of the token.',
  tokenAddress: 'The token’s contract.',
  chainId: 'EIP-155 chain id.',
}

/** Of the document. */
export const description = `Charges in US dollars that are paid by a token transfer on a blockchain.

Every call carries the header \`api-key\`. Amounts are decimal texts. Every answer has an \`X-Request-Id\`, which leads \
to its line in the service's log; send one of your own to choose it. Too many calls are answered by 429, with \
\`Retry-After\` in seconds.

Webhook calls are signed as [Standard Webhooks](https://www.standardwebhooks.com) says: headers \`webhook-id\`, \
\`webhook-timestamp\` and \`webhook-signature\`. Answer 2xx within 10 seconds; anything else is tried again, with growing \
waits, for three days. The events of one charge come in their order, each at least once, always with the same id.`
