import type { CheckoutEvent, State } from '../../src/checkout/state.ts'
import { Browser } from './browser.ts'
import { Chain } from './chain.ts'
import { Clock, settled } from './clock.ts'
import { Dice } from './dice.ts'
import { Network } from './network.ts'
import { Service } from './service.ts'
import type { Options } from './setup.ts'
import { Tab } from './tab.ts'
import { type Invariant, Violation } from './violation.ts'
import type { Question } from './wallet.ts'
import { Watch } from './watch.ts'

/** What a transfer of the charge is on the chain. */
export type Call = { to: string; data: string; value: bigint }

/** Everything outside the code that is tested, and the pages in which it runs. */
export class World {
  readonly clock = new Clock()
  readonly dice: Dice
  readonly chain: Chain
  readonly service: Service
  readonly network: Network
  /** One, or two of the same payer. */
  readonly browsers: readonly Browser[]
  readonly watch: Watch
  readonly options: Options
  readonly call: { to: string; input: string; value: bigint }
  readonly tabs: Tab[] = []
  /** Percent of the readings of the chain that fail. */
  rpcNoise: number
  /** Percent of the waiting transactions that a block leaves out. */
  lazyBlocks: number
  /** How often a page has asked for a random number. */
  drawn = 0
  /** How often a wallet was asked for anything. */
  asked = 0
  /** The first invariant that broke. */
  violation: Violation | undefined
  readonly #story: string[] | undefined
  /** What each page shows, so that the story tells only what is new. */
  readonly #shown = new Map<Tab, string>()

  /** @param story where to write what happens */
  constructor(options: Options, seed: number, call: Call, story?: string[]) {
    this.options = options
    this.#story = story
    this.dice = new Dice(seed)
    this.call = { to: call.to, input: call.data, value: call.value }
    this.chain = new Chain(options.needed, () => this.clock.now)
    this.service = new Service(this.chain, () => this.clock.now, options)
    const onRead = (tab: Tab, isAnswered: boolean) => this.watch.reads(tab, 'service', isAnswered)
    this.network = new Network(this.clock, this.dice, this.service, this.tell, onRead)
    this.network.noise = options.noise
    this.rpcNoise = options.noise
    this.lazyBlocks = options.lazyBlocks
    const ids = options.secondBrowser ? [1, 2] : [1]
    this.browsers = ids.map((id) => new Browser(this, id))
    this.first.disk.mode = options.storage
    this.watch = new Watch(this)
    if (options.blockTime > 0) this.#tick(options.blockTime)
  }

  get living(): Tab[] {
    return this.tabs.filter(({ dead }) => !dead)
  }

  get first(): Browser {
    return this.browsers[0] as Browser
  }

  /** What the wallets show, the newest last. */
  get questions(): Question[] {
    return this.browsers
      .flatMap(({ wallet }) => wallet.questions)
      .toSorted((a, b) => a.serial - b.serial)
  }

  /** Writes a line of the story. */
  readonly tell = (text: string) => {
    this.#story?.push(`t+${((this.clock.now - this.#start) / 1000).toFixed(1)} s  ${text}`)
  }

  readonly #start = this.clock.now

  fail(invariant: Invariant, message: string) {
    this.violation ??= new Violation(invariant, message)
  }

  open(browser = this.first): Tab {
    const tab = new Tab(this, browser, this.tabs.length + 1)
    this.tabs.push(tab)
    this.tell(`tab ${tab.id} opens${browser === this.first ? '' : ' in the second browser'}`)
    tab.send({ type: 'start' })
    return tab
  }

  click(tab: Tab, event: CheckoutEvent) {
    if (tab.dead) return
    this.tell(`tab ${tab.id}: payer clicks ${event.type}`)
    this.watch.clicks(tab, event)
    tab.send(event)
  }

  shows(tab: Tab, state: State) {
    const text = this.#story && summary(state)
    if (text && text !== this.#shown.get(tab)) this.tell(`tab ${tab.id} shows ${text}`)
    if (text) this.#shown.set(tab, text)
    this.watch.shows(tab, state)
  }

  leaves(tab: Tab, how: 'success' | 'cancel') {
    this.tell(`tab ${tab.id} leaves for ${how}`)
    if (how === 'success') this.watch.leaves(tab, tab.state)
  }

  /** Lets time pass, then looks at what lasts. */
  async pass(milliseconds: number) {
    await this.clock.advance(milliseconds, () => this.violation !== undefined)
    for (const tab of this.living) this.watch.rest(tab)
  }

  mine() {
    this.chain.mine(() => !this.dice.chance(this.lazyBlocks))
  }

  /** From now on blocks come by themselves. */
  steadyBlocks() {
    if (this.options.blockTime === 0) this.#tick(2_000)
  }

  /** Ends every page for good: what still listens for a signal would never be freed. */
  async end() {
    for (const tab of this.tabs) {
      tab.dead = true
      tab.runner.dispose()
    }
    await settled()
  }

  #tick(blockTime: number) {
    this.clock.after(blockTime, () => {
      this.mine()
      this.#tick(blockTime)
    })
  }
}

/** A state in a few words. */
function summary(state: State): string {
  const { step, hash, searchResult, error, lastError, notice } = state as Record<string, unknown> &
    State
  const short = (text: unknown) => (typeof text === 'string' ? text.slice(0, 6) : undefined)
  const fault = (error ?? lastError ?? notice) as { code: string } | undefined
  const seen = (searchResult as { found: string } | undefined)?.found
  return [`“${step}”`, short(hash), seen && `(${seen})`, fault && `[${fault.code}]`]
    .filter(Boolean)
    .join(' ')
}
