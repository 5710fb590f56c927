import type { Payment } from '../api/schemas/payments/payment.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import type { ElementSettings } from './attributes.ts'
import type { CompletionHandler } from './checkout/finish.ts'

export type Views = typeof import('./checkout/views/index.ts')

/**
 * The key of the element's method with which a preview takes its session over. A symbol of the registry: the preview may
 * come from another copy of the package than the element.
 */
export const replaceSession = Symbol.for('pay-charge')

/** The interface between an element and whatever runs its payment: the controller, or a preview. */
export interface PaymentSession {
  readonly state: State
  readonly settings: ElementSettings
  /** Whether the code of the next screen is loading. */
  readonly isLoadingCode: boolean
  readonly views: Views | undefined
  /** The completion handler and the recorded payment. Undefined until the complete checkout was needed. */
  readonly checkout:
    | { completion: CompletionHandler | undefined; payment: Payment | undefined }
    | undefined
  send(event: CheckoutEvent): void
  configure(next: ElementSettings): void
  preload(): void
  dispose(): void
  /** Loads the code of later screens. */
  loadViews(): Promise<unknown>
}

/** What an element does for the session that has replaced its own. */
export interface SessionOwner {
  loadViews(): Promise<Views>
  render(): void
}
