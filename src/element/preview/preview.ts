import type { CheckoutEvent, State } from '../../checkout/state.ts'
import type { ElementSettings } from '../attributes.ts'
import {
  type ElementController,
  type PreviewOwner,
  replaceController,
  type ShownSession,
} from '../first/element-controller.ts'
import { samples } from './samples.ts'

/** The members that a preview needs of the element that it controls. */
export interface PreviewedElement {
  chargeId?: string | null | undefined
  order?: unknown
  paymentLink?: string | null | undefined
}

interface OpenElement extends PreviewedElement {
  [replaceController](controller: ElementController): PreviewOwner
}

/** An element that shows given states. */
export interface Preview {
  /** Shows a state with the same views that a payment uses. First loads the code of the screen. */
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
  if (!element.chargeId && !element.order && !element.paymentLink)
    element.chargeId = '00000000-0000-4000-8000-000000000000'
  const session = {
    views: undefined as ShownSession['views'],
    busyWith: undefined,
    hasWallet: true as boolean,
    payment: undefined,
    preload() {},
    async loadViews() {
      session.views = await owner.loadViews()
    },
  } satisfies ShownSession
  const controller = {
    state: { step: 'loading' } as State,
    settings: { proxy: '/pay', destination: undefined } as ElementSettings,
    redirectAfterPayment: undefined,
    session,
    dispatch(event: CheckoutEvent) {
      if (event.type !== 'start') onEvent(event)
    },
    configure(settings: ElementSettings) {
      controller.settings = settings
    },
    dispose() {},
  } satisfies ElementController
  const owner = (element as OpenElement)[replaceController](controller)
  return {
    async show(state) {
      await session.loadViews()
      if (state.step === 'offered') await session.views?.loadLink()
      controller.state = state
      session.hasWallet = !samples.some((one) => one.hasNoWallet && one.state === state)
      owner.render()
    },
  }
}
