// All that is held against the promises while a schedule plays, in one place; hence its length.

import { parseAmount } from '../../src/amount.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { CheckoutEvent, State } from '../../src/checkout/state.ts'
import type { Browser } from './browser.ts'
import type { Tx } from './chain.ts'
import { OtherBrowsers, type Source } from './other-browsers.ts'
import { offered } from './payer.ts'
import { chainId, destination, price, reference, shop } from './places.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

interface Asked {
  intent: Intent
  tab: Tab
  /** When, among all that the watch has seen. */
  order: number
  /** The payer knew that nothing of it could be kept. */
  unsafe: boolean
}

interface Consent {
  order: number
  tab: Tab
  about: string[]
  unsafe: boolean
}

/** Sees everything, and tells when an invariant breaks while the world runs. */
export class Watch {
  readonly asks = new Map<string, Asked>()
  /** The page that has asked a wallet last. */
  lastAsker: Tab | undefined
  readonly #consents: Consent[] = []
  /** When a storage lost what it had kept. */
  readonly #losses: { order: number; browser: Browser }[] = []
  readonly #elsewhere: OtherBrowsers
  readonly #left = new Map<string, number>()
  /** Pages whose payer has just said that he pays though nothing can be kept of it. */
  readonly #unsafe = new Set<Tab>()
  readonly #reading = new Map<Tab, number>()
  readonly #unwritten = new Set<string>()
  readonly #judged = new WeakSet<object>()
  readonly #world: World
  #order = 0

  constructor(world: World) {
    this.#world = world
    this.#elsewhere = new OtherBrowsers(world)
  }

  /** True when a browser's storage has lost what a page had told it. */
  isDamaged(browser: Browser): boolean {
    return this.#losses.some((one) => one.browser === browser)
  }

  lost(browser: Browser) {
    this.#losses.push({ order: ++this.#order, browser })
  }

  /** A page is about to ask the wallet for a transfer, or has asked. */
  asked(tab: Tab, intent: Intent) {
    this.#isStated(tab, intent)
    if (this.asks.has(intent.id)) return
    const { living, options } = this.#world
    const { browser } = tab
    const rival = living.find((one) => one !== tab && one.browser === browser && isAsked(one))
    if (options.locks && rival)
      this.#world.fail('a', `Tabs ${tab.id} and ${rival.id} ask the wallet at once.`)
    const unsafe = this.#unsafe.has(tab)
    this.#elsewhere.asked(tab)
    this.asks.set(intent.id, { intent, tab, order: ++this.#order, unsafe })
    this.lastAsker = tab
  }

  /** (f) The quote is the service's own, digit by digit. */
  #isStated(tab: Tab, { quote }: Intent) {
    const { options, service } = this.#world
    const { tokenAddress, tokenDecimals, tokenSymbol, requestLink } = destination(options.native)
    const { token } = quote
    const isPlace =
      quote.recipient === requestLink.recipientAddress &&
      quote.chainId === chainId &&
      token.address === tokenAddress &&
      token.decimals === tokenDecimals &&
      token.symbol === tokenSymbol &&
      token.native === options.native
    const isAmount = quote.amount === parseAmount(price, tokenDecimals)
    if (isPlace && isAmount && quote.reference === reference) return
    if (!service.gone) this.#world.fail('f', `Tab ${tab.id} asks for what nobody has stated.`)
  }

  /** (g) The wallet is asked for a signature: over the charge, and a transfer that the payer has made for it. */
  signs(tab: Tab, message: string) {
    const ours = this.#world.chain.txs.filter(({ pays }) => pays)
    const textOf = (hash: string) =>
      createPaymentMessage({ reference, recipient: shop, chainId, hash })
    if (ours.some(({ hash }) => message === textOf(hash))) return
    this.#world.fail('g', `Tab ${tab.id} has the payer sign for what is not theirs.`)
  }

  /** What a planter has written: it is none of the page's own words. */
  readonly planted = new Set<string>()

  /** The payer clicks. */
  clicks(tab: Tab, event: CheckoutEvent) {
    if (event.type !== 'consent') return
    const { state } = tab
    const about = this.#subjects(state)
    const unsafe = state.step === 'storageBlocked'
    this.#consents.push({ order: ++this.#order, tab, about, unsafe })
    if (unsafe) this.#unsafe.add(tab)
    this.#elsewhere.consents(tab)
  }

  /** A page begins to search for what was sent. */
  searches(tab: Tab) {
    this.#reading.set(tab, this.#world.clock.now)
  }

  /** A page has read what the node or the service knows, or has met a fault. */
  reads(tab: Tab, source: Source, isAnswered: boolean) {
    this.#elsewhere.reads(tab, source, isAnswered)
  }

  #isNew(sighting: object): boolean {
    const known = this.#judged.has(sighting)
    this.#judged.add(sighting)
    return !known
  }

  /** (a) A page says that nothing was sent: nothing must have been when it began to read. */
  #saysUnused(tab: Tab, intent: Intent) {
    const { chain } = this.#world
    // No wallet was ever asked for it, so that nothing can have been sent; or a script has written over what was asked, which
    // counts as a storage that has lost it.
    if (this.planted.has(intent.id) || this.#isForged(intent)) return
    const begun = this.#reading.get(tab) ?? 0
    if (!chain.txs.some((tx) => tx.nonce === intent.nonce && chain.isFinal(tx)))
      this.#world.fail('a', '“Nothing was sent” is said before that is final.')
    // What is neither mined nor in the pool, nobody can see, nor what waits there behind a number that the network has
    // forgotten: no node counts or tells it. And what the token refused has left no log.
    const alive = chain.txs.find(
      (tx) => tx.pays?.intentId === intent.id && tx.sent < begun && chain.isVisible(tx),
    )
    if (!alive || alive.reverts || !chain.mayPay(alive)) return
    this.#world.fail('a', `“Nothing was sent”, the payer is told, but ${alive.hash} was.`)
  }

  /** True for an intent that is not as the wallet was asked for it. */
  #isForged({ id, from, nonce, block, quote }: Intent): boolean {
    const asked = this.asks.get(id)?.intent
    const same =
      asked?.from === from &&
      asked.nonce === nonce &&
      asked.block === block &&
      asked.quote.amount === quote.amount &&
      asked.quote.recipient === quote.recipient &&
      asked.quote.token.address === quote.token.address
    return asked !== undefined && !same
  }

  /** True when a browser has asked its wallet for an intent. */
  isOf(browser: Browser, intentId: string): boolean {
    return this.asks.get(intentId)?.tab.browser === browser
  }

  /** True when the payer has said in a browser that he pays beside an intent, as it asked him about that one. */
  hasAgreed(browser: Browser, intentId: string): boolean {
    return this.#consents.some((one) => one.tab.browser === browser && one.about.includes(intentId))
  }

  /** True when the payer has said of an intent that he pays anew. */
  givenUp(intentId: string): boolean {
    return this.#consents.some((one) => one.about.includes(intentId) && !one.unsafe)
  }

  /** (a) A transfer has reached the network. What another browser pays is looked at when a wallet is asked. */
  broadcast(tx: Tx) {
    const { chain } = this.#world
    for (const other of chain.txs) {
      const both = other !== tx && other.nonce !== tx.nonce && other.pays && chain.mayPay(other)
      if (!both || !tx.pays) continue
      const pair = [other, tx].map((one) => this.asks.get(one.pays?.intentId ?? '') as Asked)
      const [first, second] = pair.sort((a, b) => a.order - b.order) as [Asked, Asked]
      if (first.tab.browser !== second.tab.browser || this.#licensed(first, second)) continue
      this.#world.fail('a', `${other.hash} and ${tx.hash} both pay, and the payer wanted one.`)
    }
  }

  /** (c) A page shows another screen. */
  shows(tab: Tab, state: State) {
    const { chain, service } = this.#world
    this.#elsewhere.shows(tab, state)
    // It counts for the check that it begins, and for what the wallet is asked then.
    if (state.step !== 'checking' && state.step !== 'sending') this.#unsafe.delete(tab)
    if (state.step === 'notPaid' && state.reason !== 'rejected') {
      const same = chain.find(state.hash)?.pays?.intentId
      const alive = chain.txs.find((tx) => tx.pays?.intentId === same && chain.mayPay(tx))
      // What names nobody is known by its amount, and a script has written another one over it.
      const isUnknowable =
        state.intent && this.#isForged(state.intent) && this.#world.options.dropsSuffix
      if (same && alive && !isUnknowable)
        this.#world.fail(
          'c',
          `Tab ${tab.id} says that nothing was paid, but ${alive.hash} may pay.`,
        )
    }
    // A planter can write that the service has taken a hash: the next look says that it has not, and nothing is “paid”.
    const isPlanted = 'hash' in state && this.planted.has(state.hash ?? '')
    if (state.step === 'confirming' && !isPlanted && !service.has(state.hash) && !service.credited)
      this.#world.fail('c', `Tab ${tab.id} says that the shop knows of ${state.hash}.`)
    if (state.step === 'failed' && state.error.code === 'conflict' && service.holds(state.hash))
      this.#world.fail('c', `Tab ${tab.id} says that our hash pays another charge.`)
    // Once for what was read: a screen that only says more of a later fault has read nothing since.
    if (
      state.step === 'unknownOutcome' &&
      state.searchResult?.found === 'used' &&
      this.#isNew(state.searchResult)
    )
      this.#saysUnused(tab, state.intent)
    if (state.step === 'sending' && state.wasWalletAsked) this.asked(tab, state.intent)
    if (service.robbed.size > 0)
      this.#world.fail('g', 'The stranger’s charge has got the payer’s money.')
    if (state.step !== 'paid') return
    const tx = chain.find(state.hash)
    if (service.credited || (tx?.pays && chain.hasPaid(tx))) return
    this.#world.fail('c', `Tab ${tab.id} shows “paid”, and nothing is.`)
  }

  /** (e) A page leaves for the shop: once in each browser, since none knows what another one has shown. */
  leaves(tab: Tab, state: State) {
    const hash = 'hash' in state ? (state.hash ?? '') : ''
    const intentId = this.#world.chain.find(hash)?.pays?.intentId ?? hash
    const payment = `${tab.browser.id} ${intentId}`
    const times = (this.#left.get(payment) ?? 0) + 1
    this.#left.set(payment, times)
    // What cannot be written down, no later page can know.
    if (tab.browser.disk.mode !== 'works' || this.asks.get(intentId)?.unsafe)
      this.#unwritten.add(payment)
    if (times > 1 && !this.isDamaged(tab.browser) && !this.#unwritten.has(payment))
      this.#world.fail('e', `Tab ${tab.id} leaves for success once more.`)
    if (!this.#world.service.has(hash))
      this.#world.fail('e', `Tab ${tab.id} leaves for success, and ${hash} is not recorded.`)
  }

  /** (d) Every page that lives and shows something that lasts can be moved. */
  rest(tab: Tab) {
    const { state } = tab
    if (state.step === 'paid' || tab.moves || tab.browser.locks.waits(tab)) return
    if (offered(state).length === 0)
      this.#world.fail('d', `Tab ${tab.id} shows “${state.step}” for ever.`)
  }

  /** Consent to pay beside the first, given between the two; or nobody could know of the first any more. */
  #licensed(first: Asked, second: Asked): boolean {
    const { browser } = second.tab
    const between = ({ order }: { order: number }) => order > first.order && order < second.order
    if (this.#losses.some((one) => one.browser === browser && between(one))) return true
    // What nothing was kept of, as the payer was told, ends with its page; without Web Locks, other pages never know.
    if (first.unsafe && (first.tab.dead || !this.#world.options.locks)) return true
    return this.#consents.some((one) => {
      if (one.tab.browser !== browser || !between(one)) return false
      if (one.about.includes(first.intent.id)) return true
      // Who pays in a browser that keeps nothing was told so. A tab that lives has its lock even then.
      const alone = first.tab.dead || !this.#world.options.locks
      return one.unsafe && one.tab === second.tab && second.unsafe && alone
    })
  }

  /** The intents that a screen is about. */
  #subjects(state: State): string[] {
    const { intent, unresolvedIntent, hash } = state as {
      intent?: Intent
      unresolvedIntent?: Intent
      hash?: string
    }
    const whose = hash && this.#world.chain.find(hash)?.pays?.intentId
    return [intent?.id, unresolvedIntent?.id, whose].filter((one) => typeof one === 'string')
  }
}

/** True while the wallet shows the page's question, as far as the page knows. */
function isAsked({ state }: Tab): boolean {
  return state.step === 'sending' && state.wasWalletAsked
}
