import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PayError } from '../../../errors.ts'
import { formatOwed } from '../../i18n/format.ts'
import { fill } from '../../i18n/messages.ts'
import type { FirstRenderContext, ScreenView } from './render-context.ts'

/** A notice with an error, or with a hint where `isError` is false. */
export function notice(
  error: PayError | undefined,
  { messages, later }: Pick<FirstRenderContext, 'messages' | 'later'>,
  isError = true,
): TemplateResult | typeof nothing {
  if (!error) return nothing
  return html`<div part="notice" class="notice ${isError ? 'bad' : ''}" role=${isError ? 'alert' : 'note'}>${later?.noticeIcon(isError)}<span>${messages.describeError?.(error) ?? error.message}</span></div>`
}

/** A button; while busy it shows a spinner. */
export function button(
  label: unknown,
  onClick: (click: Event) => void,
  kind: '' | 'quiet' | 'plain' = '',
  isBusy = false,
  isDisabled = false,
): TemplateResult {
  return html`<button part="button" type="button" class=${kind} aria-busy=${isBusy} ?disabled=${isDisabled} @click=${onClick}>${isBusy ? html`<span class="spin"></span>` : nothing}${label}</button>`
}

/** A screen's title and sentence. The title gets the focus when the screen changes. */
export function heading(title: string, text?: unknown): TemplateResult {
  return html`<div class="say"><h2 tabindex="-1">${title}</h2>${text ? html`<p class="soft">${text}</p>` : nothing}</div>`
}

/** Reserves the space of a button. */
export const place = html`<div class="skeleton button"></div>`

/** Reserves the space of the button that cancels, which comes with its code. */
const cancelPlace = ({ canCancel }: FirstRenderContext) =>
  canCancel ? html`<span class="gap"></span>` : nothing

const loading: ScreenView<'loading', FirstRenderContext> = (_, context) =>
  html`${place}${place}${cancelPlace(context)}`

const ready: ScreenView<'ready'> = (state, context) => {
  const { option, notice: note } = state
  const { messages } = context
  const label = fill(option.paidAmount > 0n ? messages.payRest : messages.pay, {
    amount: formatOwed(option.quote, context.formatter),
  })
  // The complete checkout decides whether the click counts (click-guard.ts). That of a script always does.
  const onClick = ({ isTrusted, currentTarget }: Event) =>
    context.dispatch({ type: 'pay', button: isTrusted && currentTarget })
  const { busyWith, hasWallet, isDisabled, later } = context
  const code = button(
    html`<span class="icon">${later?.codeIcon}</span>${messages.payExternally}`,
    () => context.dispatch({ type: 'payExternally' }),
    hasWallet ? 'plain' : '',
    busyWith === 'payExternally',
    isDisabled,
  )
  const pay = html`<div class="pay">${button(label, onClick, hasWallet ? '' : 'plain', busyWith === 'pay', isDisabled)}</div>`
  // A refusal by the payer is not shown as an error. Who has no wallet here pays by a code.
  return html`${notice(note, context, note?.code !== 'wallet_refused')}
    ${hasWallet ? [pay, code] : [code, pay]}${later ? later.besidePay(state, context) : cancelPlace(context)}`
}

const failed: ScreenView<'failed' | 'unavailable', FirstRenderContext> = (state, context) => html`
  ${heading(context.messages.screens.failed.title)} ${notice(state.error, context)}
  <slot name="error"></slot>
  ${state.error.code === 'invalid_attribute' ? nothing : button(context.messages.retry, () => context.dispatch({ type: 'retry' }), 'plain')}`

/** The screens before the first click, and the error screen that must work when nothing else can be loaded. */
export const firstViews = { loading, ready, failed, unavailable: failed }
