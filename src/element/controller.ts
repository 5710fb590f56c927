import type { Payment } from '../api/schemas/payments/payment.ts'
import type { PaymentOption } from '../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import {
  createLoadFailedState,
  decideFirstState,
  isPaying,
} from '../checkout/transitions/open-charge.ts'
import { loadPart, PayError } from '../errors.ts'
import { type ElementSettings, hasPins, identifyPurchase } from './attributes.ts'
import type { CompletionHandler } from './checkout/finish.ts'
import {
  type ChargeSource,
  findKnownChargeId,
  loadFirstPaymentOption,
} from './first/charge-source.ts'
import { hasJournalEntry } from './first/order-storage.ts'
import { forgetCharge, joinPurchase, type Purchase } from './first/purchases.ts'
import type { Checkout, CheckoutMember, ElementHost, PinCheck } from './host.ts'
import type { PaymentSession, Views } from './session.ts'

/**
 * Runs one payment for an element. It loads and offers the charge by itself. From the first click on, or where an
 * earlier payment is resumed, the complete checkout (checkout/checkout.ts) continues from the current state. Elements of
 * one order share that checkout (purchases.ts).
 */
export class Controller implements PaymentSession {
  settings: ElementSettings
  /** Whether the code of the next screen is loading. */
  isLoadingCode = false
  views: Views | undefined
  readonly #host: ElementHost
  readonly #member: CheckoutMember
  #state: State = { step: 'loading' }
  #purchase: Purchase
  #checkout: Checkout | undefined
  #completion: CompletionHandler | undefined
  #pendingSettings: ElementSettings | undefined
  #loadAbort = new AbortController()

  constructor(host: ElementHost, settings: ElementSettings) {
    this.#host = host
    this.settings = settings
    this.#purchase = joinPurchase(settings)
    this.#member = {
      host,
      getSettings: () => this.settings,
      onStateChange: (state) => this.#setState(state),
    }
  }

  get state(): State {
    return this.#state
  }

  /** The completion handler and the recorded payment. Undefined until the complete checkout was needed. */
  get checkout():
    | { completion: CompletionHandler | undefined; payment: Payment | undefined }
    | undefined {
    return this.#checkout && { completion: this.#completion, payment: this.#checkout.payment }
  }

  send(event: CheckoutEvent) {
    const isRestart = ['start', 'retry', 'refresh'].includes(event.type)
    // A load that is still running would arrive too late.
    if (isRestart) this.#loadAbort.abort()
    if (this.#checkout) this.#checkout.send(event, this.#member)
    else if (isRestart) void this.#openCharge(event.type === 'refresh')
    else if (this.#state.step !== 'loading' || event.type === 'cancel') {
      this.#loadAbort.abort()
      void this.#handOverToCheckout((checkout) => checkout.send(event, this.#member))
    }
  }

  /**
   * Applies new settings. A change of what decides where money goes loads the charge again; while a transfer is in
   * progress, it is applied afterwards.
   */
  configure(next: ElementSettings) {
    if (isPaying(this.#state) && isDifferentCharge(this.settings, next)) {
      this.#pendingSettings = next
      return
    }
    const isOtherCharge = isDifferentCharge(this.settings, next)
    const previous = this.settings
    this.settings = next
    this.#pendingSettings = undefined
    if (!isOtherCharge) return this.#checkout?.handleSettings(next, previous)
    this.#leavePurchase()
    this.#purchase = joinPurchase(next)
    this.send({ type: 'start' })
  }

  /** Loads the code of later screens and of the wallets before the click. */
  preload() {
    if (this.#state.step !== 'ready' || this.#checkout) return
    this.#getCheckout().then(
      (checkout) => checkout.preload(),
      // The click tries again and reports the error.
      () => undefined,
    )
  }

  /**
   * Loads the next screens, and what watches the offer, when the browser is idle. The click tries again after a failure,
   * and reports it. Their styles and the palette are applied once the element is near the screen, or rendered again: a page
   * may have a hundred elements. The button is guarded at once: one that is not seen may be moved under a pointer.
   */
  #loadWhenIdle(option: PaymentOption, signal: AbortSignal) {
    waitUntilIdle()
      .then(() => this.loadViews())
      .then((module) => {
        const { element, getStorage, requestUpdate } = this.#host
        const { shadowRoot } = element
        if (shadowRoot) {
          module.views.guardPayButton(shadowRoot)
          module.views.onceNearScreen(shadowRoot, signal, requestUpdate)
        }
        if (signal.aborted) return
        module.watchOffer(option, getStorage, signal, {
          onPaidElsewhere: () => this.send({ type: 'fetched', option }),
          onOutdated: () =>
            void this.#handOverToCheckout((checkout) => checkout.send({ type: 'start' })),
        })
        return this.#replaceReusedReply(module, signal)
      })
      .catch(() => undefined)
  }

  /**
   * Loads the charge again after its reply came from the browser's cache: then it is the one of a page that was open
   * some seconds ago, and the charge may be paid by now.
   */
  async #replaceReusedReply({ isReplyReused }: CheckoutModule, signal: AbortSignal) {
    const shownState = this.#state
    if (!isReplyReused(this.settings)) return
    const [option] = await this.#loadOption(signal)
    if (signal.aborted || this.#state !== shownState || decideFirstState(option, false)) return
    // What the old reply said does not count as seen: who comes back to a paid charge is not sent to the store again.
    this.#setState({ step: 'loading' })
    await this.#handOverToCheckout((checkout) => checkout.send({ type: 'fetched', option }))
  }

  /** Ends what has not started to pay, because an attribute has become wrong: nothing may go on with the old ones. */
  stop() {
    this.#state = { step: 'loading' }
    this.dispose()
  }

  dispose() {
    this.#loadAbort.abort()
    this.#leavePurchase()
  }

  #leavePurchase() {
    this.#purchase.startListeners.delete(this.#joinCheckout)
    this.#checkout?.detach(this.#member)
    this.#checkout = this.#completion = undefined
  }

  /** Shows the payment that another element of this purchase has started. */
  readonly #joinCheckout = () => {
    const { checkout } = this.#purchase
    if (!checkout || this.#checkout) return
    this.#loadAbort.abort()
    this.loadViews().then(
      () => this.#attach(checkout),
      // The click tries again and reports the error.
      () => undefined,
    )
  }

  #attach(checkout: Checkout) {
    if (this.#checkout) return
    this.#checkout = checkout
    this.#completion = checkout.attach(this.#member)
  }

  /** @param shouldCreate the order has another price now */
  async #openCharge(shouldCreate = false) {
    this.#loadAbort = new AbortController()
    const { signal } = this.#loadAbort
    const { getStorage } = this.#host
    const purchase = this.#purchase
    purchase.startListeners.add(this.#joinCheckout)
    if (purchase.checkout) return this.#joinCheckout()
    if (shouldCreate) forgetCharge(purchase)
    this.#setState({ step: 'loading' })
    try {
      const loading = this.#loadOption(signal)
      // The browser opens its storage at the first access, which takes time: now, while the network is waited for, and in
      // a task of its own.
      setTimeout(() => hasJournalEntry(getStorage, ''))
      const [option, pinCheck] = await loading
      if (signal.aborted) return
      const hasEntry = [option.charge.id, purchase.previousChargeId ?? ''].some((id) =>
        hasJournalEntry(getStorage, id),
      )
      const firstState = decideFirstState(option, hasEntry)
      const refusal = firstState && pinCheck?.find(option, this.#host.pageOptions.accepts)
      if (refusal) throw refusal
      // If the complete checkout was created meanwhile, only that one changes the state.
      if (firstState && !this.#checkout) {
        this.#setState(firstState)
        return this.#loadWhenIdle(option, signal)
      }
      const { isReplyReused } = await this.loadViews()
      const [currentOption] = isReplyReused(this.settings)
        ? await this.#loadOption(signal)
        : [option]
      if (signal.aborted) return
      await this.#handOverToCheckout((checkout) =>
        checkout.send({ type: 'fetched', option: currentOption }),
      )
    } catch (cause) {
      // The error screens are loaded later. Where that fails, the simple error screen that is already here is shown.
      const loadedModule = await this.loadViews().catch(() => undefined)
      if (signal.aborted) return
      const error =
        loadedModule?.explainPage(this.settings) ?? PayError.from(cause, 'service_failed')
      // A payment that this browser knows of is shown although its charge cannot be loaded: the complete checkout
      // tries again.
      const knownChargeId = findKnownChargeId(this.#chargeSource, true)
      if (this.#checkout) this.#checkout.send({ type: 'loadFailed', error })
      else if (knownChargeId && this.views && hasJournalEntry(getStorage, knownChargeId))
        await this.#handOverToCheckout((checkout) => checkout.send({ type: 'start' }))
      else this.#setState(createLoadFailedState(error))
    }
  }

  /** Loads the charge, and beside it the check of what the page pins, which verifies the merchant's signature. */
  async #loadOption(signal: AbortSignal): Promise<[PaymentOption, PinCheck | undefined]> {
    const loading = loadFirstPaymentOption(this.#chargeSource, signal)
    const [option, pinCheck] = await Promise.all([loading, this.#loadPinCheck()])
    return [(await pinCheck?.verify(option)) ?? option, pinCheck]
  }

  /** Loads the check of offers against what the page pins. Nothing is offered before, and nothing without it. */
  async #loadPinCheck(): Promise<PinCheck | undefined> {
    const { settings } = this
    if (!hasPins(settings)) return undefined
    const { createPinCheck } = await loadPart(import('./checkout/pins/pin-check.ts'))
    return createPinCheck(settings)
  }

  get #chargeSource(): ChargeSource {
    const { fetch, getStorage } = this.#host
    return { settings: this.settings, purchase: this.#purchase, fetch, getStorage }
  }

  /** Lets the complete checkout continue from here, unless the state has changed by the time its code is loaded. */
  async #handOverToCheckout(continueWith: (checkout: Checkout) => void) {
    const startState = this.#state
    this.isLoadingCode = true
    this.#host.onStateChange(startState, startState)
    try {
      const checkout = await this.#getCheckout()
      this.isLoadingCode = false
      if (this.#state === startState) continueWith(checkout)
      else this.#host.onStateChange(this.#state, this.#state)
    } catch (cause) {
      this.isLoadingCode = false
      const error = PayError.from(cause, 'offline')
      const currentState = this.#state
      this.#setState(
        currentState.step === 'ready'
          ? { ...currentState, notice: error }
          : createLoadFailedState(error),
      )
    }
  }

  /**
   * Returns the complete checkout, and creates it if necessary. It starts from the state at the time its code is
   * loaded: the state at the click may have changed.
   */
  async #getCheckout(): Promise<Checkout> {
    const purchase = this.#purchase
    const [{ createCheckout }, pinCheck] = await Promise.all([
      this.loadViews(),
      this.#loadPinCheck(),
    ])
    if (purchase !== this.#purchase) return this.#getCheckout()
    if (!purchase.checkout) {
      purchase.checkout = createCheckout(purchase, this.#member, this.#state, pinCheck)
      this.#attach(purchase.checkout)
      for (const showCheckout of purchase.startListeners) showCheckout()
    }
    this.#attach(purchase.checkout)
    return purchase.checkout
  }

  /** Loads the code of later screens. */
  async loadViews(): Promise<CheckoutModule> {
    const loadedModule = await loadCheckoutModule()
    this.views = loadedModule.views
    return loadedModule
  }

  #setState(state: State) {
    const previousState = this.#state
    this.#state = state
    if (state !== previousState) this.#host.onStateChange(state, previousState)
    const pendingSettings = this.#pendingSettings
    if (pendingSettings && !isPaying(state)) queueMicrotask(() => this.configure(pendingSettings))
  }
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

let nextIdle: Promise<void> | undefined

/**
 * Waits until the browser is idle. All elements of the page wait for the same moment, so that what they then change is
 * drawn once.
 */
function waitUntilIdle(): Promise<void> {
  const requestIdle = globalThis.requestIdleCallback ?? setTimeout
  nextIdle ??= new Promise<void>((resolve) => requestIdle(() => resolve())).finally(() => {
    nextIdle = undefined
  })
  return nextIdle
}

function isDifferentCharge(a: ElementSettings, b: ElementSettings): boolean {
  return identifyPurchase(a) !== identifyPurchase(b)
}
