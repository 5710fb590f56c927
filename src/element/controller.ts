import type { HttpTransport } from '../api/client/call.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { type ElementSettings, identifyCharge } from './attributes.ts'
import { dispatchStateEvents } from './events.ts'
import type { ElementContext, PageOptions, RedirectAfterPayment } from './first/context.ts'
import { takeEarlyReply } from './first/early-replies.ts'
import type { ElementController } from './first/element-controller.ts'
import { type CheckoutSession, findSession } from './session.ts'

/** An element with the properties that a session reads. */
export interface SessionElement extends HTMLElement, PageOptions {
  readonly fetch: HttpTransport['fetch'] | undefined
}

/** Joins an element to the session of its charge, and to another one when its settings name another charge. */
export class Controller implements ElementController, ElementContext {
  state: State = { step: 'loading' }
  redirectAfterPayment: RedirectAfterPayment | undefined
  readonly element: SessionElement
  settings: ElementSettings
  session: CheckoutSession
  #pendingSettings: ElementSettings | undefined
  readonly #requestUpdate: (delayMs?: number) => void

  /** @param requestUpdate renders the element, after a delay in which other changes may come */
  constructor(
    element: SessionElement,
    settings: ElementSettings,
    requestUpdate: (delayMs?: number) => void,
  ) {
    this.element = element
    this.settings = settings
    this.#requestUpdate = requestUpdate
    this.session = findSession(this)
  }

  get pageOptions(): PageOptions {
    return this.element
  }

  readonly fetch: HttpTransport['fetch'] = (url, init) =>
    this.element.fetch
      ? this.element.fetch(url, init)
      : (takeEarlyReply(url, init) ?? fetch(url, init))

  readonly getStorage = () => localStorage

  readonly requestUpdate = () => this.#requestUpdate()

  /** Sends an event of this element. The first one is `start`, also of an element that comes back to the page. */
  dispatch(event: CheckoutEvent) {
    if (this.session.contexts.has(this)) this.session.dispatch(event, this)
    else if (event.type === 'start') this.session.join(this)
  }

  /**
   * Applies new settings. A change of a setting that decides where money goes loads the charge again; while a transfer
   * is in progress, it is applied afterwards. A wrong one leaves a payment on the screen.
   */
  configure(next: ElementSettings) {
    const previous = this.settings
    const isOtherCharge = identifyCharge(previous) !== identifyCharge(next)
    if (isOtherCharge && (isPaying(this.state) || (next.refusal && 'hash' in this.state))) {
      this.#pendingSettings = next
      return
    }
    this.settings = next
    this.#pendingSettings = undefined
    if (!isOtherCharge) return this.session.handleSettings(next, previous)
    this.session.leave(this)
    this.session = findSession(this)
    this.dispatch({ type: 'start' })
  }

  /** Leaves the session. The screen stays unchanged. */
  dispose() {
    this.session.leave(this)
  }

  show(state: State) {
    const previousState = this.state
    this.state = state
    if (state !== previousState) {
      this.#requestUpdate(this.session.views?.renderDelaysMs[state.step])
      dispatchStateEvents(this.element, state, previousState)
    }
    const pendingSettings = this.#pendingSettings
    if (pendingSettings && !isPaying(state)) queueMicrotask(() => this.configure(pendingSettings))
  }
}
