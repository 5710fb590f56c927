import { html, type TemplateResult } from 'lit/html.js'
import { isPaying } from '../../checkout/opening.ts'
import type { State } from '../../checkout/state.ts'
import { bigPrice, owed } from '../format.ts'
import { fill } from '../messages.ts'
import { css } from '../theme.ts'
import { button } from './first.ts'
import { cross } from './later-icons.ts'
import type { Scene } from './view.ts'

// The card as a modal: the native element keeps the focus in it, makes the rest inert and gives the focus back (HTML, 4.11.4).

/** The button, and the card in a dialog which {@link modal} opens and closes. */
export function dialog(
  card: TemplateResult,
  state: State,
  scene: Scene,
  element: { open(): void; close(): void },
): TemplateResult {
  const { words, shop } = scene
  const close = () => element.close()
  // The wallet is asked: who leaves the question alone must see what it is about.
  const holds = state.step === 'sending'
  const cancel = (event: Event) => holds && event.preventDefault()
  const closed = ({ currentTarget }: Event) => {
    // It is told late: the dialog may be open again.
    if ((currentTarget as HTMLDialogElement).open) return
    // A browser lets nobody hold a dialog for ever (HTML, close watchers): drawn again, it is open again.
    if (holds) return scene.redraw()
    // These lead to the transfer by themselves, and who has closed them awaits none.
    if (/^(connecting|network|checking)$/.test(state.step)) scene.send({ type: 'back' })
    close()
  }
  // Not by letting go there: a text may be marked in the card and left outside of it.
  const press = ({ target, currentTarget }: Event) =>
    target === currentTarget && !isPaying(state) && close()
  return html`<div lang=${words.lang} dir=${words.dir}>${button(label(state, scene), () => element.open(), '', state.step === 'loading')}
    <dialog aria-label=${shop ?? words.screens.ready.title} @cancel=${cancel} @close=${closed} @pointerdown=${press}>
    ${card}<button type="button" class="close" aria-label=${words.close} ?hidden=${holds} @click=${close}>${cross}</button></dialog></div>`
}

/** What stands on the button. */
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

/** Opens or closes it, as it should be; also where the page has moved the element, which ends a modal. */
export function modal(root: ShadowRoot, open: boolean) {
  const found = root.querySelector('dialog')
  if (!found?.isConnected) return
  if (!open) return found.close()
  if (found.matches(':modal')) return
  found.removeAttribute('open')
  found.showModal()
}

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
