import { html, render, type TemplateResult } from 'lit/html.js'
import { getChainName } from '../api/chains/chain-names.ts'
import type { HttpTransport } from '../api/client/call.ts'
import { isWebUrl } from '../api/formats.ts'
import type { CheckoutCharge } from '../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../api/schemas/payments/payment.ts'
import type { PaymentOption } from '../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State } from '../checkout/state.ts'
import { getOption } from '../checkout/steps.ts'
import { isPaying } from '../checkout/transitions/open-charge.ts'
import { createFormatter } from '../money.ts'
import type { WalletsOptions } from '../wallet/index.ts'
import {
  attributeProperties,
  otherProperties,
  type PageProperty,
  parseElementSettings,
  type RawProperties,
  renderedProperties,
  toKebabCase,
} from './attributes.ts'
import { Controller } from './controller.ts'
import type { PageOptions } from './first/context.ts'
import {
  type ElementController,
  type PreviewOwner,
  replaceController,
} from './first/element-controller.ts'
import { Language } from './first/language.ts'
import { card } from './first/views/card.ts'
import { orderRows } from './first/views/order-rows.ts'
import type { RenderContext, Views } from './first/views/render-context.ts'
import { place } from './first/views/shared.ts'
import { getLocale } from './i18n/format.ts'
import type { Messages } from './i18n/languages/translation.ts'
import { firstMessages } from './i18n/messages.ts'
import { loadCheckoutModule } from './session.ts'
import { getStyleSheet } from './theme/style-sheets.ts'
import { theme } from './theme/theme.ts'

// On a server there is none: the import must be safe there, and nothing creates an element.
const ElementBase = globalThis.HTMLElement ?? Object

const pageProperties = [...renderedProperties, ...otherProperties]

/**
 * With this attribute the element waits: a framework takes over what its server has rendered, and has not set the
 * properties and handlers yet.
 *
 * @see https://github.com/webcomponents-cg/community-protocols/blob/main/proposals/defer-hydration.md
 */
const deferAttribute = 'defer-hydration'

/**
 * A checkout for one charge. It shows the price, lets the payer connect a wallet and send the transfer, reports the
 * transaction to the merchant's proxy, and redirects to the success or cancel URL.
 *
 * @example
 * <pay-charge proxy="/pay" charge-id="3c90c3cc-0d44-4b50-8888-8dd25736052a"></pay-charge>
 *
 * @element pay-charge
 * @fires {PayChargeStateEvent} pay-charge-state - the state has changed. It has: `state`
 * @fires {PayChargeReadyEvent} pay-charge-ready - the charge is loaded and can be paid. It has: `charge`
 * @fires {PayChargeBeforePayEvent} pay-charge-before-pay - the payer has clicked on Pay, and no wallet has been asked yet.
 *   `preventDefault()` stops it. It has: `option`
 * @fires {PayChargeWalletEvent} pay-charge-wallet - a wallet is chosen, and asked to connect. It has: `name`
 * @fires {PayChargeLeaveEvent} pay-charge-leave - the payer leaves for a wallet app. It has: `name`
 * @fires {PayChargeOpenEvent} pay-charge-open - the dialog has opened
 * @fires {PayChargeCloseEvent} pay-charge-close - the dialog has closed
 * @fires {PayChargeConnectEvent} pay-charge-connect - a wallet is connected. It has: `address`, `chainId`
 * @fires {PayChargeSubmitEvent} pay-charge-submit - the transfer has a hash. It has: `hash`
 * @fires {PayChargeSuccessEvent} pay-charge-success - the payment is confirmed. `preventDefault()` stops the redirect. It
 * has: `charge`, `payment`, `receipt`
 * @fires {PayChargeCancelEvent} pay-charge-cancel - the payer has canceled. `preventDefault()` stops the redirect
 * @fires {PayChargeMisdirectedEvent} pay-charge-misdirected - the wallet has paid another address. It has: `hash`, `expected`,
 *   `actual`
 * @fires {PayChargeErrorEvent} pay-charge-error - something failed. It has: `error`, `code`, `message`, `retryable`
 * @slot heading - replaces brand logo and name
 * @slot summary - the purchase, on the first screen; replaces its description from the charge
 * @slot footer - replaces the small print
 * @slot error - shown with an error, such as how to contact the store
 * @csspart card - the complete card
 * @csspart price - the price, and the amount that is transferred
 * @csspart amount - the price in large type
 * @csspart cancel - the button that cancels
 * @csspart recipient - the line with the account that is paid
 * @csspart button - every button except those of wallets and tokens
 * @csspart wallet - a wallet or token in its list
 * @csspart qr - a code to scan
 * @csspart progress - the progress of the payment
 * @csspart step - one step of the progress
 * @csspart notice - a message
 * @csspart receipt - the receipt
 * @cssproperty [--pay-charge-font=system-ui, sans-serif] - font family
 * @cssproperty [--pay-charge-radius=14px] - corner radius of controls
 * @cssproperty [--pay-charge-space=24px] - padding of the card
 * @cssproperty [--pay-charge-surface=light-dark(#fff, #17181c)] - background
 * @cssproperty [--pay-charge-ink=light-dark(#16181d, #f2f3f5)] - text
 * @cssproperty [--pay-charge-accent=the brand color] - buttons and marks; overrides the brand color
 */
export class PayCharge extends ElementBase {
  static observedAttributes = [...attributeProperties.map(toKebabCase), deferAttribute]
  /** Loads `pay-charge/preview`, which shows any screen without a charge, wallet or network. For designers. */
  static preview = () => loadCheckoutModule().then(({ loadPreview }) => loadPreview())

  // The attributes as properties; each also accepts text. Their accessors are defined on the prototype, below the class.
  // scripts/manifest reads these comments: editors show them with the attributes too.

  /** Base URL of the merchant's proxy. @default '/pay' */
  declare proxy?: string | null
  /** The charge to pay: its UUID. */
  declare chargeId?: string | null
  /** Creates a charge: JSON that the proxy's own code prices. As a property, JSON text or any value that JSON can hold. */
  declare order?: unknown
  /**
   * Sells what a payment link of the service sells, without a proxy: the link's address. Price and recipient are the link's.
   * A charge is created when the customer continues.
   */
  declare paymentLink?: string | null
  /** Where to go after success. @default the charge's */
  declare successUrl?: string | null
  /** Where to go after cancel. @default the charge's */
  declare cancelUrl?: string | null
  /**
   * Where the payer gets what is missing: an https link, opened in a new tab. `{address}` is the payer's account, `{amount}` what is
   * missing in whole units, `{token}` its symbol, `{token_address}` its contract, `{chain}` the EIP-155 chain id.
   */
  declare onrampUrl?: string | null
  /**
   * `auto` goes there automatically, after the receipt was visible for 3 s; `button` shows a button; `none` does neither.
   *
   * @default 'auto'
   */
  declare redirect?: 'auto' | 'button' | 'none' | null
  /** `inline`, or `dialog`: a button that opens a modal. @default 'inline' */
  declare mode?: 'inline' | 'dialog' | null
  /** The brand's color: any CSS color. @default the charge's */
  declare brandColor?: string | null
  /** The brand's logo: URL of an image. @default the charge's */
  declare brandLogo?: string | null
  /** The brand's name. @default the charge's organization_name */
  declare brandName?: string | null
  /** Where payers reach the store: an https URL, or `mailto:` with an e-mail address. @default the charge's */
  declare supportUrl?: string | null
  /** `auto` is the color scheme of the page. @default 'auto' */
  declare colorScheme?: 'auto' | 'light' | 'dark' | null
  /** Language of texts, numbers and times (BCP 47). @default the nearest lang, else the browser's */
  declare locale?: string | null
  /** Turns WalletConnect on: a project id of its relay. */
  declare walletconnectProjectId?: string | null
  /** How many blocks to wait for. @default the chain's usual */
  declare confirmations?: number | string | null
  /**
   * `on`: the transfer's calldata ends with the charge's reference (ERC-8021), so that no other charge can claim it.
   *
   * @default 'on'
   */
  declare attribution?: 'on' | 'off' | null
  /** The order cannot be paid yet: the price is shown, and nothing can be paid. @default false */
  declare disabled?: boolean | string | null
  /** Parts that are not shown: `cancel`, `pay-again`, `recipient`, or several with a space between them. */
  declare hide?: string | null
  /**
   * The accounts that may be paid (CAIP-10), separated by white space or commas; any other is refused.
   *
   * @default any that the service names
   */
  declare recipients?: string | null
  /**
   * The most of a token for a unit of the price's currency: `<CAIP-19 asset> <tokens> <decimals> [USD]`, with commas
   * between several.
   *
   * @default dollar tokens 1:1, with recipients
   */
  declare maxRate?: string | null
  /**
   * The public keys of which one must have signed the quote, separated by white space; anything else is refused.
   *
   * @default none is needed
   */
  declare quoteKey?: string | null
  /**
   * The address to pay to, for a service that has no request charge; it needs the four attributes below. Where a
   * service does have one, it must agree with each of these attributes that is given.
   */
  declare recipient?: string | null
  /** The EIP-155 chain id, with `recipient`. */
  declare chainId?: number | string | null
  /** The token's contract, with `recipient`. */
  declare tokenAddress?: string | null
  /** The token's decimals, with `recipient`. */
  declare tokenDecimals?: number | string | null
  /** The token's symbol, with `recipient`. */
  declare tokenSymbol?: string | null

  // These are properties only. They have accessors too, because React and Vue set as a property only names that they find "in" the
  // element, and anything else as an attribute.

  /** viem chains beyond the built-in ones. */
  declare chains: WalletsOptions['chains']
  /** RPC URLs by chain id. A chain with an RPC URL is read there and not through the wallet. */
  declare rpcUrls: WalletsOptions['rpcUrls']
  /** The page's own wallets: wagmi connectors, or EIP-1193 providers. */
  declare wallets: WalletsOptions['wallets']
  /**
   * Other chains and tokens that the merchant accepts, for a service that does not list any.
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

  /** A server-rendered page comes with a shadow root (pay-charge/ssr). */
  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
  /** Whether the screen that a server has rendered is still shown. */
  #isServerRendered = this.#root.childElementCount > 0
  readonly #rawProperties: RawProperties = {}
  #controller: ElementController | undefined
  readonly #language = new Language(() => this.#requestUpdate())
  #isOpen = false
  #isDialogUnavailable = false
  #isUpdating = false
  #delayedUpdate: ReturnType<typeof setTimeout> | undefined
  #skeletonTimer: ReturnType<typeof setTimeout> | undefined
  #isConfigured = false
  #isDisposed = false

  constructor() {
    super()
    this.adoptedCallback()
    const preload = () => this.#controller?.session.preload()
    // A finger enters too. Without options, which would inherit properties that an old library put on Object.prototype.
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, preload)
  }

  static {
    for (const name of pageProperties) {
      // Without a prototype, so that a property that an old library put on Object.prototype is not read as part of the
      // descriptor.
      const accessor = {
        __proto__: null,
        configurable: true,
        enumerable: true,
        get() {
          return this.#rawProperties[name]
        },
        set(value: unknown) {
          this.#setRawProperty(name, value)
        },
      } as PropertyDescriptor & ThisType<PayCharge>
      Object.defineProperty(PayCharge.prototype, name, accessor)
    }
  }

  /** @internal For a preview, and not by a name that a page could use. */
  [replaceController](controller: ElementController): PreviewOwner {
    this.#controller?.dispose()
    this.#controller = controller
    this.#isConfigured = false
    this.#requestUpdate()
    return {
      loadViews: async () => (await loadCheckoutModule()).views,
      render: () => this.#requestUpdate(),
    }
  }

  #setRawProperty(name: PageProperty, value: unknown) {
    if (this.#rawProperties[name] === value) return
    this.#rawProperties[name] = value
    if (otherProperties.includes(name as never)) return
    this.#isConfigured = false
    this.#requestUpdate()
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null) {
    const name = attributeProperties.find((property) => toKebabCase(property) === attribute)
    if (name) this.#setRawProperty(name, value)
    else this.#requestUpdate()
  }

  /** The current state: the screen and its data. */
  get state(): State {
    return this.#controller?.state ?? { step: 'loading' }
  }

  /** The charge, once it is loaded. */
  get charge(): CheckoutCharge | undefined {
    return this.#option?.charge
  }

  /** The service's answer to this page's report: the recorded payment. Undefined until this page has reported one. */
  get payment(): Payment | undefined {
    return this.#controller?.session.payment
  }

  /**
   * Does the same as a click on the pay button.
   *
   * @example
   * document.querySelector('pay-charge').pay()
   */
  pay() {
    this.#dispatch({ type: 'pay' })
  }

  /** Does the same as a click on cancel. It has no effect once a wallet was asked for the transfer. */
  cancel() {
    this.#dispatch({ type: 'cancel' })
  }

  /** Does the same as a click on "try again". It never sends a transfer. */
  retry() {
    this.#dispatch({ type: 'retry' })
  }

  /**
   * Loads the price again after the order has changed on the server: the order gets a new charge. It has no effect once a wallet
   * was asked for the transfer.
   */
  refresh() {
    this.#dispatch({ type: 'refresh' })
  }

  /** Opens the dialog, with `mode="dialog"`. */
  open() {
    this.#views?.settleClosing(this.#root)
    this.#isOpen = true
    // A canceled payment is offered again.
    if (this.state.step === 'cancelled') this.retry()
    this.#requestUpdate()
  }

  /** Closes the dialog. A payment in progress continues. */
  close() {
    this.#isOpen = false
    this.#requestUpdate()
  }

  /** Sets the styles again: an element that is moved to another document loses them. */
  adoptedCallback() {
    this.#root.adoptedStyleSheets = getStyleSheet(theme, this.ownerDocument)
  }

  connectedCallback() {
    for (const name of pageProperties) {
      // The value was set before the element was upgraded, so it hides the accessor.
      if (!Object.hasOwn(this, name)) continue
      const { [name]: value } = this
      delete this[name]
      this.#setRawProperty(name, value)
    }
    if (this.#isDisposed) this.#dispatch({ type: 'start' })
    this.#isDisposed = false
    this.#requestUpdate()
  }

  disconnectedCallback() {
    // A framework may only be moving the element. And a payment in progress is reported even without a screen.
    queueMicrotask(() => {
      if (this.isConnected || isPaying(this.state)) return
      this.#controller?.dispose()
      this.#isDisposed = true
    })
  }

  /**
   * Schedules one render for all changes of the current task.
   *
   * @param delayMs a time after which it is rendered at the latest, where it may wait
   */
  #requestUpdate(delayMs = 0) {
    if (delayMs) {
      this.#delayedUpdate ??= setTimeout(() => this.#requestUpdate(), delayMs)
      return
    }
    clearTimeout(this.#delayedUpdate)
    this.#delayedUpdate = undefined
    if (this.#isUpdating || !this.isConnected || this.hasAttribute(deferAttribute)) return
    this.#isUpdating = true
    queueMicrotask(() => {
      this.#isUpdating = false
      if (!this.#isConfigured) this.#configure()
      // The charge has been requested by now. If its reply comes immediately, as when the page has preloaded it, a skeleton would
      // only flash.
      if (this.#root.firstChild || this.state.step !== 'loading') this.#render()
      else this.#skeletonTimer ??= setTimeout(() => this.#render(), skeletonDelayMs)
    })
  }

  #configure() {
    this.#isConfigured = true
    const settings = parseElementSettings(this.#rawProperties)
    void this.#language.set(settings.locale ?? getLocale(this), this.texts)
    this.#controller?.configure(settings)
    if (!this.#controller) {
      this.#controller = new Controller(this, settings, (delayMs) => this.#requestUpdate(delayMs))
      this.#dispatch({ type: 'start' })
    }
    // Where the code of the dialog cannot be loaded, the card is shown inline.
    if (settings.mode === 'dialog')
      void this.#controller.session
        .loadViews()
        .catch(() => {
          this.#isDialogUnavailable = true
        })
        .then(() => this.#requestUpdate())
  }

  #dispatch(event: CheckoutEvent) {
    this.#controller?.dispatch(event)
  }

  get #views(): Views | undefined {
    return this.#controller?.session.views
  }

  get #option(): PaymentOption | undefined {
    return getOption(this.state)
  }

  #render() {
    clearTimeout(this.#skeletonTimer)
    const hadFocus = this.#root.activeElement !== null
    const views = this.#views
    const { settings } = this.#controller ?? {}
    views?.adoptLaterTheme(this.#root)
    const context = this.#renderContext
    const isAwaitingMessages = this.#language.beginRender()
    if (this.#isServerRendered) {
      // It stays until the proxy has answered, or there is a payment to resume. The page's own content is only shown: an attacker
      // who can write into a page, without a script, must not decide where money goes.
      if (isAwaitingMessages || (this.state.step === 'loading' && !context.busyWith)) return
      this.#isServerRendered = false
      this.#root.replaceChildren()
    }
    const cardTemplate = this.#renderCard(context, isAwaitingMessages)
    const content =
      settings?.mode === 'dialog' && !this.#isDialogUnavailable
        ? views && !isAwaitingMessages
          ? views.dialog(cardTemplate, this.state, context, this)
          : place
        : cardTemplate
    const settle = views?.moveHeight(this.#root, this.state.step)
    render(html`<div class="size"><div class="box">${content}</div></div>`, this.#root)
    this.#finishRender(hadFocus)
    settle?.()
  }

  get #renderContext(): RenderContext {
    const { settings, session, redirectAfterPayment } = this.#controller ?? {}
    const { cancelUrl, mode, hide = '' } = settings ?? {}
    const hasCancelPlace = cancelUrl || this.charge?.redirects?.cancel_url || mode === 'dialog'
    return {
      dispatch: (event) => this.#dispatch(event),
      formatter: this.#language.formatter ?? createFormatter(undefined),
      // The screens that need more than the first messages are loaded together with all English ones.
      messages: (this.#language.messages ?? this.#views?.en ?? firstMessages) as Messages,
      getNetworkName: (chainId) =>
        this.chains?.find(({ id }) => id === chainId)?.name ?? getChainName(chainId),
      merchantName: settings?.brandName ?? (this.charge?.organization_name || undefined),
      redirectAfterPayment,
      later: this.#views,
      orderSummary: this.#views?.orderSummary ?? orderRows,
      busyWith: session?.busyWith,
      hasWallet: !!session?.hasWallet,
      isDisabled: settings?.disabled != null,
      canCancel: !!hasCancelPlace && !hide.includes('cancel'),
      isRecipientHidden: hide.includes('recipient'),
      isPayAgainHidden: hide.includes('pay-again'),
      redraw: () => this.#requestUpdate(),
      settings,
      pageOptions: this,
    }
  }

  #renderCard(context: RenderContext, isAwaitingMessages: boolean): TemplateResult {
    const logo = this.#controller?.settings.brandLogo ?? keepWebUrl(this.charge?.brand_logo_url)
    if (!isAwaitingMessages) return card(this.state, context, logo)
    // Without a text it has no language yet, but already the direction of the messages that are loading.
    const messages = { ...context.messages, lang: '', dir: this.#language.direction }
    return card({ step: 'loading' }, { ...context, messages }, logo)
  }

  #finishRender(hadFocus: boolean) {
    const { brandColor, colorScheme = '' } = this.#controller?.settings ?? {}
    const color = brandColor ?? this.charge?.brand_color
    // Set with CSSOM, which a CSP without unsafe-inline allows, unlike a style attribute.
    if (color && CSS.supports('color', color)) this.style.setProperty('--_brand', color)
    else this.style.removeProperty('--_brand')
    this.#views?.syncModal(this.#root, this.#isOpen && this.state.step !== 'cancelled')
    // With `auto`, the page's own color scheme is inherited.
    this.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme
    this.#views?.finishRender(this, this.#root, this.#language.messages)
    this.#views?.moveFocus(this.#root, hadFocus)
  }
}

/**
 * The time that a reply has before a skeleton takes its place. A payer does not notice it, and a reply that the page has
 * preloaded comes within it on a slow phone too, where a skeleton would keep the price waiting.
 */
const skeletonDelayMs = 150

/** Returns a URL of the service if it is http or https. */
function keepWebUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-charge': PayCharge
  }
}
