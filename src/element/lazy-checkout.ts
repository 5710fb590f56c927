import { usualConfirmations } from '../api/chains.ts'
import type { Payment } from '../api/schemas/payment.ts'
import { createRunner } from '../checkout/effects/runner.ts'
import type { Wallets } from '../checkout/ports.ts'
import type { State } from '../checkout/state.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { notLoaded } from '../errors.ts'
import { Ending } from './finish.ts'
import type { Checkout, Member } from './host.ts'
import { isSubmit, PayChargeSubmitEvent, tellMore } from './lazy-events.ts'
import type { Purchase } from './purchases.ts'
import { createShop } from './recorder.ts'
import { wakingSleep } from './sleep.ts'
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
export function createCheckout(purchase: Purchase, first: Member, opening: State): Checkout {
  const members = new Map<Member, Ending>()
  let last = first
  let before = opening
  let payment: Payment | undefined
  /** The hash for which the elements have dispatched pay-charge-submit. */
  let submitted: string | undefined
  /**
   * Whether the payment was confirmed while no element was connected to the page, so that no success event was fired.
   */
  let isUnheard = false

  const connected = () => [...members].filter(([{ host }]) => host.element.isConnected)
  /**
   * Returns the element whose settings, fetch and wallets are used. A connected element has priority over a removed
   * one.
   */
  const lead = () => connected()[0]?.[0] ?? last
  const wallets = loadWallets(lead)
  const locks = navigator.locks as LockManager | undefined
  const storage = () => lead().host.storage()
  const shop = createShop(() => {
    const { host, settings } = lead()
    return { settings: settings(), purchase, fetch: host.fetch, storage }
  })

  function succeed(endings: [Member, Ending][]) {
    isUnheard = endings.length === 0
    for (const [, ending] of endings) ending.succeed(runner.state, payment)
    // An element that is set up from now on starts another purchase.
    if (!isUnheard) purchase.isOver = true
  }

  function cancel() {
    for (const [, ending] of connected()) ending.cancel(runner.state)
    purchase.isOver = true
  }

  function changed(state: State) {
    if (before.step === 'cancelled') purchase.isOver = false
    if (isSubmit(state, before)) submitted = state.hash
    for (const [member] of members) member.changed(state)
    for (const [{ host }] of members) tellMore(host.element, state, before)
    before = state
  }

  const runner = createRunner(
    {
      shop: {
        ...shop,
        async record(...given) {
          payment = (await shop.record(...given)) ?? payment
          return payment
        },
      },
      journal: createJournal(storage, locks),
      tabs: createTabs(!!locks, (name) => new BroadcastChannel(name)),
      wallets,
      accepts: () => lead().host.page.accepts,
      isSeen: () => document.visibilityState === 'visible',
      confirmations: (chainId) => {
        const given = lead().settings().confirmations
        return given ? Number(given) : usualConfirmations(chainId)
      },
      sleep: wakingSleep,
      now: Date.now,
      random: Math.random,
      leave: (how) => (how === 'success' ? succeed(connected()) : cancel()),
    },
    changed,
    opening,
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
      const ending = new Ending(element, member.settings, () => element.requestUpdate())
      members.set(member, ending)
      member.changed(runner.state)
      const { state } = runner
      // The other elements of this purchase have already dispatched this event; this one does it now.
      if (isPaying(state) && 'hash' in state && state.hash === submitted)
        element.dispatchEvent(new PayChargeSubmitEvent(state.hash))
      if (isUnheard && element.isConnected) succeed([[member, ending]])
      return ending
    },
    detach(member) {
      members.get(member)?.stay()
      members.delete(member)
      last = member
      if (members.size > 0 || isPaying(runner.state)) return
      runner.dispose()
      if (purchase.checkout === this) purchase.checkout = undefined
    },
    preload() {
      // The failure is reported when the code is needed.
      wallets().catch(() => undefined)
    },
  }
}

/** Returns a function that loads the wallets with the page's options, and again when `attribution` changes. */
function loadWallets(lead: () => Member): () => Promise<Wallets> {
  let loaded: { attribution: boolean; wallets: Promise<Wallets> } | undefined
  return () => {
    const { host, settings } = lead()
    const attribution = settings().attribution !== 'off'
    if (loaded?.attribution === attribution) return loaded.wallets
    const { chains, rpcUrls, wallets: own, relayUrl, paymasterUrl } = host.page
    const projectId = settings().walletconnectProjectId
    const options = {
      chains,
      rpcUrls,
      wallets: own,
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
        throw notLoaded(cause)
      },
    )
    loaded = { attribution, wallets }
    return wallets
  }
}
