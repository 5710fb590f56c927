import { formatAmount } from '../../../amount.ts'
import { HttpError } from '../../../api/server/http-error.ts'
import type { PaymentRecord } from '../../domain/charges/records.ts'
import type { ProgramOffer } from './offers.ts'
import {
  encodeJson,
  getIn,
  type PaymentRefusal,
  type ProgramPayment,
  readEncodedJson,
  readSigned,
} from './payment.ts'

// x402, the scheme `exact` with EIP-3009: https://github.com/x402-foundation/x402/tree/main/specs. Version 2 has all in headers,
// version 1 its offer in the body; both are in one answer.

/** What is paid for, as a 402 describes it. */
export interface PaidResource {
  url: string
  description: string
}

/** The names that version 1 has for chains, by EIP-155 id. It knows no others. */
const networkNames = new Map([
  [8453, 'base'],
  [84_532, 'base-sepolia'],
  [43_114, 'avalanche'],
  [43_113, 'avalanche-fuji'],
  [137, 'polygon'],
  [80_002, 'polygon-amoy'],
  [2741, 'abstract'],
  [11_124, 'abstract-testnet'],
  [1329, 'sei'],
  [1328, 'sei-testnet'],
  [4689, 'iotex'],
  [3338, 'peaq'],
])

const paymentIdentifier = 'payment-identifier'
const paymentIdPattern = /^[A-Za-z0-9_-]{16,128}$/

/** Returns the value of the header PAYMENT-REQUIRED (version 2). */
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

/** Returns the body of a 402 (version 1). */
export function writePaymentRequiredBody(
  offers: readonly ProgramOffer[],
  resource: PaidResource,
  error: string,
): object {
  return {
    x402Version: 1,
    error,
    accepts: offers.flatMap((offer, index) => {
      const network = networkNames.get(Number(offer.chainId))
      // What is paid does not say its token: it is the first one of its chain.
      const isFirst = offers.findIndex(({ chainId }) => chainId === offer.chainId) === index
      if (network === undefined || !isFirst) return []
      return [
        {
          scheme: 'exact',
          network,
          maxAmountRequired: offer.value,
          resource: resource.url,
          description: resource.description,
          mimeType: 'application/json',
          payTo: offer.recipientAddress,
          maxTimeoutSeconds: offer.validitySeconds,
          asset: offer.tokenAddress,
          extra: offer.domain,
        },
      ]
    }),
  }
}

/** Returns the value of the headers PAYMENT-RESPONSE and X-PAYMENT-RESPONSE of a charge that is paid. */
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

/** Returns the value of the same headers for a payment that was not taken. */
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
 * Reads the header PAYMENT-SIGNATURE (version 2).
 *
 * @throws HttpError 400 for what is malformed, or is of a scheme or network that no charge is paid by
 */
export function readPaymentSignature(text: string): ProgramPayment {
  const header = 'PAYMENT-SIGNATURE'
  const value = readEncodedJson(header, text)
  checkVersion(header, value, 2)
  checkScheme(header, getIn(value, 'accepted', 'scheme'))
  const network = getIn(value, 'accepted', 'network')
  const [, chainId] = /^eip155:([1-9]\d{0,15})$/.exec(String(network)) ?? []
  if (chainId === undefined) throw createFault(header, 'must be of a network eip155:….')
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
    protocol: 'x402 v2',
    header,
    body,
    paymentId: paymentId === undefined ? undefined : String(paymentId),
    findNonce: () => undefined,
  }
}

/**
 * Reads the header X-PAYMENT (version 1), which does not say the token.
 *
 * @throws HttpError 400
 */
export async function readXPayment(
  text: string,
  findToken: (chainId: string) => Promise<string | undefined>,
): Promise<ProgramPayment> {
  const header = 'X-PAYMENT'
  const value = readEncodedJson(header, text)
  checkVersion(header, value, 1)
  checkScheme(header, value.scheme)
  const [chainId] = [...networkNames].find(([, name]) => name === value.network) ?? []
  if (chainId === undefined) throw createFault(header, 'must be of a network such as base.')
  const tokenAddress = await findToken(String(chainId))
  if (tokenAddress === undefined)
    throw createFault(header, `must not be of ${value.network}: the charge is not paid there.`)
  const body = readSigned(header, {
    chainId: String(chainId),
    tokenAddress,
    authorization: getIn(value, 'payload', 'authorization'),
    signature: getIn(value, 'payload', 'signature'),
  })
  return { protocol: 'x402 v1', header, body, paymentId: undefined, findNonce: () => undefined }
}

function checkVersion(header: string, { x402Version }: Record<string, unknown>, version: number) {
  if (x402Version !== version) throw createFault(header, `must have x402Version ${version}.`)
}

function checkScheme(header: string, scheme: unknown): void {
  if (scheme !== 'exact') throw createFault(header, 'must be of the scheme exact.')
}

function createFault(header: string, text: string): HttpError {
  return new HttpError('validation_error', `${header} ${text}`, { field: header })
}

/** Returns an amount as a person reads it, such as `0.9 USDC`. */
export function formatOffer({ value, decimals, symbol }: ProgramOffer): string {
  return `${formatAmount(BigInt(value), decimals)} ${symbol}`
}
