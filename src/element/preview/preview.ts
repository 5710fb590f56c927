import type { CheckoutEvent, State } from '../../checkout/state.ts'
import type { ElementSettings } from '../attributes.ts'
import { type PaymentSession, replaceSession, type SessionOwner } from '../session.ts'

/** The members that a preview needs of the element that it controls. */
export interface PreviewedElement {
  chargeId?: string | null | undefined
  order?: unknown
}

interface OpenElement extends PreviewedElement {
  [replaceSession](session: PaymentSession): SessionOwner
}

/** An element that shows given states. */
export interface Preview {
  /** Shows a state with the same views that a payment uses. Loads what the screen needs first. */
  show(state: State): Promise<void>
}

/**
 * Takes control of an element: it shows given states, and calls no proxy, wallet or network. All attributes and
 * properties for style and texts work as usual.
 *
 * @param onEvent called with each event that a click on the screen would have sent to a payment
 * @example
 * import { preview, samples } from 'pay-charge/preview'
 * const { show } = preview(document.body.appendChild(document.createElement('pay-charge')))
 * await show(samples[0].state)
 */
export function preview(
  element: PreviewedElement,
  onEvent: (event: CheckoutEvent) => void = () => {},
): Preview {
  // Without a charge the element would show an invalid_attribute error.
  if (!element.chargeId && !element.order) element.chargeId = '00000000-0000-4000-8000-000000000000'
  const session = {
    state: { step: 'loading' } as State,
    settings: { proxy: '/pay', destination: undefined } as ElementSettings,
    isLoadingCode: false,
    views: undefined as PaymentSession['views'],
    checkout: undefined,
    send(event: CheckoutEvent) {
      if (event.type !== 'start') onEvent(event)
    },
    configure(settings: ElementSettings) {
      session.settings = settings
    },
    preload() {},
    dispose() {},
    async loadViews() {
      session.views = await owner.loadViews()
    },
  } satisfies PaymentSession
  const owner = (element as OpenElement)[replaceSession](session)
  return {
    async show(state) {
      await session.loadViews()
      session.state = state
      owner.render()
    },
  }
}
