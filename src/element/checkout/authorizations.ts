import { callRoute, type HttpTransport } from '../../api/client/call.ts'
import {
  addAuthorization as addRoute,
  listAuthorizationOffers,
} from '../../api/routes/authorization-routes.ts'
import type {
  AuthorizationOffer,
  NewAuthorization,
} from '../../api/schemas/payments/authorization.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'

// The calls about transfers that a payer signs and the service sends. A separate chunk: few payers need it.

/** Returns the offer in the option's token (GET /charges/:uuid/authorizations); undefined where there is none. */
export async function findAuthorizationOffer(
  transport: HttpTransport,
  { charge, quote }: PaymentOption,
  signal: AbortSignal,
): Promise<AuthorizationOffer | undefined> {
  const input = { params: { uuid: charge.id }, signal }
  const { data } = await callRoute(transport, listAuthorizationOffers, input)
  return data.data.find(
    ({ chainId, tokenAddress }) =>
      Number(chainId) === quote.chainId &&
      tokenAddress.toLowerCase() === quote.token.address.toLowerCase(),
  )
}

/** Posts a signed authorization (POST /charges/:uuid/authorizations), and returns the payment that it became. */
export async function addAuthorization(
  transport: HttpTransport,
  intent: Intent,
  signal: AbortSignal,
): Promise<Payment> {
  const body = createBody(intent)
  const input = { params: { uuid: intent.quote.chargeId }, body, signal, keepalive: true }
  return (await callRoute(transport, addRoute, input)).data
}

function createBody({ from, quote, authorization }: Intent): NewAuthorization {
  const { value, validBefore, nonce, signature } = authorization ?? {}
  if (signature === undefined || nonce === undefined)
    throw new PayError('invalid_request', 'The authorization is not signed.')
  return {
    chainId: String(quote.chainId),
    tokenAddress: quote.token.address,
    authorization: {
      from,
      to: quote.recipient,
      value: String(value),
      validAfter: '0',
      validBefore: String(validBefore),
      nonce,
    },
    signature,
  }
}
