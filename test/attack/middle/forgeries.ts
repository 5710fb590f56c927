import { createHmac } from 'node:crypto'
import { encodeBase64Url } from '../../../src/api/jws/base64url.ts'
import type { QuoteSigner } from '../../../src/api/signed-quote/sign.ts'
import { attacker, createReplies, native, type Replies, tokens } from './replies.ts'
import {
  attackerSigner,
  attackersCharge,
  createClaims,
  createReservedClaims,
  quoteKey,
  signer,
} from './signed-replies.ts'

/** A false signature, or a good one in the wrong place. */
export interface Forgery {
  name: string
  change: (replies: Replies) => unknown
  /** What the page says; undefined where it only matters that nothing is paid. */
  reason?: string
  /** Where it concerns a reserved amount: a payment with a wallet needs none, and may be made. */
  isReservation?: boolean
}

const encode = (value: unknown) =>
  encodeBase64Url(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  )
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

/** Changes the three parts of the quote's JWS. */
const changeParts =
  (
    set: (
      header: Record<string, unknown>,
      claims: Record<string, unknown>,
      signature: string,
    ) => string,
  ) =>
  ({ place }: Replies) => {
    const [header = '', claims = '', signature = ''] = String(place.signedQuote).split('.')
    place.signedQuote = set(decode(header), decode(claims), signature)
  }

/** Signs claims that the merchant's own key would sign, or the attacker's. */
const sign =
  (set: (replies: Replies) => void, by: QuoteSigner = signer) =>
  async (replies: Replies) => {
    const other = createReplies()
    set(other)
    replies.place.signedQuote = await by.signQuote(createClaims(other))
  }

const payAttacker = ({ place }: Replies) => {
  place.requestLink = { ...Object(place.requestLink), recipientAddress: attacker }
}
const becomeAttackersCharge = ({ charge }: Replies) => void Object.assign(charge, attackersCharge)

/** Both the reply and its signature are of another time or charge: everything fits, but not this page. */
const replay = (set: (replies: Replies) => void, by?: QuoteSigner) => async (replies: Replies) => {
  await sign(set, by)(replies)
  set(replies)
}

const past = '2026-11-20T10:00:00.000Z'
const expire = ({ charge, place }: Replies) => {
  charge.expires_at = past
  place.quoteExpiresAt = past
}
/** As the attacker passes it on, without the time that would end it. */
const hideExpiry = ({ charge, place }: Replies) => {
  charge.expires_at = place.quoteExpiresAt = '2126-11-20T10:00:00.000Z'
}

const signatures: Forgery[] = [
  {
    name: 'no signature',
    change: ({ place }) => delete place.signedQuote,
    reason: 'missing',
  },
  {
    name: 'an empty signature',
    change: ({ place }) => {
      place.signedQuote = ''
    },
    reason: 'missing',
  },
  ...['x', '..', 'a.b.c', `${'a'.repeat(40_000)}.b.c`, '\u0000.\u0000.\u0000'].map((text) => ({
    name: `the text ${text.slice(0, 12)}`,
    change: ({ place }: Replies) => {
      place.signedQuote = text
    },
    reason: 'malformed',
  })),
  ...[null, 1, {}, [], true].map((value) => ({
    name: `a signature that is ${JSON.stringify(value)}`,
    change: ({ place }: Replies) => {
      place.signedQuote = value
    },
  })),
  {
    name: 'a key of the attacker',
    change: replay(payAttacker, attackerSigner),
    reason: 'unknown_key',
  },
  {
    name: 'a key of the attacker under the id of the merchant’s',
    change: async (replies) => {
      const [header = ''] = String(replies.place.signedQuote).split('.')
      await replay(payAttacker, attackerSigner)(replies)
      const [, ...rest] = String(replies.place.signedQuote).split('.')
      replies.place.signedQuote = [header, ...rest].join('.')
    },
    reason: 'wrong_signature',
  },
  ...['none', 'None', 'ES384', 'EdDSA', 'RS256', ''].map((alg) => ({
    name: `the algorithm "${alg}"`,
    change: changeParts((header, claims) => `${encode({ ...header, alg })}.${encode(claims)}.`),
    reason: 'malformed',
  })),
  {
    name: 'an HMAC with the public key as its secret',
    change: changeParts((header, claims) => {
      const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
      return `${text}.${createHmac('sha256', quoteKey).update(text).digest('base64url')}`
    }),
    reason: 'malformed',
  },
  ...(['recipient', 'amount', 'token', 'chainId', 'decimals'] as const).map((field) => ({
    name: `another ${field} under the same signature`,
    change: changeParts((header, claims, signature) => {
      const value = { recipient: attacker, amount: '1', token: native, chainId: '1', decimals: 0 }[
        field
      ]
      const [first, ...rest] = claims.quotes as object[]
      const quotes = [{ ...first, [field]: value }, ...rest]
      return `${encode(header)}.${encode({ ...claims, quotes })}.${signature}`
    }),
    reason: 'wrong_signature',
  })),
  ...[64, 63, 65, 0, 1].map((length) => ({
    name: `a signature of ${length} zeros`,
    change: changeParts(
      (header, claims) =>
        `${encode(header)}.${encode(claims)}.${encodeBase64Url(new Uint8Array(length))}`,
    ),
    reason: 'wrong_signature',
  })),
  {
    name: 'one bit of the signature',
    change: changeParts((header, claims, signature) => {
      const bytes = Buffer.from(signature, 'base64url')
      bytes[40] = (bytes[40] ?? 0) ^ 1
      return `${encode(header)}.${encode(claims)}.${bytes.toString('base64url')}`
    }),
    reason: 'wrong_signature',
  },
  {
    name: 'the type of a reserved amount',
    change: changeParts(
      (header, claims, signature) =>
        `${encode({ ...header, typ: 'pay-charge-reserved-amount+jwt' })}.${encode(claims)}.${signature}`,
    ),
    reason: 'malformed',
  },
  {
    name: 'an extension that must be understood',
    change: changeParts(
      (header, claims, signature) =>
        `${encode({ ...header, crit: ['b64'], b64: false })}.${encode(claims)}.${signature}`,
    ),
    reason: 'malformed',
  },
  ...[undefined, '', 'x', 7, null].map((kid) => ({
    name: `the key id ${JSON.stringify(kid)}`,
    change: changeParts(
      (header, claims, signature) => `${encode({ ...header, kid })}.${encode(claims)}.${signature}`,
    ),
    reason: 'unknown_key',
  })),
  ...['.x', '=', '\n', ' '].map((end) => ({
    name: `${JSON.stringify(end)} at the end`,
    change: ({ place }: Replies) => {
      place.signedQuote += end
    },
    reason: 'malformed',
  })),
  {
    name: 'a reserved amount in place of a quote',
    change: async (replies) => {
      replies.place.signedQuote = await signer.signReservation(createReservedClaims(replies))
    },
    reason: 'malformed',
  },
  {
    name: 'something else that the key has signed',
    change: async ({ place }) => {
      place.signedQuote = await signer.signQuote({ hello: 'world' } as never)
    },
    reason: 'malformed',
  },
  {
    name: 'a quote of another merchant at the same service',
    change: async (replies) => {
      payAttacker(replies)
      const account = '11111111-2222-4333-8444-555555555555'
      replies.place.signedQuote = await signer.signQuote(createClaims(replies, { account }))
    },
    reason: 'other_account',
  },
]

const replays: Forgery[] = [
  {
    name: 'the signature of another charge of the same price',
    change: sign(becomeAttackersCharge),
    reason: 'charge',
  },
  {
    name: 'another charge with its signature',
    change: replay(becomeAttackersCharge),
    reason: 'charge',
  },
  {
    name: 'another charge that is cheaper, with its signature',
    change: replay((replies) => {
      becomeAttackersCharge(replies)
      Object.assign(replies.place, { tokenAmount: '1', accepts: [] })
      Object.assign(Object(replies.charge.pricing).local, { amount: '1' })
    }),
    reason: 'charge',
  },
  {
    name: 'the reference of another charge',
    change: ({ charge }) => {
      charge.reference = attackersCharge.reference
    },
    reason: 'reference',
  },
  { name: 'no reference', change: ({ charge }) => delete charge.reference, reason: 'reference' },
  {
    name: 'a quote that has expired',
    change: async (replies) => {
      await sign(expire)(replies)
      hideExpiry(replies)
    },
    reason: 'expired',
  },
  {
    name: 'an older quote to an account that the merchant has lost',
    change: async (replies) => {
      await replay((one) => {
        expire(one)
        payAttacker(one)
      })(replies)
      hideExpiry(replies)
    },
    reason: 'expired',
  },
  {
    name: 'a price that the payer enters, under the signature of a fixed one',
    change: ({ charge }) => {
      charge.pricing_type = 'no_price'
    },
    reason: 'price',
  },
  {
    name: 'a fixed price, under the signature of one that the payer enters',
    change: sign(({ charge, place }) => {
      charge.pricing_type = 'no_price'
      Object.assign(place, { tokenAmount: '0', accepts: [] })
    }),
    reason: 'price',
  },
  {
    name: 'an accepted token that was signed for another chain',
    change: (replies) =>
      Object.assign((replies.place.accepts as object[])[0] ?? {}, { chainId: '10' }),
    reason: 'asset',
  },
  {
    name: 'the amount of one token for the other',
    change: ({ place }) => {
      place.tokenAmount = '0.009'
    },
    reason: 'amount',
  },
  {
    name: 'another symbol',
    change: ({ place }) => {
      place.tokenSymbol = 'USDC'
    },
    reason: 'asset',
  },
]

const reserve = (name: string, change: Forgery['change']): Forgery => ({
  name: `a reserved amount ${name}`,
  change,
  reason: 'reserved_amount',
  isReservation: true,
})

const signReserved =
  (amount: string, more: Parameters<typeof createReservedClaims>[2] = {}, id?: string) =>
  async (replies: Replies) => {
    replies.reservation.amount = amount
    const claims = createReservedClaims(replies, id, { amount, ...more })
    replies.signedReservation = await signer.signReservation(claims)
  }

const reservations: Forgery[] = [
  reserve('without a signature', (replies) => {
    replies.signedReservation = undefined
  }),
  reserve('that nobody has signed', ({ reservation }) => {
    reservation.amount = '19.990008'
  }),
  reserve('of another charge', signReserved('19.990008', {}, attackersCharge.id)),
  reserve('that has expired', signReserved('19.990008', { expiresAt: past })),
  reserve('with a quote for its signature', async (replies) => {
    replies.signedReservation = String(replies.place.signedQuote)
  }),
  reserve('that the attacker has signed', async (replies) => {
    const claims = createReservedClaims(replies)
    replies.signedReservation = await attackerSigner.signReservation(claims)
  }),
  reserve('of another token', async (replies) => {
    const other = createReplies()
    other.place.tokenAddress = tokens.daid.address
    replies.signedReservation = await signer.signReservation(createReservedClaims(other))
  }),
]

/** All forgeries. */
export const forgeries: readonly Forgery[] = [...signatures, ...replays, ...reservations]
