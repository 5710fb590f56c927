import type { routes } from './routes.ts'

type Routes = typeof routes
type QueryOf<Query> = Query extends { def: { shape: infer Shape } } ? keyof Shape & string : never
type ParameterName = Routes[keyof Routes]['params'][number] | QueryOf<Routes[keyof Routes]['query']>

/** Descriptions of the parameters in paths and queries. */
export const parameterTexts: Readonly<Record<ParameterName, string>> = {
  id: 'The charge’s identifier.',
  uuid: 'The identifier.',
  refund: 'The refund’s identifier.',
  event: 'The event’s identifier.',
  hash: 'The transaction hash. In a list of charges: one that was reported, that paid the charge, or that named it but paid another address.',
  limit: 'The number of entries on a page.',
  starting_after: 'The id of an entry: the page has older entries.',
  ending_before: 'The id of an entry: the page has newer entries.',
  status: 'Only entries with this status.',
  payment_status: 'Only charges whose money stands so against the price, such as part_paid.',
  hidden: 'true: transfers below a cent or of an unknown token, instead of the rest.',
  created_since: 'Created from this time on, such as 2026-11-01T00:00:00Z.',
  created_before: 'Created before this time.',
  paid_since: 'Paid from this time on: when the payments reached the price.',
  paid_before: 'Paid before this time.',
  since: 'Created from this time on, such as 2026-11-01T00:00:00Z.',
  before: 'Created before this time.',
  reference: 'The public reference of the charge.',
  payer: 'An account that has sent the money, or a part of it.',
  payer_email: 'The payer’s e-mail address, as you gave it.',
  amount: 'The price in its currency: 19.9 finds 19.90.',
  metadata_key: 'The key of an entry of your metadata; give metadata_value too.',
  metadata_value: 'Its value: a text, a number or a boolean, in any case.',
  endpoint: 'Only events that were sent to this webhook endpoint.',
  type: 'Only events of this type, such as charge:confirmed.',
  charge: 'The id of a charge.',
  search:
    'What a person types: the id or reference of a charge, a transaction’s hash, an explorer’s address of one, or words that the ' +
    'charge has: of a value of its metadata, its order’s name, its items, its price in dollars or tokens, the payer’s account ' +
    '(also shortened, such as 0xf39F…2266) or e-mail address.',
  chain: 'Only charges that ask for money on this chain, or were paid on it (EIP-155).',
  shop: 'Only charges that an api-key of this shop has created.',
  payment_link: 'Only charges that this payment link has created.',
  currency: 'Only charges whose price is in this currency: an ISO 4217 code such as `EUR`.',
  returned: 'true: only charges that send unmatched money back; false: only the others.',
  sort: 'newest (the default) or oldest first.',
  recipient: 'An address; of a request also an ENS name, or a username of this service.',
  format:
    'csv or jsonl, with every field; xlsx, or excel for a table with a country’s separators; statement for a bank’s; datev.',
  from: 'Booked from this time on, such as 2026-11-01T00:00:00Z.',
  to: 'Booked before this time.',
  locale: 'The language of a file for people, and the country of its separators: such as de-CH.',
  time_zone: 'The time zone of its days, such as Europe/Berlin.',
  datev_consultant: 'DATEV: the number of your tax adviser.',
  datev_client: 'DATEV: your number with them.',
  datev_chart: 'DATEV: the chart of accounts, skr03 or skr04.',
  datev_wallet: 'DATEV: the account of your wallet, instead of the chart’s.',
  datev_revenue: 'DATEV: the account of revenue.',
  datev_unmatched: 'DATEV: the account of money that belongs to no order.',
  datev_fees: 'DATEV: the account of network fees.',
  datev_rate: 'DATEV: US dollars for a euro, such as 1.0853.',
  datev_year_month: 'DATEV: the month in which your business year begins.',
  token:
    'Only of this token: its contract, or the zero address for native currency. Of charges: those that ask for it, or were paid in it.',
  tokenAmount: 'In whole units of the token.',
  tokenAddress: 'The token’s contract.',
  chainId: 'EIP-155 chain id.',
  expand: 'request_charge: the reply has the request charge too.',
}
