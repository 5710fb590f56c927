import { usualConfirmations } from '../api/chains.ts'
import type { Payment } from '../api/payment.ts'
import { isPaying } from '../checkout/opening.ts'
import type { Wallets } from '../checkout/ports.ts'
import { createRunner } from '../checkout/runner.ts'
import type { Event, State } from '../checkout/state.ts'
import { notLoaded } from '../errors.ts'
import type { Settings } from './attributes.ts'
import type { Host } from './controller.ts'
import { Ending } from './ending.ts'
import { createJournal } from './journal.ts'
import { isSubmit, PayChargeSubmitEvent, tellMore } from './later-events.ts'
import type { Purchase } from './purchases.ts'
import { createShop } from './recorder.ts'
import { createTabs } from './tabs.ts'
import * as views from './views/later.ts'
import { wakingSleep } from './waking-sleep.ts'

// Loaded when a payer shows intent, or when an earlier payment is to be taken up: the whole checkout and its screens.

export { views }

/** An element that shows a payment. */
export interface Member {
  host: Host
  settings: () => Settings
  changed: (state: State) => void
}

/** What runs after the opening: one for all elements of a purchase. */
export interface Checkout {
  readonly state: State
  readonly payment: Payment | undefined
  send(event: Event): void
  /** Shows the payment in one element more. Returns how it ends there. */
  attach(member: Member): Ending
  /** Without any element it stops, unless a transfer is under way. */
  detach(member: Member): void
  /** Fetches the code of the wallets ahead of its use. */
  preload(): void
}

/** Joins the pure checkout with network, storage, clock and wallets. */
export function createCheckout(purchase: Purchase, first: Member, opening: State): Checkout {
  const members = new Map<Member, Ending>()
  let last = first
  let before = opening
  let payment: Payment | undefined
  /** The hash that the elements have been told of. */
  let submitted: string | undefined
  /** The payment is confirmed, and no element stood in the page to tell it. */
  let isUnheard = false

  const connected = () => [...members].filter(([{ host }]) => host.element.isConnected)
  /** Whose settings, network and wallets are used: an element that stands in the page goes before one that is gone. */
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
    // Whoever is set up from now on buys anew.
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
      // What others of this purchase were told before, this one hears now.
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
      // A failure is met, and told, when the code is needed.
      wallets().catch(() => undefined)
    },
  }
}

/** The wallets by what a page has set; anew where it sets something else. */
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
        // So that the next click asks for the code again.
        loaded = undefined
        throw notLoaded(cause)
      },
    )
    loaded = { attribution, wallets }
    return wallets
  }
}
