import type { State } from '../../src/checkout/state.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** Whom a page asks about payments that it does not know of. */
export type Source = 'node' | 'service'

/** How a transfer of another browser can be known. */
interface Sign {
  /** `unmined`: the node counts it. `report`: the service has heard of it. `payment`: the service lists it, or is paid by it. */
  kind: 'unmined' | 'report' | 'payment'
  intentId: string
  hash: string
}

/** What could be known since a page has begun to look. */
interface Look {
  signs: Sign[]
  /** Of these the page has met a fault. */
  missed: Set<Source>
}

/**
 * (a) among several browsers. None can know that another one's wallet only asks, or what the chain has taken and nobody
 * tells. So a wallet may be asked beside another browser's transfer that may pay, unless that one is knowable, and the page's
 * payer has not agreed to pay beside it.
 *
 * A transfer is knowable where all the time since the page's last look began, up to the wallet's question, the node
 * counts it among the account's unmined transactions, the service has a report of it that waits, or the service lists it
 * as a payment; and where no read of that source met a fault meanwhile. The last look begins with the check of the
 * account, or with a consent that comes after it: the payer may have read the warning for an hour.
 *
 * The payer agrees by a consent on a screen about that transfer; by one on the page's warning of an unmined transaction,
 * which is a consent beside all that no block shows; or by one on its warning of a report, which is one beside all reports.
 */
export class OtherBrowsers {
  readonly #looks = new Map<Tab, Look>()
  /** Of which sign the payer was warned in a page, and agreed to pay all the same. */
  readonly #accepted = new Map<Tab, Set<'nonce' | 'report'>>()
  readonly #checks = new Map<Tab, number>()
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  shows(tab: Tab, state: State) {
    if (state.step !== 'checking' || this.#checks.get(tab) === state.attempt) return
    this.#checks.set(tab, state.attempt)
    this.#begin(tab)
  }

  consents(tab: Tab) {
    if (tab.state.step === 'waitingPayment') {
      const accepted = this.#accepted.get(tab) ?? new Set()
      this.#accepted.set(tab, accepted.add(tab.state.sign))
    }
    this.#begin(tab)
  }

  /** What is gone at the moment of a read, the page cannot know. */
  reads(tab: Tab, source: Source, isAnswered: boolean) {
    const look = this.#looks.get(tab)
    if (!look) return
    if (!isAnswered) look.missed.add(source)
    look.signs = this.#stillKnown(tab, look)
  }

  /** A page asks the wallet for a transfer. */
  asked(tab: Tab) {
    const look = this.#looks.get(tab)
    if (!look) return
    const unheeded = this.#stillKnown(tab, look).find(
      (sign) =>
        !look.missed.has(sign.kind === 'unmined' ? 'node' : 'service') &&
        !this.#hasAgreed(tab, sign),
    )
    if (unheeded)
      this.#world.fail(
        'a',
        `Tab ${tab.id} asks the wallet beside ${unheeded.hash} of another browser (${unheeded.kind}).`,
      )
  }

  #begin(tab: Tab) {
    if (this.#world.browsers.length < 2) return
    this.#looks.set(tab, { signs: this.#signs(tab), missed: new Set() })
  }

  #stillKnown(tab: Tab, look: Look): Sign[] {
    const now = look.signs.length > 0 ? this.#signs(tab) : []
    return look.signs.filter(({ kind, hash }) =>
      now.some((sign) => sign.kind === kind && sign.hash === hash),
    )
  }

  #signs(tab: Tab): Sign[] {
    const { chain, service, watch } = this.#world
    service.watch()
    return chain.txs.flatMap((tx): Sign[] => {
      const { pays, hash } = tx
      const asker = pays && watch.asks.get(pays.intentId)?.tab
      if (!asker || asker.browser === tab.browser || !chain.mayPay(tx)) return []
      const { intentId } = pays
      const known = service.knows(hash)
      return [
        ...(tx.where === 'pool' && chain.isVisible(tx)
          ? [{ kind: 'unmined' as const, intentId, hash }]
          : []),
        ...(known ? [{ kind: known, intentId, hash }] : []),
      ]
    })
  }

  #hasAgreed(tab: Tab, { kind, intentId }: Sign): boolean {
    const accepted = this.#accepted.get(tab)
    if (this.#world.watch.hasAgreed(tab.browser, intentId)) return true
    if (kind === 'unmined') return accepted?.has('nonce') === true
    // A report does not say what it is of: whoever has given up a payment of this browser was warned by that.
    const { state } = tab
    const hasGivenUp = 'option' in state && (state.option?.ignoredHashes?.length ?? 0) > 0
    return kind === 'report' && (accepted !== undefined || hasGivenUp)
  }
}
