import { getDefaultConfirmations } from '../../api/chains.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import { expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import { createRunner } from '../../checkout/effects/runner.ts'
import type { Wallets } from '../../checkout/ports.ts'
import type { State } from '../../checkout/state.ts'
import { isPaying } from '../../checkout/transitions/open-charge.ts'
import { loadPart, type PayError } from '../../errors.ts'
import type { ElementSettings } from '../attributes.ts'
import type { Purchase } from '../first/purchases.ts'
import type { Checkout, CheckoutMember, PinCheck } from '../host.ts'
import { CompletionHandler } from './finish.ts'
import { createMerchantProxy } from './merchant-proxy.ts'
import { checkPage, warnOfForeignBase } from './page/page-check.ts'
import {
  dispatchPaymentEvents,
  PayChargeBeforePayEvent,
  PayChargeSubmitEvent,
  wasJustSubmitted,
} from './payment-events.ts'
import { sleepUntilWoken } from './sleep.ts'
import { createJournal } from './storage/journal.ts'
import { createTabs } from './storage/tab-channel.ts'
import { acceptsClick } from './views/card/click-guard.ts'
import { focusNextScreen } from './views/card/focus.ts'
import * as views from './views/index.ts'
import { watchOffer } from './watch-offer.ts'

// The complete checkout and its screens. Loaded when a payer shows intent, or when an earlier payment is resumed.

export { views, watchOffer }

// What a page's developers need, and no payer. From here, so that the entry holds no hashes for it.

/** Loads what explains a wrong attribute. */
export const loadAttributeTexts = () => loadPart(import('./page/attribute-texts.ts'))
/** Loads `pay-charge/preview`. */
export const loadPreview = () => loadPart(import('../preview/index.ts'))

/** Returns the error of a page on which nothing can be loaded, if there is one, and warns of what else may be wrong. */
export function explainPage(settings: ElementSettings): PayError | undefined {
  warnOfForeignBase(settings)
  return checkPage()
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
  const entries = performance.getEntriesByName(url.href) as PerformanceResourceTiming[]
  return entries.length > 0 && entries.every(({ transferSize }) => transferSize === 0)
}

/**
 * Creates the complete checkout: connects the pure checkout with network, storage, clock and wallets.
 *
 * @param firstMember the element that needs it first
 * @param initialState the state to continue from
 * @param pinCheck the check of offers, if the page pins where money may go
 * @throws PayError `page_broken`
 */
export function createCheckout(
  purchase: Purchase,
  firstMember: CheckoutMember,
  initialState: State,
  pinCheck?: PinCheck,
): Checkout {
  const pageError = checkPage()
  if (pageError) throw pageError
  const members = new Map<CheckoutMember, CompletionHandler>()
  let lastMember = firstMember
  let previousState = initialState
  let payment: Payment | undefined
  /** The hash for which the elements have dispatched pay-charge-submit. */
  let submittedHash: string | undefined
  /**
   * Whether the payment was confirmed while no element was connected to the page, so that no success event was fired.
   */
  let hasUndeliveredSuccess = false

  const getConnectedMembers = () => [...members].filter(([{ host }]) => host.element.isConnected)
  /**
   * Returns the element whose settings, fetch and wallets are used. A connected element has priority over a removed
   * one.
   */
  const getLeadMember = () => getConnectedMembers()[0]?.[0] ?? lastMember
  const { load: loadWallets, dispose: disposeWallets } = createWalletLoader(getLeadMember)
  const locks = navigator.locks as LockManager | undefined
  const getStorage = () => getLeadMember().host.getStorage()
  const getSource = () => {
    const { host, getSettings } = getLeadMember()
    return { settings: getSettings(), purchase, fetch: host.fetch, getStorage }
  }
  const onRecord = (recorded: Payment) => {
    payment = recorded
  }

  function handleSuccess(completions: [CheckoutMember, CompletionHandler][]) {
    hasUndeliveredSuccess = completions.length === 0
    for (const [{ host }, completion] of completions) {
      focusNextScreen(host.element.shadowRoot)
      completion.handleSuccess(runner.state, payment)
    }
    // An element that is set up from now on starts another purchase.
    if (!hasUndeliveredSuccess) purchase.isOver = true
  }

  function handleCancel() {
    for (const [, completion] of getConnectedMembers()) completion.handleCancel(runner.state)
    purchase.isOver = true
  }

  function handleStateChange(state: State) {
    if (previousState.step === 'cancelled') purchase.isOver = false
    if (wasJustSubmitted(state, previousState)) submittedHash = state.hash
    for (const [member] of members) member.onStateChange(state)
    for (const [{ host }] of members) dispatchPaymentEvents(host.element, state, previousState)
    previousState = state
  }

  const runner = createRunner(
    {
      proxy: createMerchantProxy(getSource, { pinCheck, onRecord }),
      journal: createJournal(getStorage, locks),
      tabs: createTabs(!!locks, (name) => new BroadcastChannel(name)),
      loadWallets,
      getAcceptedAssets: () => getLeadMember().host.pageOptions.accepts,
      checkQuote: (option, reserved) =>
        pinCheck?.find(option, getLeadMember().host.pageOptions.accepts, reserved),
      isPageVisible: () => document.visibilityState === 'visible',
      getRequiredConfirmations: (chainId) => {
        const given = getLeadMember().getSettings().confirmations
        return given ? Number(given) : getDefaultConfirmations(chainId)
      },
      sleep: sleepUntilWoken,
      now: Date.now,
      monotonicNow: () => performance.now(),
      random: Math.random,
      onLeave: (how) => (how === 'success' ? handleSuccess(getConnectedMembers()) : handleCancel()),
    },
    handleStateChange,
    initialState,
  )
  return {
    get state() {
      return runner.state
    },
    get payment() {
      return payment
    },
    send(event, member = getLeadMember()) {
      // A click that does not count ends the busy look of its button, too.
      if (event.type === 'pay' && !mayPay(event.button, member, runner.state))
        for (const [{ host }] of members) host.requestUpdate()
      else runner.send(event)
    },
    attach(member) {
      const { element, requestUpdate } = member.host
      const completion = new CompletionHandler(element, member.getSettings, requestUpdate)
      members.set(member, completion)
      member.onStateChange(runner.state)
      const { state } = runner
      // The other elements of this purchase have already dispatched this event; this one does it now.
      if (isPaying(state) && 'hash' in state && state.hash === submittedHash)
        element.dispatchEvent(new PayChargeSubmitEvent(state.hash))
      if (hasUndeliveredSuccess && element.isConnected) handleSuccess([[member, completion]])
      return completion
    },
    detach(member) {
      members.get(member)?.stopRedirect()
      members.delete(member)
      lastMember = member
      if (members.size > 0 || isPaying(runner.state)) return
      runner.dispose()
      disposeWallets()
      if (purchase.checkout === this) purchase.checkout = undefined
    },
    handleSettings({ disabled }, previous) {
      const isBeingDisabled = disabled != null && previous.disabled == null
      const { state } = runner
      if (isBeingDisabled && state.step !== 'ready' && !isPaying(state))
        runner.send({ type: 'start' })
    },
    preload() {
      // The failure is reported when the code is needed.
      loadWallets().catch(() => undefined)
    },
  }
}

/** Returns whether a payment may begin: the click counts, the order can be paid, and the page does not object. */
function mayPay(button: unknown, { host, getSettings }: CheckoutMember, state: State): boolean {
  if (!acceptsClick(button) || getSettings().disabled != null) return false
  const option = 'option' in state ? state.option : undefined
  return !option || host.element.dispatchEvent(new PayChargeBeforePayEvent(option))
}

/** Loads the wallets with the page's options, and again when `attribution` changes. */
function createWalletLoader(getLeadMember: () => CheckoutMember): {
  load(): Promise<Wallets>
  /** Stops listening to the wallets that were loaded. */
  dispose(): void
} {
  let loaded: { attribution: boolean; wallets: Promise<Wallets> } | undefined
  const dispose = () => {
    // Wallets that could not be loaded listen to nothing.
    loaded?.wallets.then(
      (wallets) => wallets.dispose(),
      () => undefined,
    )
    loaded = undefined
  }
  const load = () => {
    const { host, getSettings } = getLeadMember()
    const attribution = getSettings().attribution !== 'off'
    if (loaded?.attribution === attribution) return loaded.wallets
    dispose()
    const { chains, rpcUrls, wallets: pageWallets, relayUrl, paymasterUrl } = host.pageOptions
    const projectId = getSettings().walletconnectProjectId
    const options = {
      chains,
      rpcUrls,
      wallets: pageWallets,
      relayUrl,
      paymasterUrl,
      projectId,
      attribution,
    }
    const wallets = loadPart(import('../../wallet/index.ts')).then(({ loadWallets }) =>
      loadWallets(options),
    )
    // The next click loads the code again.
    wallets.catch(() => {
      if (loaded?.wallets === wallets) loaded = undefined
    })
    loaded = { attribution, wallets }
    return wallets
  }
  return { load, dispose }
}
