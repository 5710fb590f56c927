import type { Event, State } from '../../checkout/state.ts'
import type { Settings } from '../attributes.ts'
import type { Conductor } from '../controller.ts'

/** The members that a preview needs of the element that it controls. */
export interface PreviewedElement {
  chargeId?: string | null | undefined
  order?: unknown
  /** The session that decides what the element shows. */
  conductor: Conductor
  requestUpdate(): void
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
  heard: (event: Event) => void = () => {},
): Preview {
  // Without a charge the element would show an invalid_attribute error.
  if (!element.chargeId && !element.order) element.chargeId = '00000000-0000-4000-8000-000000000000'
  const still = {
    state: { step: 'loading' } as State,
    settings: { proxy: '/pay', destination: undefined } as Settings,
    busy: false,
    views: undefined as Conductor['views'],
    checkout: undefined,
    send(event: Event) {
      if (event.type !== 'start') heard(event)
    },
    configure(settings: Settings) {
      still.settings = settings
    },
    preload() {},
    dispose() {},
    async load() {
      const chunk = await import('../lazy-checkout.ts')
      still.views = chunk.views
      return chunk
    },
  } satisfies Conductor
  element.conductor = still
  return {
    async show(state) {
      await still.load()
      still.state = state
      element.requestUpdate()
    },
  }
}
