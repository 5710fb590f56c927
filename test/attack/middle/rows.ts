import { attacker, merchant, native } from './replies.ts'

/** A lie of somebody who can write into the service's database, as SQL. */
export interface RowLie {
  name: string
  /** `:charge` stands for the charge's id, `:account` for its account's. */
  statement: string
  /** Whether it is written before the charge is created, which then takes the account's wallet. */
  isBeforeCreation?: boolean
}

const quote = (value: string | number) => (typeof value === 'number' ? `${value}` : `'${value}'`)

/** The columns of a price, with values that no honest charge of 19.99 dollars to the merchant has. */
const priceValues: Record<string, readonly (string | number)[]> = {
  recipient: [
    attacker,
    attacker.toLowerCase(),
    native,
    `0xA${merchant.slice(3)}`,
    `0x${'f'.repeat(40)}`,
    merchant.replace(/.$/, '0'),
  ],
  token: [attacker, native, `0x${'e'.repeat(40)}`, merchant],
  token_type: ['NATIVE', 'ERC20'],
  decimals: [0, 2, 5, 7, 8, 12, 18, 30, 77],
  symbol: ['USDC', 'ETH', '$', ''],
  amount: [
    '19990001',
    '20000000',
    '199900000',
    '1999000000',
    '1000000000000',
    '19990000000000000001',
    '199900000000000000000',
    '1',
    '0',
  ],
  chain_id: [1, 10, 137, 8453, 313371],
  price_source: ['feed', 'merchant', 'usd_peg'],
}

function* createPriceLies(): Generator<RowLie> {
  const spots = [
    ['charges', 'id'],
    ['accepted_tokens', 'charge_id'],
  ] as const
  for (const [table, id] of spots)
    for (const [column, values] of Object.entries(priceValues))
      for (const value of values)
        yield {
          name: `${table}.${column} ${value}`,
          statement: `update ${table} set ${column} = ${quote(value)} where ${id} = ':charge'`,
        }
}

const ofCharge = (assignment: string): RowLie => ({
  name: `charges ${assignment}`,
  statement: `update charges set ${assignment} where id = ':charge'`,
})

/** A further accepted token, with what is given in place of the charge's own. */
const accept = (name: string, columns: Record<string, string | number>): RowLie => {
  const columnNames =
    'chain_id recipient token token_type decimals symbol amount price_source created_at'.split(' ')
  const values = columnNames.map((one) => (one in columns ? quote(columns[one] ?? '') : one))
  return {
    name: `a further accepted token ${name}`,
    statement:
      `insert into accepted_tokens (charge_id, sort_order, ${columnNames}) ` +
      `select id, 7, ${values} from charges where id = ':charge';` +
      `update charges set has_accepted_tokens = true where id = ':charge'`,
  }
}

const ofAccount = (assignment: string): RowLie => ({
  name: `accounts ${assignment}`,
  statement: `update accounts set ${assignment} where id = ':account'`,
  isBeforeCreation: true,
})

const past = `'2026-01-01'`
const far = `'2126-01-01'`

/** All lies. */
export const rowLies: readonly RowLie[] = [
  ...createPriceLies(),
  ...['0.01', '1', '19.98', '19.991', '1999', '1e9', '-19.99', ''].map((amount) =>
    ofCharge(`local_amount = '${amount}'`),
  ),
  ...['EUR', 'JPY', ''].map((currency) => ofCharge(`local_currency = '${currency}'`)),
  ofCharge(`pricing_type = 'no_price'`),
  ofCharge(`pricing_type = 'no_price', recipient = '${attacker}'`),
  ofCharge(`recipient = '${attacker}', metadata = '{}'`),
  ofCharge(`recipient = '${attacker}', amount = 1`),
  ofCharge(`token = '${native}', token_type = 'NATIVE', decimals = 18, symbol = 'DUSD'`),
  ofCharge(
    `token = '${native}', token_type = 'NATIVE', decimals = 18, amount = 19990000000000000000`,
  ),
  ofCharge(`decimals = 7, amount = 199900000`),
  ofCharge(`decimals = 5, amount = 1999000`),
  ofCharge(`reference = 'a77ac4e2a77ac4e2a77ac4e2a77ac4e2'`),
  ofCharge(`has_accepted_tokens = false`),
  ...['NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'].map((status) =>
    ofCharge(`status = '${status}', recipient = '${attacker}'`),
  ),
  ...[past, far].flatMap((time) => [
    ofCharge(`expires_at = ${time}, recipient = '${attacker}'`),
    ofCharge(`quote_expires_at = ${time}, price_source = 'feed', recipient = '${attacker}'`),
    ofCharge(`created_at = ${time}`),
  ]),
  ofCharge(
    `account_id = (select id from accounts where id <> ':account'), recipient = '${attacker}'`,
  ),
  ofCharge(`base_url = 'https://evil.example', recipient = '${attacker}'`),
  accept('of the attacker', { recipient: attacker, chain_id: 31_337, token: attacker }),
  accept('on another chain', { chain_id: 1 }),
  accept('on another chain, to the attacker', { chain_id: 8453, recipient: attacker }),
  accept('that is the coin', { token: native, token_type: 'NATIVE', decimals: 18, symbol: 'ETH' }),
  accept('that costs a thousand times as much', {
    token: native,
    decimals: 6,
    amount: '19990000000',
  }),
  {
    name: 'no accepted tokens',
    statement: `delete from accepted_tokens where charge_id = ':charge'`,
  },
  ...[attacker, attacker.toLowerCase(), native, `0xA${merchant.slice(3)}`].map((address) =>
    ofAccount(`wallet_address = '${address}'`),
  ),
  ofAccount(`wallet_address = '${attacker}', organization_name = 'Blue Mug'`),
  ofAccount(`wallet_token = '${native}'`),
  ofAccount(`wallet_token = '${attacker}'`),
  ofAccount(`wallet_chain_id = 1`),
  ofAccount(`organization_name = 'Another store', wallet_address = '${attacker}'`),
  ofAccount(`organization_name = ''`),
]
