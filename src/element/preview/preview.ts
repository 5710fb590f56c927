import type { Event, State } from '../../checkout/state.ts'
import type { Settings } from '../attributes.ts'
import type { Conductor } from '../controller.ts'
import type { PayCharge } from '../pay-charge.ts'

/** An element that shows what it is told to. */
export interface Preview {
  /** Shows a state, by the very views that a payment has. What the screen needs is loaded first. */
  show(state: State): Promise<void>
}

/**
 * Takes an element over: it shows given states, and never asks a shop, a wallet or a network. All of its attributes and
 * properties for looks and words work as ever.
 *
 * @param heard what a click on the screen would have sent to a payment
 */
export function preview(element: PayCharge, heard: (event: Event) => void = () => {}): Preview {
  // An element without a charge would say so.
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
      const chunk = await import('../checkout-chunk.ts')
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
