import type { CheckoutChargeReply } from '../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../api/schemas/payments/payment.ts'
import type { PaymentOption } from '../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import {
  createLoadFailedState,
  decideFirstState,
  isPaying,
} from '../checkout/transitions/open-charge.ts'
import { loadPart, PayError } from '../errors.ts'
import { type ElementSettings, hasPins, identifyCharge } from './attributes.ts'
import {
  type ChargeSource,
  forgetCharge,
  loadPaymentOption,
  type SessionCharge,
} from './first/charge-source.ts'
import type { Checkout, ElementContext, PinCheck, Session } from './first/context.ts'
import type { ShownSession } from './first/element-controller.ts'
import { waitUntilIdle } from './first/idle.ts'
import { hasJournalEntry } from './first/order-storage.ts'
import type { Views } from './first/views/render-context.ts'
import { askForWallets, isWalletHere } from './first/wallets-here.ts'

/**
 * Who pays in this page: one payment, and all elements that are set up for the same order, or the same charge. So a
 * framework that unmounts and mounts an element again, or two buttons of one cart, never pay twice.
 *
 * It loads and offers the charge. From the first click on, or where an earlier payment is resumed, the complete
 * checkout (checkout/checkout.ts) continues from the current state.
 *
 * It is over once a connected element has dispatched the success event, or the payer has canceled: an element that is set
 * up after that (another instance, or one with other attributes) starts another session. An element that already belongs
 * to it stays, and continues to show its receipt. If no element was connected at the time of the success, the event is kept
 * for the next one.
 */
export class CheckoutSession implements Session, SessionCharge, ShownSession {
  state: State = { step: 'loading' }
  readonly contexts = new Set<ElementContext>()
  idempotencyKey: string | undefined
  charge: Promise<CheckoutChargeReply> | undefined
  chargeId: string | undefined
  previousChargeId: string | undefined
  hasCreatedCharge: boolean
  isOver = false
  views: Views | undefined
  busyWith: CheckoutEvent['type'] | undefined
  #lastContext: ElementContext
  #checkout: Checkout | undefined
  #hasLoaded = false
  #hasWallet: boolean | undefined
  #loadAbort = new AbortController()

  /** @param hasCreatedCharge whether an earlier session of this page was for the same order, and has created its charge */
  constructor(firstContext: ElementContext, hasCreatedCharge: boolean) {
    this.#lastContext = firstContext
    this.hasCreatedCharge = hasCreatedCharge
  }

  /** A connected element has priority over a removed one. */
  get activeContext(): ElementContext {
    return [...this.contexts].find(({ element }) => element.isConnected) ?? this.#lastContext
  }

  get source(): ChargeSource {
    const { settings, fetch, getStorage } = this.activeContext
    return { settings, session: this, fetch, getStorage }
  }

  get hasWallet(): boolean {
    this.#hasWallet ??= isWalletHere(this.activeContext)
    return this.#hasWallet
  }

  get payment(): Payment | undefined {
    return this.#checkout?.payment
  }

  /** Shows the session in one more element. The first one loads the charge. */
  join(context: ElementContext) {
    this.contexts.add(context)
    const { step } = this.state
    if (this.#checkout) this.#checkout.attach(context)
    else if (this.contexts.size > 1 && (step === 'loading' || step === 'ready')) {
      context.show({ step: 'loading' })
      // The watch that runs for the others keeps the offer current.
      if (step === 'ready') context.show(this.state)
    } else void this.#open()
  }

  /** Removes an element. Without any element the session stops, unless a transfer is in progress. */
  leave(context: ElementContext) {
    context.redirectAfterPayment?.stop()
    context.redirectAfterPayment = undefined
    this.#lastContext = context
    if (!this.contexts.delete(context) || this.contexts.size > 0) return
    this.#loadAbort.abort()
    if (isPaying(this.state)) return
    this.#checkout?.dispose()
    this.#checkout = undefined
  }

  /** @param context the element that the payer has used */
  dispatch(event: CheckoutEvent, context: ElementContext) {
    const isRestart = ['start', 'retry', 'refresh'].includes(event.type)
    // A load that is still running would arrive too late.
    if (isRestart) this.#loadAbort.abort()
    if (this.#checkout) this.#checkout.dispatch(event, context)
    else if (isRestart) void this.#open(event.type === 'refresh')
    else if (this.state.step !== 'loading' || event.type === 'cancel') {
      this.#loadAbort.abort()
      void this.#handOver(event, context)
    }
  }

  show(state: State) {
    this.state = state
    for (const context of this.contexts) context.show(state)
  }

  /** Applies other settings of an element, for the same charge. */
  handleSettings(settings: ElementSettings, previous: ElementSettings) {
    this.#checkout?.handleSettings(settings, previous)
  }

  preload() {
    if (this.state.step !== 'ready' || this.#checkout) return
    this.#getCheckout().then(
      (checkout) => checkout?.preload(),
      // The click tries again and reports the error.
      () => undefined,
    )
  }

  async loadViews(): Promise<CheckoutModule> {
    const loadedModule = await loadCheckoutModule()
    this.views = loadedModule.views
    return loadedModule
  }

  /** @param shouldCreate the order has another price now */
  async #open(shouldCreate = false) {
    askForWallets()
    this.#loadAbort = new AbortController()
    const { signal } = this.#loadAbort
    const getStorage = () => this.activeContext.getStorage()
    if (shouldCreate) forgetCharge(this)
    this.show({ step: 'loading' })
    const { settings } = this.source
    try {
      if (settings.refusal) throw settings.refusal
      // Its offer is shown first, and creates nothing.
      if (settings.paymentLink && !this.chargeId) return this.#handOver({ type: 'start' })
      const firstLoad = this.#loadOption(signal)
      // The browser opens its storage at the first access, which takes time. So it is opened now, while the network is awaited, and
      // in a separate task.
      setTimeout(() => hasJournalEntry(getStorage, ''))
      const [option, pinCheck] = await firstLoad
      if (signal.aborted) return
      const hasEntry = [option.charge.id, this.previousChargeId ?? ''].some((id) =>
        hasJournalEntry(getStorage, id),
      )
      const firstState = decideFirstState(option, hasEntry)
      const refusal = firstState && pinCheck?.find(option, this.activeContext.pageOptions.accepts)
      if (refusal) throw refusal
      if (firstState) {
        this.show(firstState)
        return this.#loadWhenIdle(option, signal)
      }
      const { isReplyReused } = await this.loadViews()
      const [currentOption] = isReplyReused(this.source.settings)
        ? await this.#loadOption(signal)
        : [option]
      if (!signal.aborted) await this.#handOver({ type: 'fetched', option: currentOption })
    } catch (cause) {
      // The error screens are loaded later. Where that fails, the simple error screen that is already here is shown.
      const loadedModule = await this.loadViews().catch(() => undefined)
      const error = PayError.from(cause, 'service_failed')
      const explanation = await loadedModule?.explainFailure(this, error)
      if (signal.aborted) return
      // A payment that this browser knows of is shown although its charge cannot be loaded: the complete checkout
      // tries again.
      if (loadedModule?.knowsPayment(this)) await this.#handOver({ type: 'start' })
      else this.show(createLoadFailedState(explanation ?? error))
    }
  }

  /** Loads the charge and the check of the page's pins, which verifies the merchant's signature. */
  async #loadOption(signal: AbortSignal): Promise<[PaymentOption, PinCheck | undefined]> {
    // Only the page's very first reply may be one that it has preloaded.
    const cache = this.#hasLoaded ? 'no-store' : 'default'
    const load = loadPaymentOption(this.source, signal, false, cache)
    const [option, pinCheck] = await Promise.all([load, this.#loadPinCheck()])
    this.#hasLoaded = true
    return [(await pinCheck?.verify(option)) ?? option, pinCheck]
  }

  /** Loads the check of offers against the page's pins. Nothing is offered without it. */
  async #loadPinCheck(): Promise<PinCheck | undefined> {
    const { settings } = this.activeContext
    if (!hasPins(settings)) return undefined
    const { createPinCheck } = await loadPart(import('./checkout/pins/pin-check.ts'))
    return createPinCheck(settings)
  }

  /** Loads the next screens when the browser is idle. The click tries again after a failure, and reports it. */
  #loadWhenIdle(option: PaymentOption, signal: AbortSignal) {
    waitUntilIdle()
      .then(() => this.loadViews())
      .then(({ attendOffer }) =>
        attendOffer(this, option, signal, {
          loadAgain: () => this.#loadOption(signal),
          dispatch: (event) => this.dispatch(event, this.activeContext),
          handOver: (event) => this.#handOver(event),
        }),
      )
      .catch(() => undefined)
  }

  /** Lets the complete checkout continue with an event, unless the state has changed by the time its code is loaded. */
  async #handOver(event: CheckoutEvent, context = this.activeContext) {
    const startState = this.state
    this.#setBusy(event.type)
    try {
      const checkout = await this.#getCheckout()
      this.#setBusy()
      // The element may show another charge by now.
      if (this.state === startState && this.contexts.has(context))
        checkout?.dispatch(event, context)
    } catch (cause) {
      this.#setBusy()
      const error = PayError.from(cause, 'offline')
      const { state } = this
      this.show(state.step === 'ready' ? { ...state, notice: error } : createLoadFailedState(error))
    }
  }

  #setBusy(busyWith?: CheckoutEvent['type']) {
    this.busyWith = busyWith
    for (const context of this.contexts) context.requestUpdate()
  }

  /**
   * Returns the complete checkout, and creates it if necessary. It starts from the state at the time its code is
   * loaded: the state at the click may have changed. Where every element has left meanwhile, there is none.
   */
  async #getCheckout(): Promise<Checkout | undefined> {
    const { refusal } = this.source.settings
    if (refusal) throw refusal
    const [{ createCheckout }, pinCheck] = await Promise.all([
      this.loadViews(),
      this.#loadPinCheck(),
    ])
    if (!this.#checkout && this.contexts.size > 0) {
      this.#checkout = createCheckout(this, pinCheck)
      for (const context of this.contexts) this.#checkout.attach(context)
    }
    return this.#checkout
  }
}

const sessions = new Map<string, CheckoutSession>()

/** Returns this page's session for the settings of an element: the current one, or a new one. */
export function findSession(context: ElementContext): CheckoutSession {
  const key = identifyCharge(context.settings)
  const currentSession = sessions.get(key)
  if (currentSession && !currentSession.isOver) return currentSession
  const session = new CheckoutSession(context, !!currentSession?.hasCreatedCharge)
  sessions.set(key, session)
  return session
}

type CheckoutModule = typeof import('./checkout/checkout.ts')

/** The code of later screens. One promise for all elements of the page, so that they go on together. */
let checkoutModule: Promise<CheckoutModule> | undefined

/** Loads the code of later screens, once. After a failure the next call loads it again. */
export function loadCheckoutModule(): Promise<CheckoutModule> {
  checkoutModule ??= loadPart(import('./checkout/checkout.ts')).catch((cause) => {
    checkoutModule = undefined
    throw cause
  })
  return checkoutModule
}
