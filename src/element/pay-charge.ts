import { render, type TemplateResult } from 'lit/html.js'
import { getChainName } from '../api/chain-names.ts'
import type { HttpTransport } from '../api/client/call.ts'
import type { CheckoutCharge } from '../api/schemas/checkout-charge.ts'
import { isWebUrl } from '../api/schemas/fields.ts'
import type { Payment } from '../api/schemas/payment.ts'
import type { PaymentOption } from '../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State, Step } from '../checkout/state.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { PayError } from '../errors.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import {
  attributeProperties,
  type ObservedProperty,
  observedProperties,
  parseElementSettings,
  type RawProperties,
  toKebabCase,
} from './attributes.ts'
import { Controller, type PaymentSession } from './controller.ts'
import { dispatchStateEvents, PayChargeErrorEvent, PayChargeStateEvent } from './events.ts'
import type { ElementHost, PageOptions } from './host.ts'
import { createFormatter, type Formatter, getLocale } from './i18n/format.ts'
import type { Messages } from './i18n/languages/translation.ts'
import { firstMessages } from './i18n/messages.ts'
import { theme } from './theme/theme.ts'
import { frame } from './views/frame.ts'
import type { RenderContext, ScreenView, ScreenViews } from './views/render-context.ts'
import { firstViews } from './views/shared.ts'

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
  static observedAttributes = attributeProperties.map(toKebabCase)
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
   * For a payer who chooses the amount: `{ suggested, min, max, dollarsPerToken }`, decimal texts in whole units of the token.
   */
  declare amounts: PageOptions['amounts']
  /** The page's own texts, which replace the built-in ones: `{ pay: 'Donate {amount}' }`. */
  declare texts: PageOptions['texts']
  /** The WalletConnect relay to use. @default wss://relay.walletconnect.org */
  declare relayUrl: WalletsOptions['relayUrl']
  /** The fetch function for all calls to the proxy. @default the page's fetch */
  declare fetch: HttpTransport['fetch'] | undefined

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #rawProperties: RawProperties = {}
  #controller: PaymentSession | undefined
  #attributeError: PayError | undefined
  /** The attribute error that is about to be shown, while its explanation is loading. */
  #pendingAttributeError: PayError | undefined
  #formatter: Formatter | undefined
  /** The messages in the payer's language, with the page's own texts. Undefined for the built-in English ones. */
  #messages: Messages | undefined
  /** The messages that are loading. Until then no text is shown, since it would be replaced a moment later. */
  #loadingMessages: Promise<Messages | undefined> | undefined
  /** Whether texts were shown before. Then the current screen stays while other messages are loading. */
  #hasShownTexts = false
  /** The writing direction of the messages that are loading. */
  #direction = ''
  #isOpen = false
  #isDialogUnavailable = false
  #isUpdating = false
  #isConfigured = false
  #isDisposed = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [getStyleSheet(theme)]
    const preload = () => this.#controller?.preload()
    for (const type of ['pointerenter', 'focusin', 'touchstart']) {
      this.addEventListener(type, preload, { passive: true })
    }
  }

  /** @internal Returns the value that a property or attribute was set to. */
  getRawProperty(name: ObservedProperty): unknown {
    return this.#rawProperties[name]
  }

  /** @internal Replaces the payment session, for a preview (preview.ts). */
  set session(conductor: PaymentSession) {
    this.#controller?.dispose()
    this.#controller = conductor
    this.#isConfigured = false
    this.requestUpdate()
  }

  /** @internal Sets the value of a property or an attribute. */
  setRawProperty(name: ObservedProperty, value: unknown) {
    if (this.#rawProperties[name] === value) return
    this.#rawProperties[name] = value
    this.#isConfigured = false
    this.requestUpdate()
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null) {
    const name = attributeProperties.find((one) => toKebabCase(one) === attribute)
    if (name) this.setRawProperty(name, value)
  }

  /** The current state: the screen and its data. */
  get state(): State {
    const state: State = this.#controller?.state ?? { step: 'loading' }
    // A payment in progress stays on the screen even if the page sets a bad attribute meanwhile.
    return this.#attributeError && !isPaying(state)
      ? { step: 'failed', error: this.#attributeError }
      : state
  }

  /** The charge, once it is loaded. */
  get charge(): CheckoutCharge | undefined {
    return this.#option?.charge
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
    this.#send({ type: 'retry' })
  }

  /** Opens the dialog, with `mode="dialog"`. */
  open() {
    this.#isOpen = true
    // A canceled payment is offered again.
    if (this.state.step === 'cancelled') this.retry()
    this.requestUpdate()
  }

  /** Closes the dialog. A payment in progress continues. */
  close() {
    this.#isOpen = false
    this.requestUpdate()
  }

  connectedCallback() {
    for (const name of observedProperties) {
      // The value was set before the element was upgraded, so it hides the accessor.
      if (!Object.hasOwn(this, name)) continue
      const { [name]: value } = this
      delete this[name]
      this.setRawProperty(name, value)
    }
    if (this.#isDisposed) this.#send({ type: 'start' })
    this.#isDisposed = false
    this.requestUpdate()
  }

  disconnectedCallback() {
    // A framework may only be moving the element. And a payment in progress is recorded even without a screen.
    queueMicrotask(() => {
      if (this.isConnected || isPaying(this.state)) return
      this.#controller?.dispose()
      this.#isDisposed = true
    })
  }

  /** Schedules one render for all changes of the current task. */
  requestUpdate() {
    if (this.#isUpdating || !this.isConnected) return
    this.#isUpdating = true
    queueMicrotask(() => {
      this.#isUpdating = false
      if (!this.#isConfigured) this.#configure()
      this.#render()
    })
  }

  #configure() {
    this.#isConfigured = true
    try {
      const settings = parseElementSettings(this.#rawProperties)
      this.#attributeError = this.#pendingAttributeError = undefined
      const locale = settings.locale ?? getLocale(this)
      this.#formatter = createFormatter(locale)
      const language = locale ?? navigator.language
      this.#direction = /^(ar|he)/.test(language) ? 'rtl' : 'ltr'
      void this.#loadMessages(language)
      this.#controller?.configure(settings)
      if (!this.#controller) {
        this.#controller = new Controller(this.#host, settings)
        this.#send({ type: 'start' })
      }
      // Where the code of the dialog cannot be loaded, the card is shown inline.
      if (settings.mode === 'dialog')
        void this.#controller
          .loadCheckoutModule()
          .catch(() => {
            this.#isDialogUnavailable = true
          })
          .then(() => this.requestUpdate())
    } catch (cause) {
      void this.#reportAttributeError(PayError.from(cause, 'invalid_attribute'))
    }
  }

  async #reportAttributeError(error: PayError) {
    this.#pendingAttributeError = error
    // Where the explanation cannot be loaded, the error is still reported.
    const explainedError = await import('./i18n/attribute-texts.ts').then(
      ({ explainError }) => explainError(error),
      () => error,
    )
    // The attribute was corrected meanwhile.
    if (this.#pendingAttributeError !== error) return
    this.#attributeError = explainedError
    this.requestUpdate()
    this.dispatchEvent(new PayChargeStateEvent(this.state))
    this.dispatchEvent(new PayChargeErrorEvent(explainedError))
  }

  /**
   * Loads the messages of a language. English is built in; other languages and the page's own texts need further
   * code.
   */
  async #loadMessages(locale: string) {
    const isEnglish = !this.texts && /^en\b/i.test(locale)
    const loading = isEnglish
      ? undefined
      : import('./i18n/languages.ts')
          .then(({ loadMessages }) => loadMessages(locale, this.texts))
          // English is used where the messages cannot be loaded.
          .catch(() => undefined)
    this.#loadingMessages = loading
    const loadedMessages = await loading
    if (this.#loadingMessages !== loading) return
    this.#loadingMessages = undefined
    this.#messages = loadedMessages
    this.requestUpdate()
  }

  get #host(): ElementHost {
    return {
      element: this,
      fetch: (url, init) => (this.fetch ?? fetch)(url, init),
      getStorage: () => localStorage,
      pageOptions: this,
      onStateChange: (state, before) => {
        this.requestUpdate()
        dispatchStateEvents(this, state, before)
      },
    }
  }

  #send(event: CheckoutEvent) {
    this.#controller?.send(event)
  }

  get #option(): PaymentOption | undefined {
    const { state } = this
    return 'option' in state ? state.option : undefined
  }

  #render() {
    const hadFocus = this.#root.activeElement !== null
    const { views, settings } = this.#controller ?? {}
    const laterStyles = views?.laterTheme
    if (laterStyles && !this.#root.adoptedStyleSheets[1])
      this.#root.adoptedStyleSheets.push(getStyleSheet(laterStyles))
    const context = this.#renderContext
    const isAwaitingMessages = !this.#hasShownTexts && !!this.#loadingMessages
    this.#hasShownTexts = !isAwaitingMessages
    const cardTemplate = this.#renderCard(context, isAwaitingMessages)
    const content =
      settings?.mode === 'dialog' && !this.#isDialogUnavailable
        ? views && !isAwaitingMessages
          ? views.dialog(cardTemplate, this.state, context, this)
          : firstViews.loading({ step: 'loading' }, context)
        : cardTemplate
    render(content, this.#root)
    this.#finishRender(hadFocus)
  }

  get #renderContext(): RenderContext {
    const { settings, checkout, isLoadingCode: busy = false, views } = this.#controller ?? {}
    return {
      send: (event) => this.#send(event),
      formatter: this.#formatter ?? createFormatter(undefined),
      // The screens that need more than the first messages are loaded together with all English ones.
      messages: (this.#messages ?? views?.en ?? firstMessages) as Messages,
      getNetworkName: (chainId) =>
        this.chains?.find(({ id }) => id === chainId)?.name ?? getChainName(chainId),
      merchantName: settings?.brandName ?? (this.charge?.organization_name || undefined),
      completion: checkout?.completion,
      isBusy: busy,
      redraw: () => this.requestUpdate(),
      hasOrder: !!settings?.order,
      pageOptions: this,
    }
  }

  #renderCard(context: RenderContext, isAwaitingMessages: boolean): TemplateResult {
    const state: State = isAwaitingMessages ? { step: 'loading' } : this.state
    const logo = this.#controller?.settings.brandLogo ?? keepWebUrl(this.charge?.brand_logo_url)
    return frame(
      isAwaitingMessages ? undefined : this.#option,
      logo,
      // Without a text it has no language yet, but already the direction of the messages that are loading.
      isAwaitingMessages
        ? { ...context, messages: { ...context.messages, lang: '', dir: this.#direction } }
        : context,
      state.step === 'loading',
      this.#renderScreen(state, context),
      isAwaitingMessages ? '' : this.#getAnnouncement(state, context),
    )
  }

  #renderScreen(state: State, context: RenderContext): TemplateResult {
    const view = (
      { ...firstViews, ...this.#controller?.views?.laterViews } as Partial<ScreenViews>
    )[state.step] as ScreenView<Step> | undefined
    return view?.(state, context) ?? firstViews.loading({ step: 'loading' }, context)
  }

  #getAnnouncement(state: State, context: RenderContext): string {
    const screens: Partial<Record<Step, { title: string }>> = context.messages.screens
    return (
      this.#controller?.views?.getAnnouncement(state, context) ?? screens[state.step]?.title ?? ''
    )
  }

  #finishRender(hadFocus: boolean) {
    const { step } = this.state
    const { brandColor, colorScheme = '' } = this.#controller?.settings ?? {}
    const color = brandColor ?? this.charge?.brand_color
    // Set with CSSOM, which a CSP without unsafe-inline allows, unlike a style attribute.
    if (color && CSS.supports('color', color)) this.style.setProperty('--_brand', color)
    else this.style.removeProperty('--_brand')
    this.#controller?.views?.syncModal(this.#root, this.#isOpen && step !== 'cancelled')
    // With `auto`, the page's own color scheme is inherited.
    this.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme
    this.#controller?.views?.applyPalette(this, this.#root)
    if (hadFocus && !this.#root.activeElement) {
      // The control that had the focus is gone, so the title of the new screen gets it.
      this.#root.querySelector<HTMLElement>('.card :is(h2,button)')?.focus()
    }
  }
}

for (const name of observedProperties) {
  const accessor: PropertyDescriptor & ThisType<PayCharge> = {
    configurable: true,
    enumerable: true,
    get() {
      return this.getRawProperty(name)
    },
    set(value: unknown) {
      this.setRawProperty(name, value)
    },
  }
  // Without a prototype, so that a property that an old library put on Object.prototype is not read as part of the
  // descriptor.
  Object.defineProperty(PayCharge.prototype, name, Object.setPrototypeOf(accessor, null))
}

/** The style sheets by their text. All elements of a page share them, so each is parsed once. */
const styleSheets = new Map<string, CSSStyleSheet>()

function getStyleSheet(css: string): CSSStyleSheet {
  const styleSheet = styleSheets.get(css) ?? new CSSStyleSheet()
  if (!styleSheets.has(css)) styleSheet.replaceSync(css)
  styleSheets.set(css, styleSheet)
  return styleSheet
}

/** Returns a URL of the service if it is http or https. */
function keepWebUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-charge': PayCharge
  }
}
