import { LitElement, type PropertyValues, type TemplateResult } from 'lit'
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
import { kebab, names, readSettings } from './attributes.ts'
import { Controller, type Host } from './controller.ts'
import { tell } from './events.ts'
import { createFormats, type Formats, localeAt } from './format.ts'
import { firstScreens } from './messages.ts'
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
 * @attr brand-color - any CSS colour; overrides the charge's
 * @attr brand-logo - URL of an image; overrides the charge's
 * @attr brand-name - overrides the charge's organization_name
 * @attr color-scheme - `auto` (default: the page's), `light` or `dark`
 * @attr locale - BCP 47; default the nearest `lang`, else the browser's
 * @attr confirmations - blocks to wait for; default the chain's usual
 * @attr attribution - `on` (default): the calldata ends with the charge's uuid (ERC-8021); `off`
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
 * @csspart wallet - a wallet in the list
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
export class PayCharge extends LitElement {
  static override styles = theme
  static override properties = Object.fromEntries(
    names.map((name) => [name, { attribute: kebab(name) }]),
  )

  declare proxy: string | undefined
  declare chargeId: string | undefined
  /** JSON text, or any value that JSON can carry. */
  declare order: unknown
  declare successUrl: string | undefined
  declare cancelUrl: string | undefined
  declare redirect: 'auto' | 'button' | 'none' | undefined
  declare brandColor: string | undefined
  declare brandLogo: string | undefined
  declare brandName: string | undefined
  declare colorScheme: 'auto' | 'light' | 'dark' | undefined
  declare locale: string | undefined
  declare confirmations: number | undefined
  declare attribution: 'on' | 'off' | undefined
  declare recipient: string | undefined
  declare chainId: number | undefined
  declare tokenAddress: string | undefined
  declare tokenDecimals: number | undefined
  declare tokenSymbol: string | undefined

  /** viem chains beyond the built-in ones. */
  chains: WalletsOptions['chains']
  /** RPC addresses by chain id; where given, the chain is read there and not through the wallet. */
  rpcUrls: WalletsOptions['rpcUrls']
  /** For every call to the proxy. @default the page's fetch */
  fetch: Transport['fetch'] | undefined

  #controller: Controller | undefined
  #problem: PayError | undefined
  #styled = false
  #formats: Formats | undefined
  #hadFocus = false
  #disposed = false
  #shown: Step | undefined

  constructor() {
    super()
    const preload = () => this.#controller?.preload()
    for (const type of ['pointerenter', 'focusin', 'touchstart']) {
      this.addEventListener(type, preload, { passive: true })
    }
  }

  /** The screen and what it knows. */
  get state(): State {
    if (this.#problem) return { step: 'failed', error: this.#problem }
    return this.#controller?.state ?? { step: 'loading' }
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

  override connectedCallback() {
    super.connectedCallback()
    if (this.#disposed) this.#send({ type: 'start' })
    this.#disposed = false
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // A framework may only be moving the element; and a payment under way is recorded even without a screen.
    queueMicrotask(() => {
      if (this.isConnected || isPaying(this.state)) return
      this.#controller?.dispose()
      this.#disposed = true
    })
  }

  protected override willUpdate(changed: PropertyValues) {
    this.#hadFocus = this.shadowRoot?.activeElement != null
    const sheet = this.#controller?.views?.laterTheme.styleSheet
    if (sheet && !this.#styled) {
      this.shadowRoot?.adoptedStyleSheets.push(sheet)
      this.#styled = true
    }
    // The first update always has a change, if only that nothing is given.
    if (changed.size > 0 || !this.#controller) this.#configure()
  }

  #configure() {
    try {
      const settings = readSettings(this)
      this.#problem = undefined
      this.#formats = createFormats(settings.locale ?? localeAt(this))
      if (this.#controller) return this.#controller.configure(settings)
      this.#controller = new Controller(this.#host, settings)
      this.#send({ type: 'start' })
    } catch (cause) {
      this.#problem = PayError.from(cause, 'invalid_attribute')
      tell(this, this.state, { step: 'loading' })
    }
  }

  get #host(): Host {
    return {
      element: this,
      fetch: (url, init) => (this.fetch ?? fetch)(url, init),
      storage: () => localStorage,
      chains: () => ({ chains: this.chains, rpcUrls: this.rpcUrls }),
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

  protected override render(): TemplateResult {
    const { state } = this
    const scene: Scene = {
      send: (event) => this.#send(event),
      formats: this.#formats ?? createFormats(undefined),
      network: (chainId) =>
        this.chains?.find(({ id }) => id === chainId)?.name ?? chainName(chainId),
      ending: this.#controller?.checkout?.ending,
      busy: this.#controller?.busy ?? false,
    }
    const { brandName, brandLogo } = this.#controller?.settings ?? {}
    const name = brandName ?? (this.charge?.organization_name || undefined)
    const logo = brandLogo ?? webUrl(this.charge?.brand_logo_url)
    return frame(
      this.#deal,
      { name, logo },
      scene,
      state.step === 'loading',
      this.#screen(state, scene),
      this.#spoken(state),
    )
  }

  #screen(state: State, scene: Scene): TemplateResult {
    const view = ({ ...first, ...this.#controller?.views?.later } as Views)[state.step] as
      | View<Step>
      | undefined
    return view?.(state, scene) ?? first.loading({ step: 'loading' }, scene)
  }

  #spoken(state: State): string {
    const spoken = this.#controller?.views?.announce(state)
    return (
      spoken ?? (firstScreens as Partial<Record<Step, { title: string }>>)[state.step]?.title ?? ''
    )
  }

  protected override updated() {
    const { step } = this.state
    const color = this.#controller?.settings.brandColor ?? this.charge?.brand_color
    // By CSSOM, which a CSP without unsafe-inline allows, unlike a style attribute.
    if (color && CSS.supports('color', color)) this.style.setProperty('--_brand', color)
    else this.style.removeProperty('--_brand')
    if (this.#shown !== step && this.#hadFocus && !this.shadowRoot?.activeElement) {
      // The control that had it is gone with its screen: the next screen's title takes over.
      this.shadowRoot?.querySelector<HTMLElement>('h2, button')?.focus()
    }
    this.#shown = step
  }
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
