import { getDefaultConfirmations } from '../api/chains.ts'
import type { Payment } from '../api/schemas/payment.ts'
import { createRunner } from '../checkout/effects/runner.ts'
import type { Wallets } from '../checkout/ports.ts'
import type { State } from '../checkout/state.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { createLoadError } from '../errors.ts'
import { CompletionHandler } from './finish.ts'
import type { Checkout, CheckoutMember } from './host.ts'
import { dispatchPaymentEvents, PayChargeSubmitEvent, wasJustSubmitted } from './lazy-events.ts'
import type { Purchase } from './purchases.ts'
import { createMerchantProxy } from './recorder.ts'
import { sleepUntilWoken } from './sleep.ts'
import { createJournal } from './storage/journal.ts'
import { createTabs } from './storage/tab-channel.ts'
import * as views from './views/lazy.ts'

// The complete checkout and its screens. Loaded when a payer shows intent, or when an earlier payment is resumed.

export { views }

/**
 * Creates the complete checkout: connects the pure checkout with network, storage, clock and wallets.
 *
 * @param firstMember the element that needs it first
 * @param initialState the state to continue from
 */
export function createCheckout(
  purchase: Purchase,
  firstMember: CheckoutMember,
  initialState: State,
): Checkout {
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
  const loadWallets = createWalletLoader(getLeadMember)
  const locks = navigator.locks as LockManager | undefined
  const getStorage = () => getLeadMember().host.getStorage()
  const merchantProxy = createMerchantProxy(() => {
    const { host, getSettings } = getLeadMember()
    return { settings: getSettings(), purchase, fetch: host.fetch, getStorage }
  })

  function handleSuccess(completions: [CheckoutMember, CompletionHandler][]) {
    hasUndeliveredSuccess = completions.length === 0
    for (const [, completion] of completions) completion.handleSuccess(runner.state, payment)
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
      proxy: {
        ...merchantProxy,
        async recordPayment(...parameters) {
          payment = (await merchantProxy.recordPayment(...parameters)) ?? payment
          return payment
        },
      },
      journal: createJournal(getStorage, locks),
      tabs: createTabs(!!locks, (name) => new BroadcastChannel(name)),
      loadWallets,
      getAcceptedAssets: () => getLeadMember().host.pageOptions.accepts,
      isPageVisible: () => document.visibilityState === 'visible',
      getRequiredConfirmations: (chainId) => {
        const given = getLeadMember().getSettings().confirmations
        return given ? Number(given) : getDefaultConfirmations(chainId)
      },
      sleep: sleepUntilWoken,
      now: Date.now,
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
    send: runner.send,
    attach(member) {
      const { element } = member.host
      const completion = new CompletionHandler(element, member.getSettings, () =>
        element.requestUpdate(),
      )
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
      if (purchase.checkout === this) purchase.checkout = undefined
    },
    preload() {
      // The failure is reported when the code is needed.
      loadWallets().catch(() => undefined)
    },
  }
}

/** Returns a function that loads the wallets with the page's options, and again when `attribution` changes. */
function createWalletLoader(getLeadMember: () => CheckoutMember): () => Promise<Wallets> {
  let loaded: { attribution: boolean; wallets: Promise<Wallets> } | undefined
  return () => {
    const { host, getSettings } = getLeadMember()
    const attribution = getSettings().attribution !== 'off'
    if (loaded?.attribution === attribution) return loaded.wallets
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
    const wallets = import('../wallet/index.ts').then(
      ({ createWallets }) => createWallets(options),
      (cause) => {
        // The next click loads the code again.
        loaded = undefined
        throw createLoadError(cause)
      },
    )
    loaded = { attribution, wallets }
    return wallets
  }
}
