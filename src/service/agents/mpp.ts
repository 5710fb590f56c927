import { HttpError } from '../../api/server/http-error.ts'
import { computeChallengeNonce } from '../charges/authorization-nonce.ts'
import type { PaymentRecord } from '../charges/records.ts'
import type { ProgramOffer } from './offers.ts'
import { encodeJson, getIn, type ProgramPayment, readEncodedJson, readSigned } from './payment.ts'

// The HTTP authentication scheme `Payment` with the method `evm`: https://datatracker.ietf.org/doc/draft-ryan-httpauth-payment. Its
// client derives the nonce from the challenge, whose id is the same each time a charge is asked for. So the token itself refuses a
// second payment of the same account.

/** Returns the id of the challenge of an offer: the charge's own nonce, which nothing else has. */
function getChallengeId({ nonce }: ProgramOffer): string {
  return nonce.slice(2)
}

/** Returns the nonce that clients of the challenge of an offer sign. */
export function computeOfferNonce(offer: ProgramOffer, realm: string): string {
  return computeChallengeNonce(getChallengeId(offer), realm)
}

/** Returns the realm of a service: its host. */
export function getRealm(publicUrl: string): string {
  return new URL(publicUrl).host
}

/** Returns the value of the header WWW-Authenticate for an offer. */
export function writeChallenge(offer: ProgramOffer, realm: string, now: Date): string {
  const request = {
    amount: offer.value,
    currency: offer.tokenAddress,
    methodDetails: {
      chainId: Number(offer.chainId),
      credentialTypes: ['authorization'],
      decimals: offer.decimals,
    },
    recipient: offer.recipientAddress,
  }
  const expires = new Date(now.getTime() + offer.validitySeconds * 1000).toISOString()
  const params = Object.entries({
    id: getChallengeId(offer),
    realm,
    method: 'evm',
    intent: 'charge',
    request: encodeJson(request, 'base64url'),
    expires,
  })
  return `Payment ${params.map(([name, value]) => `${name}="${value}"`).join(', ')}`
}

/** Returns the value of the header Payment-Receipt of a charge that is paid. */
export function writePaymentReceipt({ hash, verifiedAt, createdAt }: PaymentRecord): string {
  const timestamp = (verifiedAt ?? createdAt).toISOString()
  return encodeJson({ method: 'evm', reference: hash, status: 'success', timestamp }, 'base64url')
}

/**
 * Reads a credential of the scheme `Payment`.
 *
 * @throws HttpError 400
 */
export function readCredential(header: string, text: string, realm: string): ProgramPayment {
  const value = readEncodedJson(header, text)
  const [method, intent, type] = [
    getIn(value, 'challenge', 'method'),
    getIn(value, 'challenge', 'intent'),
    getIn(value, 'payload', 'type'),
  ]
  if (method !== 'evm' || intent !== 'charge' || type !== 'authorization')
    throw createFault(header, 'must have the method evm, the intent charge and an authorization.')
  const request = getIn(value, 'challenge', 'request')
  const details = readEncodedJson(header, typeof request === 'string' ? request : '')
  const chainId = getIn(details, 'methodDetails', 'chainId')
  const payload = getIn(value, 'payload') as Record<string, unknown>
  const { from, to, value: amount, validAfter, validBefore, nonce, signature } = payload
  const body = readSigned(header, {
    chainId: String(chainId),
    tokenAddress: details.currency,
    authorization: { from, to, value: amount, validAfter, validBefore, nonce },
    signature,
  })
  return {
    protocol: 'mpp',
    header,
    body,
    paymentId: undefined,
    findNonce: (offer) => computeOfferNonce(offer, realm),
  }
}

function createFault(header: string, text: string): HttpError {
  return new HttpError('validation_error', `${header} ${text}`, { field: header })
}
