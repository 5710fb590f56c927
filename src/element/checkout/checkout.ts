import { getDefaultConfirmations } from '../../api/chains/chains.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import { expandRequestCharge, freshParameter } from '../../api/routes/checkout-charge-url.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import { createRunner } from '../../checkout/effects/runner.ts'
import type { Wallets } from '../../checkout/ports/wallets.ts'
import type { CheckoutEvent, State } from '../../checkout/state.ts'
import { getOption } from '../../checkout/steps.ts'
import { isPaying } from '../../checkout/transitions/open-charge.ts'
import { loadPart, type PayError } from '../../errors.ts'
import type { ElementSettings } from '../attributes.ts'
import type { ElementContext, PinCheck, Session } from '../first/context.ts'
import { createMerchantProxy } from './merchant-proxy.ts'
import { loadAttributeTexts } from './page/developers.ts'
import { checkPage } from './page/page-check.ts'
import {
  dispatchPaymentEvents,
  PayChargeBeforePayEvent,
  PayChargeSubmitEvent,
  wasJustSubmitted,
} from './payment-events.ts'
import { ElementRedirect } from './redirect-after-payment.ts'
import { sleepUntilWoken } from './sleep.ts'
import { createJournal } from './storage/journal.ts'
import { createTabs } from './storage/tab-channel.ts'
import { acceptsClick } from './views/card/click-guard.ts'
import { focusNextScreen } from './views/card/focus.ts'
import * as views from './views/index.ts'
import { watchOffer } from './watch-offer.ts'

// The complete checkout and its screens. Loaded when a payer shows intent, or when an earlier payment is resumed.

export { views, watchOffer }

/** Loads `pay-charge/preview`. */
export const loadPreview = () => loadPart(import('../preview/index.ts'))

/**
 * Returns the error to show where a charge could not be loaded, and explains it in the console where the page is the reason.
 */
export async function explainFailure(
  { settings, element }: ElementContext,
  error: PayError,
): Promise<PayError> {
  const pageError = checkPage()
  const hasForeignBase = new URL(document.baseURI).origin !== location.origin
  if (pageError || (error.code !== 'invalid_attribute' && !hasForeignBase))
    return pageError ?? error
  const texts = await loadAttributeTexts().catch(() => undefined)
  texts?.warnOfForeignBase(settings)
  return texts?.explainError(error, element) ?? error
}

/**
 * Returns whether the reply with the settings' charge came from the browser's cache (Resource Timing, transferSize)
 * without being preloaded by this page. Of a proxy of another origin this is only known where it allows it, which ours
 * does (Timing-Allow-Origin); of any other one it is assumed.
 */
export function isReplyReused({ proxy, chargeId }: ElementSettings): boolean {
  if (!chargeId) return false
  const input = { params: { id: chargeId }, query: expandRequestCharge }
  const url = new URL(buildCallUrl(proxy, getCheckoutCharge, input), document.baseURI)
  // A later request with the parameter `fresh` counts too: it shows that the reply is not a reused one.
  const isOfCharge = ({ name }: PerformanceEntry) =>
    name === url.href || name.startsWith(`${url.href}&${freshParameter}=`)
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const entries = resources.filter(isOfCharge)
  return entries.length > 0 && entries.every(({ transferSize }) => transferSize === 0)
}

/** The complete checkout of a session, which runs after the first screens. */
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

/**
 * Creates the complete checkout: connects the pure checkout with network, storage, clock and wallets. It continues from the
 * session's state.
 *
 * @param pinCheck the check of offers, if the page pins where money may go
 * @throws PayError `page_broken`
 */
export function createCheckout(session: Session, pinCheck?: PinCheck): Checkout {
  const pageError = checkPage()
  if (pageError) throw pageError
  const redirects = new WeakMap<ElementContext, ElementRedirect>()
  let payment: Payment | undefined
  /** The hash for which the elements have dispatched pay-charge-submit. */
  let submittedHash: string | undefined
  /**
   * Whether the payment was confirmed while no element was connected to the page, so that no success event was fired.
   */
  let hasUndeliveredSuccess = false

  const getConnected = () => [...session.contexts].filter(({ element }) => element.isConnected)
  const { load: loadWallets, dispose: disposeWallets } = createWalletLoader(session)
  const locks = navigator.locks as LockManager | undefined
  const getStorage = () => session.activeContext.getStorage()
  const onRecord = (newPayment: Payment) => {
    payment = newPayment
  }

  function handleSuccess(contexts: readonly ElementContext[]) {
    hasUndeliveredSuccess = contexts.length === 0
    for (const context of contexts) {
      focusNextScreen(context.element.shadowRoot)
      redirects.get(context)?.handleSuccess(runner.state, payment)
    }
    // An element that is set up from now on starts another session.
    if (!hasUndeliveredSuccess) session.isOver = true
  }

  function handleCancel() {
    for (const context of getConnected()) redirects.get(context)?.handleCancel(runner.state)
    session.isOver = true
  }

  function handleStateChange(state: State) {
    const previousState = session.state
    if (previousState.step === 'cancelled') session.isOver = false
    if (wasJustSubmitted(state, previousState)) submittedHash = state.hash
    session.show(state)
    for (const context of getConnected()) redirects.get(context)?.resume(state)
    for (const { element } of session.contexts) dispatchPaymentEvents(element, state, previousState)
  }

  const runner = createRunner(
    {
      proxy: createMerchantProxy(() => session.source, { pinCheck, onRecord }),
      journal: createJournal(getStorage, locks),
      tabs: createTabs(!!locks, (name) => new BroadcastChannel(name)),
      loadWallets,
      getAcceptedAssets: () => session.activeContext.pageOptions.accepts,
      checkQuote: (option, reservation) =>
        pinCheck?.find(option, session.activeContext.pageOptions.accepts, reservation),
      isPageVisible: () => document.visibilityState === 'visible',
      getRequiredConfirmations: (chainId) => {
        const { confirmations } = session.activeContext.settings
        return confirmations ? Number(confirmations) : getDefaultConfirmations(chainId)
      },
      sleep: sleepUntilWoken,
      now: Date.now,
      monotonicNow: () => performance.now(),
      random: Math.random,
      onLeave: (how) => (how === 'success' ? handleSuccess(getConnected()) : handleCancel()),
    },
    handleStateChange,
    session.state,
  )
  return {
    get payment() {
      return payment
    },
    dispatch(event, context) {
      // A click that does not count ends the busy look of its button, too.
      // A click that is found later to count is one without a button.
      const accept = () => this.dispatch({ type: 'pay' }, context)
      if (event.type === 'pay' && !mayPay(event.button, context, runner.state, accept))
        for (const { requestUpdate } of session.contexts) requestUpdate()
      else runner.dispatch(event)
    },
    attach(context) {
      const { element } = context
      const redirect = new ElementRedirect(context)
      redirects.set(context, redirect)
      context.redirectAfterPayment = redirect
      context.show(runner.state)
      redirect.resume(runner.state)
      const { state } = runner
      // The other elements of this session have already dispatched this event; this one does it now.
      if (isPaying(state) && 'hash' in state && state.hash === submittedHash)
        element.dispatchEvent(new PayChargeSubmitEvent(state.hash))
      if (hasUndeliveredSuccess && element.isConnected) handleSuccess([context])
    },
    dispose() {
      runner.dispose()
      disposeWallets()
    },
    handleSettings({ disabled }, previous) {
      const isBeingDisabled = disabled != null && previous.disabled == null
      const { state } = runner
      if (isBeingDisabled && state.step !== 'ready' && !isPaying(state))
        runner.dispatch({ type: 'start' })
    },
    preload() {
      // The failure is reported when the code is needed.
      loadWallets().catch(() => undefined)
    },
  }
}

/** Returns whether a payment may begin: the click counts, the order can be paid, and the page does not object. */
function mayPay(
  button: unknown,
  { element, settings }: ElementContext,
  state: State,
  accept: () => void,
): boolean {
  if (!acceptsClick(button, accept) || settings.disabled != null) return false
  const option = getOption(state)
  return !option || element.dispatchEvent(new PayChargeBeforePayEvent(option))
}

/** Loads the wallets with the page's options, and again when `attribution` changes. */
function createWalletLoader(session: Session): {
  load(): Promise<Wallets>
  /** Stops listening to the wallets that were loaded. */
  dispose(): void
} {
  let current: { attribution: boolean; wallets: Promise<Wallets> } | undefined
  const dispose = () => {
    // Wallets that could not be loaded listen to nothing.
    current?.wallets.then(
      (wallets) => wallets.dispose(),
      () => undefined,
    )
    current = undefined
  }
  const load = () => {
    const { settings, pageOptions } = session.activeContext
    const attribution = settings.attribution !== 'off'
    if (current?.attribution === attribution) return current.wallets
    dispose()
    const projectId = settings.walletconnectProjectId
    const wallets = loadPart(import('../../wallet/index.ts')).then(({ loadWallets }) =>
      loadWallets(pageOptions, { projectId, attribution }),
    )
    // The next click loads the code again.
    wallets.catch(() => {
      if (current?.wallets === wallets) current = undefined
    })
    current = { attribution, wallets }
    return wallets
  }
  return { load, dispose }
}
