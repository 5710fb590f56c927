import type { TemplateResult } from 'lit/html.js'
import type { CheckoutCharge } from '../../../api/schemas/charges/checkout-charge.ts'
import type { PaymentOption, Quote } from '../../../checkout/quote/payment-option.ts'
import type { CheckoutEvent, State, Step } from '../../../checkout/state.ts'
import type { Formatter } from '../../../money.ts'
import type { ElementSettings } from '../../attributes.ts'
import type { FirstMessages, Messages } from '../../i18n/languages/translation.ts'
import type { PageOptions, RedirectAfterPayment } from '../context.ts'

/** Draws the order of a charge. */
export type OrderSummary = (charge: CheckoutCharge, context: RenderContext) => TemplateResult

/** The parts of the first screens that are not needed for the price. */
export interface LaterParts {
  noticeIcon(isError: boolean): TemplateResult
  /** A token with its network at the corner. */
  coinPicture(quote: Quote, context: Pick<FirstRenderContext, 'redraw'>): TemplateResult
  /** The badge of test mode; undefined in live mode. */
  testBadge(option: PaymentOption | undefined, messages: FirstMessages): TemplateResult | undefined
  /** The price in the head. */
  headPrice(option: PaymentOption, context: RenderContext): TemplateResult
  /** Names the card for screen readers. */
  getCardName(option: PaymentOption | undefined, context: RenderContext): string | undefined
  /** Draws the amount that has been paid of the price. */
  partlyPaid(option: PaymentOption, context: RenderContext): TemplateResult | undefined
  /** The icon of the way to pay by a code. */
  codeIcon: TemplateResult
  /** The buttons below the ways to pay, which go back. */
  besidePay: ScreenView<'ready'>
}

/** The screens after the first ones. That of a link's offer comes with its own code (element/link). */
export type LaterViews = ScreenViews<Exclude<Step, 'loading' | 'ready' | 'offered'>> & {
  offered?: ScreenView<'offered'>
}

/** The screens after the first ones, and their helpers. checkout/views/index.ts implements it. */
export interface Views extends LaterParts {
  /** All messages in English. */
  en: Messages
  laterViews: LaterViews
  orderSummary: OrderSummary
  /** Loads the screen of a payment link. */
  loadLink(): Promise<unknown>
  /** Milliseconds after which a screen is rendered at the latest. */
  renderDelaysMs: Partial<Record<Step, number>>
  /** The button that goes back one screen, where there is one. */
  backButton(state: State, context: RenderContext): unknown
  /** Returns whether the small print names the recipient. */
  namesRecipient(state: State): boolean
  /** Returns the text that a screen reader announces for a new screen. */
  getAnnouncement(state: State, context: RenderContext): string
  /** The button, and the card in a dialog. */
  dialog(
    card: TemplateResult,
    state: State,
    context: RenderContext,
    element: { open(): void; close(): void; readonly state: State },
  ): TemplateResult
  /** Opens or closes the dialog. */
  syncModal(root: ShadowRoot, isOpen: boolean): void
  /** Finishes a closing animation of the dialog. */
  settleClosing(root: ShadowRoot): void
  /** Adds the styles of the later screens to those of the first ones. */
  adoptLaterTheme(root: ShadowRoot): void
  /** Lets the card grow or shrink to its next screen. Returns the function to call after that one is rendered. */
  moveHeight(root: ShadowRoot, step: Step): (() => void) | undefined
  /** Runs the work that needs the rendered screen. */
  finishRender(host: HTMLElement, root: ShadowRoot, messages?: Messages): void
  moveFocus(root: ShadowRoot, hadFocus: boolean): void
}

/** The context that the first screens need in addition to their state. */
export interface FirstRenderContext {
  dispatch: (event: CheckoutEvent) => void
  formatter: Formatter
  messages: FirstMessages
  /** The merchant's name, where it is known. */
  merchantName: string | undefined
  /** Returns the chain's name for display. */
  getNetworkName: (chainId: number) => string
  /** The parts that the first screens show once they are loaded. */
  later: LaterParts | undefined
  /** Renders again, after something that the screen needs was loaded. */
  redraw: () => void
  /** The event for whose screen code is loading. */
  busyWith: CheckoutEvent['type'] | undefined
  /** Whether a wallet was found in this browser. */
  hasWallet: boolean
  /** Whether the page states that the order cannot be paid yet. */
  isDisabled: boolean
  /** Whether there is somewhere to go after cancel. */
  canCancel: boolean
  /** Whether the page hides the line with the recipient. */
  isRecipientHidden: boolean
}

/** The context that the later screens need in addition to their state. */
export interface RenderContext extends FirstRenderContext {
  messages: Messages
  later: Views | undefined
  /** Where the element goes after the payment; set from the first click on. */
  redirectAfterPayment: RedirectAfterPayment | undefined
  /** Draws the order, or keeps its place until its code is loaded. */
  orderSummary: OrderSummary
  /** Whether nothing is offered that could send a second transfer. */
  isPayAgainHidden: boolean
  /** The element's attributes. */
  settings: ElementSettings | undefined
  /** The options that the page has set by properties. */
  pageOptions: PageOptions
}

/** A screen as a function of its state. */
export type ScreenView<S extends Step, Context extends FirstRenderContext = RenderContext> = (
  state: Extract<State, { step: S }>,
  context: Context,
) => TemplateResult

/** The screens of some steps, one for each. */
export type ScreenViews<S extends Step = Step> = { readonly [K in S]: ScreenView<K> }
