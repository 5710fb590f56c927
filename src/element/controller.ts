import type { Transport } from '../api/call.ts'
import type { Payment } from '../api/payment.ts'
import { sleep } from '../api/timing.ts'
import { failedLoad, hasPast, isPaying, plainOffer, staleAt } from '../checkout/opening.ts'
import type { Accept } from '../checkout/pairs.ts'
import type { Event, State } from '../checkout/state.ts'
import { notLoaded, PayError } from '../errors.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import type { AmountOptions } from './amounts.ts'
import type { Settings } from './attributes.ts'
import type { Checkout, Member } from './checkout-chunk.ts'
import type { Ending } from './ending.ts'
import type { OwnWords } from './languages/words.ts'
import { entryKey, inJournal } from './order-book.ts'
import { joinPurchase, type Purchase } from './purchases.ts'
import { knownCharge, loadDeal, type Source } from './shop.ts'

/** What a page may set by properties only. */
export interface PageOptions
  extends Pick<WalletsOptions, 'chains' | 'rpcUrls' | 'wallets' | 'relayUrl' | 'paymasterUrl'> {
  /** Other chains and tokens that the merchant takes, for a service that tells none. */
  accepts?: readonly Accept[] | undefined
  /** For a charge whose payer names the amount: whole units of its token, as decimal texts. */
  amounts?: AmountOptions | undefined
  /** Words of the page's own in place of ours. */
  texts?: OwnWords | undefined
}

/** What the controller asks of its element. */
export interface Host {
  element: EventTarget & { requestUpdate(): void; readonly isConnected: boolean }
  fetch: Transport['fetch']
  storage: () => Storage
  /** What a page may set by properties only. */
  page: PageOptions
  changed: (state: State, before: State) => void
}

type Chunk = typeof import('./checkout-chunk.ts')

/** What an element asks of whoever runs its payment. */
export type Conductor = Pick<Controller, keyof Controller>

/**
 * Runs one payment for an element. It loads and offers the charge by itself; from the first click on, or where an
 * earlier payment is to be taken up, the whole checkout does (checkout-chunk.ts), from the state that stands here. Elements
 * of one order share it (purchases.ts).
 */
export class Controller {
  settings: Settings
  /** The code of the next screen is on its way. */
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

  /** How the payment ends, and how the service recorded it, once the whole checkout was needed. */
  get checkout(): { ending: Ending | undefined; payment: Payment | undefined } | undefined {
    return this.#checkout && { ending: this.#ending, payment: this.#checkout.payment }
  }

  send(event: Event) {
    const anew = event.type === 'start' || event.type === 'again'
    // What is still loading would come too late.
    if (anew) this.#loading.abort()
    if (this.#checkout) this.#checkout.send(event)
    else if (anew) void this.#open()
    else if (this.#state.step !== 'loading' || event.type === 'cancel') {
      this.#loading.abort()
      void this.#handOver((checkout) => checkout.send(event))
    }
  }

  /** New attributes. What decides where money goes starts the charge anew, and waits while a transfer is under way. */
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

  /** Fetches the code of later screens and of the wallets ahead of the click. */
  preload() {
    if (this.#state.step !== 'ready' || this.#checkout) return
    this.#ready().then(
      (checkout) => checkout.preload(),
      // Met again, and told, at the click.
      () => undefined,
    )
  }

  /** Fetches the screens that come next when the browser has nothing better to do. A failure is met at the click. */
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

  /** Shows the payment that another element of this purchase has begun. */
  readonly #join = () => {
    const { checkout } = this.#purchase
    if (!checkout || this.#checkout) return
    this.#loading.abort()
    this.load().then(
      () => this.#attach(checkout),
      // Met again, and told, at the click.
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
      // Something to take up, or the screen that asks how much: both belong to the whole checkout.
      const isKept = [deal.charge.id, purchase.earlier ?? ''].some((id) => inJournal(storage, id))
      const whole = offer.step !== 'ready' || hasPast(deal, isKept)
      // Where the whole checkout has been made meanwhile, it alone moves.
      if (!whole && !this.#checkout) {
        // Another tab that writes of this charge pays it.
        const heard = ({ key }: StorageEvent) =>
          key === entryKey(deal.charge.id) && this.send({ type: 'fetched', deal })
        addEventListener('storage', heard, { signal })
        this.#move(offer)
        this.#reloadAt(staleAt(deal), signal)
        return this.#loadIdly()
      }
      await this.#handOver((checkout) => checkout.send({ type: 'fetched', deal }))
    } catch (cause) {
      // The screens of errors are later ones; the plain one that is here stands in where they cannot be loaded.
      await this.load().catch(() => undefined)
      if (signal.aborted) return
      const error = PayError.from(cause, 'service_failed')
      // What this browser knows of a payment is shown though its charge cannot be: the whole checkout tries again.
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

  /** The charge has ended by then, or its price holds no more: it is read anew. */
  #reloadAt(time: number, signal: AbortSignal) {
    const wait = time - Date.now()
    // A clock that is wrong by days ends no charge; longer than a timer holds, no page stays.
    if (!(wait > 0 && wait < 2 ** 31)) return
    sleep(wait, signal).then(
      () => this.#handOver((checkout) => checkout.send({ type: 'start' })),
      () => undefined,
    )
  }

  /** The whole checkout goes on from here, unless the screen is another one by then. */
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

  /** The whole checkout, from the state that stands when its code is there: the one at the click may be gone. */
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

  /** The code of later screens. */
  async load(): Promise<Chunk> {
    this.#chunk ??= import('./checkout-chunk.ts')
    try {
      const chunk = await this.#chunk
      this.views = chunk.views
      return chunk
    } catch (cause) {
      // So that the next click asks for the code again.
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
