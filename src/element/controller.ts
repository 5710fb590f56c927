import { sleep } from '../api/client/timing.ts'
import type { Payment } from '../api/schemas/payment.ts'
import type { Event, State } from '../checkout/state.ts'
import {
  failedLoad,
  hasPast,
  isPaying,
  plainOffer,
  staleAt,
} from '../checkout/transitions/open-charge.ts'
import { notLoaded, PayError } from '../errors.ts'
import type { Settings } from './attributes.ts'
import { knownCharge, loadDeal, type Source } from './charge-source.ts'
import type { Ending } from './finish.ts'
import type { Checkout, Host, Member } from './host.ts'
import { joinPurchase, type Purchase } from './purchases.ts'
import { entryKey, inJournal } from './storage/order-storage.ts'

type Chunk = typeof import('./lazy-checkout.ts')

/** The interface between an element and whatever runs its payment: the controller, or a preview. */
export type Conductor = Pick<Controller, keyof Controller>

/**
 * Runs one payment for an element. It loads and offers the charge by itself. From the first click on, or where an
 * earlier payment is resumed, the complete checkout (lazy-checkout.ts) continues from the current state. Elements of
 * one order share that checkout (purchases.ts).
 */
export class Controller {
  settings: Settings
  /** Whether the code of the next screen is loading. */
  busy = false
  views: Chunk['views'] | undefined
  readonly #host: Host
  readonly #member: Member
  #state: State = { step: 'loading' }
  #purchase: Purchase
  #checkout: Checkout | undefined
  #ending: Ending | undefined
  #chunk: Promise<Chunk> | undefined
  #waiting: Settings | undefined
  #loading = new AbortController()

  constructor(host: Host, settings: Settings) {
    this.#host = host
    this.settings = settings
    this.#purchase = joinPurchase(settings)
    this.#member = {
      host,
      settings: () => this.settings,
      changed: (state) => this.#move(state),
    }
  }

  get state(): State {
    return this.#state
  }

  /** The completion handler and the recorded payment. Undefined until the complete checkout was needed. */
  get checkout(): { ending: Ending | undefined; payment: Payment | undefined } | undefined {
    return this.#checkout && { ending: this.#ending, payment: this.#checkout.payment }
  }

  send(event: Event) {
    const anew = event.type === 'start' || event.type === 'again'
    // A load that is still running would arrive too late.
    if (anew) this.#loading.abort()
    if (this.#checkout) this.#checkout.send(event)
    else if (anew) void this.#open()
    else if (this.#state.step !== 'loading' || event.type === 'cancel') {
      this.#loading.abort()
      void this.#handOver((checkout) => checkout.send(event))
    }
  }

  /**
   * Applies new settings. A change of what decides where money goes loads the charge again; while a transfer is in
   * progress, it is applied afterwards.
   */
  configure(next: Settings) {
    if (isPaying(this.#state) && isAnother(this.settings, next)) {
      this.#waiting = next
      return
    }
    const anew = isAnother(this.settings, next)
    this.settings = next
    this.#waiting = undefined
    if (!anew) return
    this.#leave()
    this.#purchase = joinPurchase(next)
    this.send({ type: 'start' })
  }

  /** Loads the code of later screens and of the wallets before the click. */
  preload() {
    if (this.#state.step !== 'ready' || this.#checkout) return
    this.#ready().then(
      (checkout) => checkout.preload(),
      // The click tries again and reports the error.
      () => undefined,
    )
  }

  /** Loads the next screens when the browser is idle. The click tries again after a failure, and reports it. */
  #loadIdly() {
    const idle = globalThis.requestIdleCallback ?? setTimeout
    idle(() =>
      this.load().then(
        () => this.#host.element.requestUpdate(),
        () => undefined,
      ),
    )
  }

  dispose() {
    this.#loading.abort()
    this.#leave()
  }

  #leave() {
    this.#purchase.waiting.delete(this.#join)
    this.#checkout?.detach(this.#member)
    this.#checkout = this.#ending = undefined
  }

  /** Shows the payment that another element of this purchase has started. */
  readonly #join = () => {
    const { checkout } = this.#purchase
    if (!checkout || this.#checkout) return
    this.#loading.abort()
    this.load().then(
      () => this.#attach(checkout),
      // The click tries again and reports the error.
      () => undefined,
    )
  }

  #attach(checkout: Checkout) {
    if (this.#checkout) return
    this.#checkout = checkout
    this.#ending = checkout.attach(this.#member)
  }

  async #open() {
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const { storage } = this.#host
    const purchase = this.#purchase
    purchase.waiting.add(this.#join)
    if (purchase.checkout) return this.#join()
    this.#move({ step: 'loading' })
    try {
      const deal = await loadDeal(this.#source, signal)
      if (signal.aborted) return
      const offer = plainOffer(deal)
      // An earlier payment to resume and the screen that asks for the amount both belong to the complete checkout.
      const isKept = [deal.charge.id, purchase.earlier ?? ''].some((id) => inJournal(storage, id))
      const whole = offer.step !== 'ready' || hasPast(deal, isKept)
      // If the complete checkout was created meanwhile, only that one changes the state.
      if (!whole && !this.#checkout) {
        // Another tab that writes an entry for this charge is paying it.
        const heard = ({ key }: StorageEvent) =>
          key === entryKey(deal.charge.id) && this.send({ type: 'fetched', deal })
        addEventListener('storage', heard, { signal })
        this.#move(offer)
        this.#reloadAt(staleAt(deal), signal)
        return this.#loadIdly()
      }
      await this.#handOver((checkout) => checkout.send({ type: 'fetched', deal }))
    } catch (cause) {
      // The error screens are loaded later. Where that fails, the simple error screen that is already here is shown.
      await this.load().catch(() => undefined)
      if (signal.aborted) return
      const error = PayError.from(cause, 'service_failed')
      // A payment that this browser knows of is shown although its charge cannot be loaded: the complete checkout
      // tries again.
      const known = knownCharge(this.#source, true)
      if (this.#checkout) this.#checkout.send({ type: 'loadFailed', error })
      else if (known && this.views && inJournal(storage, known))
        await this.#handOver((checkout) => checkout.send({ type: 'start' }))
      else this.#move(failedLoad(error))
    }
  }

  get #source(): Source {
    const { fetch, storage } = this.#host
    return { settings: this.settings, purchase: this.#purchase, fetch, storage }
  }

  /** Loads the charge again at a time (Unix milliseconds): by then it has expired, or its price is no longer valid. */
  #reloadAt(time: number, signal: AbortSignal) {
    const wait = time - Date.now()
    // A time in the past means a wrong clock, which must not end a charge. A timer holds at most 2^31 ms, about 25
    // days.
    if (!(wait > 0 && wait < 2 ** 31)) return
    sleep(wait, signal).then(
      () => this.#handOver((checkout) => checkout.send({ type: 'start' })),
      () => undefined,
    )
  }

  /** Lets the complete checkout continue from here, unless the state has changed by the time its code is loaded. */
  async #handOver(goOn: (checkout: Checkout) => void) {
    const from = this.#state
    this.busy = true
    this.#host.changed(from, from)
    try {
      const checkout = await this.#ready()
      this.busy = false
      if (this.#state === from) goOn(checkout)
      else this.#host.changed(this.#state, this.#state)
    } catch (cause) {
      this.busy = false
      const error = PayError.from(cause, 'offline')
      const now = this.#state
      this.#move(now.step === 'ready' ? { ...now, notice: error } : failedLoad(error))
    }
  }

  /**
   * Returns the complete checkout, and creates it if necessary. It starts from the state at the time its code is
   * loaded: the state at the click may have changed.
   */
  async #ready(): Promise<Checkout> {
    const purchase = this.#purchase
    const { createCheckout } = await this.load()
    if (purchase !== this.#purchase) return this.#ready()
    if (!purchase.checkout) {
      purchase.checkout = createCheckout(purchase, this.#member, this.#state)
      this.#attach(purchase.checkout)
      for (const join of purchase.waiting) join()
    }
    this.#attach(purchase.checkout)
    return purchase.checkout
  }

  /** Loads the code of later screens. */
  async load(): Promise<Chunk> {
    this.#chunk ??= import('./lazy-checkout.ts')
    try {
      const chunk = await this.#chunk
      this.views = chunk.views
      return chunk
    } catch (cause) {
      // The next click loads the code again.
      this.#chunk = undefined
      throw notLoaded(cause)
    }
  }

  #move(state: State) {
    const before = this.#state
    this.#state = state
    if (state !== before) this.#host.changed(state, before)
    const next = this.#waiting
    if (next && !isPaying(state)) queueMicrotask(() => this.configure(next))
  }
}

function isAnother(a: Settings, b: Settings): boolean {
  const where = ({ proxy, chargeId, order, destination }: Settings) =>
    JSON.stringify([proxy, chargeId, order, destination])
  return where(a) !== where(b)
}
