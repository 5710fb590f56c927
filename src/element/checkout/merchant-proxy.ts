import { formatAmount, parseAmount } from '../../amount.ts'
import { callRoute, type HttpTransport } from '../../api/client/call.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import {
  addPayment,
  getPaymentStatus,
  listCheckoutRefunds,
  reserveAmount,
} from '../../api/routes/payment-route.ts'
import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { MerchantProxy, Reservation } from '../../checkout/ports/proxy.ts'
import {
  convertToAsset,
  isSameAsset,
  keepDecisions,
  listPaymentOptions,
} from '../../checkout/quote/payment-assets.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { getMaxReservedAmount } from '../../checkout/quote/reservation.ts'
import { findPayment, updatePaymentOption } from '../../checkout/quote/settlement.ts'
import { loadPart, PayError } from '../../errors.ts'
import {
  type ChargeSource,
  createProxyTransport,
  fetchPaymentOption,
  findKnownChargeId,
  forgetCharge,
  loadPaymentOption,
} from '../first/charge-source.ts'
import type { PinCheck } from '../first/context.ts'

/** The options of the calls to a merchant's proxy. */
export interface MerchantProxyOptions {
  /** Verifies the signature of each offer and reserved amount, on a page with quote keys. */
  pinCheck?: PinCheck | undefined
  /** Called with each payment that the service has recorded. */
  onRecord?: (payment: Payment) => void
  /** Shows the offer of a payment link in place of the checkout. */
  offerAgain?: () => void
}

/** Loads the code of payments that are signed and not sent, which few payers need. */
const loadAuthorizations = () => loadPart(import('./authorizations.ts'))

/** Creates the checkout's port to the merchant's proxy. `getSource` is called for each request: settings may change. */
export function createMerchantProxy(
  getSource: () => ChargeSource,
  { pinCheck, onRecord, offerAgain = () => undefined }: MerchantProxyOptions = {},
): MerchantProxy {
  const verify = async (option: PaymentOption) => (await pinCheck?.verify(option)) ?? option
  /** Payments that were recorded by the call that made them, and need no report. */
  const recorded = new Map<string, Payment>()
  const transport = (retries: number) => {
    const { settings, fetch } = getSource()
    return createProxyTransport(settings.proxy, fetch, retries)
  }
  return {
    async load(signal, anew) {
      const source = getSource()
      const { settings, session } = source
      // Another charge of a link is the customer's choice, like the first one. This checkout ends here.
      if (settings.paymentLink && (anew || !session.chargeId)) {
        forgetCharge(session)
        offerAgain()
        throw new PayError('aborted', 'Begins anew.')
      }
      return verify(await loadPaymentOption(source, signal, anew))
    },
    getChargeId: () => findKnownChargeId(getSource(), true),
    getPreviousChargeId: () => getSource().session.previousChargeId,
    async refresh(option, signal) {
      const { id } = option.charge
      if (option.quote.expiresAt === undefined)
        return verify(updatePaymentOption(option, await fetchCharge(transport(2), id, signal)))
      const { settings } = getSource()
      const fresh = await fetchPaymentOption(transport(2), settings, id, signal, option.charge)
      return verify(keepPaymentAsset(option, fresh))
    },
    async reportTransaction(option, hash, signal, signature) {
      const known = recorded.get(hash)
      // Once only: a service that has forgotten the hash gets a new report.
      if (known && recorded.delete(hash)) return known
      const { chainId, token } = option.quote
      const body = {
        hash,
        chainId: String(chainId),
        tokenAddress: token.address,
        ...(signature !== undefined && { signature }),
      }
      const input = { params: { uuid: option.charge.id }, body, signal, keepalive: true }
      try {
        // No retries here: the caller repeats the report until the service has answered.
        const { data } = await callRoute(transport(0), addPayment, input)
        onRecord?.(data)
        return data
      } catch (cause) {
        if (!(cause instanceof PayError) || cause.code !== 'conflict') throw cause
        // The conflict may be with our own earlier report of this hash.
        if (await isRecordedForCharge(this, option, hash, cause, signal)) return undefined
        const text = 'This transaction already belongs to another payment.'
        throw new PayError('conflict', text, { cause })
      }
    },
    async getPaymentStatus(option, hash, signal) {
      const input = { params: { uuid: option.charge.id, hash }, signal }
      return (await callRoute(transport(0), getPaymentStatus, input)).data
    },
    async findAuthorizationOffer(option, signal) {
      const { findAuthorizationOffer } = await loadAuthorizations()
      return findAuthorizationOffer(transport(1), option, signal)
    },
    async addAuthorization(intent, signal) {
      const { addAuthorization } = await loadAuthorizations()
      const payment = await addAuthorization(transport(0), intent, signal)
      recorded.set(payment.payerTransactionHash, payment)
      onRecord?.(payment)
      return payment.payerTransactionHash
    },
    async listRefunds(option, signal) {
      const input = { params: { uuid: option.charge.id }, signal }
      return (await callRoute(transport(2), listCheckoutRefunds, input)).data.data
    },
    async reserveAmount(option, signal) {
      const { chainId, token, amount } = option.quote
      const body = {
        chainId: String(chainId),
        tokenAddress: token.address,
        // The amount that the payer has chosen. Where the charge has a price, the service knows the amount due.
        ...(option.price === 0n && { amount: formatAmount(amount, token.decimals) }),
      }
      const input = { params: { uuid: option.charge.id }, body, signal }
      const { data } = await callRoute(transport(2), reserveAmount, input)
      const reservation = checkReservation(option, data)
      await pinCheck?.verifyReservation(reservation)
      return reservation
    },
  }
}

/**
 * Returns whether the hash belongs to this very charge, by the error's details, the payment's status, or the charge's
 * list.
 */
async function isRecordedForCharge(
  merchantProxy: MerchantProxy,
  option: PaymentOption,
  hash: string,
  { details }: PayError,
  signal: AbortSignal,
): Promise<boolean> {
  const { chargeUuid } = Object(details) as { chargeUuid?: unknown }
  if (chargeUuid !== undefined) return chargeUuid === option.charge.id
  try {
    await merchantProxy.getPaymentStatus(option, hash, signal)
    return true
  } catch (cause) {
    if (!(cause instanceof PayError) || cause.code !== 'not_found') throw cause
    // A service without this route answers not_found, too.
    return findPayment((await merchantProxy.refresh(option, signal)).charge, hash) !== undefined
  }
}

/**
 * Returns the fresh payment option in the chain and token of the previous one, and with the amount that the payer of a
 * `no_price` charge has entered: the service knows only its own suggestion.
 */
function keepPaymentAsset(option: PaymentOption, freshOption: PaymentOption): PaymentOption {
  const { charge, quote } = option
  const nextOption = keepDecisions(findPaymentAsset(option, freshOption), option)
  if (charge.pricing_type !== 'no_price' || quote.amount === 0n) return nextOption
  return { ...nextOption, quote: { ...nextOption.quote, amount: quote.amount } }
}

function findPaymentAsset({ quote, price }: PaymentOption, freshOption: PaymentOption) {
  if (isSameAsset(quote, freshOption.quote)) return freshOption
  const offer = listPaymentOptions(freshOption).find((candidate) =>
    isSameAsset(candidate.quote, quote),
  )
  return offer ?? convertToAsset(freshOption, { ...quote, price })
}

/**
 * Checks that a reserved amount is for the quote's chain, token and recipient, not less than is owed, and hardly more.
 *
 * @throws PayError `invalid_reply` for another place, `conflict` for a smaller amount, `quote_mismatch` for a larger one
 */
function checkReservation(
  option: PaymentOption,
  reservation: { chainId: string; tokenAddress: string; recipientAddress: string } & {
    amount: string
    expiresAt: string
    signedReservation?: string | undefined
  },
): Reservation {
  const { quote } = option
  const { chainId, tokenAddress, recipientAddress } = reservation
  const isSamePlace =
    Number(chainId) === quote.chainId &&
    tokenAddress.toLowerCase() === quote.token.address.toLowerCase() &&
    recipientAddress.toLowerCase() === quote.recipient.toLowerCase()
  if (!isSamePlace)
    throw new PayError(
      'invalid_reply',
      'The payment details don’t match this order. Nothing was sent. Refresh the page.',
      { field: 'recipientAddress' },
    )
  const amount = parseAmount(reservation.amount, quote.token.decimals)
  // A part was paid meanwhile, so the charge is fetched again.
  if (amount < quote.amount)
    throw new PayError('conflict', 'The amount has changed. Check it and try again.', {
      details: { reason: 'not_payable' },
    })
  if (amount > getMaxReservedAmount(option)) {
    const text =
      'The reserved amount is more than the price. Nothing was sent. Please tell the store.'
    throw new PayError('quote_mismatch', text, { field: 'amount' })
  }
  const { expiresAt, signedReservation } = reservation
  return { amount, expiresAt: Date.parse(expiresAt), signedReservation }
}

/** Fetches a charge (GET /charges/:id) with the fields that the checkout needs. */
async function fetchCharge(
  transport: HttpTransport,
  id: string,
  signal: AbortSignal,
): Promise<CheckoutCharge> {
  return (await callRoute(transport, getCheckoutCharge, { params: { id }, signal })).data.data
}
