import type { CheckoutCharge } from '../../../src/api/schemas/charges/checkout-charge.ts'
import type { RequestCharge } from '../../../src/api/schemas/requests/request-charge.ts'
import {
  createQuoteClaims,
  createReservationClaims,
  type SignerClaims,
} from '../../../src/api/signed-quote/create-claims.ts'
import { formatQuoteKey } from '../../../src/api/signed-quote/quote-keys.ts'
import { createQuoteSigner, generateQuoteKey } from '../../../src/api/signed-quote/sign.ts'
import type { Attempt } from './payer.ts'
import { chargeId, createReplies, type Replies } from './replies.ts'

const [own, foreign] = await Promise.all([generateQuoteKey('ES256'), generateQuoteKey('ES256')])

/** The merchant's private key, as an environment variable holds it. */
export const privateKey = own.privateKey
/** The merchant's key, and one of the attacker's own. */
export const signer = createQuoteSigner(own.privateKey)
export const attackerSigner = createQuoteSigner(foreign.privateKey)
/** What the merchant's page names. */
export const quoteKey = formatQuoteKey(signer.publicKey)
export const merchantName = 'Blue Mug'

/** An honest charge of the attacker at the same merchant, who signs it like all others. */
export const attackersCharge = {
  id: '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10',
  reference: 'a77ac4e2a77ac4e2a77ac4e2a77ac4e2',
}

/** The amount that is reserved for the honest charge: its price and some of the token's smallest digits. */
export const reservedAmount = '19.990007'

/** Returns what the merchant has to sign of these replies. */
export function createClaims(
  { charge, place }: Replies,
  more: SignerClaims = {},
  now = Date.now(),
) {
  const signerClaims = { merchant: merchantName, ...more }
  return createQuoteClaims(
    charge as unknown as CheckoutCharge,
    place as unknown as RequestCharge,
    signerClaims,
    now,
  )
}

/** Returns what the merchant has to sign of a reserved amount. */
export function createReservedClaims(
  { place }: Replies,
  id = chargeId,
  { amount = reservedAmount, expiresAt = '2126-11-20T10:00:00.000Z', account = undefined } = {},
) {
  const { chainId, tokenAddress, requestLink } = place
  const { recipientAddress } = Object(requestLink)
  return createReservationClaims(
    id,
    {
      chainId: String(chainId),
      tokenAddress: String(tokenAddress),
      recipientAddress,
      amount,
      expiresAt,
    },
    account === undefined ? {} : { account },
    Date.now(),
  )
}

/** Creates the honest replies of one charge, signed by the merchant. */
export async function createSignedReplies(more: SignerClaims = {}): Promise<Replies> {
  const replies = createReplies()
  replies.place.signedQuote = await signer.signQuote(createClaims(replies, more))
  replies.reservation.amount = reservedAmount
  replies.signedReservation = await signer.signReservation(createReservedClaims(replies))
  return replies
}

/** Returns whether a payment would be credited to another charge than the one that the page is about. */
export function findMisdirection({ asked }: Attempt): string | undefined {
  if (!asked) return undefined
  const { quote, option } = asked
  const { reference } = createReplies().charge
  if (quote.reference !== reference) return `with the reference ${quote.reference}`
  const ids = [quote.chargeId, option.charge.id]
  return ids.every((id) => id === chargeId) ? undefined : `for the charge ${ids}`
}
