// The public surface with its documentation takes a third of this file; hence its length.
import { render, type TemplateResult } from 'lit/html.js'
import type { Transport } from '../api/call.ts'
import { chainName } from '../api/chain-names.ts'
import type { CheckoutCharge } from '../api/checkout-charge.ts'
import { isWebUrl } from '../api/fields.ts'
import type { Payment } from '../api/payment.ts'
import type { Deal } from '../checkout/deal.ts'
import { isPaying } from '../checkout/opening.ts'
import type { Event as CheckoutEvent, State, Step } from '../checkout/state.ts'
import { PayError } from '../errors.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import { type Given, kebab, names, type Property, properties, readSettings } from './attributes.ts'
import { type Conductor, Controller, type Host, type PageOptions } from './controller.ts'
import { PayChargeErrorEvent, PayChargeStateEvent, tell } from './events.ts'
import { createFormats, type Formats, localeAt } from './format.ts'
import type { Words } from './languages/words.ts'
import { firstWords } from './messages.ts'
import { theme } from './theme.ts'
import { first } from './views/first.ts'
import { frame } from './views/frame.ts'
import type { Scene, View } from './views/view.ts'

type Views = Partial<{ [S in Step]: View<S> }>

/**
 * A checkout for one charge: shows the price, lets the payer connect a wallet and send the transfer, records it with
 * the merchant's proxy, and goes on to success or cancel.
 *
 * @element pay-charge
 * @attr proxy - base URL of the merchant's proxy; default `/pay`
 * @attr charge-id - fetch this charge (UUID)
 * @attr order - create a charge: JSON that the proxy's own code prices
 * @attr success-url - where to go after success; overrides the charge's
 * @attr cancel-url - where to go after cancel; overrides the charge's
 * @attr redirect - `auto` (default), `button` or `none`
 * @attr mode - `inline` (default), or `dialog`: a button that opens a modal
 * @attr brand-color - any CSS colour; overrides the charge's
 * @attr brand-logo - URL of an image; overrides the charge's
 * @attr brand-name - overrides the charge's organization_name
 * @attr color-scheme - `auto` (default: the page's), `light` or `dark`
 * @attr locale - BCP 47; default the nearest `lang`, else the browser's
 * @attr walletconnect-project-id - turns WalletConnect on (a project's id of its relay)
 * @attr confirmations - blocks to wait for; default the chain's usual
 * @attr attribution - `on` (default): the calldata ends with the charge's reference (ERC-8021); `off`
 * @attr recipient - where to pay, with chain-id, token-address, token-decimals and token-symbol, for a service that has no request charge
 * @fires pay-charge-state - every move (PayChargeStateEvent: state)
 * @fires pay-charge-ready - the charge is there (PayChargeReadyEvent: charge)
 * @fires pay-charge-connect - a wallet is connected (PayChargeConnectEvent: address, chainId)
 * @fires pay-charge-submit - the transfer has a hash (PayChargeSubmitEvent: hash)
 * @fires pay-charge-success - confirmed; cancelable (PayChargeSuccessEvent: charge, payment, receipt)
 * @fires pay-charge-cancel - given up; cancelable (PayChargeCancelEvent)
 * @fires pay-charge-error - something failed (PayChargeErrorEvent: error, code, message, retryable)
 * @slot heading - in place of brand logo and name
 * @slot summary - what is bought
 * @slot footer - in place of the small print
 * @slot error - beside an error, such as how to reach the shop
 * @csspart card - the whole
 * @csspart price - price and what is transferred
 * @csspart amount - the large price
 * @csspart button - every button but wallets
 * @csspart wallet - a wallet or token in its list
 * @csspart qr - a code to scan
 * @csspart progress - what goes on
 * @csspart step - one step of it
 * @csspart notice - a message
 * @csspart receipt - the receipt
 * @cssproperty --pay-charge-font - font family
 * @cssproperty --pay-charge-radius - corner radius of controls
 * @cssproperty --pay-charge-space - padding of the card
 * @cssproperty --pay-charge-surface - background
 * @cssproperty --pay-charge-ink - text
 * @cssproperty --pay-charge-accent - buttons and marks; wins over the brand colour
 */
export class PayCharge extends HTMLElement {
  static observedAttributes = names.map(kebab)
  /** Shows any screen without a charge, a wallet or a network, for designers: what `pay-charge/preview` gives. */
  static preview = () => import('./preview/index.ts')

  // The attributes as properties, each also settable as text. Accessors stand on the prototype (below the class).
  declare proxy?: string | null
  declare chargeId?: string | null
  /** JSON text, or any object that JSON can carry. */
  declare order?: unknown
  declare successUrl?: string | null
  declare cancelUrl?: string | null
  declare redirect?: 'auto' | 'button' | 'none' | null
  declare mode?: 'inline' | 'dialog' | null
  declare brandColor?: string | null
  declare brandLogo?: string | null
  declare brandName?: string | null
  declare colorScheme?: 'auto' | 'light' | 'dark' | null
  declare locale?: string | null
  declare walletconnectProjectId?: string | null
  declare confirmations?: number | string | null
  declare attribution?: 'on' | 'off' | null
  declare recipient?: string | null
  declare chainId?: number | string | null
  declare tokenAddress?: string | null
  declare tokenDecimals?: number | string | null
  declare tokenSymbol?: string | null

  // Properties only, and no class fields: those would overwrite what a page set before the element was upgraded.

  /** viem chains beyond the built-in ones. */
  declare chains: WalletsOptions['chains']
  /** RPC addresses by chain id; where given, the chain is read there and not through the wallet. */
  declare rpcUrls: WalletsOptions['rpcUrls']
  /** Wallets of the page's own: wagmi connectors, or EIP-1193 providers. */
  declare wallets: WalletsOptions['wallets']
  /** Other chains and tokens that the merchant takes, for a service that tells none (see README: several tokens). */
  declare accepts: PageOptions['accepts']
  /** Who pays the network's fee for smart accounts (ERC-7677): a URL, or one by chain id. */
  declare paymasterUrl: WalletsOptions['paymasterUrl']
  /** What a payer who names the amount is offered: `{ suggested, min, max, worth }`, whole units as decimal texts. */
  declare amounts: PageOptions['amounts']
  /** Words of the page's own in place of ours: `{ pay: 'Donate {amount}' }`. */
  declare texts: PageOptions['texts']
  /** A WalletConnect relay in place of wss://relay.walletconnect.org. */
  declare relayUrl: WalletsOptions['relayUrl']
  /** For every call to the proxy. @default the page's fetch */
  declare fetch: Transport['fetch'] | undefined

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #given: Given = {}
  #controller: Conductor | undefined
  #problem: PayError | undefined
  /** What is wrong with the attributes, until it can be said. */
  #refused: PayError | undefined
  #formats: Formats | undefined
  /** Of the payer's language, or with words of the page's own. */
  #words: Words | undefined
  /** They are on their way: a word of another language would be gone in a moment. */
  #speaking: Promise<Words | undefined> | undefined
  /** Something was said; what comes later takes its place, and no screen goes away for it. */
  #said = false
  /** Of the language that is coming. */
  #dir = ''
  #open = false
  #isPlain = false
  #updating = false
  #configured = false
  #disposed = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet(theme)]
    const preload = () => this.#controller?.preload()
    for (const type of ['pointerenter', 'focusin', 'touchstart']) {
      this.addEventListener(type, preload, { passive: true })
    }
  }

  /** @internal What a property or attribute was set to. */
  given(name: Property): unknown {
    return this.#given[name]
  }

  /** @internal What shows given states in place of a payment (preview.ts). */
  set conductor(conductor: Conductor) {
    this.#controller?.dispose()
    this.#controller = conductor
    this.#configured = false
    this.requestUpdate()
  }

  /** @internal Both ways of setting lead here. */
  give(name: Property, value: unknown) {
    if (this.#given[name] === value) return
    this.#given[name] = value
    this.#configured = false
    this.requestUpdate()
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null) {
    const name = names.find((one) => kebab(one) === attribute)
    if (name) this.give(name, value)
  }

  /** The screen and what it knows. */
  get state(): State {
    const state: State = this.#controller?.state ?? { step: 'loading' }
    // A payment under way stays on the screen whatever the page does meanwhile.
    return this.#problem && !isPaying(state) ? { step: 'failed', error: this.#problem } : state
  }

  /** The charge, once it is known. */
  get charge(): CheckoutCharge | undefined {
    return this.#deal?.charge
  }

  /** The payment as the service recorded it in this page. */
  get payment(): Payment | undefined {
    return this.#controller?.checkout?.payment
  }

  /** As a click on the pay button. */
  pay() {
    this.#send({ type: 'pay' })
  }

  /** As a click on cancel: does nothing once a wallet was asked for the transfer. */
  cancel() {
    this.#send({ type: 'cancel' })
  }

  /** As a click on try again. It never sends a transfer. */
  retry() {
    this.#send({ type: 'again' })
  }

  /** With mode dialog: opens it. */
  open() {
    this.#open = true
    // One that was given up is offered anew.
    if (this.state.step === 'cancelled') this.retry()
    this.requestUpdate()
  }

  /** Closes the dialog. A payment under way goes on. */
  close() {
    this.#open = false
    this.requestUpdate()
  }

  connectedCallback() {
    for (const name of properties) {
      // Set before the element was upgraded, so it stands in front of the accessor.
      if (!Object.hasOwn(this, name)) continue
      const { [name]: value } = this
      delete this[name]
      this.give(name, value)
    }
    if (this.#disposed) this.#send({ type: 'start' })
    this.#disposed = false
    this.requestUpdate()
  }

  disconnectedCallback() {
    // A framework may only be moving the element; and a payment under way is recorded even without a screen.
    queueMicrotask(() => {
      if (this.isConnected || isPaying(this.state)) return
      this.#controller?.dispose()
      this.#disposed = true
    })
  }

  /** Draws once for all changes of a turn. */
  requestUpdate() {
    if (this.#updating || !this.isConnected) return
    this.#updating = true
    queueMicrotask(() => {
      this.#updating = false
      if (!this.#configured) this.#configure()
      this.#draw()
    })
  }

  #configure() {
    this.#configured = true
    try {
      const settings = readSettings(this.#given)
      this.#problem = this.#refused = undefined
      const locale = settings.locale ?? localeAt(this)
      this.#formats = createFormats(locale)
      const language = locale ?? navigator.language
      this.#dir = /^(ar|he)/.test(language) ? 'rtl' : 'ltr'
      void this.#speak(language)
      this.#controller?.configure(settings)
      if (!this.#controller) {
        this.#controller = new Controller(this.#host, settings)
        this.#send({ type: 'start' })
      }
      // Without the code of the dialog the card stands in the page.
      if (settings.mode === 'dialog')
        void this.#controller
          .load()
          .catch(() => {
            this.#isPlain = true
          })
          .then(() => this.requestUpdate())
    } catch (cause) {
      void this.#refuse(PayError.from(cause, 'invalid_attribute'))
    }
  }

  async #refuse(error: PayError) {
    this.#refused = error
    // Where that code cannot be loaded, that the attribute is wrong is still said.
    const told = await import('./attribute-texts.ts').then(
      ({ explained }) => explained(error),
      () => error,
    )
    // Corrected meanwhile.
    if (this.#refused !== error) return
    this.#problem = told
    this.requestUpdate()
    this.dispatchEvent(new PayChargeStateEvent(this.state))
    this.dispatchEvent(new PayChargeErrorEvent(told))
  }

  /** Takes the words of a language. English is here; every other, and words of the page's own, come by themselves. */
  async #speak(locale: string) {
    const isHere = !this.texts && /^en\b/i.test(locale)
    const coming = isHere
      ? undefined
      : import('./languages.ts')
          .then(({ speak }) => speak(locale, this.texts))
          // English, where the others cannot be loaded.
          .catch(() => undefined)
    this.#speaking = coming
    const heard = await coming
    if (this.#speaking !== coming) return
    this.#speaking = undefined
    this.#words = heard
    this.requestUpdate()
  }

  get #host(): Host {
    return {
      element: this,
      fetch: (url, init) => (this.fetch ?? fetch)(url, init),
      storage: () => localStorage,
      page: this,
      changed: (state, before) => {
        this.requestUpdate()
        tell(this, state, before)
      },
    }
  }

  #send(event: CheckoutEvent) {
    this.#controller?.send(event)
  }

  get #deal(): Deal | undefined {
    const { state } = this
    return 'deal' in state ? state.deal : undefined
  }

  #draw() {
    const hadFocus = this.#root.activeElement !== null
    const { views, settings } = this.#controller ?? {}
    const more = views?.laterTheme
    if (more && !this.#root.adoptedStyleSheets[1]) this.#root.adoptedStyleSheets.push(sheet(more))
    const scene = this.#scene
    const silent = !this.#said && !!this.#speaking
    this.#said = !silent
    const card = this.#card(scene, silent)
    const content =
      settings?.mode === 'dialog' && !this.#isPlain
        ? views && !silent
          ? views.dialog(card, this.state, scene, this)
          : first.loading({ step: 'loading' }, scene)
        : card
    render(content, this.#root)
    this.#drawn(hadFocus)
  }

  get #scene(): Scene {
    const { settings, checkout, busy = false, views } = this.#controller ?? {}
    return {
      send: (event) => this.#send(event),
      formats: this.#formats ?? createFormats(undefined),
      // All of them are there when a screen is that needs more than the first.
      words: (this.#words ?? views?.en ?? firstWords) as Words,
      network: (chainId) =>
        this.chains?.find(({ id }) => id === chainId)?.name ?? chainName(chainId),
      shop: settings?.brandName ?? (this.charge?.organization_name || undefined),
      ending: checkout?.ending,
      busy,
      redraw: () => this.requestUpdate(),
      hasOrder: !!settings?.order,
      page: this,
    }
  }

  #card(scene: Scene, silent: boolean): TemplateResult {
    const state: State = silent ? { step: 'loading' } : this.state
    const logo = this.#controller?.settings.brandLogo ?? webUrl(this.charge?.brand_logo_url)
    return frame(
      silent ? undefined : this.#deal,
      logo,
      // Of no language yet, it runs as the words will.
      silent ? { ...scene, words: { ...scene.words, lang: '', dir: this.#dir } } : scene,
      state.step === 'loading',
      this.#screen(state, scene),
      silent ? '' : this.#spoken(state, scene),
    )
  }

  #screen(state: State, scene: Scene): TemplateResult {
    const view = ({ ...first, ...this.#controller?.views?.later } as Views)[state.step] as
      | View<Step>
      | undefined
    return view?.(state, scene) ?? first.loading({ step: 'loading' }, scene)
  }

  #spoken(state: State, scene: Scene): string {
    const screens: Partial<Record<Step, { title: string }>> = scene.words.screens
    return this.#controller?.views?.announce(state, scene) ?? screens[state.step]?.title ?? ''
  }

  #drawn(hadFocus: boolean) {
    const { step } = this.state
    const { brandColor, colorScheme = '' } = this.#controller?.settings ?? {}
    const color = brandColor ?? this.charge?.brand_color
    // By CSSOM, which a CSP without unsafe-inline allows, unlike a style attribute.
    if (color && CSS.supports('color', color)) this.style.setProperty('--_brand', color)
    else this.style.removeProperty('--_brand')
    this.#controller?.views?.modal(this.#root, this.#open && step !== 'cancelled')
    // Without one the page's own scheme is inherited.
    this.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme
    this.#controller?.views?.paint(this, this.#root)
    if (hadFocus && !this.#root.activeElement) {
      // The control that had it is gone: the title of what stands there now takes over.
      this.#root.querySelector<HTMLElement>('.card :is(h2,button)')?.focus()
    }
  }
}

for (const name of properties) {
  const accessor: PropertyDescriptor & ThisType<PayCharge> = {
    configurable: true,
    enumerable: true,
    get() {
      return this.given(name)
    },
    set(value: unknown) {
      this.give(name, value)
    },
  }
  // Without a prototype: what an old library leaves on that of all objects is no part of it.
  Object.defineProperty(PayCharge.prototype, name, Object.setPrototypeOf(accessor, null))
}

/** One sheet for all elements of a page: parsed once. */
const sheets = new Map<string, CSSStyleSheet>()

function sheet(css: string): CSSStyleSheet {
  const known = sheets.get(css) ?? new CSSStyleSheet()
  if (!sheets.has(css)) known.replaceSync(css)
  sheets.set(css, known)
  return known
}

/** An address of the service, if it is one that may be navigated to. */
function webUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-charge': PayCharge
  }
}
