import type { HttpTransport } from '../api/client/call.ts'
import type { Payment } from '../api/schemas/payments/payment.ts'
import type { Reservation } from '../checkout/ports.ts'
import type { AcceptedAsset } from '../checkout/quote/payment-assets.ts'
import type { PaymentOption } from '../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import type { PayError } from '../errors.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import type { ElementSettings } from './attributes.ts'
import type { CompletionHandler } from './checkout/finish.ts'
import type { AmountOptions } from './checkout/format/amounts.ts'
import type { CustomMessages } from './i18n/languages/translation.ts'

// The interfaces between an element and the payment that it shows. Only types, so that the code of each loads without
// the other.

/** The options that a page sets by properties only. */
export interface PageOptions
  extends Pick<WalletsOptions, 'chains' | 'rpcUrls' | 'wallets' | 'relayUrl' | 'paymasterUrl'> {
  /** Other chains and tokens that the merchant accepts, for a service that does not list any. */
  accepts?: readonly AcceptedAsset[] | undefined
  /** For a charge whose payer chooses the amount: decimal texts, in whole units of its token. */
  amounts?: AmountOptions | undefined
  /** The page's own texts, which replace the built-in ones. */
  texts?: CustomMessages | undefined
}

/** The part of an element that its controller uses. */
export interface ElementHost {
  element: Element
  requestUpdate: () => void
  fetch: HttpTransport['fetch']
  getStorage: () => Storage
  /** The options that the page has set by properties. */
  pageOptions: PageOptions
  onStateChange: (state: State, previousState: State) => void
}

/** Checks offers against what the page pins, the merchant's signature included. */
export interface PinCheck {
  /**
   * Verifies the signature of an offer that was loaded, on a page with quote keys, and returns the offer with what is
   * known by it. Without this, `find` refuses the offer there.
   */
  verify(option: PaymentOption): Promise<PaymentOption>
  /** Verifies the signature of a reserved amount, likewise. */
  verifyReservation(reservation: Reservation): Promise<void>
  /**
   * Returns why an offer must not be paid on this page, if it disagrees with what the page pins.
   *
   * @param pageAssets the assets that the page itself accepts
   * @param reserved the same offer with the amount that the service has reserved, where it has
   */
  find(
    option: PaymentOption,
    pageAssets?: readonly AcceptedAsset[],
    reserved?: PaymentOption,
  ): PayError | undefined
}

/** An element that takes part in a checkout and shows its payment. */
export interface CheckoutMember {
  host: ElementHost
  getSettings: () => ElementSettings
  onStateChange: (state: State) => void
}

/** The complete checkout, which runs after the first screens: one for all elements of a purchase. */
export interface Checkout {
  readonly state: State
  readonly payment: Payment | undefined
  /** @param member the element that the payer has used */
  send(event: CheckoutEvent, member?: CheckoutMember): void
  /** Shows the payment in another element, and returns the completion handler of that element. */
  attach(member: CheckoutMember): CompletionHandler
  /** Removes an element. Without any element the checkout stops, unless a transfer is in progress. */
  detach(member: CheckoutMember): void
  /** Loads the code of the wallets before it is needed. */
  preload(): void
  /** Begins anew what has begun with an order that can't be paid any more. */
  handleSettings(settings: ElementSettings, previous: ElementSettings): void
}
