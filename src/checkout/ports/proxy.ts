import type { AuthorizationOffer } from '../../api/schemas/payments/authorization.ts'
import type { CheckoutRefund } from '../../api/schemas/payments/checkout-refunds.ts'
import type { Payment, PaymentStatus } from '../../api/schemas/payments/payment.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { Intent } from './intent.ts'

/** An amount that is reserved for one charge, so that a transfer of it proves which charge it pays. */
export interface Reservation {
  /** Base units. */
  amount: bigint
  /** When a transfer of it stops counting. Unix milliseconds. */
  expiresAt: number
  /** The same as the merchant has signed it, unverified, as a compact JWS. */
  signedReservation?: string | undefined
}

/** The port to the merchant's proxy. */
export interface MerchantProxy {
  /**
   * Loads the payment option of the element's charge. If the element has an order, the charge is created first.
   *
   * @param shouldCreate whether to create another charge, because the order's charge has ended
   */
  load(signal: AbortSignal, shouldCreate?: boolean): Promise<PaymentOption>
  /** Returns the id of the element's charge, if known before loading. It only decides where to look for a payment. */
  getChargeId(): string | undefined
  /**
   * Returns the id of an earlier charge of the element's order, which may have an unresolved payment in this browser.
   */
  getPreviousChargeId(): string | undefined
  /** Reads the charge again, in the asset of the option. A price that expires is read again too. */
  refresh(option: PaymentOption, signal: AbortSignal): Promise<PaymentOption>
  /**
   * Reports a transaction's hash for the charge, and returns the recorded payment; undefined if the service had recorded
   * it before. Reporting the same hash again succeeds.
   *
   * @param signature the paying account's signature, for a transfer that does not carry the charge's reference
   * @throws PayError `conflict` when it pays another charge
   * @see interface 4.6
   */
  reportTransaction(
    option: PaymentOption,
    hash: string,
    signal: AbortSignal,
    signature?: string,
  ): Promise<Payment | undefined>
  /**
   * Reads the status of a reported hash.
   *
   * @throws PayError `not_found` for a hash that was never reported, or that the service has dropped
   */
  getPaymentStatus(option: PaymentOption, hash: string, signal: AbortSignal): Promise<PaymentStatus>
  /**
   * Returns the offer of the service to send a transfer for an account without native currency, in the option's token; undefined
   * for none.
   */
  findAuthorizationOffer(
    option: PaymentOption,
    signal: AbortSignal,
  ): Promise<AuthorizationOffer | undefined>
  /**
   * Posts a signed authorization, and returns the hash of the transaction that it became. The same one again gets the same
   * answer, and cannot pay twice.
   *
   * @throws PayError that is `retryable` where it is unknown whether it is sent; `conflict` with `details.reason`
   */
  addAuthorization(intent: Intent, signal: AbortSignal): Promise<string>
  /** Lists the refunds of the charge, oldest first. @throws PayError `not_found` if the service has no refunds */
  listRefunds(option: PaymentOption, signal: AbortSignal): Promise<readonly CheckoutRefund[]>
  /**
   * Reserves an amount for a payer without a connected wallet.
   *
   * @throws PayError `conflict` with `details.reason` `no_room` or `not_payable`; `not_found` if the service cannot
   * reserve amounts
   */
  reserveAmount(option: PaymentOption, signal: AbortSignal): Promise<Reservation>
}
