import { render, type TemplateResult } from 'lit/html.js'
import { chainName } from '../api/chain-names.ts'
import type { Transport } from '../api/client/call.ts'
import type { CheckoutCharge } from '../api/schemas/checkout-charge.ts'
import { isWebUrl } from '../api/schemas/fields.ts'
import type { Payment } from '../api/schemas/payment.ts'
import type { Deal } from '../checkout/quote/payment-option.ts'
import type { Event as CheckoutEvent, State, Step } from '../checkout/state.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { PayError } from '../errors.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import { type Given, kebab, names, type Property, properties, readSettings } from './attributes.ts'
import { type Conductor, Controller } from './controller.ts'
import { PayChargeErrorEvent, PayChargeStateEvent, tell } from './events.ts'
import type { Host, PageOptions } from './host.ts'
import { createFormats, type Formats, localeAt } from './i18n/format.ts'
import type { Words } from './i18n/languages/words.ts'
import { firstWords } from './i18n/messages.ts'
import { theme } from './theme/theme.ts'
import { frame } from './views/frame.ts'
import type { Scene, View } from './views/render-context.ts'
import { first } from './views/shared.ts'

type Views = Partial<{ [S in Step]: View<S> }>

/**
 * A checkout for one charge. It shows the price, lets the payer connect a wallet and send the transfer, posts the
 * hash to the merchant's proxy, and redirects to the success or cancel URL.
 *
 * @example
 * <pay-charge proxy="/pay" charge-id="3c90c3cc-0d44-4b50-8888-8dd25736052a"></pay-charge>
 *
 * @element pay-charge
 * @attr proxy - base URL of the merchant's proxy; default `/pay`
 * @attr charge-id - fetch this charge (UUID)
 * @attr order - create a charge: JSON that the proxy's own code prices
 * @attr success-url - where to go after success; overrides the charge's
 * @attr cancel-url - where to go after cancel; overrides the charge's
 * @attr redirect - `auto` (default), `button` or `none`
 * @attr mode - `inline` (default), or `dialog`: a button that opens a modal
 * @attr brand-color - any CSS color; overrides the charge's
 * @attr brand-logo - URL of an image; overrides the charge's
 * @attr brand-name - overrides the charge's organization_name
 * @attr color-scheme - `auto` (default: the color scheme of the page), `light` or `dark`
 * @attr locale - BCP 47; default the nearest `lang`, else the browser's
 * @attr walletconnect-project-id - turns WalletConnect on (a project id of its relay)
 * @attr confirmations - blocks to wait for; default the chain's usual
 * @attr attribution - `on` (default): the calldata ends with the charge's reference (ERC-8021); `off`
 * @attr recipient - the address to pay to, for a service that has no request charge; needs the four attributes below
 * @attr chain-id - EIP-155 chain id, with recipient
 * @attr token-address - the token's contract, with recipient
 * @attr token-decimals - the token's decimals, with recipient
 * @attr token-symbol - the token's symbol, with recipient
 * @fires pay-charge-state - the state has changed (PayChargeStateEvent: state)
 * @fires pay-charge-ready - the charge is loaded and can be paid (PayChargeReadyEvent: charge)
 * @fires pay-charge-connect - a wallet is connected (PayChargeConnectEvent: address, chainId)
 * @fires pay-charge-submit - the transfer has a hash (PayChargeSubmitEvent: hash)
 * @fires pay-charge-success - the payment is confirmed; cancelable (PayChargeSuccessEvent: charge, payment, receipt)
 * @fires pay-charge-cancel - the payer has canceled; cancelable (PayChargeCancelEvent)
 * @fires pay-charge-error - something failed (PayChargeErrorEvent: error, code, message, retryable)
 * @slot heading - replaces brand logo and name
 * @slot summary - the goods or services that are paid
 * @slot footer - replaces the small print
 * @slot error - shown with an error, such as how to contact the store
 * @csspart card - the complete card
 * @csspart price - the price, and the amount that is transferred
 * @csspart amount - the price in large type
 * @csspart button - every button except those of wallets and tokens
 * @csspart wallet - a wallet or token in its list
 * @csspart qr - a code to scan
 * @csspart progress - the progress of the payment
 * @csspart step - one step of the progress
 * @csspart notice - a message
 * @csspart receipt - the receipt
 * @cssproperty --pay-charge-font - font family
 * @cssproperty --pay-charge-radius - corner radius of controls
 * @cssproperty --pay-charge-space - padding of the card
 * @cssproperty --pay-charge-surface - background
 * @cssproperty --pay-charge-ink - text
 * @cssproperty --pay-charge-accent - buttons and marks; overrides the brand color
 */
export class PayCharge extends HTMLElement {
  static observedAttributes = names.map(kebab)
  /** Loads `pay-charge/preview`, which shows any screen without a charge, wallet or network. For designers. */
  static preview = () => import('./preview/index.ts')

  // The attributes as properties; each also accepts text. Their accessors are defined on the prototype, below the
  // class.
  declare proxy?: string | null
  declare chargeId?: string | null
  /** JSON text, or any value that JSON can represent. */
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

  // These are properties only. Class fields would overwrite a value that a page set before the element was upgraded.

  /** viem chains beyond the built-in ones. */
  declare chains: WalletsOptions['chains']
  /** RPC URLs by chain id. A chain with an RPC URL is read there and not through the wallet. */
  declare rpcUrls: WalletsOptions['rpcUrls']
  /** The page's own wallets: wagmi connectors, or EIP-1193 providers. */
  declare wallets: WalletsOptions['wallets']
  /**
   * Other chains and tokens that the merchant accepts, for a service that does not list any (see README: several
   * tokens).
   */
  declare accepts: PageOptions['accepts']
  /** The paymaster that pays the network fee of smart accounts (ERC-7677): a URL, or one URL for each chain id. */
  declare paymasterUrl: WalletsOptions['paymasterUrl']
  /**
   * For a payer who chooses the amount: `{ suggested, min, max, worth }`, decimal texts in whole units of the token.
   */
  declare amounts: PageOptions['amounts']
  /** The page's own texts, which replace the built-in ones: `{ pay: 'Donate {amount}' }`. */
  declare texts: PageOptions['texts']
  /** The WalletConnect relay to use. @default wss://relay.walletconnect.org */
  declare relayUrl: WalletsOptions['relayUrl']
  /** The fetch function for all calls to the proxy. @default the page's fetch */
  declare fetch: Transport['fetch'] | undefined

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #given: Given = {}
  #controller: Conductor | undefined
  #problem: PayError | undefined
  /** The attribute error that is about to be shown, while its explanation is loading. */
  #refused: PayError | undefined
  #formats: Formats | undefined
  /** The messages in the payer's language, with the page's own texts. Undefined for the built-in English ones. */
  #words: Words | undefined
  /** The messages that are loading. Until then no text is shown, since it would be replaced a moment later. */
  #speaking: Promise<Words | undefined> | undefined
  /** Whether texts were shown before. Then the current screen stays while other messages are loading. */
  #said = false
  /** The writing direction of the messages that are loading. */
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

  /** @internal Returns the value that a property or attribute was set to. */
  given(name: Property): unknown {
    return this.#given[name]
  }

  /** @internal Replaces the payment session, for a preview (preview.ts). */
  set conductor(conductor: Conductor) {
    this.#controller?.dispose()
    this.#controller = conductor
    this.#configured = false
    this.requestUpdate()
  }

  /** @internal Sets the value of a property or an attribute. */
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

  /** The current state: the screen and its data. */
  get state(): State {
    const state: State = this.#controller?.state ?? { step: 'loading' }
    // A payment in progress stays on the screen even if the page sets a bad attribute meanwhile.
    return this.#problem && !isPaying(state) ? { step: 'failed', error: this.#problem } : state
  }

  /** The charge, once it is loaded. */
  get charge(): CheckoutCharge | undefined {
    return this.#deal?.charge
  }

  /** The payment that this page has recorded with the service. */
  get payment(): Payment | undefined {
    return this.#controller?.checkout?.payment
  }

  /**
   * Does the same as a click on the pay button.
   *
   * @example
   * document.querySelector('pay-charge').pay()
   */
  pay() {
    this.#send({ type: 'pay' })
  }

  /** Does the same as a click on cancel. It has no effect once a wallet was asked for the transfer. */
  cancel() {
    this.#send({ type: 'cancel' })
  }

  /** Does the same as a click on "try again". It never sends a transfer. */
  retry() {
    this.#send({ type: 'again' })
  }

  /** Opens the dialog, with `mode="dialog"`. */
  open() {
    this.#open = true
    // A canceled payment is offered again.
    if (this.state.step === 'cancelled') this.retry()
    this.requestUpdate()
  }

  /** Closes the dialog. A payment in progress continues. */
  close() {
    this.#open = false
    this.requestUpdate()
  }

  connectedCallback() {
    for (const name of properties) {
      // The value was set before the element was upgraded, so it hides the accessor.
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
    // A framework may only be moving the element. And a payment in progress is recorded even without a screen.
    queueMicrotask(() => {
      if (this.isConnected || isPaying(this.state)) return
      this.#controller?.dispose()
      this.#disposed = true
    })
  }

  /** Schedules one render for all changes of the current task. */
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
      // Where the code of the dialog cannot be loaded, the card is shown inline.
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
    // Where the explanation cannot be loaded, the error is still reported.
    const told = await import('./i18n/attribute-texts.ts').then(
      ({ explained }) => explained(error),
      () => error,
    )
    // The attribute was corrected meanwhile.
    if (this.#refused !== error) return
    this.#problem = told
    this.requestUpdate()
    this.dispatchEvent(new PayChargeStateEvent(this.state))
    this.dispatchEvent(new PayChargeErrorEvent(told))
  }

  /**
   * Loads the messages of a language. English is built in; other languages and the page's own texts need further
   * code.
   */
  async #speak(locale: string) {
    const isHere = !this.texts && /^en\b/i.test(locale)
    const coming = isHere
      ? undefined
      : import('./i18n/languages.ts')
          .then(({ speak }) => speak(locale, this.texts))
          // English is used where the messages cannot be loaded.
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
      // The screens that need more than the first messages are loaded together with all English ones.
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
      // Without a text it has no language yet, but already the direction of the messages that are loading.
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
    // Set with CSSOM, which a CSP without unsafe-inline allows, unlike a style attribute.
    if (color && CSS.supports('color', color)) this.style.setProperty('--_brand', color)
    else this.style.removeProperty('--_brand')
    this.#controller?.views?.modal(this.#root, this.#open && step !== 'cancelled')
    // With `auto`, the page's own color scheme is inherited.
    this.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme
    this.#controller?.views?.paint(this, this.#root)
    if (hadFocus && !this.#root.activeElement) {
      // The control that had the focus is gone, so the title of the new screen gets it.
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
  // Without a prototype, so that a property that an old library put on Object.prototype is not read as part of the
  // descriptor.
  Object.defineProperty(PayCharge.prototype, name, Object.setPrototypeOf(accessor, null))
}

/** The style sheets by their text. All elements of a page share them, so each is parsed once. */
const sheets = new Map<string, CSSStyleSheet>()

function sheet(css: string): CSSStyleSheet {
  const known = sheets.get(css) ?? new CSSStyleSheet()
  if (!sheets.has(css)) known.replaceSync(css)
  sheets.set(css, known)
  return known
}

/** Returns a URL of the service if it is http or https. */
function webUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-charge': PayCharge
  }
}
