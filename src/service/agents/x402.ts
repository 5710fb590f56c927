import { formatAmount } from '../../amount.ts'
import { HttpError } from '../../api/server/http-error.ts'
import type { PaymentRecord } from '../charges/records.ts'
import type { ProgramOffer } from './offers.ts'
import {
  encodeJson,
  getIn,
  type PaymentRefusal,
  type ProgramPayment,
  readEncodedJson,
  readSigned,
} from './payment.ts'

// x402, version 2, the scheme `exact` with EIP-3009: https://github.com/x402-foundation/x402/tree/main/specs

/** The paid resource, as a 402 describes it. */
export interface PaidResource {
  url: string
  description: string
}

const paymentIdentifier = 'payment-identifier'
const paymentIdPattern = /^[A-Za-z0-9_-]{16,128}$/

/** Returns the value of the header PAYMENT-REQUIRED. */
export function writePaymentRequired(
  offers: readonly ProgramOffer[],
  resource: PaidResource,
  error: string,
): string {
  return encodeJson({
    x402Version: 2,
    error,
    resource: { ...resource, mimeType: 'application/json' },
    accepts: offers.map((offer) => ({
      scheme: 'exact',
      network: `eip155:${offer.chainId}`,
      amount: offer.value,
      asset: offer.tokenAddress,
      payTo: offer.recipientAddress,
      maxTimeoutSeconds: offer.validitySeconds,
      extra: { ...offer.domain, assetTransferMethod: 'eip3009' },
    })),
    extensions: {
      [paymentIdentifier]: {
        info: { required: false },
        schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            required: { type: 'boolean' },
            id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
          },
          required: ['required'],
        },
      },
    },
  })
}

/** Returns the value of the header PAYMENT-RESPONSE of a charge that is paid. */
export function writeSettled(payment: PaymentRecord): string {
  const { chainId, hash, payerAddress, receivedAmount } = payment
  return encodeJson({
    success: true,
    transaction: hash,
    network: `eip155:${chainId}`,
    payer: payerAddress,
    amount: String(receivedAmount),
  })
}

/** Returns the value of the same header for a refused payment. */
export function writeRefused(payment: ProgramPayment, { code, message }: PaymentRefusal): string {
  const { chainId, authorization } = payment.body
  return encodeJson({
    success: false,
    errorReason: code,
    errorMessage: message,
    transaction: '',
    network: `eip155:${chainId}`,
    payer: authorization.from,
  })
}

/**
 * Reads the header PAYMENT-SIGNATURE.
 *
 * @throws HttpError 400 for a malformed header, or for a scheme or network that no charge accepts
 */
export function readPaymentSignature(text: string): ProgramPayment {
  const header = 'PAYMENT-SIGNATURE'
  const value = readEncodedJson(header, text)
  if (value.x402Version !== 2) throw createFault(header, 'must have x402Version 2.')
  if (getIn(value, 'accepted', 'scheme') !== 'exact')
    throw createFault(header, 'must have the scheme exact.')
  const network = getIn(value, 'accepted', 'network')
  const [, chainId] = /^eip155:([1-9]\d{0,15})$/.exec(String(network)) ?? []
  if (chainId === undefined) throw createFault(header, 'must have a network eip155:….')
  const body = readSigned(header, {
    chainId,
    tokenAddress: getIn(value, 'accepted', 'asset'),
    authorization: getIn(value, 'payload', 'authorization'),
    signature: getIn(value, 'payload', 'signature'),
  })
  const paymentId = getIn(value, 'extensions', paymentIdentifier, 'info', 'id')
  if (paymentId !== undefined && !paymentIdPattern.test(String(paymentId)))
    throw createFault(header, `has a ${paymentIdentifier} that is not 16 to 128 of [A-Za-z0-9_-].`)
  return {
    protocol: 'x402',
    header,
    body,
    paymentId: paymentId === undefined ? undefined : String(paymentId),
    findNonce: () => undefined,
  }
}

function createFault(header: string, text: string): HttpError {
  return new HttpError('validation_error', `${header} ${text}`, { field: header })
}

/** Returns an amount as a person reads it, such as `0.9 USDC`. */
export function formatOffer({ value, decimals, symbol }: ProgramOffer): string {
  return `${formatAmount(BigInt(value), decimals)} ${symbol}`
}
