import { html, type TemplateResult } from 'lit/html.js'
import type { State } from '../../checkout/state.ts'
import { isPaying } from '../../checkout/transitions/open-charge.ts'
import { bigPrice, owed } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import { css } from '../theme/theme.ts'
import { cross } from './lazy-icons.ts'
import type { Scene } from './render-context.ts'
import { button } from './shared.ts'

// The card as a modal dialog. The native element keeps the focus inside, makes the rest of the page inert and
// restores the focus (HTML, 4.11.4).

/** The button, and the card in a dialog. {@link modal} opens and closes it. */
export function dialog(
  card: TemplateResult,
  state: State,
  scene: Scene,
  element: { open(): void; close(): void },
): TemplateResult {
  const { words, shop } = scene
  const close = () => element.close()
  // While the wallet shows its request, the dialog stays open so that the payer sees what the request is for.
  const holds = state.step === 'sending'
  const cancel = (event: Event) => holds && event.preventDefault()
  const closed = ({ currentTarget }: Event) => {
    // The event comes late: the dialog may be open again.
    if ((currentTarget as HTMLDialogElement).open) return
    // Browsers do not let a page prevent closing forever (HTML, close watchers). Rendering again opens the dialog
    // again.
    if (holds) return scene.redraw()
    // These screens lead to the transfer automatically, and payers who close the dialog do not expect one.
    if (/^(connecting|network|checking)$/.test(state.step)) scene.send({ type: 'back' })
    close()
  }
  // Closed on press, not on release: a text selection may start in the card and end outside it.
  const press = ({ target, currentTarget }: Event) =>
    target === currentTarget && !isPaying(state) && close()
  return html`<div lang=${words.lang} dir=${words.dir}>${button(label(state, scene), () => element.open(), '', state.step === 'loading')}
    <dialog aria-label=${shop ?? words.screens.ready.title} @cancel=${cancel} @close=${closed} @pointerdown=${press}>
    ${card}<button type="button" class="close" aria-label=${words.close} ?hidden=${holds} @click=${close}>${cross}</button></dialog></div>`
}

/** Returns the label of the button. */
function label(state: State, { words, formats }: Scene): string {
  if (state.step === 'paid') return words.showReceipt
  if (isPaying(state)) return words.showPayment
  if (!('deal' in state) || !state.deal)
    return words.screens[state.step === 'loading' ? 'loading' : 'failed'].title
  const { deal } = state
  if (deal.paid > 0n) return fill(words.payRest, { amount: owed(deal.quote, formats) })
  if (deal.quote.amount === 0n) return words.screens.amount.title
  return fill(words.pay, { amount: bigPrice(deal, formats) })
}

/**
 * Opens or closes the dialog to match `open`. Also opens it again after the page has moved the element, which ends a
 * modal.
 */
export function modal(root: ShadowRoot, open: boolean) {
  const found = root.querySelector('dialog')
  if (!found?.isConnected) return
  if (!open) return found.close()
  if (found.matches(':modal')) return
  found.removeAttribute('open')
  found.showModal()
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
