import type { HttpTransport } from '../../api/client/call.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { Reservation } from '../../checkout/ports/proxy.ts'
import type { AcceptedAsset } from '../../checkout/quote/payment-assets.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State } from '../../checkout/state.ts'
import type { PayError } from '../../errors.ts'
import type { WalletsOptions } from '../../wallet/index.ts'
import type { ElementSettings } from '../attributes.ts'
import type { CustomMessages } from '../i18n/languages/translation.ts'
import type { ChargeSource } from './charge-source.ts'

// The interfaces between an element and the session that it shows. Only types, so that the code of each loads without the
// other.

/** The page's options for an amount that the payer chooses: decimal text, in whole units of the charge's token. */
export interface AmountOptions {
  /** Amounts that are offered as buttons. */
  suggested?: readonly string[] | undefined
  min?: string | undefined
  max?: string | undefined
  /** US dollars that one whole token is worth. @default derived from the charge's own price, where it has one */
  dollarsPerToken?: string | undefined
}

/** The options that a page sets by properties only. */
export interface PageOptions
  extends Pick<
    WalletsOptions,
    'chains' | 'rpcUrls' | 'wallets' | 'relayUrl' | 'paymasterUrl' | 'askedNonce'
  > {
  /** The URL of the merchant's proxy. @default '/pay' */
  proxy?: string | null | undefined
  /** Where payers reach the store. @default the charge's */
  supportUrl?: string | null | undefined
  /** The page's own function for calls to the proxy. */
  fetch?: HttpTransport['fetch'] | undefined
  /** Other chains and tokens that the merchant accepts, for a service that does not list any. */
  accepts?: readonly AcceptedAsset[] | undefined
  /** For a charge whose payer chooses the amount: decimal texts, in whole units of its token. */
  amounts?: AmountOptions | undefined
  /** The page's own texts, which replace the built-in ones. */
  texts?: CustomMessages | undefined
}

/** The parts of an element that its session uses. */
export interface ElementContext {
  readonly element: HTMLElement
  /** The element's attributes, as they are now. */
  readonly settings: ElementSettings
  /** The options that the page has set by properties. */
  readonly pageOptions: PageOptions
  readonly fetch: HttpTransport['fetch']
  getStorage(): Storage
  /** Shows a state of the session, and dispatches the events that follow from it. */
  show(state: State): void
  /** Renders the same state again. */
  requestUpdate(): void
  /** Where the element goes after the payment. Undefined until the complete checkout was needed. */
  redirectAfterPayment: RedirectAfterPayment | undefined
}

/** Where an element goes after the payment. */
export interface RedirectAfterPayment {
  /** Whether the receipt is on the screen and the redirect is about to happen. */
  readonly isLeaving: boolean
  /** Returns the URL to go to after success; undefined without a redirect. */
  getSuccessUrl(state: State): string | undefined
  /** Returns whether this tab has told the success of a paid charge, before a reload as well. */
  wasTold(state: State): boolean
  /** The payer stays: nothing goes to the store any more, from this page or after a reload. */
  stay(): void
  /** Stops the redirect of an element that is gone. */
  stop(): void
}

/** A session as the complete checkout knows it. */
export interface Session {
  /** The elements that show it. */
  readonly contexts: ReadonlySet<ElementContext>
  /** The element whose settings, fetch and wallets are used. */
  readonly activeContext: ElementContext
  /** The source that its charge is loaded from. */
  readonly source: ChargeSource
  readonly state: State
  /** Whether this page has already shown how it ended. */
  isOver: boolean
  /** Goes on to a state, in every element. */
  show(state: State): void
  /** Shows the session in one more element. The first one loads the charge. */
  join(context: ElementContext): void
  /** Removes an element. Without any the session stops. */
  leave(context: ElementContext): void
}

/** What a session goes on with after the first screens: the complete checkout, or the offer of a link. */
export interface Checkout {
  readonly payment: Payment | undefined
  /** @param context the element that the payer has used */
  dispatch(event: CheckoutEvent, context: ElementContext): void
  /** Shows the payment in one more element. */
  attach(context: ElementContext): void
  /** Loads the code of the wallets before it is needed. */
  preload(): void
  /** Restarts the steps that have begun with an order that can no longer be paid. */
  handleSettings(settings: ElementSettings, previous: ElementSettings): void
  /** Stops it, and the listeners to wallets. */
  dispose(): void
}

/** Checks offers against the page's pins, the merchant's signature included. */
export interface PinCheck {
  /**
   * Verifies the signature of an offer that was loaded, on a page with quote keys, and returns the offer with the
   * signed merchant's name. Without this, `find` refuses the offer there.
   */
  verify(option: PaymentOption): Promise<PaymentOption>
  /** Verifies the signature of a reserved amount, likewise. */
  verifyReservation(reservation: Reservation): Promise<void>
  /**
   * Returns why an offer must not be paid on this page, if it disagrees with the page's pins.
   *
   * @param pageAssets the assets that the page itself accepts
   * @param reservation the same offer with the amount that the service has reserved, where it has
   */
  find(
    option: PaymentOption,
    pageAssets?: readonly AcceptedAsset[],
    reservation?: PaymentOption,
  ): PayError | undefined
}
