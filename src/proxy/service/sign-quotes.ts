import { type ChainAccount, findUnlistedAccount } from '../../api/accounts.ts'
import { trimEnd } from '../../api/formats.ts'
import { hashText } from '../../api/jws/keys.ts'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { ReservedAmount } from '../../api/schemas/payments/payment.ts'
import type { RequestCharge } from '../../api/schemas/requests/request-charge.ts'
import { createQuoteClaims, createReservationClaims } from '../../api/signed-quote/create-claims.ts'
import { PayError } from '../../errors.ts'
import type { ProxySettings } from '../options.ts'
import { reportError } from '../report-error.ts'

// The merchant's backend signs the service's quotes, but only those that the merchant's own code can vouch for: a
// service that was taken over must not get its account signed. A reply that is not signed is passed on all the same,
// because pages without `quote-key` need no signature, and the others refuse it with the reason.

/** The order that a charge was created for, as far as the proxy has it. */
export interface SignedOrder {
  /** The order's JSON, byte by byte as it was sent. */
  order?: string | undefined
  /** The charge as the merchant's code has priced it, if it was created by this call. */
  priced?: NewCharge | undefined
}

/** Returns a request charge, with a signed quote where this proxy has a quote key and may sign it. */
export async function signRequestCharge(
  settings: ProxySettings,
  charge: CheckoutCharge,
  requestCharge: RequestCharge,
  { order, priced }: SignedOrder,
  request: Request,
): Promise<RequestCharge> {
  if (!settings.quoteSigning) return requestCharge
  const { signer, recipients, merchantName: merchant } = settings.quoteSigning
  // A signature of the service is not one of this key.
  const { signedQuote: _, ...unsignedCharge } = requestCharge
  try {
    requireListed(listAccounts(requestCharge), recipients)
    if (priced) requirePrice(charge, priced)
    const orderHash = order === undefined ? '' : await hashText(order)
    const claims = createQuoteClaims(
      charge,
      requestCharge,
      { merchant, order: orderHash },
      Date.now(),
    )
    return { ...unsignedCharge, signedQuote: await signer.signQuote(claims) }
  } catch (cause) {
    await reportError(settings, PayError.from(cause, 'service_failed'), request)
    return unsignedCharge
  }
}

/** Returns a reserved amount, with its signature where this proxy has a quote key and may sign it. */
export async function signReservedAmount(
  settings: ProxySettings,
  chargeId: string,
  reservedAmount: ReservedAmount,
  request: Request,
): Promise<ReservedAmount> {
  if (!settings.quoteSigning) return reservedAmount
  const { signer, recipients } = settings.quoteSigning
  const { signedReservation: _, ...unsignedAmount } = reservedAmount
  const { chainId, recipientAddress: address } = reservedAmount
  try {
    requireListed([{ chainId: Number(chainId), address }], recipients)
    const claims = createReservationClaims(chargeId, reservedAmount, {}, Date.now())
    return { ...unsignedAmount, signedReservation: await signer.signReservation(claims) }
  } catch (cause) {
    await reportError(settings, PayError.from(cause, 'service_failed'), request)
    return unsignedAmount
  }
}

function listAccounts({ chainId, requestLink, accepts = [] }: RequestCharge): ChainAccount[] {
  const ownAsset = { chainId, recipientAddress: requestLink.recipientAddress }
  return [ownAsset, ...accepts].map((asset) => ({
    chainId: Number(asset.chainId),
    address: asset.recipientAddress,
  }))
}

function requireListed(accounts: readonly ChainAccount[], recipients: readonly ChainAccount[]) {
  const unlistedAccount = findUnlistedAccount(accounts, recipients)
  if (!unlistedAccount) return
  const account = `eip155:${unlistedAccount.chainId}:${unlistedAccount.address}`
  const text = `The service names ${account}, which is not in recipients. Its quote was not signed.`
  throw new PayError('recipient_not_pinned', text, { field: 'recipients', details: { account } })
}

/** The service must not ask for another price than the merchant's code has just set. */
function requirePrice({ pricing, pricing_type }: CheckoutCharge, priced: NewCharge) {
  const isSameType = pricing_type === priced.pricing_type
  const { amount = '0', currency = 'USD' } = priced.local_price ?? {}
  const local = pricing?.local
  const isSameAmount =
    trimZeros(local?.amount ?? '') === trimZeros(amount) && local?.currency === currency
  if (isSameType && (isSameAmount || pricing_type === 'no_price')) return
  const text = `The service gave ${local?.amount} ${local?.currency} for a charge of ${amount} ${currency}. Its quote was not signed.`
  throw new PayError('quote_mismatch', text, { field: 'pricing' })
}

/** The service may write the same amount in another way, such as 19.9 for 19.90. */
function trimZeros(amount: string): string {
  const whole = amount.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? trimEnd(trimEnd(whole, '0'), '.') : whole
}
