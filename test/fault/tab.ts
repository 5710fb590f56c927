import { createRunner, type Runner } from '../../src/checkout/effects/runner.ts'
import type { Ports } from '../../src/checkout/ports/ports.ts'
import type { CheckoutEvent, State } from '../../src/checkout/state.ts'
import type { ElementSettings } from '../../src/element/attributes.ts'
import { createMerchantProxy } from '../../src/element/checkout/merchant-proxy.ts'
import { createJournal } from '../../src/element/checkout/storage/journal.ts'
import { createTabs } from '../../src/element/checkout/storage/tab-channel.ts'
import type { Browser } from './browser.ts'
import { as } from './clock.ts'
import { chargeId, order } from './places.ts'
import type { World } from './world.ts'

/** What a page touches the world with. */
export type Touch = 'storage' | 'lock' | 'wallet' | 'rpc' | 'fetch' | 'channel'

/** How much a page may do at one moment, before it counts as an endless loop. */
const frenzy = 2_000

/** A page with the real runner in it. When it dies, nothing of it goes on, and nothing reaches it. */
export class Tab {
  readonly id: number
  readonly browser: Browser
  readonly runner: Runner
  dead = false
  connected = false
  /** After how many touches the page dies. */
  fuse = Number.POSITIVE_INFINITY
  /** Calls of the page that are not answered yet. */
  waiting = 0
  #touches = 0
  #touched = 0
  readonly #world: World

  constructor(world: World, browser: Browser, id: number) {
    this.#world = world
    this.browser = browser
    this.id = id
    this.runner = as(this, () =>
      createRunner(this.#ports(), (state) => {
        if (!this.dead) world.shows(this, state)
      }),
    )
  }

  get state(): State {
    return this.runner.state
  }

  send(event: CheckoutEvent) {
    as(this, () => this.runner.dispatch(event))
  }

  die() {
    if (this.dead) return
    this.dead = true
    this.#world.tell(`tab ${this.id} dies`)
    this.#world.clock.drop(this)
    this.browser.locks.release(this)
    this.browser.channels.release(this)
  }

  /** False when the page is gone, or goes just now: then what it was about to do does not happen. */
  acts(_: Touch): boolean {
    if (this.dead || this.#touches > frenzy) return false
    if (--this.fuse < 0) {
      this.die()
      return false
    }
    if (this.#touched !== this.#world.clock.now) this.#touches = 0
    this.#touched = this.#world.clock.now
    if (++this.#touches <= frenzy) return true
    this.#world.fail('endless', `Tab ${this.id} never comes to rest.`)
    return false
  }

  /** A call to something that answers after a while. */
  async port(touch: Touch): Promise<void> {
    if (!this.acts(touch)) return new Promise(() => {})
    const delay = this.#world.dice.delay()
    if (delay > 0)
      await this.during(new Promise<void>((end) => void this.#world.clock.after(delay, end, this)))
  }

  /** Counts what the page waits for. Its own end is not among it. */
  during<T>(work: Promise<T>): Promise<T> {
    this.waiting++
    return work.finally(() => {
      this.waiting--
    })
  }

  /** True while something will come that moves the page. */
  get moves(): boolean {
    return this.waiting > 0 || this.#world.clock.waits(this)
  }

  #ports(): Ports {
    const world = this.#world
    const { disk, locks, channels, wallet } = this.browser
    const storage = disk.of(this)
    const what = world.options.order ? { order } : { chargeId }
    const settings = { proxy: '/pay', destination: undefined, ...what } as ElementSettings
    const session = {}
    const fetch = (url: string, init: RequestInit) =>
      this.acts('fetch')
        ? this.during(world.network.fetch(this, url, init))
        : new Promise<Response>(() => {})
    const wallets = wallet.of(this)
    const manager = world.options.locks ? locks.of(this) : undefined
    return {
      proxy: createMerchantProxy(() => ({ settings, session, fetch, getStorage: () => storage })),
      journal: createJournal(
        () => storage,
        manager,
        () => world.clock.wall,
      ),
      tabs: createTabs(manager !== undefined, () => channels.open(this)),
      loadWallets: async () => {
        await this.port('wallet')
        return wallets
      },
      checkQuote: () => undefined,
      getAcceptedAssets: () => undefined,
      isPageVisible: () => !this.dead,
      getRequiredConfirmations: () => world.chain.needed,
      sleep: (milliseconds, signal) => world.clock.sleep(milliseconds, signal, this),
      now: () => world.clock.wall,
      monotonicNow: () => world.clock.now,
      // Never twice the same, as names are made of it, also where no dice are thrown.
      random: () => (world.dice.below(1000) + (++world.drawn % 10_000) / 10_000) / 1000,
      onLeave: (how) => {
        if (!this.dead) world.leaves(this, how)
      },
    }
  }
}
