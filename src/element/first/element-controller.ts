import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { CheckoutEvent, State } from '../../checkout/state.ts'
import type { ElementSettings } from '../attributes.ts'
import type { ElementContext } from './context.ts'
import type { Views } from './views/render-context.ts'

/**
 * The key of the element's method with which a preview takes it over. A symbol of the registry: the preview may come from
 * another copy of the package than the element.
 */
export const replaceController = Symbol.for('pay-charge')

/** The source of an element's screens: the controller, which joins it to a session, or a preview. */
export interface ElementController extends Pick<ElementContext, 'redirectAfterPayment'> {
  readonly state: State
  readonly settings: ElementSettings
  readonly session: ShownSession
  dispatch(event: CheckoutEvent): void
  configure(next: ElementSettings): void
  dispose(): void
}

/** A session as the element that shows it knows it. */
export interface ShownSession {
  /** The screens after the first ones. Undefined until they are loaded. */
  readonly views: Views | undefined
  /** The event for whose screen code is loading. */
  readonly busyWith: CheckoutEvent['type'] | undefined
  /** Whether a wallet was found in this browser. It stays as it was when the price was first shown, so that no button moves. */
  readonly hasWallet: boolean
  /** The payment that this page has reported to the service. */
  readonly payment: Payment | undefined
  /** Loads the code of later screens. */
  loadViews(): Promise<unknown>
  /** Loads the code of later screens and of the wallets before the click. */
  preload(): void
}

/** The functions of an element for the preview that has taken it over. */
export interface PreviewOwner {
  loadViews(): Promise<Views>
  render(): void
}
