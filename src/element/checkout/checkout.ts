import { getDefaultConfirmations } from '../../api/chains/chains.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import { createRunner } from '../../checkout/effects/runner.ts'
import type { Wallets } from '../../checkout/ports/wallets.ts'
import type { CheckoutEvent, State } from '../../checkout/state.ts'
import { getOption } from '../../checkout/steps.ts'
import { isPaying } from '../../checkout/transitions/open-charge.ts'
import { loadPart, type PayError } from '../../errors.ts'
import { findKnownChargeId } from '../first/charge-source.ts'
import type { Checkout, ElementContext, PinCheck, Session } from '../first/context.ts'
import { hasJournalEntry } from '../first/order-storage.ts'
import { createLinkCheckout, restart } from './link-checkout.ts'
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
import { attendOffer, isReplyReused } from './watch-offer.ts'

// The complete checkout and its screens. Loaded when a payer shows intent, or when an earlier payment is resumed.

export { attendOffer, isReplyReused, views }

/** Loads `pay-charge/preview`. */
export const loadPreview = () => loadPart(import('../preview/index.ts'))

/**
 * Returns the error to show where a charge could not be loaded, and explains it in the console where the page is the reason.
 */
export async function explainFailure(
  { activeContext: { settings, element } }: Session,
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

/** Returns whether this browser knows a payment of a session whose charge could not be loaded. */
export function knowsPayment({ source }: Session): boolean {
  const id = findKnownChargeId(source, true)
  return !source.settings.refusal && !!id && hasJournalEntry(source.getStorage, id)
}

/**
 * Creates what the session goes on with: the complete checkout; for a payment link of which the customer has no charge yet, what shows
 * its offer.
 */
export function createCheckout(session: Session, pinCheck?: PinCheck): Checkout {
  const { settings, session: known } = session.source
  return settings.paymentLink && !known.chargeId
    ? createLinkCheckout(session, explainFailure)
    : createPayment(session, pinCheck)
}

/**
 * Creates the complete checkout: connects the pure checkout with network, storage, clock and wallets. It continues from the
 * session's state.
 *
 * @param pinCheck the check of offers, if the page pins where money may go
 * @throws PayError `page_broken`
 */
function createPayment(session: Session, pinCheck?: PinCheck): Checkout {
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
      proxy: createMerchantProxy(() => session.source, {
        pinCheck,
        onRecord,
        offerAgain: () => restart(session),
      }),
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
      if (beginsPayment(event, runner.state) && !mayPay(event, context, runner.state, accept))
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

/** Returns whether the payer begins to pay: with a wallet, or from the first screen in another way. */
function beginsPayment({ type }: CheckoutEvent, { step }: State): boolean {
  return type === 'pay' || (type === 'payExternally' && step === 'ready')
}

/** Returns whether a payment may begin: the click counts, the order can be paid, and the page does not object. */
function mayPay(
  event: CheckoutEvent,
  { element, settings }: ElementContext,
  state: State,
  accept: () => void,
): boolean {
  const button = event.type === 'pay' ? event.button : undefined
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
