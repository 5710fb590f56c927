import { usualConfirmations } from '../api/chains.ts'
import type { Payment } from '../api/payment.ts'
import type { Wallets } from '../checkout/ports.ts'
import { createRunner, type Runner } from '../checkout/runner.ts'
import type { State } from '../checkout/state.ts'
import { notLoaded } from '../errors.ts'
import type { Settings } from './attributes.ts'
import type { Host } from './controller.ts'
import { Ending } from './ending.ts'
import { createJournal } from './journal.ts'
import { tellMore } from './later-events.ts'
import { createShop } from './recorder.ts'
import { createTabs } from './tabs.ts'
import * as views from './views/later.ts'
import { wakingSleep } from './waking-sleep.ts'

// Loaded when a payer shows intent, or when an earlier payment is to be taken up: the whole checkout and its screens.

export { views }

/** What runs after the opening. */
export interface Checkout extends Runner {
  readonly ending: Ending
  readonly payment: Payment | undefined
  /** Fetches the code of the wallets ahead of its use. */
  preload(): void
}

/** Joins the pure checkout with network, storage, clock and wallets. */
export function createCheckout(
  host: Host,
  settings: () => Settings,
  changed: (state: State) => void,
  opening: State,
): Checkout {
  const ending = new Ending(host.element, settings, () => host.element.requestUpdate())
  let before = opening
  const shop = createShop(settings, host.fetch, host.storage)
  let payment: Payment | undefined
  let loaded: { attribution: boolean; wallets: Promise<Wallets> } | undefined

  function wallets(): Promise<Wallets> {
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

  const journal = createJournal(host.storage, navigator.locks)
  const confirmations = (chainId: number) => {
    const given = settings().confirmations
    return given ? Number(given) : usualConfirmations(chainId)
  }
  const runner = createRunner(
    {
      shop: {
        ...shop,
        async record(deal, hash, signal) {
          payment = (await shop.record(deal, hash, signal)) ?? payment
          return payment
        },
      },
      journal,
      tabs: createTabs(!!navigator.locks, (name) => new BroadcastChannel(name)),
      wallets,
      accepts: () => host.page.accepts,
      isSeen: () => document.visibilityState === 'visible',
      confirmations,
      sleep: wakingSleep,
      now: Date.now,
      random: Math.random,
      leave: (how) =>
        how === 'success' ? ending.succeed(runner.state, payment) : ending.cancel(runner.state),
    },
    (state) => {
      changed(state)
      tellMore(host.element, state, before)
      before = state
    },
    opening,
  )
  return {
    get state() {
      return runner.state
    },
    get payment() {
      return payment
    },
    ending,
    send: runner.send,
    dispose() {
      ending.stay()
      runner.dispose()
    },
    preload() {
      // A failure is met, and told, when the code is needed.
      wallets().catch(() => undefined)
    },
  }
}
