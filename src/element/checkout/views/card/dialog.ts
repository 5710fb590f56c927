import { html, type TemplateResult } from 'lit/html.js'
import type { State, Step } from '../../../../checkout/state.ts'
import { getOption, isStepIn } from '../../../../checkout/steps.ts'
import { isPaying } from '../../../../checkout/transitions/open-charge.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { formatOwed, formatPrice } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { css } from '../../../theme/theme.ts'
import { PayChargeCloseEvent, PayChargeOpenEvent } from '../../payment-events.ts'
import { cross } from '../parts/icons.ts'

// The card as a modal dialog. The native element keeps the focus inside, makes the rest of the page inert and
// restores the focus (HTML, 4.11.4).

/** The steps that continue to the transfer on their own, once the wallet or the chain has answered. */
const stepsTowardTransfer = [
  'connecting',
  'wrongNetwork',
  'checking',
] as const satisfies readonly Step[]

/** The button, and the card in a dialog. {@link syncModal} opens and closes it. */
export function dialog(
  card: TemplateResult,
  state: State,
  context: RenderContext,
  element: { open(): void; close(): void; readonly state: State },
): TemplateResult {
  const { messages, merchantName } = context
  const close = () => element.close()
  // While the wallet shows its request, the dialog stays open so that the payer sees the purpose of the request.
  const isLocked = (current = state) => current.step === 'sending'
  // Handlers ask for the state at their own time: the screen may be rendered later than its state.
  const onCancel = (event: Event) => isLocked(element.state) && event.preventDefault()
  const onClose = ({ currentTarget }: Event) => {
    const modal = currentTarget as HTMLDialogElement
    // The event comes late: the dialog may be open again.
    if (modal.open) return
    // Browsers do not let a page prevent closing forever (HTML, close watchers). Rendering again opens the dialog
    // again.
    if (isLocked(element.state)) {
      openedDialogs.delete(modal)
      return context.redraw()
    }
    noteClosed(modal)
    // These screens lead to the transfer automatically, and payers who close the dialog do not expect one.
    if (isStepIn(stepsTowardTransfer, element.state.step)) context.dispatch({ type: 'back' })
    close()
  }
  // Closed on press, not on release: a text selection may start in the card and end outside it.
  const onPointerDown = ({ target, currentTarget }: Event) =>
    target === currentTarget && !isPaying(element.state) && close()
  return html`<div lang=${messages.lang} dir=${messages.dir}>${button(getButtonLabel(state, context), () => element.open(), '', state.step === 'loading', context.isDisabled)}
    <dialog aria-label=${merchantName ?? messages.screens.ready.title} @cancel=${onCancel} @close=${onClose} @pointerdown=${onPointerDown}>
    ${card}<button type="button" class="close" aria-label=${messages.close} ?hidden=${isLocked()} @click=${() => isLocked(element.state) || close()}>${cross}</button></dialog></div>`
}

/** Returns the label of the button. */
function getButtonLabel(state: State, { messages, formatter }: RenderContext): string {
  if (state.step === 'paid') return messages.showReceipt
  if (isPaying(state)) return messages.showPayment
  const option = getOption(state)
  if (!option) return messages.screens[state.step === 'loading' ? 'loading' : 'failed'].title
  if (option.paidAmount > 0n)
    return fill(messages.payRest, { amount: formatOwed(option.quote, formatter) })
  if (option.quote.amount === 0n) return messages.screens.enteringAmount.title
  return fill(messages.pay, { amount: formatPrice(option, formatter) })
}

/**
 * Opens or closes the dialog to match `open`. Also opens it again after the page has moved the element, which ends a
 * modal.
 */
export function syncModal(root: ShadowRoot, isOpen: boolean) {
  const modal = root.querySelector('dialog')
  if (!modal?.isConnected) return
  if (!isOpen) {
    noteClosed(modal)
    return modal.close()
  }
  if (modal.matches(':modal')) return
  // The payer has just closed it: the event that decides comes a task later. To open it here would undo that.
  if (openedDialogs.has(modal) && !modal.open) return
  modal.removeAttribute('open')
  modal.showModal()
  if (openedDialogs.has(modal)) return
  openedDialogs.add(modal)
  root.host.dispatchEvent(new PayChargeOpenEvent())
}

/** Handles the closing of a dialog whose event has not come yet: who opens it now has seen it closed. */
export function settleClosing(root: ShadowRoot) {
  const modal = root.querySelector('dialog')
  if (modal && !modal.open) noteClosed(modal)
}

/** The dialogs that were opened, until their closing is handled. */
const openedDialogs = new WeakSet<HTMLDialogElement>()

function noteClosed(dialog: HTMLDialogElement) {
  const { host } = dialog.getRootNode() as ShadowRoot
  if (openedDialogs.delete(dialog)) host.dispatchEvent(new PayChargeCloseEvent())
}

/** The styles of the dialog. */
export const dialogTheme = css`
  dialog {
    container-type: inline-size;
    width: min(26em, 100vw - 16px);
    max-width: none;
    max-height: 100dvh;
    margin: auto;
    padding: 8px;
    border: 0;
    background: none;
    color: inherit;
    overscroll-behavior: contain;
  }
  dialog:not([open]) { display: none; }
  dialog::backdrop { background: rgb(0 0 0 / 45%); backdrop-filter: blur(2px); }
  .close {
    position: absolute;
    inset-block-start: 16px;
    inset-inline-end: 16px;
    z-index: 1;
    width: 44px;
    min-height: 44px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--_soft);
  }
  .close:hover { background: var(--_tint); color: var(--_ink); }
  dialog header { padding-inline-end: 40px; }
`
