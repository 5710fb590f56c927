import { attacker, merchant, native, type Replies, tokens } from './replies.ts'

/** One lie of whoever controls the proxy or the service. */
export interface Mutation {
  name: string
  change: (replies: Replies) => void
  /** Whether a page with pins must say that the quote is not the merchant's. Else it must only not pay it. */
  isRefused?: boolean
}

type Asset = Record<string, unknown>
const assetsOf = ({ place }: Replies) => place.accepts as Asset[]
const oneDigitOff = `0xA${merchant.slice(3)}`

/** Sets a field of the charge's own asset, or of one of the others. */
const spots: Record<string, (field: string, value: unknown) => (replies: Replies) => void> = {
  own: (field, value) => (replies) => {
    if (field === 'recipientAddress') replies.place.requestLink = { recipientAddress: value }
    else replies.place[field] = value
  },
  'first accepted': (field, value) => (replies) =>
    Object.assign(assetsOf(replies)[0] ?? {}, { [field]: value }),
  'last accepted': (field, value) => (replies) =>
    Object.assign(assetsOf(replies)[1] ?? {}, { [field]: value }),
}

/** Lies that must be named as such, wherever they stand. */
const refusedValues: Record<string, readonly unknown[]> = {
  recipientAddress: [
    attacker,
    attacker.toLowerCase(),
    native,
    oneDigitOff,
    tokens.dusd.address,
    `0x${'f'.repeat(40)}`,
  ],
  chainId: ['1', '8453', '137', '313371', '3133'],
  tokenAmount: ['19.990001', '20', '199.9', '1999', '1000000'].map((amount) => amount),
  tokenAddress: [attacker, tokens.wbtc.address, merchant],
}

function* createFieldMutations(): Generator<Mutation> {
  for (const [spot, set] of Object.entries(spots))
    for (const [field, values] of Object.entries(refusedValues))
      for (const value of values)
        yield { name: `${spot} ${field} ${value}`, change: set(field, value), isRefused: true }
  // Fewer decimals than an amount has places make it unreadable, which is an error of its own.
  for (const decimals of [0, 2, 5, 7, 8, 12, 17, 19, 30, 77])
    for (const [spot, set] of Object.entries(spots))
      yield {
        name: `${spot} tokenDecimals ${decimals}`,
        change: set('tokenDecimals', decimals),
        isRefused: decimals >= 2 && (spot !== 'last accepted' || decimals >= 5),
      }
}

const change = (name: string, set: (replies: Replies) => void, isRefused = false): Mutation => ({
  name,
  change: set,
  isRefused,
})

/** Lies of several fields that agree with each other. */
const combined: Mutation[] = [
  change(
    'another token under the same symbol',
    ({ place }) => {
      Object.assign(place, { tokenAddress: tokens.wbtc.address, tokenDecimals: 8 })
    },
    true,
  ),
  change(
    'the chain’s coin under the token’s symbol',
    ({ place }) => {
      Object.assign(place, { tokenAddress: native, tokenDecimals: 18 })
    },
    true,
  ),
  change(
    'the coin as 0xEeee under the token’s symbol',
    ({ place }) => {
      Object.assign(place, { tokenAddress: `0x${'e'.repeat(40)}`, tokenDecimals: 18 })
    },
    true,
  ),
  change(
    'the coin with 6 decimals',
    ({ place }) => {
      Object.assign(place, { tokenAddress: native })
    },
    true,
  ),
  change(
    'decimals and amount that look alike',
    ({ place }) => {
      Object.assign(place, { tokenDecimals: 7, tokenAmount: '19.99' })
    },
    true,
  ),
  change(
    'a further accepted token of the attacker',
    (replies) => {
      assetsOf(replies).push({ ...assetsOf(replies)[0], tokenAddress: attacker })
    },
    true,
  ),
  change(
    'a hundred honest assets, and one for the attacker',
    (replies) => {
      const [first] = assetsOf(replies)
      replies.place.accepts = [...Array(100).fill(first), { ...first, recipientAddress: attacker }]
    },
    true,
  ),
  change(
    'a known dollar token of another chain',
    ({ place }) => {
      Object.assign(place, {
        chainId: '8453',
        tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      })
    },
    true,
  ),
  ...['EUR', 'JPY', 'KRW', 'XYZ', 'DUSD', ''].map((currency) =>
    change(
      `a price in ${currency || 'no currency'}`,
      ({ charge }) => {
        Object.assign(Object(charge.pricing).local, { currency })
      },
      true,
    ),
  ),
  ...['0', '0.01', '1', '19.98', '19.989999'].map((amount) =>
    change(
      `a price of ${amount} that costs 19.99`,
      ({ charge }) => {
        Object.assign(Object(charge.pricing).local, { amount })
      },
      true,
    ),
  ),
  change(
    'no price beside the tokens',
    ({ charge }) => {
      charge.pricing = undefined
    },
    true,
  ),
  change(
    'the payer’s own amount, in a token of other decimals',
    ({ charge, place }) => {
      charge.pricing_type = 'no_price'
      Object.assign(place, { tokenDecimals: 7, tokenAmount: '0' })
    },
    true,
  ),
  change(
    'the payer’s own amount, for the attacker',
    ({ charge, place }) => {
      charge.pricing_type = 'no_price'
      Object.assign(place, { tokenAmount: '5', requestLink: { recipientAddress: attacker } })
    },
    true,
  ),
  change(
    'the destination by a reply of its own, for the attacker',
    (replies) => {
      replies.isSplit = true
      replies.place.requestLink = { recipientAddress: attacker }
    },
    true,
  ),
]

const reservations: Mutation[] = [
  { amount: '20.01' },
  { amount: '20.000001' },
  { amount: '199.9' },
  { amount: '1000000' },
  { amount: '0.1' },
  { amount: '1e3' },
  { recipientAddress: attacker },
  { recipientAddress: native },
  { tokenAddress: tokens.wbtc.address },
  { chainId: '1' },
  { chainId: 'x' },
  { expiresAt: 'never' },
].map((fields) =>
  change(`a reserved amount with ${JSON.stringify(fields)}`, ({ reservation }) => {
    Object.assign(reservation, fields)
  }),
)

const payments: Mutation[] = [
  [{ status: 'COMPLETED', paidAmountInRequestedToken: '-100' }],
  [{ status: 'COMPLETED', paidAmountInRequestedToken: '1e9' }],
  [{ status: 'COMPLETED', paidAmountInRequestedToken: '9.99' }],
  [{ status: 'PENDING', payerTransactionHash: `0x${'a'.repeat(64)}` }],
  [{ status: 'PENDING', payerTransactionHash: attacker }],
  [null],
  { length: 1 },
].map((list) =>
  change(`payments ${JSON.stringify(list)}`, ({ charge }) => {
    charge.payments = list
  }),
)

/** Replies of another shape. Some are read leniently, most are not read at all; none may lead anywhere else. */
const shapes: Mutation[] = [
  ...[
    `0X${attacker.slice(2)}`,
    ` ${attacker}`,
    `${attacker}\n`,
    [attacker],
    { address: attacker },
    null,
    '',
    'shop.eth',
    0,
    attacker.slice(2),
    `${attacker}00`,
  ].map((recipientAddress) =>
    change(`a recipient ${JSON.stringify(recipientAddress)}`, ({ place }) => {
      place.requestLink = { recipientAddress }
    }),
  ),
  ...['0x1', '01', ' 1', '1.0', '1e3', 1, null, [1], '99999999999999999999'].map((chainId) =>
    change(`a chain ${JSON.stringify(chainId)}`, ({ place }) => {
      place.chainId = chainId
    }),
  ),
  ...['6', 6.5, -1, 256, null, [6], '0x6'].map((tokenDecimals) =>
    change(`decimals ${JSON.stringify(tokenDecimals)}`, ({ place }) => {
      place.tokenDecimals = tokenDecimals
    }),
  ),
  ...['1e3', '-1', '19,99', ' 19.99', 'Infinity', 1999, null, '0', '9'.repeat(78)].map(
    (tokenAmount) =>
      change(`an amount ${JSON.stringify(tokenAmount)}`, ({ place }) => {
        place.tokenAmount = tokenAmount
      }),
  ),
  ...[{}, 'all', 1, [null], [[]], [{}], { length: 1, 0: {} }].map((accepts) =>
    change(`accepts ${JSON.stringify(accepts)}`, ({ place }) => {
      place.accepts = accepts
    }),
  ),
  change('a request link that is a text', ({ place }) => {
    place.requestLink = attacker
  }),
  change('fields that the page computes by itself', (replies) => {
    const quote = { recipient: attacker, chainId: 1 }
    Object.assign(replies.charge, { quote, base: { quote }, recipient: attacker })
    Object.assign(replies.place, { quote, base: { quote }, recipient: attacker, price: '0' })
  }),
  change('a prototype in the reply', ({ place }) => {
    Object.assign(place, JSON.parse(`{"__proto__":{"recipientAddress":"${attacker}"}}`))
  }),
  change('a reference that is an address', ({ charge }) => {
    charge.reference = attacker
  }),
  change('another charge', ({ charge }) => {
    charge.id = '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10'
  }),
  ...['1970-01-01T00:00:00Z', 'never', '+275760-09-13T00:00:00Z'].flatMap((time) => [
    change(`a charge until ${time}`, ({ charge }) => {
      charge.expires_at = time
    }),
    change(`a price until ${time}`, ({ place }) => {
      place.quoteExpiresAt = time
    }),
  ]),
]

/** All mutations of a charge's replies. */
export const mutations: readonly Mutation[] = [
  ...createFieldMutations(),
  ...combined,
  ...reservations,
  ...payments,
  ...shapes,
]
